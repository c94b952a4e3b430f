package tensor_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	. "github.com/msrepl/msrepl/tensor"
)

// TestRealThroughComplex checks the gradients of real functions of a real number that go through complex ones, z = x
// + i·(x²+1/2).
func TestRealThroughComplex(t *testing.T) {
	for name, f := range map[string]func(z *Tensor) *Tensor{
		"real":  func(z *Tensor) *Tensor { return z.Square().Real() },
		"imag":  func(z *Tensor) *Tensor { return z.Square().Imag() },
		"conj":  func(z *Tensor) *Tensor { return z.Exp().Conj().Imag() },
		"angle": (*Tensor).Angle,
		"abs":   func(z *Tensor) *Tensor { return z.Sin().Abs() },
		"sgn":   func(z *Tensor) *Tensor { return z.Sgn().Real() },
		"polar": func(z *Tensor) *Tensor { return Polar(z.Real(), z.Imag()).Sqrt().Imag() },
		"view":  (*Tensor).ViewAsReal,
		"log":   func(z *Tensor) *Tensor { return z.Log().Mul(z.Reciprocal()).Real() },
		"tan":   func(z *Tensor) *Tensor { return z.Tan().Add(z.Cosh()).Imag() },
		"pow":   func(z *Tensor) *Tensor { return z.Pow(z).Real() },
	} {
		t.Run(name, func(t *testing.T) {
			call := func(x []*Tensor) []*Tensor {
				return []*Tensor{f(Complex(x[0], x[0].Square().Add(Scalar(0.5))))}
			}
			x := New([]float64{-0.7, -0.3, 0.4, 0.9})
			if err := gradcheck.Check(call, []*Tensor{x}, gradcheck.Options{Order: 2}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPartsOfReals: the parts and the angle of a real number are numpy's, infinite, negative and NaN ones included;
// both are flat.
func TestPartsOfReals(t *testing.T) {
	inf := math.Inf(1)
	values := func() *Tensor { return New([]float64{-1, inf, -inf, 0, 3}) }
	wantValues(t, "imag", values().Imag(), 0, 0, 0, 0, 0)
	wantValues(t, "angle", values().Angle(), math.Pi, 0, math.Pi, 0, 0)
	if math.Signbit(values().Imag().Float64s()[0]) {
		t.Error("the imaginary part of -1 is -0")
	}
	if !New(math.NaN()).Angle().IsNaN().Bool() {
		t.Error("the angle of NaN is a number")
	}
	for name, f := range map[string]func(x *Tensor) *Tensor{"imag": (*Tensor).Imag, "angle": (*Tensor).Angle} {
		tape, x := NewTape(), values()
		in := tape.Watch(x)
		y := f(in).Add(in.Mul(Scalar(2)))
		tape.Stop()
		wantValues(t, name+", differentiated", tape.Gradient([]*Tensor{y}, nil, []*Tensor{in})[0], 2, 2, 2, 2, 2)
	}
}

// TestComplexFunctions compares elementary functions of complex numbers with identities between them.
func TestComplexFunctions(t *testing.T) {
	z := New([]complex128{0.3 + 0.4i, -0.5 + 0.2i, 0.1 - 0.6i, -0.2 - 0.3i})
	one := New(complex(1.0, 0))
	for name, pair := range map[string][2]*Tensor{
		"exp(log)":     {z.Log().Exp(), z},
		"expm1(log1p)": {z.Log1p().Expm1(), z},
		"exp2(log2)":   {z.Log2().Exp2(), z},
		"sqrt²":        {z.Sqrt().Square(), z},
		"rsqrt²·z":     {z.Rsqrt().Square().Mul(z), one},
		"sin²+cos²":    {z.Sin().Square().Add(z.Cos().Square()), one},
		"tan":          {z.Sin().Div(z.Cos()), z.Tan()},
		"sin(asin)":    {z.Asin().Sin(), z},
		"cos(acos)":    {z.Acos().Cos(), z},
		"tan(atan)":    {z.Atan().Tan(), z},
		"sinh(asinh)":  {z.Asinh().Sinh(), z},
		"cosh(acosh)":  {z.Acosh().Cosh(), z},
		"tanh(atanh)":  {z.Atanh().Tanh(), z},
		"cosh²-sinh²":  {z.Cosh().Square().Sub(z.Sinh().Square()), one},
		"sigmoid":      {z.Sigmoid().Reciprocal().Sub(one), z.Neg().Exp()},
		"10^log10":     {New(complex(10.0, 0)).Pow(z.Log10()), z},
		"z·conj":       {z.Mul(z.Conj()).Real().Sqrt().Add(z.Mul(Scalar(0))), z.Abs().Add(z.Mul(Scalar(0)))},
		"polar":        {Polar(z.Abs(), z.Angle()), z},
		"z·z":          {z.VecDot(z, 0), Complex(z.Abs().Square().Sum(), New(0.0, Float64))},
	} {
		if gap := pair[0].Sub(pair[1]).Abs().Max().Float(); !(gap < 1e-14) {
			t.Errorf("%s: the sides differ by %g", name, gap)
		}
	}
}

// TestComplexProducts compares products of matrices with those of their parts: of few multiplications and of many, of
// rows, of columns and of views.
func TestComplexProducts(t *testing.T) {
	matrix := func(dt DType, m, n int) *Tensor {
		x := Arange(m*n).Mul(Scalar(7)).Mod(Scalar(23)).Sub(Scalar(11)).AsType(Float64).Reshape(m, n)
		return Complex(x, x.Flip(1).Add(Scalar(0.5))).AsType(dt)
	}
	for _, dt := range []DType{Complex64, Complex128} {
		for _, s := range [][3]int{
			{3, 40, 41}, {4, 16, 16}, {4, 16, 17}, {5, 300, 1}, {1, 300, 5}, {37, 1, 40}, {33, 65, 34}, {70, 30, 90},
		} {
			a, b := matrix(dt, s[0], s[1]), matrix(dt, s[1], s[2])
			re := a.Real().MatMul(b.Real()).Sub(a.Imag().MatMul(b.Imag()))
			want := Complex(re, a.Real().MatMul(b.Imag()).Add(a.Imag().MatMul(b.Real())))
			for name, got := range map[string]*Tensor{
				"rows":     a.MatMul(b),
				"columns":  a.T().Clone().T().MatMul(b.T().Clone().T()),
				"backward": a.Flip(0).Clone().Flip(0).MatMul(b.Flip(0).Clone().Flip(0)),
				"stacked":  Stack([]*Tensor{a.Neg(), a}, 0).MatMul(b).At(1),
			} {
				if gap := got.Sub(want).Abs().Max().Float(); !(gap <= 0) { // whole halves, so all is exact
					t.Errorf("%s, %s, %v: the products differ by %g", dt, name, s, gap)
				}
			}
		}
	}
}
