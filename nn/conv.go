package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// convOptions are the options of convolutions.
type convOptions struct {
	stride     []int        `default:"1"`
	padMode    string       `default:"same"`
	padding    []int        `default:"0"`
	dilation   []int        `default:"1"`
	group      int          `default:"1"`
	hasBias    bool         `default:"false"`
	weightInit any          `default:"" doc:"HeUniform(√5)"`
	biasInit   any          `default:"" doc:"Uniform(1/√fan in)"`
	dtype      tensor.DType `default:"Float32"`
}

// Conv{N}d is mindspore.nn.Conv{N}d: the cross-correlation of x, of shape (N, in, {spatial}), with kernels of shape
// (out, in/group, {kernel}); those of Conv1d have shape (out, in/group, 1, K), as MindSpore keeps an axis of length 1.
//
//ms:layer layer.conv dims=1,2,3 scalar=kernelSize
type conv struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// The argument kernelSize is an int, and for several axes an int or a []int. Numbers that are not positive, numbers
// of channels that group does not divide, and padding without PadMode("pad") raise ValueError.
//
// If WeightInit and BiasInit are not given, the layer prints weight_init=normal, bias_init=zeros, as in the recorded
// tutorials of MindSpore, although the defaults are those above: MindSpore prints the address of a Python object there.
func (c *conv) build(of family, in, out int, kernelSize any, o convOptions) {
	c.set = newConvolution(of, in, out, kernelSize, o).shaped()
	c.Weight, c.Bias = c.set.params()
}

// Construct takes x of shape (N, in, {spatial}) and returns (N, out, {result}).
func (c *conv) Construct(x *tensor.Tensor) *tensor.Tensor {
	return c.set.construct(x, ops.Conv2D, ops.Conv3D, c.Weight, c.Bias)
}

// ExtendRepr is the text of the settings.
func (c *conv) ExtendRepr() string { return c.set.text() }

// convTransposeOptions are the options of transposed convolutions.
type convTransposeOptions struct {
	convOptions
	outputPadding []int `default:"0"`
}

// Conv{N}dTranspose is mindspore.nn.Conv{N}dTranspose, the gradient of [Conv{N}d] by its input, with kernels
// of shape (in, out/group, {kernel}), or (in, out/group, 1, K) along one axis.
//
//ms:layer layer.conv dims=1,2,3 scalar=kernelSize
type convTranspose struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	set *convolution
}

// The arguments are those of [NewConv2d], which raises the same errors. With PadMode("same") each axis of the result is
// stride times as long.
func (c *convTranspose) build(of family, in, out int, kernelSize any, o convTransposeOptions) {
	set := newConvolution(of, in, out, kernelSize, o.convOptions)
	set.outputPadding = o.outputPadding
	c.set = set.shaped().transpose()
	c.Weight, c.Bias = c.set.params()
}

// Construct takes x of shape (N, in, {spatial}) and returns (N, out, {result}).
func (c *convTranspose) Construct(x *tensor.Tensor) *tensor.Tensor {
	return c.set.construct(x, ops.Conv2DTranspose, ops.Conv3DTranspose, c.Weight, c.Bias)
}

// ExtendRepr is the text of the settings.
func (c *convTranspose) ExtendRepr() string { return c.set.text() }
