package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

func pool(op string, f func(x *Tensor, kernel any, opts ...ops.Option) *Tensor, x Arg, kernel any, opts ...ops.Option) Row {
	return Shaped(op, x, func(x *Tensor) *Tensor { return f(x, kernel, opts...) })
}

// poolRows try the pools. Where elements are picked, a second derivative is zero.
var poolRows = []Row{
	pool("AvgPool1D", ops.AvgPool1D, Away(2, 2, 5), 2),
	pool("AvgPool1D", ops.AvgPool1D, Away(2, 5), 3, ops.Padding(1), ops.Stride(2), ops.CountIncludePad(false)),
	pool("AvgPool2D", ops.AvgPool2D, Away(2, 1, 5, 4), []int{2, 3}, ops.Stride(2, 1)),
	pool("AvgPool2D", ops.AvgPool2D, Away(1, 1, 5, 6), 3, ops.Stride(2), ops.Padding(1), ops.CeilMode(true)),
	pool("AvgPool2D", ops.AvgPool2D, Away(1, 5, 5), 3, ops.Stride(2), ops.PadMode("same"), ops.DivisorOverride(2)),
	pool("AvgPool3D", ops.AvgPool3D, Away(1, 1, 3, 3, 4), 2),
	pool("MaxPool1D", ops.MaxPool1D, Away(2, 2, 6), 2),
	pool("MaxPool2D", ops.MaxPool2D, Away(2, 1, 5, 4), []int{2, 3}, ops.Stride(1)),
	pool("MaxPool2D", ops.MaxPool2D, Away(1, 6, 6), 3, ops.Stride(2), ops.Padding(1), ops.CeilMode(true)),
	pool("MaxPool2D", ops.MaxPool2D, Away(1, 1, 5, 5), 3, ops.PadMode("same"), ops.Stride(2)),
	pool("MaxPool2D", ops.MaxPool2D, Away(1, 1, 6, 6), 2, ops.Stride(2), ops.Padding(1), ops.Dilation(5)).NoNaN(),
	pool("MaxPool3D", ops.MaxPool3D, Away(1, 1, 3, 4, 4), 2, ops.Stride(1)),
	Two(
		"MaxPool1DWithIndices",
		Away(2, 2, 6),
		func(x *Tensor) (y, i *Tensor) { return ops.MaxPool1DWithIndices(x, 2) },
	),
	Two(
		"MaxPool2DWithIndices",
		Away(1, 2, 4, 4),
		func(x *Tensor) (y, i *Tensor) { return ops.MaxPool2DWithIndices(x, 2) },
	),
	Two(
		"MaxPool3DWithIndices",
		Away(1, 1, 2, 4, 4),
		func(x *Tensor) (y, i *Tensor) { return ops.MaxPool3DWithIndices(x, 2) },
	),
	Shaped("AdaptiveAvgPool1D", Away(2, 2, 5), func(x *Tensor) *Tensor { return ops.AdaptiveAvgPool1D(x, 3) }),
	Shaped("AdaptiveAvgPool2D", Away(2, 5, 4), func(x *Tensor) *Tensor { return ops.AdaptiveAvgPool2D(x, []int{3, 0}) }),
	Shaped("AdaptiveAvgPool2D", Away(2, 5, 4), func(x *Tensor) *Tensor { return ops.AdaptiveAvgPool2D(x, 1) }),
	Shaped("AdaptiveAvgPool3D", Away(1, 1, 3, 4, 2), func(x *Tensor) *Tensor { return ops.AdaptiveAvgPool3D(x, 3) }),
	Shaped("AdaptiveMaxPool1D", Away(2, 2, 5), func(x *Tensor) *Tensor { return ops.AdaptiveMaxPool1D(x, 3) }),
	Shaped("AdaptiveMaxPool2D", Away(1, 2, 5, 4), func(x *Tensor) *Tensor { return ops.AdaptiveMaxPool2D(x, []int{3, 2}) }),
	Two("AdaptiveMaxPool2DWithIndices", Away(2, 5, 4), func(x *Tensor) (y, i *Tensor) { return ops.AdaptiveMaxPool2DWithIndices(x, 2) }),
	Shaped("AdaptiveMaxPool3D", Away(1, 1, 3, 4, 2), func(x *Tensor) *Tensor { return ops.AdaptiveMaxPool3D(x, 2) }),
	Two("AdaptiveMaxPool3DWithIndices", Away(1, 1, 3, 4, 2), func(x *Tensor) (y, i *Tensor) {
		return ops.AdaptiveMaxPool3DWithIndices(x, 2)
	}),
	Shaped("LpPool1D", Between(0.3, 2, 2, 1, 6), func(x *Tensor) *Tensor { return ops.LpPool1D(x, 2, 3) }),
	Shaped("LpPool2D", Between(0.3, 2, 1, 4, 4), func(x *Tensor) *Tensor { return ops.LpPool2D(x, 3, 2, ops.Stride(1)) }),
	Shaped("LpPool2D", Away(1, 4, 5), func(x *Tensor) *Tensor { return ops.LpPool2D(x, 1, 2, ops.CeilMode(true)) }),
	Shaped("MaxUnpool1D", Away(1, 2, 2), func(x *Tensor) *Tensor {
		return ops.MaxUnpool1D(x, New([][][]int{{{0, 3}, {1, 2}}}), 2)
	}),
	Shaped("MaxUnpool2D", Away(1, 2, 2), func(x *Tensor) *Tensor {
		return ops.MaxUnpool2D(x, New([][][]int{{{1, 2}, {9, 15}}}), 2)
	}),
	Shaped("MaxUnpool2D", Away(1, 2, 2), func(x *Tensor) *Tensor {
		return ops.MaxUnpool2D(x, New([][][]int{{{1, 1}, {5, 1}}}), 2, ops.Stride(1))
	}).NoNaN(),
	Shaped("MaxUnpool3D", Away(1, 1, 1, 2), func(x *Tensor) *Tensor {
		return ops.MaxUnpool3D(x, New([][][][]int{{{{0, 15}}}}), 2)
	}),
}
