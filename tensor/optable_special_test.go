package tensor_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	. "github.com/msrepl/msrepl/tensor"
)

// none is a row of an op without tensor arguments.
func none(op string, f func() *Tensor) Row {
	return Row{Op: op, Call: func([]*Tensor) []*Tensor { return []*Tensor{f()} }}
}

// specialRows try the special functions, the ops on bits, quotients, extremes and complex numbers, and creation.
var specialRows = []Row{
	Pointwise("Lgamma", Between(0.3, 4, 2, 3), (*Tensor).Lgamma),
	Pointwise("Digamma", Between(0.6, 4, 2, 3), (*Tensor).Digamma),
	Pointwise("Polygamma", Between(0.8, 4, 2, 3), func(x *Tensor) *Tensor { return x.Polygamma(2) }),
	Pointwise("Polygamma", Between(0.8, 4, 2, 3), func(x *Tensor) *Tensor { return x.Polygamma(1) }),
	Pointwise("Mvlgamma", Between(1.3, 4, 2, 3), func(x *Tensor) *Tensor { return x.Mvlgamma(2) }),
	Pointwise("Erfinv", Between(-0.8, 0.8, 2, 3), (*Tensor).Erfinv),
	Pairwise("IGamma", Between(0.5, 3, 2, 3), Between(0.5, 3, 2, 3), (*Tensor).IGamma).Kinked(),
	Pairwise("IGammaC", Between(0.5, 3, 2, 3), Between(0.5, 3, 2, 3), (*Tensor).IGammaC).Kinked(),
	Pairwise("IGammaGradA", Between(0.5, 3, 2, 3), Between(0.5, 3, 2, 3), (*Tensor).IGammaGradA),
	General("Zeta", func(x []*Tensor) *Tensor { return New([]float64{1.5, 2, 4}).AsType(x[0].DType()).Zeta(x[0]) }, Between(0.5, 3, 2, 3)),
	General("BetaInc", func(x []*Tensor) *Tensor {
		return New([]float64{0.5, 2, 1.5}).AsType(x[0].DType()).BetaInc(OnesLike(x[0]), x[0])
	}, Between(0.1, 0.9, 2, 3)),
	Pointwise("Sinc", Away(2, 3), (*Tensor).Sinc),
	Pointwise("Logit", Between(0.2, 0.8, 2, 3), func(x *Tensor) *Tensor { return x.Logit(nil) }),
	Pointwise("Logit", Between(0.2, 0.8, 2, 3), func(x *Tensor) *Tensor { return x.Logit(0.01) }),

	Pointwise("BesselJ0", Away(2, 3), (*Tensor).BesselJ0),
	Pointwise("BesselJ1", Away(2, 3), (*Tensor).BesselJ1),
	Pointwise("BesselY0", Between(0.5, 3, 2, 3), (*Tensor).BesselY0),
	Pointwise("BesselY1", Between(0.5, 3, 2, 3), (*Tensor).BesselY1),
	Pointwise("BesselI0", Away(2, 3), (*Tensor).BesselI0),
	Pointwise("BesselI0e", Between(29, 31, 2, 3), (*Tensor).BesselI0e),
	Pointwise("BesselI0e", Away(2, 3), (*Tensor).BesselI0e),
	Pointwise("BesselI1", Away(2, 3), (*Tensor).BesselI1),
	Pointwise("BesselI1e", Away(2, 3), (*Tensor).BesselI1e),
	Pointwise("BesselK0", Between(0.5, 3, 2, 3), (*Tensor).BesselK0),
	Pointwise("BesselK0e", Between(0.5, 3, 2, 3), (*Tensor).BesselK0e),
	Pointwise("BesselK1", Between(0.5, 3, 2, 3), (*Tensor).BesselK1),
	Pointwise("BesselK1e", Between(0.5, 3, 2, 3), (*Tensor).BesselK1e),

	Pointwise("BitwiseAnd", Ints(40, 2, 3), func(x *Tensor) *Tensor { return x.BitwiseAnd(x.Add(x)) }),
	Pointwise("BitwiseOr", Ints(40, 2, 3), func(x *Tensor) *Tensor { return x.BitwiseOr(x.Add(x)) }),
	Pointwise("BitwiseXor", Ints(40, 2, 3), func(x *Tensor) *Tensor { return x.BitwiseXor(x.Add(x)) }),
	Pointwise("BitwiseNot", Ints(40, 2, 3), (*Tensor).BitwiseNot),
	Pointwise("LeftShift", Ints(4, 2, 3), func(x *Tensor) *Tensor { return x.LeftShift(x) }),
	Pointwise("RightShift", Ints(40, 2, 3), func(x *Tensor) *Tensor { return x.RightShift(x) }),
	Pointwise("PopulationCount", Ints(40, 2, 3), (*Tensor).PopulationCount),
	Pointwise("GCD", Ints(40, 2, 3), func(x *Tensor) *Tensor { return x.GCD(x.Add(x)) }),
	Pointwise("LCM", Ints(9, 2, 3), func(x *Tensor) *Tensor { return x.LCM(x.Add(x)) }),

	Pairwise("TruncDiv", Away(2, 3), Between(1, 2, 2, 3), (*Tensor).TruncDiv),
	Pairwise("TruncMod", Away(2, 3), Between(2.5, 3, 2, 3), (*Tensor).TruncMod),
	Pairwise("DivNoNan", Away(2, 3), Away(2, 3), (*Tensor).DivNoNan),
	Pairwise("MulNoNan", Away(2, 3), Away(2, 3), (*Tensor).MulNoNan),
	Pairwise("Xdivy", Away(2, 3), Away(2, 3), (*Tensor).Xdivy),
	Pointwise("Frac", Between(0.2, 0.8, 2, 3), (*Tensor).Frac),
	Pairwise("FloatPower", Between(0.3, 2, 2, 3), Away(2, 3), (*Tensor).FloatPower),
	Pairwise("SquaredDifference", Away(2, 3), Away(2, 3), (*Tensor).SquaredDifference),

	Pairwise("FMax", Away(2, 3), Away(2, 3), (*Tensor).FMax).NoNaN().Kinked(),
	Pairwise("FMin", Away(2, 3), Away(2, 3), (*Tensor).FMin).NoNaN().Kinked(),
	Pairwise("LogAddExp", Away(2, 3), Away(2, 3), (*Tensor).LogAddExp),
	Pairwise("LogAddExp2", Away(2, 3), Away(2, 3), (*Tensor).LogAddExp2),
	Pairwise("CopySign", Away(2, 3), Away(2, 3), (*Tensor).CopySign).NoNaN(),
	Pairwise("NextAfter", Away(2, 3), Away(2, 3), (*Tensor).NextAfter),
	Pairwise("Heaviside", Away(2, 3), Away(2, 3), (*Tensor).Heaviside).NoNaN(),
	Pairwise("Ldexp", Away(2, 3), Away(2, 3), (*Tensor).Ldexp),
	Pointwise("SignBit", Away(2, 3), (*Tensor).SignBit).NoNaN(),
	Pointwise("IsPosInf", Away(2, 3), (*Tensor).IsPosInf).NoNaN(),
	Pointwise("IsNegInf", Away(2, 3), (*Tensor).IsNegInf).NoNaN(),
	Pairwise("ApproximateEqual", Away(2, 3), Away(2, 3), func(x, y *Tensor) *Tensor { return x.ApproximateEqual(y, 1) }).NoNaN(),
	Pointwise("Rad2Deg", Away(2, 3), (*Tensor).Rad2Deg),
	Pointwise("Deg2Rad", Away(2, 3), (*Tensor).Deg2Rad),

	Pointwise("Real", Away(2, 3), (*Tensor).Real),
	Pointwise("Imag", Away(2, 3), (*Tensor).Imag).NoNaN(),
	Pointwise("Conj", Away(2, 3), (*Tensor).Conj),
	Pointwise("Angle", Away(2, 3), (*Tensor).Angle),
	Pairwise("Complex", Away(2, 3), Away(2, 3), func(a, b *Tensor) *Tensor { return Complex(a, b).Square().Real() }),
	Pairwise("Polar", Away(2, 3), Away(2, 3), func(a, b *Tensor) *Tensor { return Polar(a, b).Imag() }),
	Shaped("ViewAsReal", Away(2, 3), func(x *Tensor) *Tensor { return x.ViewAsReal() }),
	Pointwise("IsReal", Away(2, 3), (*Tensor).IsReal).NoNaN(),
	Pointwise("Sgn", Away(2, 3), (*Tensor).Sgn).NoNaN(),

	none("Zeros", func() *Tensor { return Zeros(2, 3) }),
	none("ZerosOf", func() *Tensor { return ZerosOf(Float16, 2, 3) }),
	none("Ones", func() *Tensor { return Ones(2, 3) }),
	none("OnesOf", func() *Tensor { return OnesOf(Int8, 2, 3) }),
	none("Full", func() *Tensor { return Full([]int{2, 3}, 7.5) }),
	none("Arange", func() *Tensor { return Arange(1, 9, 2) }),
	none("Linspace", func() *Tensor { return Linspace(1, 9, 5) }),
	none("Logspace", func() *Tensor { return Logspace(0, 3, 4, 10) }),
	none("Eye", func() *Tensor { return EyeOf(Int32, 2, 3) }),
	Pointwise("ZerosLike", Away(2, 3), ZerosLike).NoNaN(),
	Pointwise("OnesLike", Away(2, 3), OnesLike).NoNaN(),
	Pointwise("FullLike", Away(2, 3), func(x *Tensor) *Tensor { return FullLike(x, 3) }).NoNaN(),
}
