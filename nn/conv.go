package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Conv1d is mindspore.nn.Conv1d: the cross-correlation of x, of shape (N, in, L), with kernels of shape
// (out, in/group, 1, K): MindSpore keeps an axis of length 1.
type Conv1d struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// NewConv1d returns a Conv1d layer. Options are those of [NewConv2d]; numbers are single ones.
func NewConv1d(in, out, kernelSize int, opts ...Option) *Conv1d {
	set := newConvolution("Conv1d", in, out, kernelSize, 1, readOptions("Conv1d", opts, convKeywords...)).flat()
	c := &Conv1d{set: set}
	c.Weight, c.Bias = set.params()
	c.Init(c)
	return c
}

// Construct takes x of shape (N, in, L) and returns (N, out, L').
func (c *Conv1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	checkDims("Conv1d", x, 3)
	return ops.Conv2D(x.ExpandDims(2), c.Weight.Tensor, c.set.options(c.Bias)...).Squeeze(2)
}

// ExtendRepr is the text of the settings.
func (c *Conv1d) ExtendRepr() string { return c.set.text() }

// Conv2d is mindspore.nn.Conv2d: the cross-correlation of x, of shape (N, in, H, W), with kernels of
// shape (out, in/group, KH, KW).
type Conv2d struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// NewConv2d returns a Conv2d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("same"), [Padding] (0), [Dilation] (1), [Group] (1), [HasBias] (false), [WeightInit]
// (HeUniform(√5)), [BiasInit] (Uniform(1/√fan in)) and [DType]. Numbers that are not positive, channels
// that group does not divide and padding without PadMode("pad") raise ValueError.
//
// Without the options its text says weight_init=normal, bias_init=zeros, as the tutorials that MindSpore recorded do,
// though the parameters are initialized as above: MindSpore prints the address of a Python object there.
func NewConv2d(in, out int, kernelSize any, opts ...Option) *Conv2d {
	set := newConvolution("Conv2d", in, out, kernelSize, 2, readOptions("Conv2d", opts, convKeywords...))
	c := &Conv2d{set: set}
	c.Weight, c.Bias = set.params()
	c.Init(c)
	return c
}

// Construct takes x of shape (N, in, H, W) and returns (N, out, H', W').
func (c *Conv2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Conv2D(x, c.Weight.Tensor, c.set.options(c.Bias)...)
}

// ExtendRepr is the text of the settings.
func (c *Conv2d) ExtendRepr() string { return c.set.text() }

// Conv3d is mindspore.nn.Conv3d: the cross-correlation of x, of shape (N, in, D, H, W), with kernels of
// shape (out, in/group, KD, KH, KW).
type Conv3d struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// NewConv3d returns a Conv3d layer. Arguments and options are those of [NewConv2d].
func NewConv3d(in, out int, kernelSize any, opts ...Option) *Conv3d {
	set := newConvolution("Conv3d", in, out, kernelSize, 3, readOptions("Conv3d", opts, convKeywords...))
	set.format = "NCDHW"
	c := &Conv3d{set: set}
	c.Weight, c.Bias = set.params()
	c.Init(c)
	return c
}

// Construct takes x of shape (N, in, D, H, W) and returns (N, out, D', H', W').
func (c *Conv3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Conv3D(x, c.Weight.Tensor, c.set.options(c.Bias)...)
}

// ExtendRepr is the text of the settings.
func (c *Conv3d) ExtendRepr() string { return c.set.text() }
