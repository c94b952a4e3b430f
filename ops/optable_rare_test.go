package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// rareRows try morphology, fractional pools, short-time spectra, deformable convolutions, resampling, candidates and
// distances.
var rareRows = []Row{
	General("Dilation2D", func(x []*Tensor) *Tensor { return ops.Dilation2D(x[0], x[1], ops.PadMode("valid")) }, Away(2, 2, 4, 5), Away(2, 2, 3)),
	General("Dilation2D", func(x []*Tensor) *Tensor { return ops.Dilation2D(x[0], x[1], ops.Stride(2), ops.Dilation(2)) }, Away(1, 2, 4, 5), Away(2, 2, 3)),
	Two("FractionalMaxPool2D", Away(2, 2, 5, 6), func(x *Tensor) (y, index *Tensor) {
		SetSeed(5)
		return ops.FractionalMaxPool2D(x, []int{2, 3}, []int{3, 2})
	}),
	Two("FractionalMaxPool2D", Away(2, 5, 6), func(x *Tensor) (y, index *Tensor) {
		SetSeed(5)
		return ops.FractionalMaxPool2D(x, 2, nil, ops.OutputRatio(0.5))
	}),
	Two("FractionalMaxPool3D", Away(1, 2, 3, 4, 5), func(x *Tensor) (y, index *Tensor) {
		return ops.FractionalMaxPool3D(x, 2, 2, ops.RandomSamples(New([][][]float64{{{0.1, 0.5, 0.9}, {0.3, 0.7, 0}}})))
	}),
	General("STFT", func(x []*Tensor) *Tensor { return ops.STFT(x[0], 4, ops.Window(x[1])) }, Away(2, 7), Away(4)),
	Shaped("STFT", Away(9), func(x *Tensor) *Tensor {
		return ops.STFT(x, 4, ops.HopLength(3), ops.WinLength(3), ops.Center(false), ops.OneSided(false), ops.Normalized(true))
	}),
	General("DeformableConv2D", func(x []*Tensor) *Tensor { return ops.DeformableConv2D(x[0], x[1], x[2]) },
		Away(1, 2, 4, 4), Away(2, 2, 2, 2), Between(0.1, 0.4, 1, 12, 3, 3)),
	General("DeformableConv2D", func(x []*Tensor) *Tensor {
		return ops.DeformableConv2D(x[0], x[1], x[2], ops.Modulated(false), ops.DeformableGroups(2), ops.Stride(2), ops.Padding(1), ops.Dilation(2))
	}, Away(1, 2, 4, 4), Away(1, 2, 2, 2), Between(0.1, 0.4, 1, 16, 2, 2)),
	Shaped("ScaleAndTranslate", Away(1, 4, 5, 2), func(x *Tensor) *Tensor {
		return ops.ScaleAndTranslate(x, []int{3, 6}, []float64{0.7, 1.3}, []float64{0.2, -0.1})
	}),
	Shaped("ScaleAndTranslate", Away(1, 4, 5, 2), func(x *Tensor) *Tensor {
		return ops.ScaleAndTranslate(x, []int{3, 6}, []float64{1, 1}, []float64{0.25, 0}, ops.KernelType("mitchellcubic"), ops.Antialias(false))
	}).NoNaN(),
	Shaped("ResizeV2", Away(1, 2, 3, 4), func(x *Tensor) *Tensor { return ops.ResizeV2(x, []int{1, 2, 6, 5}) }),
	Shaped("ResizeV2", Away(1, 2, 3, 4), func(x *Tensor) *Tensor {
		return ops.ResizeV2(x, []int{1, 2, 6, 5}, ops.Interpolation("cubic"), ops.HalfPixelCenters(true))
	}),
	General("EditDistance", func(x []*Tensor) *Tensor {
		at := New([][]int{{0, 0}, {0, 1}, {1, 0}})
		return ops.EditDistance(x[0], x[1], []int{2, 2}, at, x[1], []int{2, 2}, true)
	}, Ints(2, 3, 2), Away(3)).NoNaN(),
	seededThree("UniformCandidateSampler", func(x *Tensor) (a, b, c *Tensor) { return ops.UniformCandidateSampler(x, 4, true, 7) }),
	seededThree("LogUniformCandidateSampler", func(x *Tensor) (a, b, c *Tensor) { return ops.LogUniformCandidateSampler(x, 4, false, 7) }),
}

// seededThree is a row of a sampler of classes.
func seededThree(op string, f func(x *Tensor) (a, b, c *Tensor)) Row {
	return Row{Op: op, Args: []Arg{Ints(5, 3, 2)}, Drops: true, Call: func(x []*Tensor) []*Tensor {
		SetSeed(5)
		a, b, c := f(x[0])
		return []*Tensor{a, b, c}
	}}
}
