package nn

import (
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// ReLU is mindspore.nn.ReLU: max(x, 0) elementwise.
//
//ms:layer layer.activation name=relu
type ReLU struct{ Cell }

// Construct returns max(x, 0) in the shape and dtype of x.
func (*ReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.ReLU() }

// Sigmoid is mindspore.nn.Sigmoid: 1/(1+exp(-x)) elementwise.
//
//ms:layer layer.activation name=sigmoid
type Sigmoid struct{ Cell }

// Construct returns the sigmoid of x.
func (*Sigmoid) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Sigmoid() }

// Tanh is mindspore.nn.Tanh: the hyperbolic tangent elementwise.
//
//ms:layer layer.activation name=tanh
type Tanh struct{ Cell }

// Construct returns the hyperbolic tangent of x.
func (*Tanh) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Tanh() }

// activationName is a name accepted by nn.get_activation.
type activationName struct {
	name string
	make func() Layer
}

// namedActivation returns a new layer by its name and raises KeyError for an unknown one.
func namedActivation(name string) Layer {
	for _, a := range activations {
		if a.name == strings.ToLower(name) {
			return a.make()
		}
	}
	known := each(activations, func(a activationName) string { return "'" + a.name + "'" })
	tensor.Throw("get_activation", tensor.KeyError, "For 'get_activation', the 'name' must be in [%s], but got %s.",
		strings.Join(known, ", "), name)
	return nil
}
