package nn

import (
	"fmt"
	"math"
	"reflect"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// convolution is the common part of all convolutions: _Conv in nn/layer/conv.py.
type convolution struct {
	of                       family
	in, out, group           int
	kernel, stride, dilation []int
	padMode                  string
	padding, outputPadding   []int // in the form that the ops take
	paddingText              string
	transposed               bool
	bias                     bool
	weightInit, biasInit     any
	dtype                    tensor.DType
}

// newConvolution parses the arguments of a convolution.
func newConvolution(of family, in, out int, kernelSize any, o convOptions) *convolution {
	layer, axes := of.name, of.dims
	positive(layer, "in_channels", in)
	positive(layer, "out_channels", out)
	c := &convolution{
		of: of, in: in, out: out,
		kernel: perAxis(layer, "kernel_size", kernelSize, axes), stride: perAxis(layer, "stride", o.stride, axes),
		dilation: perAxis(layer, "dilation", o.dilation, axes), padMode: o.padMode, padding: o.padding, group: o.group,
		bias: o.hasBias, weightInit: o.weightInit, biasInit: o.biasInit, dtype: o.dtype,
	}
	oneOf(layer, "pad_mode", c.padMode, "valid", "same", "pad")
	positive(layer, "group", c.group)
	c.divisible("in_channels", in)
	c.divisible("out_channels", out)
	if n := len(c.padding); n != 1 && n != 2*axes {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'padding' must be an int or a tuple of %d ints, but got %s.", layer, 2*axes, pyShape(c.padding))
	}
	for _, p := range c.padding {
		if p < 0 || p > 0 && c.padMode != "pad" {
			tensor.Throw(layer, tensor.ValueError, "For '%s', the 'padding' must be zero when 'pad_mode' is not 'pad', and not negative, "+
				"but got 'padding': %s and 'pad_mode': %s.", layer, pyInts(c.padding), c.padMode)
		}
	}
	c.paddingText = pyInts(c.padding)
	return c
}

func (c *convolution) divisible(arg string, channels int) {
	if channels%c.group != 0 {
		tensor.Throw(c.of.name, tensor.ValueError, "For '%s', the attr '%s' must be divisible by attr 'group', "+
			"but got '%s': %d and 'group': %d.", c.of.name, arg, arg, channels, c.group)
	}
}

// shaped converts a convolution along one axis to one over planes of height 1, as in MindSpore.
func (c *convolution) shaped() *convolution {
	if c.of.dims > 1 {
		return c
	}
	one := func(n []int) []int { return []int{1, n[0]} }
	c.kernel, c.stride, c.dilation = one(c.kernel), one(c.stride), one(c.dilation)
	low, high := c.padding[0], c.padding[len(c.padding)-1]
	c.padding = []int{0, 0, low, high}
	c.paddingText = pyShape(c.padding)
	if len(c.outputPadding) > 0 {
		c.outputPadding = []int{0, c.outputPadding[0]}
	}
	if w, ok := c.weightInit.(*tensor.Tensor); ok && w.NDim() == 3 {
		c.weightInit = w.ExpandDims(2)
	}
	return c
}

// transpose converts c to the transposed convolution. Unlike in the op, with PadMode("valid") a kernel smaller than
// the stride leaves no gap at the end.
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

// params creates the parameters; bias is nil without one. By default the weight is HeUniform(√5) and the bias
// Uniform(1/√fan in).
func (c *convolution) params() (weight, bias *Parameter) {
	first, second := c.out, c.in/c.group
	if c.transposed {
		first, second = c.in, c.out/c.group
	}
	var init any = initializer.HeUniform{NegativeSlope: math.Sqrt(5)}
	if c.weightInit != nil {
		init = c.weightInit
	}
	weight = NewParameter(initial(init, append([]int{first, second}, c.kernel...), c.dtype), "weight")
	if !c.bias {
		return weight, nil
	}
	init = initializer.Uniform{Scale: 1 / math.Sqrt(float64(second*shape.Size(c.kernel)))}
	if c.biasInit != nil {
		init = c.biasInit
	}
	return weight, NewParameter(initial(init, []int{c.out}, c.dtype), "bias")
}

// convolve is an op over planes or volumes.
type convolve func(x, weight *tensor.Tensor, opts ...ops.Option) *tensor.Tensor

// construct runs the op for the number of axes.
func (c *convolution) construct(x *tensor.Tensor, planes, volumes convolve, weight, bias *Parameter) *tensor.Tensor {
	switch c.of.dims {
	case 1:
		checkDims(c.of.name, x, 3)
		return planes(x.ExpandDims(2), weight.Tensor, c.options(bias)...).Squeeze(2)
	case 2:
		return planes(x, weight.Tensor, c.options(bias)...)
	}
	return volumes(x, weight.Tensor, c.options(bias)...)
}

// options returns the options of the op.
func (c *convolution) options(bias *Parameter) []ops.Option {
	opts := []ops.Option{ops.Stride(c.stride...), ops.PadMode(c.padMode), ops.Dilation(c.dilation...), ops.Groups(c.group)}
	if c.padMode == "pad" {
		opts = append(opts, ops.Padding(c.padding...))
	}
	if c.transposed {
		opts = append(opts, ops.OutputPadding(c.outputPadding...))
	}
	if bias != nil {
		opts = append(opts, ops.Bias(bias.Tensor))
	}
	return opts
}

// text is _Conv.extend_repr. Defaults print as in the recorded tutorials, weight_init=normal, bias_init=zeros, which
// were the defaults then; later texts contain the address of a Python object.
func (c *convolution) text() string {
	format := "NCHW"
	if c.of.dims == 3 {
		format = "NCDHW"
	}
	return fmt.Sprintf("input_channels=%d, output_channels=%d, kernel_size=%s, stride=%s, pad_mode=%s, padding=%s, dilation=%s, "+
		"group=%d, has_bias=%s, weight_init=%s, bias_init=%s, format=%s", c.in, c.out, pyShape(c.kernel), pyShape(c.stride), c.padMode,
		c.paddingText, pyShape(c.dilation), c.group, tensor.Repr(c.bias), initText(c.weightInit, "normal"),
		initText(c.biasInit, "zeros"), format)
}

// initText returns the text for a keyword …_init.
func initText(init any, byDefault string) string {
	switch v := init.(type) {
	case nil:
		return byDefault
	case string:
		return v
	case initializer.Initializer:
		return reflect.Indirect(reflect.ValueOf(v)).Type().Name()
	case *tensor.Tensor:
		return v.String()
	}
	return tensor.Repr(init)
}

// checkDims raises ValueError unless the number of axes of x is one of dims.
func checkDims(layer string, x *tensor.Tensor, dims int) {
	if x.NDim() != dims {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the dimension of 'x' must be equal to %d, but got shape %s.", layer, dims, pyShape(x.Shape()))
	}
}
