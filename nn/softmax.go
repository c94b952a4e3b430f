package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Axis sets the axis of an op (axis).
func Axis(axis int) Option { return Option{"axis", axis} }

// Approximate reports whether [GELU] uses the approximation with tanh (approximate); true without it.
func Approximate(on bool) Option { return Option{"approximate", on} }

// Softmax is mindspore.nn.Softmax: exp(x)/Σexp(x) along an axis.
type Softmax struct {
	Cell
	axis int
}

// NewSoftmax returns a Softmax layer. Its option is [Axis] (-1).
func NewSoftmax(opts ...Option) *Softmax {
	o := readOptions("Softmax", opts, "axis")
	s := &Softmax{axis: option(o, "axis", -1)}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (s *Softmax) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Softmax(s.axis) }

// LogSoftmax is mindspore.nn.LogSoftmax: the logarithm of the softmax along an axis.
type LogSoftmax struct {
	Cell
	axis int
}

// NewLogSoftmax returns a LogSoftmax layer. Its option is [Axis] (-1).
func NewLogSoftmax(opts ...Option) *LogSoftmax {
	o := readOptions("LogSoftmax", opts, "axis")
	l := &LogSoftmax{axis: option(o, "axis", -1)}
	l.Init(l)
	return l
}

// Construct returns the result in the shape of x.
func (l *LogSoftmax) Construct(x *tensor.Tensor) *tensor.Tensor { return x.LogSoftmax(l.axis) }

// Softmin is mindspore.nn.Softmin: the softmax of -x along an axis.
type Softmin struct {
	Cell
	axis int
}

// NewSoftmin returns a Softmin layer. Its option is [Axis] (-1).
func NewSoftmin(opts ...Option) *Softmin {
	o := readOptions("Softmin", opts, "axis")
	s := &Softmin{axis: option(o, "axis", -1)}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (s *Softmin) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.Softmin(x, s.axis) }

// Softmax2d is mindspore.nn.Softmax2d: the softmax over the channels of images.
type Softmax2d struct{ Cell }

// NewSoftmax2d returns a Softmax2d layer, which has no options.
func NewSoftmax2d(opts ...Option) *Softmax2d {
	readOptions("Softmax2d", opts)
	s := &Softmax2d{}
	s.Init(s)
	return s
}

// Construct takes x of shape (N, C, H, W) or (C, H, W), else it raises ValueError.
func (*Softmax2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	if n := x.NDim(); n != 3 && n != 4 {
		checkDims("Softmax2d", x, 4)
	}
	return x.Softmax(-3)
}

// GLU is mindspore.nn.GLU: a·sigmoid(b) with a and b the halves of x along an axis.
type GLU struct {
	Cell
	axis int
}

// NewGLU returns a GLU layer. Its option is [Axis] (-1).
func NewGLU(opts ...Option) *GLU {
	g := &GLU{axis: option(readOptions("GLU", opts, "axis"), "axis", -1)}
	g.Init(g)
	return g
}

// Construct takes x with an even length along the axis, which is halved.
func (g *GLU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.GLU(x, g.axis) }

// GELU is mindspore.nn.GELU: x·Φ(x) with Φ the distribution function of the standard normal.
type GELU struct {
	Cell
	approximate string
}

// NewGELU returns a GELU layer. Its option is [Approximate] (true).
func NewGELU(opts ...Option) *GELU {
	g := &GELU{approximate: "none"}
	if option(readOptions("GELU", opts, "approximate"), "approximate", true) {
		g.approximate = "tanh"
	}
	g.Init(g)
	return g
}

// Construct returns the result in the shape of x.
func (g *GELU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.GELU(g.approximate) }

// Channel sets for how many channels [PReLU] has a slope (channel): 1 or those of its input.
func Channel(n int) Option { return Option{"channel", n} }

// W sets how the slopes of [PReLU] are initialized (w): a number or a tensor.
func W(init any) Option { return Option{"w", init} }

// PReLU is mindspore.nn.PReLU: x where it is not negative, w·x elsewhere, with slopes that are learned.
type PReLU struct {
	Cell
	W *Parameter `ms:"w"` // called a on its own
}

// NewPReLU returns a PReLU layer. Options are [Channel] (1) and [W] (0.25).
func NewPReLU(opts ...Option) *PReLU {
	o := readOptions("PReLU", opts, "channel", "w")
	channel := option(o, "channel", 1)
	positive("PReLU", "channel", channel)
	var init any = 0.25
	if w := o["w"]; w != nil {
		init = w
	}
	p := &PReLU{W: NewParameter(initial(init, []int{channel}, tensor.Float32), "a")}
	p.Init(p)
	return p
}

// Construct takes x with the channels in axis 1 and returns the same shape.
func (p *PReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.PReLU(x, p.W.Tensor) }
