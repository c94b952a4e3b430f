package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// transposeOptions reads the options of a transposed convolution.
func transposeOptions(layer string, opts []Option) options {
	return readOptions(layer, opts, append([]string{"output_padding"}, convKeywords...)...)
}

// transpose turns c into the transposed convolution. Unlike the op, a kernel smaller than the stride
// leaves with PadMode("valid") no gap at the end.
func (c *convolution) transpose() *convolution {
	c.transposed = true
	if c.padMode != "valid" {
		return c
	}
	extra := make([]int, len(c.kernel))
	for i := range extra {
		extra[i] = max(0, c.stride[i]-(c.kernel[i]-1)*c.dilation[i]-1)
	}
	if c.outputPadding[0] == 0 {
		c.outputPadding = extra
	}
	return c
}

// Conv1dTranspose is mindspore.nn.Conv1dTranspose, the gradient of [Conv1d] by its input, with kernels
// of shape (in, out/group, 1, K).
type Conv1dTranspose struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// NewConv1dTranspose returns a Conv1dTranspose layer. Options are those of [NewConv2dTranspose];
// numbers are single ones.
func NewConv1dTranspose(in, out, kernelSize int, opts ...Option) *Conv1dTranspose {
	set := newConvolution("Conv1dTranspose", in, out, kernelSize, 1, transposeOptions("Conv1dTranspose", opts)).flat().transpose()
	c := &Conv1dTranspose{set: set}
	c.Weight, c.Bias = set.params()
	c.Init(c)
	return c
}

// Construct takes x of shape (N, in, L) and returns (N, out, L').
func (c *Conv1dTranspose) Construct(x *tensor.Tensor) *tensor.Tensor {
	checkDims("Conv1dTranspose", x, 3)
	return ops.Conv2DTranspose(x.ExpandDims(2), c.Weight.Tensor, c.set.options(c.Bias)...).Squeeze(2)
}

// ExtendRepr is the text of the settings.
func (c *Conv1dTranspose) ExtendRepr() string { return c.set.text() }

// Conv2dTranspose is mindspore.nn.Conv2dTranspose, the gradient of [Conv2d] by its input, with kernels
// of shape (in, out/group, KH, KW).
type Conv2dTranspose struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// NewConv2dTranspose returns a Conv2dTranspose layer. Options are those of [NewConv2d] and
// [OutputPadding] (0). With PadMode "same" each axis of the result is stride times as long.
func NewConv2dTranspose(in, out int, kernelSize any, opts ...Option) *Conv2dTranspose {
	set := newConvolution("Conv2dTranspose", in, out, kernelSize, 2, transposeOptions("Conv2dTranspose", opts)).transpose()
	c := &Conv2dTranspose{set: set}
	c.Weight, c.Bias = set.params()
	c.Init(c)
	return c
}

// Construct takes x of shape (N, in, H, W) and returns (N, out, H', W').
func (c *Conv2dTranspose) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Conv2DTranspose(x, c.Weight.Tensor, c.set.options(c.Bias)...)
}

// ExtendRepr is the text of the settings.
func (c *Conv2dTranspose) ExtendRepr() string { return c.set.text() }

// Conv3dTranspose is mindspore.nn.Conv3dTranspose, the gradient of [Conv3d] by its input, with kernels
// of shape (in, out/group, KD, KH, KW).
type Conv3dTranspose struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// NewConv3dTranspose returns a Conv3dTranspose layer. Options are those of [NewConv2dTranspose].
func NewConv3dTranspose(in, out int, kernelSize any, opts ...Option) *Conv3dTranspose {
	set := newConvolution("Conv3dTranspose", in, out, kernelSize, 3, transposeOptions("Conv3dTranspose", opts)).transpose()
	set.format = "NCDHW"
	c := &Conv3dTranspose{set: set}
	c.Weight, c.Bias = set.params()
	c.Init(c)
	return c
}

// Construct takes x of shape (N, in, D, H, W) and returns (N, out, D', H', W').
func (c *Conv3dTranspose) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Conv3DTranspose(x, c.Weight.Tensor, c.set.options(c.Bias)...)
}

// ExtendRepr is the text of the settings.
func (c *Conv3dTranspose) ExtendRepr() string { return c.set.text() }
