package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Alpha sets the slope or scale of an activation (alpha).
func Alpha(a float64) Option { return Option{"Alpha", a} }

// Lambd sets the width of the zero band of a shrinking activation (lambd).
func Lambd(l float64) Option { return Option{"Lambd", l} }

// MinVal sets the lower bound of [Hardtanh] (min_val).
func MinVal(v float64) Option { return Option{"MinVal", v} }

// MaxVal sets the upper bound of [Hardtanh] (max_val).
func MaxVal(v float64) Option { return Option{"MaxVal", v} }

// Lower sets the smallest slope of [RReLU] (lower).
func Lower(v float64) Option { return Option{"Lower", v} }

// Upper sets the largest slope of [RReLU] (upper).
func Upper(v float64) Option { return Option{"Upper", v} }

// CELU is mindspore.nn.CELU: max(0, x) + min(0, α·(exp(x/α)-1)) elementwise.
//
//ms:layer layer.activation name=celu
type CELU struct {
	Cell
	alpha float64 `default:"1.0"`
}

// Construct returns the result in the shape of x.
func (c *CELU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.CELU(x, c.alpha) }

// ELU is mindspore.nn.ELU: x where it is positive, α·(exp(x)-1) elsewhere.
//
//ms:layer layer.activation name=elu
type ELU struct {
	Cell
	alpha float64 `default:"1.0"`
}

// Construct returns the result in the shape of x.
func (e *ELU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.ELU(e.alpha) }

// FastGelu is mindspore.nn.FastGelu: x/(1+exp(-1.702·x)) elementwise, an approximation of GELU.
//
//ms:layer layer.activation name=fast_gelu
type FastGelu struct{ Cell }

// Construct returns the result in the shape of x.
func (*FastGelu) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.FastGELU(x) }

// HSigmoid is mindspore.nn.HSigmoid: ReLU6(x+3)/6 elementwise.
//
//ms:layer layer.activation name=hsigmoid mint=Hardsigmoid
type HSigmoid struct{ Cell }

// Construct returns the result in the shape of x.
func (*HSigmoid) Construct(x *tensor.Tensor) *tensor.Tensor { return x.HSigmoid() }

// HSwish is mindspore.nn.HSwish: x·ReLU6(x+3)/6 elementwise.
//
//ms:layer layer.activation name=hswish mint=Hardswish
type HSwish struct{ Cell }

// Construct returns the result in the shape of x.
func (*HSwish) Construct(x *tensor.Tensor) *tensor.Tensor { return x.HSwish() }

// HShrink is mindspore.nn.HShrink: x where |x| > λ, zero elsewhere.
//
//ms:layer layer.activation name=hshrink mint=Hardshrink
type HShrink struct {
	Cell
	lambd float64 `default:"0.5"`
}

// Construct returns the result in the shape of x.
func (h *HShrink) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.HardShrink(x, h.lambd) }

// Hardtanh is mindspore.nn.Hardtanh: x limited to a range.
//
//ms:layer layer.activation
type Hardtanh struct {
	Cell
	minVal float64 `default:"-1"`
	maxVal float64 `default:"1"`
}

// Construct returns the result in the shape of x.
func (h *Hardtanh) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.HardTanh(x, h.minVal, h.maxVal)
}

// LeakyReLU is mindspore.nn.LeakyReLU: x where it is positive, α·x elsewhere.
//
//ms:layer layer.activation name=leakyrelu
type LeakyReLU struct {
	Cell
	alpha float64 `default:"0.2"`
}

// Construct returns the result in the shape of x.
func (l *LeakyReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.LeakyReLU(l.alpha) }

// LogSigmoid is mindspore.nn.LogSigmoid: log(1/(1+exp(-x))) elementwise.
//
//ms:layer layer.activation name=logsigmoid
type LogSigmoid struct{ Cell }

// Construct returns the result in the shape of x.
func (*LogSigmoid) Construct(x *tensor.Tensor) *tensor.Tensor { return x.LogSigmoid() }

// Mish is mindspore.nn.Mish: x·tanh(log(1+exp(x))) elementwise.
//
//ms:layer layer.activation name=mish
type Mish struct{ Cell }

// Construct returns the result in the shape of x.
func (*Mish) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Mish() }

// ReLU6 is mindspore.nn.ReLU6: x limited to [0, 6].
//
//ms:layer layer.activation name=relu6
type ReLU6 struct{ Cell }

// Construct returns the result in the shape of x.
func (*ReLU6) Construct(x *tensor.Tensor) *tensor.Tensor { return x.ReLU6() }

// RReLU is mindspore.nn.RReLU: x where it is positive, elsewhere a·x with a slope drawn for each element.
//
//ms:layer layer.activation name=rrelu
type RReLU struct {
	Cell
	lower float64 `default:"1.0/8" doc:"1/8"`
	upper float64 `default:"1.0/3" doc:"1/3"`
}

// Construct returns the result in the shape of x.
func (r *RReLU) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.RReLU(x, r.lower, r.upper) }

// SeLU is mindspore.nn.SeLU: the scaled [ELU] that keeps mean 0 and variance 1.
//
//ms:layer layer.activation name=selu mint=SELU
type SeLU struct{ Cell }

// Construct returns the result in the shape of x.
func (*SeLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.SELU() }

// SiLU is mindspore.nn.SiLU: x·sigmoid(x) elementwise.
//
//ms:layer layer.activation name=silu
type SiLU struct{ Cell }

// Construct returns the result in the shape of x.
func (*SiLU) Construct(x *tensor.Tensor) *tensor.Tensor { return x.SiLU() }

// SoftShrink is mindspore.nn.SoftShrink: x-λ where x > λ, x+λ where x < -λ, zero elsewhere.
//
//ms:layer layer.activation name=softshrink mint=Softshrink
type SoftShrink struct {
	Cell
	lambd float64 `default:"0.5"`
}

// Construct returns the result in the shape of x.
func (s *SoftShrink) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.SoftShrink(x, s.lambd) }

// Softsign is mindspore.nn.Softsign: x/(1+|x|) elementwise.
//
//ms:layer layer.activation name=softsign
type Softsign struct{ Cell }

// Construct returns the result in the shape of x.
func (*Softsign) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Softsign() }

// Tanhshrink is mindspore.nn.Tanhshrink: x - tanh(x) elementwise.
//
//ms:layer layer.activation
type Tanhshrink struct{ Cell }

// Construct returns the result in the shape of x.
func (*Tanhshrink) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.TanhShrink(x) }

// Threshold is mindspore.nn.Threshold: x where it is greater than a threshold, a value elsewhere.
//
//ms:layer layer.activation
type Threshold struct {
	Cell
	threshold, value float64
}

func (t *Threshold) build(threshold, value float64) { t.threshold, t.value = threshold, value }

// Construct returns the result in the shape of x.
func (t *Threshold) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Threshold(x, t.threshold, t.value)
}
