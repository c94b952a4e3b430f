package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

func resize(x Arg, opts ...ops.Option) Row {
	return Shaped("Interpolate", x, func(x *Tensor) *Tensor { return ops.Interpolate(x, opts...) })
}

func sample(x, grid Arg, opts ...ops.Option) Row {
	return General("GridSample", func(t []*Tensor) *Tensor { return ops.GridSample(t[0], t[1], opts...) }, x, grid)
}

// dropped is a dropout that draws the same mask on every call.
func dropped(op string, x Arg, f func(x *Tensor, p float64, opts ...ops.Option) *Tensor) Row {
	return Shaped(op, x, func(x *Tensor) *Tensor { return f(x, 0.4, ops.Seed(3)) })
}

// imageRows try interpolation, embedding and dropout.
var imageRows = []Row{
	resize(Away(1, 2, 3), ops.OutputSize(7)),
	resize(Away(1, 1, 2, 3), ops.ScaleFactor(2.5)),
	resize(Away(1, 1, 4, 3), ops.OutputSize(3, 5), ops.Interpolation("nearest-exact")),
	resize(Away(1, 2, 4), ops.OutputSize(7), ops.Interpolation("linear")),
	resize(Away(1, 1, 3, 4), ops.OutputSize(5, 2), ops.Interpolation("bilinear")),
	resize(Away(1, 1, 3, 4), ops.OutputSize(5, 7), ops.Interpolation("bilinear"), ops.AlignCorners(true)),
	resize(Away(1, 1, 3, 3), ops.ScaleFactor(1.7, 2), ops.Interpolation("bicubic")),
	resize(Away(1, 1, 2, 3, 2), ops.OutputSize(3), ops.Interpolation("trilinear")),
	resize(Away(1, 1, 5, 4), ops.OutputSize(2, 3), ops.Interpolation("area")),
	sample(Away(2, 1, 3, 4), Between(-0.9, 0.9, 2, 2, 2, 2)),
	sample(Away(1, 2, 3, 4), Between(-1.6, 1.6, 1, 2, 2, 2), ops.PaddingMode("border"), ops.AlignCorners(true)).NoNaN(),
	sample(Away(1, 2, 3, 4), Between(-1.6, 1.6, 1, 2, 3, 2), ops.PaddingMode("reflection")).NoNaN(),
	sample(Away(1, 1, 2, 3, 3), Between(-1.2, 1.2, 1, 1, 2, 2, 3)).NoNaN(),
	sample(Away(1, 1, 3, 3), Between(-0.9, 0.9, 1, 2, 2, 2), ops.Interpolation("nearest")).NoNaN(),
	sample(Away(2, 1, 3, 4), Between(-1.6, 1.6, 2, 2, 2, 2), ops.Interpolation("bicubic")).NoNaN(),
	sample(Away(1, 2, 3, 4), Between(-1.6, 1.6, 1, 2, 2, 2), ops.Interpolation("bicubic"),
		ops.PaddingMode("border")).NoNaN(),
	sample(Away(1, 2, 3, 4), Between(-1.6, 1.6, 1, 2, 3, 2), ops.Interpolation("bicubic"),
		ops.PaddingMode("reflection"), ops.AlignCorners(true)).NoNaN(),
	Shaped("AffineGrid", Away(2, 2, 3), func(x *Tensor) *Tensor { return ops.AffineGrid(x, []int{2, 1, 2, 3}) }),
	Shaped("AffineGrid", Away(1, 3, 4), func(x *Tensor) *Tensor { return ops.AffineGrid(x, []int{1, 1, 2, 3, 2}, ops.AlignCorners(true)) }),
	General("Embedding", func(x []*Tensor) *Tensor { return ops.Embedding(x[1], x[0]) }, Away(4, 3), Ints(4, 2, 5)),
	General("EmbeddingLookup", func(x []*Tensor) *Tensor { return ops.EmbeddingLookup(x[0], x[1], 1) }, Away(3, 2), Ints(5, 2, 3)).NoNaN(),
	General("CropAndResize", func(x []*Tensor) *Tensor {
		return ops.CropAndResize(x[0], x[1], New([]int{1, 0, 1}), []int{2, 3})
	}, Away(2, 3, 4, 2), Between(0.1, 0.9, 3, 4)).NoNaN(),
	General("CropAndResize", func(x []*Tensor) *Tensor {
		return ops.CropAndResize(x[0], x[1], New([]int{0}), []int{1, 2}, ops.Interpolation("nearest"),
			ops.ExtrapolationValue(3))
	}, Away(1, 3, 3, 1), Between(-0.3, 1.2, 1, 4)).NoNaN(),
	General("BoundingBoxEncode", func(x []*Tensor) *Tensor {
		return ops.BoundingBoxEncode(x[0], x[1], ops.Means(0.1, 0, 0, 0.2), ops.Stds(0.5, 1, 2, 1))
	}, Between(0.1, 0.9, 2, 4), Between(0.1, 0.9, 2, 4)),
	General("BoundingBoxDecode", func(x []*Tensor) *Tensor {
		return ops.BoundingBoxDecode(x[0], x[1], []int{3, 2}, ops.Stds(0.5, 1, 2, 1))
	}, Between(0.1, 0.9, 2, 4), Away(2, 4)),
	General("IOU", func(x []*Tensor) *Tensor { return ops.IOU(x[0], x[1], "iou") }, Between(0, 1, 2, 4), Between(0, 1, 3, 4)),
	General("IOU", func(x []*Tensor) *Tensor { return ops.IOU(x[0], x[1], "iof") }, Between(0, 1, 2, 4), Between(0, 1, 3, 4)),
	Shaped("LRN", Away(1, 4, 2, 1), func(x *Tensor) *Tensor {
		return ops.LRN(x, ops.DepthRadius(1), ops.Alpha(0.3), ops.Offset(2), ops.Exponent(0.7))
	}),
	Shaped("ResizeBilinear", Away(1, 1, 3, 4), func(x *Tensor) *Tensor { return ops.ResizeBilinear(x, []int{5, 3}) }),
	Shaped("ResizeBicubic", Away(1, 1, 3, 4), func(x *Tensor) *Tensor { return ops.ResizeBicubic(x, []int{4, 6}, ops.HalfPixelCenters(true)) }),
	Shaped("ResizeNearestNeighbor", Away(1, 1, 3, 4), func(x *Tensor) *Tensor {
		return ops.ResizeNearestNeighbor(x, []int{5, 6}, ops.AlignCorners(true))
	}),
	dropped("Dropout", Away(3, 4), ops.Dropout),
	dropped("Dropout1D", Away(2, 3, 2), ops.Dropout1D),
	dropped("Dropout2D", Away(2, 3, 2, 2), ops.Dropout2D),
	dropped("Dropout3D", Away(2, 3, 2, 1, 2), ops.Dropout3D),
}
