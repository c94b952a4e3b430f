package nn

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// ReLU is mindspore.nn.ReLU: max(x, 0) elementwise.
type ReLU struct{ Cell }

// NewReLU returns a ReLU layer, which has no options.
func NewReLU(opts ...Option) *ReLU {
	readOptions("ReLU", opts)
	r := &ReLU{}
	r.Init(r)
	return r
}

// Construct returns max(x, 0) in the shape and dtype of x.
func (*ReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.ReLU() }

// Sigmoid is mindspore.nn.Sigmoid: 1/(1+exp(-x)) elementwise.
type Sigmoid struct{ Cell }

// NewSigmoid returns a Sigmoid layer, which has no options.
func NewSigmoid(opts ...Option) *Sigmoid {
	readOptions("Sigmoid", opts)
	s := &Sigmoid{}
	s.Init(s)
	return s
}

// Construct returns the sigmoid of x.
func (*Sigmoid) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Sigmoid() }

// Tanh is mindspore.nn.Tanh: the hyperbolic tangent elementwise.
type Tanh struct{ Cell }

// NewTanh returns a Tanh layer, which has no options.
func NewTanh(opts ...Option) *Tanh {
	readOptions("Tanh", opts)
	t := &Tanh{}
	t.Init(t)
	return t
}

// Construct returns the hyperbolic tangent of x.
func (*Tanh) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Tanh() }

// activations are the layers that options may name (nn.get_activation).
var activations = map[string]func() Layer{
	"softmin":    func() Layer { return NewSoftmin() },
	"softmax":    func() Layer { return NewSoftmax() },
	"softmax2d":  func() Layer { return NewSoftmax2d() },
	"logsoftmax": func() Layer { return NewLogSoftmax() },
	"relu":       func() Layer { return NewReLU() },
	"relu6":      func() Layer { return NewReLU6() },
	"rrelu":      func() Layer { return NewRReLU() },
	"silu":       func() Layer { return NewSiLU() },
	"tanh":       func() Layer { return NewTanh() },
	"gelu":       func() Layer { return NewGELU() },
	"fast_gelu":  func() Layer { return NewFastGelu() },
	"elu":        func() Layer { return NewELU() },
	"sigmoid":    func() Layer { return NewSigmoid() },
	"softsign":   func() Layer { return NewSoftsign() },
	"prelu":      func() Layer { return NewPReLU() },
	"leakyrelu":  func() Layer { return NewLeakyReLU() },
	"hswish":     func() Layer { return NewHSwish() },
	"hsigmoid":   func() Layer { return NewHSigmoid() },
	"logsigmoid": func() Layer { return NewLogSigmoid() },
	"softshrink": func() Layer { return NewSoftShrink() },
	"hshrink":    func() Layer { return NewHShrink() },
	"selu":       func() Layer { return NewSeLU() },
	"celu":       func() Layer { return NewCELU() },
	"mish":       func() Layer { return NewMish() },
}

// namedActivation returns a new layer by its name and raises KeyError for an unknown one.
func namedActivation(name string) Layer {
	if f, ok := activations[strings.ToLower(name)]; ok {
		return f()
	}
	var known []string
	for k := range activations {
		known = append(known, "'"+k+"'")
	}
	slices.Sort(known)
	tensor.Throw("get_activation", tensor.KeyError, "For 'get_activation', the 'name' must be in [%s], but got %s.",
		strings.Join(known, ", "), name)
	return nil
}
