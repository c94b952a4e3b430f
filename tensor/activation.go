package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Sigmoid returns 1/(1+exp(-x)) elementwise, without overflow. Integers give Float32.
//
//ms:op func=sigmoid class=Sigmoid types=inexact loop=Sigmoid
func (x *Tensor) Sigmoid() *Tensor { return apply1(sigmoidOp{}, x) }

func (sigmoidOp) vjp(_, y, g *Tensor) *Tensor  { return gradThrough(sigmoidGradOp{}, y, g) }
func (sigmoidOp) vjpOver(_, y, g *Tensor) bool { return over(&kernels.SigmoidGrad, g, y, g) }

// Softplus returns log(1+exp(x)) elementwise, without overflow. Integers give Float32.
//
//ms:op func=softplus class=Softplus types=float loop=Softplus
func (x *Tensor) Softplus() *Tensor { return apply1(softplusOp{}, x) }

func (softplusOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sigmoid()) }

// ReLU returns max(x, 0) elementwise. Its gradient is zero at zero.
//
//ms:op func=relu class=ReLU,ReLUV3 types=real loop=Relu
func (x *Tensor) ReLU() *Tensor { return apply1(reLUOp{}, x) }

func (reLUOp) vjp(_, y, g *Tensor) *Tensor  { return gradThrough(reLUGradOp{}, y, g) }
func (reLUOp) vjpOver(_, y, g *Tensor) bool { return over(&kernels.ReluGrad, g, y, g) }

// inexactly returns x as a float: integers and Bool become Float32.
func (x *Tensor) inexactly() *Tensor { return x.AsType(inexact(x.dtype)) }

// floating is inexactly for ops that have no meaning for complex numbers, which raise TypeError.
func (x *Tensor) floating(op string) *Tensor {
	if x.dtype.IsComplex() {
		throwDType(op, x.dtype)
	}
	return x.inexactly()
}

// Clamp returns x with its elements limited to [lo, hi]; a nil bound means no limit, but one must be given
// (ValueError). The bounds are numbers or tensors, which broadcast, and are cast to x's dtype; where lo is greater
// than hi, all elements become hi. The gradient is passed on where x is within the bounds and zero elsewhere.
//
//ms:op func=clamp class= types=real
func (x *Tensor) Clamp(lo, hi any) *Tensor {
	if x.dtype == Bool || x.dtype.IsComplex() {
		throwDType("Clamp", x.dtype)
	}
	if lo == nil && hi == nil {
		Throw("clamp", ValueError, "For 'clamp', at least one of 'min' or 'max' must not be None.")
	}
	if x.fuses() {
		low, ok := bound(lo)
		high, too := bound(hi)
		if ok && too && !(low > high) {
			made := func(x *Tensor) *Tensor { return x.clamp(lo, hi) }
			return bend("Clamp", &kernels.Clip, x, made, low, high, low, high)
		}
		if ok != too && lo != nil && hi != nil {
			y := x.Clamp(lo, nil)
			return ending(y.Clamp(nil, hi), y)
		}
	}
	return x.clamp(lo, hi)
}

// clamp computes Clamp by ops.
func (x *Tensor) clamp(lo, hi any) *Tensor {
	if lo == nil {
		return x.limited(hi, x.Minimum, boundOp{&kernels.Lowered, (*Tensor).Greater})
	}
	y := x.limited(lo, x.Maximum, boundOp{&kernels.Raised, (*Tensor).Less})
	if hi == nil {
		return y
	}
	return ending(y.clamp(nil, hi), y)
}

// limited returns x limited by the bound v: integers by whole, floats by op.
func (x *Tensor) limited(v any, whole func(b *Tensor) *Tensor, op boundOp) *Tensor {
	b := Scalar(v).AsType(x.dtype)
	agree("Clamp", x, b)
	if x.dtype.IsInt() {
		return whole(b)
	}
	return apply2(op, x, b)
}

// boundOp limits floats by a bound. Where they are past it, the bound gets the gradient.
type boundOp struct {
	k    *kernels.Binary
	past func(x, b *Tensor) *Tensor
}

func (boundOp) Name() string                    { return "Clamp" }
func (boundOp) each()                           {}
func (boundOp) keeps() keep                     { return keepFirst | keepSecond }
func (boundOp) infer(x, b Spec) Spec            { return inferFloat2("Clamp", x, b) }
func (o boundOp) forward(x, b *Tensor) *Tensor  { return floatMap2("Clamp", o.k, x, b) }
func (o boundOp) da(x, b, _, g *Tensor) *Tensor { return Where(o.past(x, b), ZerosOf(g.dtype), g) }
func (o boundOp) db(x, b, _, g *Tensor) *Tensor { return Where(o.past(x, b), g, ZerosOf(g.dtype)) }

// leaned returns x where it is positive, slope·x elsewhere, for floats.
func leaned(x, slope *Tensor) *Tensor { return apply2(leanedOp{}, x, slope) }

type leanedOp struct{ keepsBoth }

func (leanedOp) Name() string             { return "PReLU" }
func (leanedOp) each()                    {}
func (leanedOp) infer(x, slope Spec) Spec { return inferFloat2("PReLU", x, slope) }
func (leanedOp) forward(x, slope *Tensor) *Tensor {
	return floatMap2("PReLU", &kernels.Leaned, x, slope)
}

func (leanedOp) da(x, slope, _, g *Tensor) *Tensor {
	return Where(x.Greater(num(0)), g, g.Mul(slope))
}

func (leanedOp) db(x, _, _, g *Tensor) *Tensor {
	return Where(x.Greater(num(0)), ZerosOf(g.dtype), g).Mul(x)
}

// ReLU6 returns min(max(x, 0), 6) elementwise. The gradient is passed on at 6, as in MindSpore's kernel, not at 0.
//
//ms:op func=relu6 class=ReLU6 types=real
func (x *Tensor) ReLU6() *Tensor {
	return bend("ReLU6", &kernels.Clip, x, func(x *Tensor) *Tensor {
		y := x.Clamp(nil, 6)
		zero := ZerosOf(x.dtype)
		return Where(x.LessEqual(zero), zero, y)
	}, math.SmallestNonzeroFloat32, 6, 0, 6)
}

// LeakyReLU returns x where it is positive, alpha·x elsewhere. Integers give Float32.
//
//ms:op func=leaky_relu class= types=float
func (x *Tensor) LeakyReLU(alpha float64) *Tensor {
	return bend("LeakyReLU", &kernels.Leaky, x.inexactly(), func(x *Tensor) *Tensor {
		return Where(x.Greater(num(0)), x, x.Mul(num(alpha)))
	}, float32(alpha))
}

// ELU returns x where it is positive, alpha·(exp(x)-1) elsewhere. Integers give Float32.
//
//ms:op func=elu class=Elu types=float
func (x *Tensor) ELU(alpha float64) *Tensor {
	made := func(x *Tensor) *Tensor { return x.elu(alpha) }
	return bend("Elu", &kernels.Elu, x.floating("Elu"), made, float32(alpha), 1)
}

// elu computes ELU by ops.
func (x *Tensor) elu(alpha float64) *Tensor {
	positive := x.Greater(num(0))
	return Where(positive, x, Where(positive, ZerosOf(x.dtype), x).Expm1().Mul(num(alpha)))
}

// The constants of SELU: Klambauer et al., Self-Normalizing Neural Networks, 2017.
const (
	seluAlpha = 1.6732632423543772848170429916717
	seluScale = 1.0507009873554804934193349852946
)

// SELU returns the scaled exponential linear unit of each element. Integers give Float32.
//
//ms:op func=selu class=SeLU types=float
func (x *Tensor) SELU() *Tensor {
	return roundedOnce(x, func(x *Tensor) *Tensor {
		return bend("SeLU", &kernels.Elu, x.floating("Elu"), func(x *Tensor) *Tensor {
			return x.elu(seluAlpha).Mul(num(seluScale))
		}, seluAlpha, seluScale)
	})
}

// SiLU returns x·sigmoid(x) elementwise. Integers give Float32.
//
//ms:op func=silu class=SiLU types=float loop=Silu
func (x *Tensor) SiLU() *Tensor {
	return roundedOnce(x.floating("SiLU"), func(x *Tensor) *Tensor {
		if x.fuses() {
			return apply1(siLUOp{}, x)
		}
		return x.Mul(x.Sigmoid())
	})
}

func (siLUOp) vjp(x, _, g *Tensor) *Tensor  { return gradThrough(siluGradOp{}, x, g) }
func (siLUOp) vjpOver(x, _, g *Tensor) bool { return over(&kernels.SiluGrad, g, x, g) }

// fuses reports whether composite functions compute x in one pass. Small tensors keep the separate ops and their
// recorded digits.
func (x *Tensor) fuses() bool { return x.lay.size >= 64 && x.dtype == Float32 }

// roundedOnce returns f of x for an f composed of several ops. If x is of a half type, or ops compute in one, f
// computes in Float32 and only its result is rounded.
func roundedOnce(x *Tensor, f func(x *Tensor) *Tensor) *Tensor {
	dt := takenAs(x)
	if !isHalf(dt) {
		return f(x)
	}
	var y *Tensor
	wide := x.AsType(dt).AsType(Float32)
	mixed.With(dtype.Invalid, func() { y = f(wide) })
	return y.AsType(dt)
}

// Mish returns x·tanh(softplus(x)) elementwise. Integers give Float32.
//
//ms:op func=mish class=Mish types=float
func (x *Tensor) Mish() *Tensor {
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor {
		share := x.Softplus()
		share = ending(share.Tanh(), share)
		return ending(x.Mul(share), share)
	})
}

// Softsign returns x/(1+|x|) elementwise. Integers give Float32.
//
//ms:op func=softsign class=Softsign types=float
func (x *Tensor) Softsign() *Tensor {
	return roundedOnce(x.floating("Softsign"), func(x *Tensor) *Tensor { return x.Div(x.Abs().Add(num(1))) })
}

// LogSigmoid returns log(sigmoid(x)) elementwise, without overflow. Integers give Float32.
//
//ms:op func=logsigmoid class= types=float
func (x *Tensor) LogSigmoid() *Tensor { return x.inexactly().Neg().Softplus().Neg() }

// HSigmoid returns min(max(x+3, 0), 6)/6 elementwise. Integers give Float32.
//
//ms:op func=hardsigmoid class=HSigmoid types=float
func (x *Tensor) HSigmoid() *Tensor {
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor {
		return bend("HSigmoid", &kernels.HardSigmoid, x, (*Tensor).hardSigmoid)
	})
}

// hardSigmoid computes HSigmoid by ops.
func (x *Tensor) hardSigmoid() *Tensor {
	y := x.Add(num(3)).ReLU6()
	return Where(x.GreaterEqual(num(3)), num(6), y).Div(num(6))
}

// HSwish returns x·min(max(x+3, 0), 6)/6 elementwise. Integers give Float32.
//
//ms:op func=hardswish class=HSwish types=float
func (x *Tensor) HSwish() *Tensor {
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor {
		return bend("HSwish", &kernels.HardSwish, x, func(x *Tensor) *Tensor { return x.Mul(x.hardSigmoid()) })
	})
}

// GELU returns x·Φ(x) elementwise, Φ the normal distribution function; approximate is "none" for the exact value or
// "tanh" for the usual approximation. MindSpore's function ops.gelu has "none" by default, its class ops.GeLU always
// computes "tanh". Integers give Float32.
//
//ms:op func=gelu class=GeLU types=float
func (x *Tensor) GELU(approximate string) *Tensor {
	x = x.floating("GeLU")
	switch approximate {
	case "none":
		return roundedOnce(x, gelu)
	case "tanh":
		return roundedOnce(x, geluTanh)
	}
	Throw("GeLU", ValueError, "For 'GeLU', approximate must be \"none\" or \"tanh\", but got %q.", approximate)
	return nil
}

func gelu(x *Tensor) *Tensor {
	if x.fuses() {
		return apply1(geluOp{}, x)
	}
	return x.Mul(num(0.5)).Mul(x.Mul(num(math.Sqrt2 / 2)).Erf().Add(num(1))) // half of x first: doubling could overflow
}

func geluTanh(x *Tensor) *Tensor {
	if x.fuses() {
		return apply1(geluTanhOp{}, x)
	}
	inner := x.Add(x.Mul(x).Mul(x).Mul(num(0.044715))).Mul(num(math.Sqrt(2 / math.Pi)))
	return x.Mul(num(0.5)).Mul(inner.Tanh().Add(num(1)))
}

type geluOp struct{ floatOfFirst }

func (geluOp) Name() string              { return "GeLU" }
func (geluOp) forward(x *Tensor) *Tensor { return floatMap("GeLU", &kernels.Gelu, x) }

func (geluOp) vjp(x, _, g *Tensor) *Tensor  { return gradThrough(geluGradOp{}, x, g) }
func (geluOp) vjpOver(x, _, g *Tensor) bool { return over(&kernels.GeluGrad, g, x, g) }

type geluTanhOp struct{ floatOfFirst }

func (geluTanhOp) Name() string              { return "GeLU" }
func (geluTanhOp) forward(x *Tensor) *Tensor { return floatMap("GeLU", &kernels.GeluTanh, x) }

// vjp is that of x·s with s = sigmoid(2u): g·s·(1 + 2·x·u'·(1-s)).
func (geluTanhOp) vjp(x, _, g *Tensor) *Tensor {
	const k = 0.044715
	c, square := 2*math.Sqrt(2/math.Pi), x.Square()
	s := x.Mul(square.Mul(num(k)).Add(num(1))).Mul(num(c)).Sigmoid()
	slope := square.Mul(num(3 * k)).Add(num(1)).Mul(num(c))
	return g.Mul(s).Mul(x.Mul(slope).Mul(num(1).Sub(s)).Add(num(1)))
}
