package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

func conv(op string, f func(x, w *Tensor, opts ...ops.Option) *Tensor, x, w Arg, opts ...ops.Option) Row {
	return General(op, func(t []*Tensor) *Tensor { return f(t[0], t[1], opts...) }, x, w)
}

// convRows try the convolutions.
var convRows = []Row{
	conv("Conv1D", ops.Conv1D, Away(2, 2, 5), Away(3, 2, 3)),
	conv("Conv1D", ops.Conv1D, Away(1, 4, 6), Away(2, 2, 3), ops.PadMode("pad"), ops.Padding(2, 1), ops.Stride(2), ops.Groups(2)),
	conv("Conv2D", ops.Conv2D, Away(2, 2, 4, 5), Away(3, 2, 2, 3)),
	conv("Conv2D", ops.Conv2D, Away(1, 2, 5, 4), Away(4, 1, 3, 2), ops.PadMode("same"), ops.Stride(2, 1), ops.Groups(2)),
	conv("Conv2D", ops.Conv2D, Away(1, 1, 5, 5), Away(2, 1, 2, 2), ops.PadMode("pad"), ops.Padding(1, 0, 2, 1), ops.Dilation(2)),
	General("Conv2D", func(x []*Tensor) *Tensor { return ops.Conv2D(x[0], x[1], ops.Bias(x[2])) }, Away(2, 1, 3, 3), Away(2, 1, 2, 2), Away(2)),
	conv("Conv3D", ops.Conv3D, Away(1, 2, 3, 3, 3), Away(2, 2, 2, 2, 2), ops.PadMode("same")),
	conv("Conv1DTranspose", ops.Conv1DTranspose, Away(1, 2, 4), Away(2, 3, 3), ops.Stride(2), ops.Padding(1), ops.OutputPadding(1)),
	conv("Conv2DTranspose", ops.Conv2DTranspose, Away(2, 2, 3, 3), Away(2, 2, 3, 2), ops.Stride(2, 1)),
	conv("Conv2DTranspose", ops.Conv2DTranspose, Away(1, 4, 3, 3), Away(4, 1, 3, 3), ops.PadMode("same"), ops.Stride(2), ops.Groups(2)),
	conv("Conv3DTranspose", ops.Conv3DTranspose, Away(1, 2, 2, 2, 3), Away(2, 1, 2, 2, 2)),
	conv("Conv2DBackpropInput", func(dout, w *Tensor, opts ...ops.Option) *Tensor {
		return ops.Conv2DBackpropInput(dout, w, []int{1, 2, 4, 4}, opts...)
	}, Away(1, 3, 2, 2), Away(3, 2, 3, 3)),
	conv("Conv2DBackpropFilter", func(dout, x *Tensor, opts ...ops.Option) *Tensor {
		return ops.Conv2DBackpropFilter(dout, x, []int{3, 2, 3, 3}, opts...)
	}, Away(1, 3, 2, 2), Away(1, 2, 4, 4)),
	General("Dense", func(x []*Tensor) *Tensor { return ops.Dense(x[0], x[1], ops.Bias(x[2])) }, Away(2, 2, 3), Away(4, 3), Away(4)),
	General("Dense", func(x []*Tensor) *Tensor { return ops.Dense(x[0], x[1]) }, Away(3), Away(3)),
	General("BiasAdd", func(x []*Tensor) *Tensor { return ops.BiasAdd(x[0], x[1]) }, Away(2, 3, 2), Away(3)),
}
