package nn

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Dense is a fully connected layer, mindspore.nn.Dense: y = x·Wᵀ + b with the weight W of shape
// (out channels, in channels) and the bias b of shape (out channels).
//
//ms:layer layer.basic mint=Linear
type Dense struct {
	Cell
	Weight     *Parameter `ms:"weight"`
	Bias       *Parameter `ms:"bias"` // nil without bias
	Activation Layer      `ms:"activation"`

	in, out int
}

// denseOptions are the options of [Dense].
type denseOptions struct {
	weightInit any          `default:"" doc:"HeUniform(√5)"`
	biasInit   any          `default:"" doc:"Uniform(1/√in)"`
	hasBias    bool         `default:"true"`
	activation any          `default:""`
	dtype      tensor.DType `default:"Float32"`
}

// Numbers of channels that are not positive and an initial tensor of another shape raise ValueError.
func (d *Dense) build(in, out int, o denseOptions) {
	positive("Dense", "in_channels", in)
	positive("Dense", "out_channels", out)
	d.in, d.out = in, out
	d.Weight = NewParameter(d.weight(o.weightInit, o.dtype), "weight")
	if o.hasBias {
		d.Bias = NewParameter(d.bias(o.biasInit, o.dtype), "bias")
	}
	if o.activation != nil {
		d.Activation = activation(o.activation)
	}
}

func (d *Dense) weight(init any, dtype tensor.DType) *tensor.Tensor {
	if x, ok := init.(*tensor.Tensor); ok && !sameShape(x, d.out, d.in) {
		tensor.Throw("Dense", tensor.ValueError, "For 'Dense', weight init shape error. The ndim of 'weight_init' must be equal to 2, "+
			"and the first dim must be equal to 'out_channels', and the second dim must be equal to 'in_channels'. "+
			"But got 'weight_init': %s, 'out_channels': %d, 'in_channels': %d.", pyShape(x.Shape()), d.out, d.in)
	}
	if init == nil {
		init = initializer.HeUniform{NegativeSlope: math.Sqrt(5)}
	}
	return initial(init, []int{d.out, d.in}, dtype)
}

func (d *Dense) bias(init any, dtype tensor.DType) *tensor.Tensor {
	if x, ok := init.(*tensor.Tensor); ok && !sameShape(x, d.out) {
		tensor.Throw("Dense", tensor.ValueError, "For 'Dense', bias init shape error. The ndim of 'bias_init' must be equal to 1, "+
			"and the first dim must be equal to 'out_channels'. But got 'bias_init': %s, 'out_channels': %d.", pyShape(x.Shape()), d.out)
	}
	if init == nil {
		init = initializer.Uniform{Scale: 1 / math.Sqrt(float64(d.in))}
	}
	return initial(init, []int{d.out}, dtype)
}

// initial returns a tensor initialized by the value of a keyword …_init; see [WeightInit].
func initial(init any, shape []int, dtype tensor.DType) *tensor.Tensor {
	return initializer.New(init, shape, dtype)
}

func sameShape(x *tensor.Tensor, shape ...int) bool { return slices.Equal(x.Shape(), shape) }

// activation returns the layer given by name or as a layer.
func activation(act any) Layer {
	switch a := act.(type) {
	case Layer:
		return a
	case string:
		return namedActivation(a)
	}
	tensor.Throw("get_activation", tensor.TypeError, "For 'Dense', the 'activation' must be str or Cell, but got %s.",
		invoke.TypeName(reflect.TypeOf(act)))
	return nil
}

// Construct takes x of shape (…, in channels) and returns (…, out channels).
func (d *Dense) Construct(x *tensor.Tensor) *tensor.Tensor {
	shape := x.Shape()
	if len(shape) != 2 && len(shape) > 0 {
		x = x.Reshape(-1, shape[len(shape)-1])
	}
	switch {
	case d.Bias == nil:
		x = x.MatMul(d.Weight.Tensor.T())
	case x.NDim() == 2 && x.Dim(1) == d.in:
		x = ops.Dense(x, d.Weight.Tensor, ops.Bias(d.Bias.Tensor))
	default:
		x = x.MatMul(d.Weight.Tensor.T()).Add(d.Bias.Tensor)
	}
	switch {
	case d.Activation == nil:
	case isReLU(d.Activation):
		x = engine.ReLUOver(x)
	default:
		x = d.Activation.CellBase().Call(x)
	}
	if len(shape) != 2 && len(shape) > 0 {
		shape[len(shape)-1] = d.out
		x = x.Reshape(shape...)
	}
	return x
}

// ExtendRepr is the text of the settings.
func (d *Dense) ExtendRepr() string {
	s := fmt.Sprintf("input_channels=%d, output_channels=%d", d.in, d.out)
	if d.Bias != nil {
		s += ", has_bias=True"
	}
	if d.Activation != nil {
		s += ", activation=" + d.Activation.CellBase().text()
	}
	return s
}
