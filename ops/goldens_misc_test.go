package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// attr is an op of a tensor and a number attribute.
func attr(f func(x *Tensor, v float64) *Tensor, name string, otherwise float64) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor { return f(x[0], c.Float(name, otherwise)) })
}

// attr2 is an op of a tensor and two number attributes.
func attr2(f func(x *Tensor, a, b float64) *Tensor, nameA string, a float64, nameB string, b float64) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor { return f(x[0], c.Float(nameA, a), c.Float(nameB, b)) })
}

// miscGoldens are activations, special functions, ops on bits and clipping.
var miscGoldens = map[string]optest.Func{
	"celu": attr(ops.CELU, "alpha", 1), "hardshrink": attr(ops.HardShrink, "lambd", 0.5), "softshrink": attr(ops.SoftShrink, "lambd", 0.5),
	"tanhshrink": f1(ops.TanhShrink), "hardtanh": attr2(ops.HardTanh, "min_val", -1, "max_val", 1),
	"threshold": attr2(ops.Threshold, "threshold", 0, "value", 0), "prelu": f2(ops.PReLU), "fast_gelu": f1(ops.FastGELU),
	"glu":     with(func(c *optest.Case, x tensors) *Tensor { return ops.GLU(x[0], c.Int("axis", c.Int("dim", -1))) }),
	"softmin": with(func(c *optest.Case, x tensors) *Tensor { return ops.Softmin(x[0], c.Int("axis", c.Int("dim", -1))) }),
	"logit":   with(func(c *optest.Case, x tensors) *Tensor { return ops.Logit(x[0], c.Attr("eps")) }),

	"acosh": f1(ops.Acosh), "exp2": f1(ops.Exp2), "log2": f1(ops.Log2), "log10": f1(ops.Log10), "erfinv": f1(ops.Erfinv), "lgamma": f1(ops.Lgamma),
	"digamma": f1(ops.Digamma), "sinc": f1(ops.Sinc), "frac": f1(ops.Frac), "deg2rad": f1(ops.Deg2Rad), "rad2deg": f1(ops.Rad2Deg),
	"i0": f1(ops.BesselI0), "bessel_i0": f1(ops.BesselI0), "bessel_i0e": f1(ops.BesselI0e), "bessel_i1": f1(ops.BesselI1),
	"bessel_i1e": f1(ops.BesselI1e), "bessel_j0": f1(ops.BesselJ0), "bessel_j1": f1(ops.BesselJ1), "bessel_y0": f1(ops.BesselY0),
	"bessel_y1": f1(ops.BesselY1), "bessel_k0": f1(ops.BesselK0), "bessel_k1": f1(ops.BesselK1), "signbit": f1(ops.SignBit),
	"isnan": f1(ops.IsNaN), "isinf": f1(ops.IsInf), "isfinite": f1(ops.IsFinite),
	"polygamma": with(func(c *optest.Case, x tensors) *Tensor { return ops.Polygamma(x[0], c.Int("n", 1)) }),
	"igamma":    f2(ops.IGamma), "igammac": f2(ops.IGammaC), "zeta": f2(ops.Zeta),

	"logaddexp": f2(ops.LogAddExp), "logaddexp2": f2(ops.LogAddExp2), "copysign": f2(ops.CopySign), "nextafter": f2(ops.NextAfter),
	"heaviside": f2(ops.Heaviside), "ldexp": f2(ops.Ldexp), "fmax": f2(ops.FMax), "fmin": f2(ops.FMin), "fmod": f2(ops.TruncMod),
	"remainder": f2(ops.Mod), "trunc_div": f2(ops.TruncDiv), "truncate_div": f2(ops.TruncDiv), "truncate_mod": f2(ops.TruncMod),
	"xdivy": f2(ops.Xdivy), "div_no_nan": f2(ops.DivNoNan), "mul_no_nan": f2(ops.MulNoNan), "float_power": f2(ops.FloatPower),
	"squared_difference": f2(ops.SquaredDifference), "gcd": f2(ops.GCD), "lcm": f2(ops.LCM), "bitwise_and": f2(ops.BitwiseAnd),
	"bitwise_or": f2(ops.BitwiseOr), "bitwise_xor": f2(ops.BitwiseXor), "bitwise_left_shift": f2(ops.LeftShift),
	"bitwise_right_shift": f2(ops.RightShift), "logical_xor": f2(ops.LogicalXor),
	"addcdiv": with(func(c *optest.Case, x tensors) *Tensor { return x[0].AddCDiv(x[1], x[2], Scalar(c.Float("value", 1))) }),

	"clip_by_global_norm": func(c *optest.Case, x tensors) tensors { return ops.ClipByGlobalNorm(x, c.Float("clip_norm", 1)) },
	"clip_by_norm":        attr(func(x *Tensor, n float64) *Tensor { return ops.ClipByNorm(x, n, nil) }, "max_norm", 1),
	"clip_by_value": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.ClipByValue(x[0], c.Attr("clip_value_min"), c.Attr("clip_value_max"))
	}),
	"addn": with(func(_ *optest.Case, x tensors) *Tensor { return ops.AddN(x) }),
}
