package ops_test

import (
	"github.com/msrepl/msrepl/internal/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// imageGoldens are interpolation, embedding and recurrent cells.
var imageGoldens = map[string]optest.Func{
	"embedding":              f2(func(w, i *Tensor) *Tensor { return ops.Embedding(i, w) }),
	"interpolate|nearest x2": f1(func(x *Tensor) *Tensor { return ops.Interpolate(x, ops.ScaleFactor(2)) }),
	"interpolate|bilinear align_corners=True (5,7)": f1(func(x *Tensor) *Tensor {
		return ops.Interpolate(x, ops.Size(5, 7), ops.Mode("bilinear"), ops.AlignCorners(true))
	}),
	"RNNCell(tanh)": with(func(_ *optest.Case, x tensors) *Tensor { return ops.RNNCell(x[0], x[1], x[2], x[3], x[4], x[5]) }),
	"GRUCell":       with(func(_ *optest.Case, x tensors) *Tensor { return ops.GRUCell(x[0], x[1], x[2], x[3], x[4], x[5]) }),
	"LSTMCell": func(_ *optest.Case, x tensors) tensors {
		return two(ops.LSTMCell(x[0], x[1], x[2], x[3], x[4], x[5], x[6]))
	},
}
