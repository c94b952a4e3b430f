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

// convKeywords are the options of the convolutions; the transposed ones have output_padding too.
var convKeywords = []string{"stride", "pad_mode", "padding", "dilation", "group", "has_bias", "weight_init", "bias_init", "dtype"}

// convolution is what all convolutions have in common: _Conv in nn/layer/conv.py.
type convolution struct {
	layer                    string
	in, out, group           int
	kernel, stride, dilation []int
	padMode                  string
	padding, outputPadding   []int // as the ops take them
	paddingText              string
	transposed               bool
	bias                     bool
	weightInit, biasInit     any
	dtype                    tensor.DType
	format                   string
}

// newConvolution reads the arguments of a convolution over as many axes.
func newConvolution(layer string, in, out int, kernelSize any, axes int, o options) *convolution {
	positive(layer, "in_channels", in)
	positive(layer, "out_channels", out)
	c := &convolution{
		layer: layer, in: in, out: out,
		kernel: perAxis(layer, "kernel_size", kernelSize, axes), stride: o.window(layer, "stride", axes, 1),
		dilation: o.window(layer, "dilation", axes, 1), padMode: option(o, "pad_mode", "same"),
		padding: option(o, "padding", []int{0}), outputPadding: option(o, "output_padding", []int{0}),
		group: option(o, "group", 1), bias: option(o, "has_bias", false),
		weightInit: o["weight_init"], biasInit: o["bias_init"],
		dtype: option(o, "dtype", tensor.Float32), format: "NCHW",
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
		tensor.Throw(c.layer, tensor.ValueError, "For '%s', the attr '%s' must be divisible by attr 'group', but got '%s': %d and 'group': %d.",
			c.layer, arg, arg, channels, c.group)
	}
}

// flat makes a convolution along one axis one over planes of height 1, which MindSpore's is.
func (c *convolution) flat() *convolution {
	one := func(n []int) []int { return []int{1, n[0]} }
	c.kernel, c.stride, c.dilation = one(c.kernel), one(c.stride), one(c.dilation)
	low, high := c.padding[0], c.padding[len(c.padding)-1]
	c.padding = []int{0, 0, low, high}
	c.paddingText = pyShape(c.padding)
	c.outputPadding = []int{0, c.outputPadding[0]}
	if w, ok := c.weightInit.(*tensor.Tensor); ok && w.NDim() == 3 {
		c.weightInit = w.ExpandDims(2)
	}
	return c
}

// params makes the parameters, bias being nil without one: by default the weight is HeUniform(√5) and
// the bias Uniform(1/√fan in).
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

// options are those of the op.
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

// text is _Conv.extend_repr. Defaults show as the recorded tutorials have them, weight_init=normal, bias_init=zeros,
// which were the defaults of their day; later texts hold a Python object's address.
func (c *convolution) text() string {
	return fmt.Sprintf("input_channels=%d, output_channels=%d, kernel_size=%s, stride=%s, pad_mode=%s, padding=%s, dilation=%s, "+
		"group=%d, has_bias=%s, weight_init=%s, bias_init=%s, format=%s", c.in, c.out, pyShape(c.kernel), pyShape(c.stride), c.padMode,
		c.paddingText, pyShape(c.dilation), c.group, tensor.Repr(c.bias), initText(c.weightInit, "normal"), initText(c.biasInit, "zeros"), c.format)
}

// initText shows what a keyword …_init was.
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

// checkDims raises ValueError unless x has one of the numbers of axes.
func checkDims(layer string, x *tensor.Tensor, dims int) {
	if x.NDim() != dims {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the dimension of 'x' must be equal to %d, but got shape %s.", layer, dims, pyShape(x.Shape()))
	}
}
