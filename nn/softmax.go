package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Axis sets the axis of an op (axis).
func Axis(axis int) Option { return Option{"Axis", axis} }

// Approximate sets whether [GELU] uses the approximation with tanh (approximate); the default is true.
func Approximate(on bool) Option { return Option{"Approximate", on} }

// Softmax is mindspore.nn.Softmax: exp(x)/Σexp(x) along an axis.
//
//ms:layer layer.activation name=softmax
type Softmax struct {
	Cell
	axis int `default:"-1"`
}

// Construct returns the result in the shape of x.
func (s *Softmax) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Softmax(s.axis) }

// LogSoftmax is mindspore.nn.LogSoftmax: the logarithm of the softmax along an axis.
//
//ms:layer layer.activation name=logsoftmax
type LogSoftmax struct {
	Cell
	axis int `default:"-1"`
}

// Construct returns the result in the shape of x.
func (l *LogSoftmax) Construct(x *tensor.Tensor) *tensor.Tensor { return x.LogSoftmax(l.axis) }

// Softmin is mindspore.nn.Softmin: the softmax of -x along an axis.
//
//ms:layer layer.activation name=softmin
type Softmin struct {
	Cell
	axis int `default:"-1"`
}

// Construct returns the result in the shape of x.
func (s *Softmin) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.Softmin(x, s.axis) }

// Softmax2d is mindspore.nn.Softmax2d: the softmax over the channels of images.
//
//ms:layer layer.activation name=softmax2d
type Softmax2d struct{ Cell }

// Construct takes x of shape (N, C, H, W) or (C, H, W), else it raises ValueError.
func (*Softmax2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	if n := x.NDim(); n != 3 && n != 4 {
		checkDims("Softmax2d", x, 4)
	}
	return x.Softmax(-3)
}

// GLU is mindspore.nn.GLU: a·sigmoid(b) with a and b the halves of x along an axis.
//
//ms:layer layer.activation
type GLU struct {
	Cell
	axis int `default:"-1"`
}

// Construct takes x with an even length along the axis, which is halved.
func (g *GLU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.GLU(x, g.axis) }

// GELU is mindspore.nn.GELU: x·Φ(x) with Φ the distribution function of the standard normal.
//
//ms:layer layer.activation name=gelu
type GELU struct {
	Cell
	approximate bool `default:"true"`
}

// Construct returns the result in the shape of x.
func (g *GELU) Construct(x *tensor.Tensor) *tensor.Tensor {
	if g.approximate {
		return x.GELU("tanh")
	}
	return x.GELU("none")
}

// Channel sets the number of slopes of [PReLU] (channel): 1 or the number of channels of its input.
func Channel(n int) Option { return Option{"Channel", n} }

// PReLU is mindspore.nn.PReLU: x where it is not negative, w·x elsewhere, with slopes that are learned.
//
//ms:layer layer.activation name=prelu
type PReLU struct {
	Cell
	W *Parameter `ms:"w"` // called a on its own
}

// preluOptions are the options of [PReLU].
type preluOptions struct {
	channel int `default:"1" check:"positive"`
	w       any `default:"0.25"`
}

func (p *PReLU) build(o preluOptions) {
	p.W = NewParameter(initial(o.w, []int{o.channel}, tensor.Float32), "a")
}

// Construct takes x with the channels in axis 1 and returns the same shape.
func (p *PReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.PReLU(x, p.W.Tensor) }
