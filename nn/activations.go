package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Alpha sets the slope or scale of an activation (alpha).
func Alpha(a float64) Option { return Option{"alpha", a} }

// Lambd sets the width of the zero band of a shrinking activation (lambd).
func Lambd(l float64) Option { return Option{"lambd", l} }

// MinVal sets the lower bound of [Hardtanh] (min_val).
func MinVal(v float64) Option { return Option{"min_val", v} }

// MaxVal sets the upper bound of [Hardtanh] (max_val).
func MaxVal(v float64) Option { return Option{"max_val", v} }

// Lower sets the smallest slope of [RReLU] (lower).
func Lower(v float64) Option { return Option{"lower", v} }

// Upper sets the largest slope of [RReLU] (upper).
func Upper(v float64) Option { return Option{"upper", v} }

// CELU is mindspore.nn.CELU: max(0, x) + min(0, α·(exp(x/α)-1)) elementwise.
type CELU struct {
	Cell
	alpha float64
}

// NewCELU returns a CELU layer. Its option is [Alpha] (1.0).
func NewCELU(opts ...Option) *CELU {
	o := readOptions("CELU", opts, "alpha")
	c := &CELU{alpha: option(o, "alpha", 1.0)}
	c.Init(c)
	return c
}

// Construct returns the result in the shape of x.
func (c *CELU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.CELU(x, c.alpha) }

// ELU is mindspore.nn.ELU: x where it is positive, α·(exp(x)-1) elsewhere.
type ELU struct {
	Cell
	alpha float64
}

// NewELU returns an ELU layer. Its option is [Alpha] (1.0).
func NewELU(opts ...Option) *ELU {
	o := readOptions("ELU", opts, "alpha")
	e := &ELU{alpha: option(o, "alpha", 1.0)}
	e.Init(e)
	return e
}

// Construct returns the result in the shape of x.
func (e *ELU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.ELU(e.alpha) }

// FastGelu is mindspore.nn.FastGelu: x/(1+exp(-1.702·x)) elementwise, an approximation of GELU.
type FastGelu struct{ Cell }

// NewFastGelu returns a FastGelu layer, which has no options.
func NewFastGelu(opts ...Option) *FastGelu {
	readOptions("FastGelu", opts)
	f := &FastGelu{}
	f.Init(f)
	return f
}

// Construct returns the result in the shape of x.
func (*FastGelu) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.FastGELU(x) }

// HSigmoid is mindspore.nn.HSigmoid: ReLU6(x+3)/6 elementwise.
type HSigmoid struct{ Cell }

// NewHSigmoid returns an HSigmoid layer, which has no options.
func NewHSigmoid(opts ...Option) *HSigmoid {
	readOptions("HSigmoid", opts)
	h := &HSigmoid{}
	h.Init(h)
	return h
}

// Construct returns the result in the shape of x.
func (*HSigmoid) Construct(x *tensor.Tensor) *tensor.Tensor { return x.HSigmoid() }

// HSwish is mindspore.nn.HSwish: x·ReLU6(x+3)/6 elementwise.
type HSwish struct{ Cell }

// NewHSwish returns an HSwish layer, which has no options.
func NewHSwish(opts ...Option) *HSwish {
	readOptions("HSwish", opts)
	h := &HSwish{}
	h.Init(h)
	return h
}

// Construct returns the result in the shape of x.
func (*HSwish) Construct(x *tensor.Tensor) *tensor.Tensor { return x.HSwish() }

// HShrink is mindspore.nn.HShrink: x where |x| > λ, zero elsewhere.
type HShrink struct {
	Cell
	lambd float64
}

// NewHShrink returns an HShrink layer. Its option is [Lambd] (0.5).
func NewHShrink(opts ...Option) *HShrink {
	o := readOptions("HShrink", opts, "lambd")
	h := &HShrink{lambd: option(o, "lambd", 0.5)}
	h.Init(h)
	return h
}

// Construct returns the result in the shape of x.
func (h *HShrink) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.HardShrink(x, h.lambd) }

// Hardtanh is mindspore.nn.Hardtanh: x brought into a range.
type Hardtanh struct {
	Cell
	min, max float64
}

// NewHardtanh returns a Hardtanh layer. Options are [MinVal] (-1) and [MaxVal] (1).
func NewHardtanh(opts ...Option) *Hardtanh {
	o := readOptions("Hardtanh", opts, "min_val", "max_val")
	h := &Hardtanh{min: option(o, "min_val", -1.0), max: option(o, "max_val", 1.0)}
	h.Init(h)
	return h
}

// Construct returns the result in the shape of x.
func (h *Hardtanh) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.HardTanh(x, h.min, h.max) }

// LeakyReLU is mindspore.nn.LeakyReLU: x where it is positive, α·x elsewhere.
type LeakyReLU struct {
	Cell
	alpha float64
}

// NewLeakyReLU returns a LeakyReLU layer. Its option is [Alpha] (0.2).
func NewLeakyReLU(opts ...Option) *LeakyReLU {
	o := readOptions("LeakyReLU", opts, "alpha")
	l := &LeakyReLU{alpha: option(o, "alpha", 0.2)}
	l.Init(l)
	return l
}

// Construct returns the result in the shape of x.
func (l *LeakyReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.LeakyReLU(l.alpha) }

// LogSigmoid is mindspore.nn.LogSigmoid: log(1/(1+exp(-x))) elementwise.
type LogSigmoid struct{ Cell }

// NewLogSigmoid returns a LogSigmoid layer, which has no options.
func NewLogSigmoid(opts ...Option) *LogSigmoid {
	readOptions("LogSigmoid", opts)
	l := &LogSigmoid{}
	l.Init(l)
	return l
}

// Construct returns the result in the shape of x.
func (*LogSigmoid) Construct(x *tensor.Tensor) *tensor.Tensor { return x.LogSigmoid() }

// Mish is mindspore.nn.Mish: x·tanh(log(1+exp(x))) elementwise.
type Mish struct{ Cell }

// NewMish returns a Mish layer, which has no options.
func NewMish(opts ...Option) *Mish {
	readOptions("Mish", opts)
	m := &Mish{}
	m.Init(m)
	return m
}

// Construct returns the result in the shape of x.
func (*Mish) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Mish() }

// ReLU6 is mindspore.nn.ReLU6: x brought into [0, 6].
type ReLU6 struct{ Cell }

// NewReLU6 returns an ReLU6 layer, which has no options.
func NewReLU6(opts ...Option) *ReLU6 {
	readOptions("ReLU6", opts)
	r := &ReLU6{}
	r.Init(r)
	return r
}

// Construct returns the result in the shape of x.
func (*ReLU6) Construct(x *tensor.Tensor) *tensor.Tensor { return x.ReLU6() }

// RReLU is mindspore.nn.RReLU: x where it is positive, elsewhere a·x with a slope drawn for each element.
type RReLU struct {
	Cell
	lower, upper float64
}

// NewRReLU returns an RReLU layer. Options are [Lower] (1/8) and [Upper] (1/3).
func NewRReLU(opts ...Option) *RReLU {
	o := readOptions("RReLU", opts, "lower", "upper")
	r := &RReLU{lower: option(o, "lower", 1.0/8), upper: option(o, "upper", 1.0/3)}
	r.Init(r)
	return r
}

// Construct returns the result in the shape of x.
func (r *RReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.RReLU(x, r.lower, r.upper) }

// SeLU is mindspore.nn.SeLU: the scaled [ELU] that keeps mean 0 and variance 1.
type SeLU struct{ Cell }

// NewSeLU returns an SeLU layer, which has no options.
func NewSeLU(opts ...Option) *SeLU {
	readOptions("SeLU", opts)
	s := &SeLU{}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (*SeLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.SELU() }

// SiLU is mindspore.nn.SiLU: x·sigmoid(x) elementwise.
type SiLU struct{ Cell }

// NewSiLU returns an SiLU layer, which has no options.
func NewSiLU(opts ...Option) *SiLU {
	readOptions("SiLU", opts)
	s := &SiLU{}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (*SiLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.SiLU() }

// SoftShrink is mindspore.nn.SoftShrink: x-λ where x > λ, x+λ where x < -λ, zero elsewhere.
type SoftShrink struct {
	Cell
	lambd float64
}

// NewSoftShrink returns a SoftShrink layer. Its option is [Lambd] (0.5).
func NewSoftShrink(opts ...Option) *SoftShrink {
	o := readOptions("SoftShrink", opts, "lambd")
	s := &SoftShrink{lambd: option(o, "lambd", 0.5)}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (s *SoftShrink) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.SoftShrink(x, s.lambd) }

// Softsign is mindspore.nn.Softsign: x/(1+|x|) elementwise.
type Softsign struct{ Cell }

// NewSoftsign returns a Softsign layer, which has no options.
func NewSoftsign(opts ...Option) *Softsign {
	readOptions("Softsign", opts)
	s := &Softsign{}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (*Softsign) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Softsign() }

// Tanhshrink is mindspore.nn.Tanhshrink: x - tanh(x) elementwise.
type Tanhshrink struct{ Cell }

// NewTanhshrink returns a Tanhshrink layer, which has no options.
func NewTanhshrink(opts ...Option) *Tanhshrink {
	readOptions("Tanhshrink", opts)
	t := &Tanhshrink{}
	t.Init(t)
	return t
}

// Construct returns the result in the shape of x.
func (*Tanhshrink) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.TanhShrink(x) }

// Threshold is mindspore.nn.Threshold: x where it is greater than a threshold, a value elsewhere.
type Threshold struct {
	Cell
	threshold, value float64
}

// NewThreshold returns a Threshold layer, which has no options.
func NewThreshold(threshold, value float64, opts ...Option) *Threshold {
	readOptions("Threshold", opts)
	t := &Threshold{threshold: threshold, value: value}
	t.Init(t)
	return t
}

// Construct returns the result in the shape of x.
func (t *Threshold) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Threshold(x, t.threshold, t.value)
}
