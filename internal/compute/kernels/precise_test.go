package kernels

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const precision = 400 // bits of the test's own arithmetic

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func bigQuo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Quo(a, b) }

func bigMul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(a, b) }

func bigAdd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Add(a, b) }

func bigSub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Sub(a, b) }

// series adds terms until they are too small to count; next makes each from the one before.
func series(first *big.Float, next func(n int, term *big.Float) *big.Float, value func(n int, term *big.Float) *big.Float) *big.Float {
	sum, term := bigOf(0), first
	for n := 0; n < 10000; n++ {
		v := value(n, term)
		sum = bigAdd(sum, v)
		if v.Sign() == 0 || n > 200 && v.MantExp(nil) < sum.MantExp(nil)-precision {
			return sum
		}
		term = next(n, term)
	}
	panic("no end of a series")
}

// lnBig is 2·atanh((x-1)/(x+1)) = 2·Σ z^(2n+1)/(2n+1), with the exponent of x apart.
func lnBig(x *big.Float) *big.Float {
	atanh := func(x *big.Float) *big.Float {
		z := bigQuo(bigSub(x, bigOf(1)), bigAdd(x, bigOf(1)))
		square := bigMul(z, z)
		sum := series(z, func(_ int, term *big.Float) *big.Float { return bigMul(term, square) },
			func(n int, term *big.Float) *big.Float { return bigQuo(term, bigOf(float64(2*n+1))) })
		return bigMul(bigOf(2), sum)
	}
	f := new(big.Float).SetPrec(precision)
	k := x.MantExp(f)
	if f.Cmp(bigOf(0.7)) < 0 {
		f, k = bigMul(f, bigOf(2)), k-1
	}
	return bigAdd(atanh(f), bigMul(bigOf(float64(k)), atanh(bigOf(2))))
}

// expBig squares the Taylor series for a small part of x.
func expBig(x *big.Float) *big.Float {
	const squares = 20
	part := new(big.Float).SetMantExp(x, -squares)
	sum := series(bigOf(1), func(n int, term *big.Float) *big.Float {
		return bigQuo(bigMul(term, part), bigOf(float64(n+1)))
	}, func(_ int, term *big.Float) *big.Float { return term })
	for range squares {
		sum = bigMul(sum, sum)
	}
	return sum
}

// sinBig and cosBig are the Taylor series.
func sinBig(x *big.Float) *big.Float { return waveBig(x, x, 1) }

func cosBig(x *big.Float) *big.Float { return waveBig(x, bigOf(1), 0) }

func waveBig(x, first *big.Float, odd int) *big.Float {
	square := bigMul(x, x)
	return series(first, func(n int, term *big.Float) *big.Float {
		m := float64(2*n + odd)
		return bigQuo(bigMul(term, square), bigOf(-(m+1)*(m+2)))
	}, func(_ int, term *big.Float) *big.Float { return term })
}

// erfBig is the Taylor series 2/√π·Σ (-1)^n·x^(2n+1)/(n!·(2n+1)).
func erfBig(x *big.Float) *big.Float {
	square := bigMul(x, x)
	sum := series(x, func(n int, term *big.Float) *big.Float {
		return bigQuo(bigMul(term, square), bigOf(-float64(n+1)))
	}, func(n int, term *big.Float) *big.Float { return bigQuo(term, bigOf(float64(2*n+1))) })
	return bigQuo(bigMul(bigOf(2), sum), rootPi())
}

// rootPi is √π, with π by Machin's formula 16·atan(1/5) - 4·atan(1/239).
func rootPi() *big.Float {
	atan := func(n float64) *big.Float {
		z := bigQuo(bigOf(1), bigOf(n))
		square := bigMul(z, z)
		return series(z, func(_ int, term *big.Float) *big.Float { return bigMul(term, bigSub(bigOf(0), square)) },
			func(n int, term *big.Float) *big.Float { return bigQuo(term, bigOf(float64(2*n+1))) })
	}
	pi := bigSub(bigMul(bigOf(16), atan(5)), bigMul(bigOf(4), atan(239)))
	return pi.Sqrt(pi)
}

// inverseBig returns what f maps to x, by one step of Newton's method from a value that is right but for its last
// digits.
func inverseBig(f func(*big.Float) *big.Float, slope float64, near, x float64) *big.Float {
	y := bigOf(near)
	return bigSub(y, bigQuo(bigSub(f(y), bigOf(x)), bigOf(slope)))
}

// ulps returns how many units in the last place got is from want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	d, _ := bigSub(bigOf(got), want).Float64()
	return math.Abs(d) / unit
}

// TestPreciseFunctions compares Float64 functions with series in numbers of 400 bits, near their zeros and bounds
// and over the whole domain. A bound of two units in the last place is what the C library keeps too.
func TestPreciseFunctions(t *testing.T) {
	bounded := []float64{0.9999999, -0.9999999, 1 - 0x1p-53, -1 + 0x1p-53, 0.99, 0.75, 0.5, -0.5, 0.500000001, 0.499999999, 0.1, -0.1, 1e-7, 3e-9, -1e-300}
	positive := []float64{1.0000001, 0.9999999, 1 + 0x1p-52, 1 - 0x1p-53, 1.5, 0.7, 0.71, 2, 3, 10, 1e15, 1e-5, 5e-324, 1.7e308, 1.4142135, 1.9999999, 0.5000001}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		bounded = append(bounded, 2*r.Float64()-1, 1-math.Exp(-36*r.Float64()), math.Exp(-36*r.Float64())-1)
		positive = append(positive, math.Exp(r.NormFloat64()), 1+r.NormFloat64()*1e-6, math.Exp(100*r.NormFloat64()))
	}
	ln2, ln10 := lnBig(bigOf(2)), lnBig(bigOf(10))
	for _, f := range []struct {
		name string
		got  *Unary
		at   []float64
		want func(x, near float64) *big.Float
	}{
		{"log2", &Log2, positive, func(x, _ float64) *big.Float { return bigQuo(lnBig(bigOf(x)), ln2) }},
		{"log10", &Log10, positive, func(x, _ float64) *big.Float { return bigQuo(lnBig(bigOf(x)), ln10) }},
		{"acos", &Acos, bounded, func(x, y float64) *big.Float { return inverseBig(cosBig, -math.Sin(y), y, x) }},
		{"asin", &Asin, bounded, func(x, y float64) *big.Float { return inverseBig(sinBig, math.Cos(y), y, x) }},
		{"erfinv", &Erfinv, bounded, func(x, y float64) *big.Float {
			return inverseBig(erfBig, 2/math.SqrtPi*math.Exp(-y*y), y, x)
		}},
	} {
		worst, where := 0.0, 0.0
		for _, x := range f.at {
			out := []float64{0}
			f.got.F64(out, []float64{x})
			if u := ulps(out[0], f.want(x, out[0])); u > worst || u != u {
				worst, where = u, x
			}
		}
		t.Logf("%s: %.2f units in the last place at %v", f.name, worst, where)
		if !(worst <= 2) {
			t.Errorf("%s(%v) is %.3g units in the last place off", f.name, where, worst)
		}
	}
}

// TestPreciseBounds checks what is exact: powers of the base, ends of the domain, signs of zero.
func TestPreciseBounds(t *testing.T) {
	type at struct{ x, y float64 }
	nan, inf := math.NaN(), math.Inf(1)
	rows := map[string][]at{
		"log2":   {{1, 0}, {0, -inf}, {math.Copysign(0, -1), -inf}, {-1, nan}, {nan, nan}, {inf, inf}, {-inf, nan}},
		"log10":  {{1, 0}, {0, -inf}, {math.Copysign(0, -1), -inf}, {-1, nan}, {nan, nan}, {inf, inf}, {-inf, nan}},
		"acos":   {{1, 0}, {-1, math.Pi}, {0, math.Pi / 2}, {1.5, nan}, {-1.5, nan}, {nan, nan}, {inf, nan}},
		"asin":   {{1, math.Pi / 2}, {-1, -math.Pi / 2}, {0, 0}, {math.Copysign(0, -1), math.Copysign(0, -1)}, {1.5, nan}, {nan, nan}, {-inf, nan}},
		"erfinv": {{1, inf}, {-1, -inf}, {0, 0}, {math.Copysign(0, -1), math.Copysign(0, -1)}, {1.5, nan}, {nan, nan}},
	}
	for k := -1074; k < 1024; k++ {
		rows["log2"] = append(rows["log2"], at{math.Ldexp(1, k), float64(k)})
	}
	for k := range 23 { // the powers of ten that are exact
		rows["log10"] = append(rows["log10"], at{math.Pow10(k), float64(k)})
	}
	for name, u := range map[string]*Unary{"log2": &Log2, "log10": &Log10, "acos": &Acos, "asin": &Asin, "erfinv": &Erfinv} {
		for _, r := range rows[name] {
			out := []float64{0}
			u.F64(out, []float64{r.x})
			same := out[0] == r.y && math.Signbit(out[0]) == math.Signbit(r.y) || out[0] != out[0] && r.y != r.y
			if !same {
				t.Errorf("%s(%v) = %v, want %v", name, r.x, out[0], r.y)
			}
		}
	}
}
