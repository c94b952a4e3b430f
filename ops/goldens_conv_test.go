package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// affine gives each tensor its option: the weight and the bias that an op may be given.
func affine(x tensors, options ...func(*Tensor) ops.Option) (opts []ops.Option) {
	for i, v := range x {
		opts = append(opts, options[i](v))
	}
	return opts
}

// windowOptions are the attributes of a window that a case has.
func windowOptions(c *optest.Case) []ops.Option {
	var opts []ops.Option
	for name, option := range map[string]func(n ...int) ops.Option{"stride": ops.Stride, "padding": ops.Padding, "dilation": ops.Dilation} {
		if v := c.Ints(name); v != nil {
			opts = append(opts, option(v...))
		}
	}
	if c.Flag("ceil_mode") {
		opts = append(opts, ops.CeilMode(true))
	}
	return opts
}

// convolution is a convolution by the attributes of a case; a third input is the bias.
func convolution(f func(x, w *Tensor, opts ...ops.Option) *Tensor, mode string) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor {
		opts := append(windowOptions(c), ops.PadMode(mode), ops.Groups(c.Int("groups", 1)))
		if m := c.Text("pad_mode"); m != "" {
			opts = append(opts, ops.PadMode(m))
		}
		if len(x) > 2 {
			opts = append(opts, ops.Bias(x[2]))
		}
		return f(x[0], x[1], opts...)
	})
}

// convGoldens are the convolutions.
var convGoldens = map[string]optest.Func{
	"conv1d": convolution(ops.Conv1D, "pad"), "conv2d": convolution(ops.Conv2D, "pad"), "conv3d": convolution(ops.Conv3D, "pad"),
	"conv2d(pad_mode=same)": convolution(ops.Conv2D, "same"), "conv2d_transpose": convolution(ops.Conv2DTranspose, "pad"),
	"dense": with(func(_ *optest.Case, x tensors) *Tensor { return ops.Dense(x[0], x[1], affine(x[2:], ops.Bias)...) }),
}
