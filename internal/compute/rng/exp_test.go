package rng

import (
	"math"
	"math/big"
	"testing"
)

const bigBits = 300

// bigExp returns e^x by halving x until the series converges fast, and squaring back.
func bigExp(x *big.Float) *big.Float {
	const halvings = 16
	y := new(big.Float).SetPrec(bigBits).SetMantExp(x, -halvings)
	sum, term := newBig(1), newBig(1)
	for k := 1; k < 60; k++ {
		term.Mul(term, y).Quo(term, newBig(float64(k)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

func newBig(x float64) *big.Float { return new(big.Float).SetPrec(bigBits).SetFloat64(x) }

// bigLog returns the logarithm of x by Newton's method on bigExp.
func bigLog(x float64) *big.Float {
	y := newBig(math.Log(x))
	for range 4 { // 50, 100, 200 and 300 bits
		e := bigExp(new(big.Float).Neg(y))
		y.Add(y, e.Mul(e, newBig(x)).Sub(e, newBig(1)))
	}
	return y
}

func TestExpAndPow(t *testing.T) {
	s := NewRandomState(11)
	for _, c := range []struct {
		name string
		draw func() (x, y, want, got float64)
	}{
		{"exp", func() (x, y, want, got float64) {
			x = s.Uniform(-744, 709)
			want, _ = bigExp(newBig(x)).Float64()
			return x, 0, want, exp(x)
		}},
		{"exp near 0", func() (x, y, want, got float64) {
			x = s.Uniform(-1, 1)
			want, _ = bigExp(newBig(x)).Float64()
			return x, 0, want, exp(x)
		}},
		{"pow", func() (x, y, want, got float64) {
			x, y = s.Float64(), s.Uniform(1, 10)
			want, _ = bigExp(new(big.Float).Mul(bigLog(x), newBig(y))).Float64()
			return x, y, want, Pow(x, y)
		}},
		{"subnormal pow", func() (x, y, want, got float64) {
			x = s.Uniform(0.5, 0.51)
			y = 1060
			want, _ = bigExp(new(big.Float).Mul(bigLog(x), newBig(y))).Float64()
			return x, y, want, Pow(x, y)
		}},
		{"pow near 1", func() (x, y, want, got float64) {
			x, y = 1+s.Uniform(-1e-3, 1e-3), s.Uniform(0, 1e5)
			want, _ = bigExp(new(big.Float).Mul(bigLog(x), newBig(y))).Float64()
			return x, y, want, Pow(x, y)
		}},
		{"whole pow", func() (x, y, want, got float64) {
			x, y = s.Uniform(0.5, 2), math.Round(s.Uniform(-99, 99))
			want, _ = bigExp(new(big.Float).Mul(bigLog(x), newBig(y))).Float64()
			return x, y, want, Pow(x, y)
		}},
		{"large pow", func() (x, y, want, got float64) {
			x, y = s.Uniform(0.5, 2), s.Uniform(-700, 700)
			want, _ = bigExp(new(big.Float).Mul(bigLog(x), newBig(y))).Float64()
			return x, y, want, Pow(x, y)
		}},
		{"fractional subnormal pow", func() (x, y, want, got float64) {
			x, y = s.Uniform(0.5, 0.51), 1060.5
			want, _ = bigExp(new(big.Float).Mul(bigLog(x), newBig(y))).Float64()
			return x, y, want, Pow(x, y)
		}},
	} {
		wrong := 0
		for range 500 {
			x, y, want, got := c.draw()
			if got != want {
				wrong++
				if math.Abs(got-want) > math.Nextafter(want, 2*want)-want {
					t.Fatalf("%s(%v, %v) = %v, want %v", c.name, x, y, got, want)
				}
			}
		}
		if wrong > 2 {
			t.Errorf("%s: %d of 500 are not the nearest float64", c.name, wrong)
		}
	}
}

// TestEdges compares results for extreme arguments with those of C.
func TestEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ got, want float64 }{
		{exp(0), 1},
		{exp(-inf), 0},
		{exp(inf), inf},
		{exp(-800), 0},
		{exp(710), inf},
		{Pow(0, 2), 0},
		{Pow(0, 0), 1},
		{Pow(0.5, 2), 0.25},
		{Pow(0.5, 1074), 0x1p-1074},
		{Pow(0.5, 1076), 0},
		{Pow(0.5, inf), 0},
		{Pow(1, inf), 1},
		{Pow(1, 1e308), 1},
		{Pow(2, 1023), 0x1p1023},
		{Pow(2, 1024), inf},
		{Pow(4, 0.5), 2},
		{Pow(0, -1), inf},
		{Pow(-2, 3), -8},
		{Pow(-2, -2), 0.25},
		{Pow(-2, 1001), -0x1p1001},
		{Pow(-3, 2047), -inf},
		{Pow(-inf, 3), -inf},
		{Pow(0x1p-1074, 0.5), 0x1p-537},
		{Pow(0x1p-1074, -0.25), 0x1p268 * math.Sqrt2},
		{Pow(1, math.NaN()), 1},
		{Pow(math.NaN(), 0), 1},
		{Pow(2, -1e308), 0},
		{Pow(1.5, 1e308), inf},
		{Pow(10, 22), 1e22},
		{Pow(0.95, 100), 0.0059205292203339975},
		{log(0), -inf},
		{log(1), 0},
		{log(0x1p-1074), -744.4400719213812}, // 1074·log 2
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if got := exp(math.NaN()); got == got {
		t.Errorf("exp(NaN) = %v", got)
	}
}
