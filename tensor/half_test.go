package tensor

import (
	"math"
	"slices"
	"testing"

	"github.com/x448/float16"
)

// halves returns every finite number of Float16 as a tensor, and the numbers.
func halves() (*Tensor, []float64) {
	var v []float64
	for b := range 1 << 16 {
		if f := float16.Frombits(uint16(b)); !f.IsNaN() && !f.IsInf(0) {
			v = append(v, float64(f.Float32()))
		}
	}
	return New(v, Float16), v
}

// halfStep is the distance of the numbers of Float16 near v: 2^-24 below 2^-14, else 2^-10 of the power of two.
func halfStep(v float64) float64 {
	_, e := math.Frexp(v)
	return math.Ldexp(1, max(e-11, -24))
}

// TestHalfRoundedOnce compares functions of several steps for all numbers of Float16 with the formulas in float64:
// they are off by half a step at most, and by what a float32 rounds off before. Sinc near whole numbers has the
// error of a float32's π·x.
func TestHalfRoundedOnce(t *testing.T) {
	x, v := halves()
	for _, f := range []struct {
		name string
		got  func(x *Tensor) *Tensor
		want func(x float64) float64
	}{
		{"gelu", func(x *Tensor) *Tensor { return x.GELU("none") }, func(x float64) float64 { return x * math.Erfc(-x/math.Sqrt2) / 2 }},
		{"gelu tanh", func(x *Tensor) *Tensor { return x.GELU("tanh") }, func(x float64) float64 {
			return x / (1 + math.Exp(-2*math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
		}},
		{"sinc", (*Tensor).Sinc, func(x float64) float64 {
			if x == 0 {
				return 1
			}
			turn := float64(float32(x) * float32(math.Pi))
			return math.Sin(turn) / turn
		}},
		{"silu", (*Tensor).SiLU, func(x float64) float64 { return x / (1 + math.Exp(-x)) }},
		{"mish", (*Tensor).Mish, func(x float64) float64 { return x * math.Tanh(math.Log1p(math.Exp(x))) }},
		{"softsign", (*Tensor).Softsign, func(x float64) float64 { return x / (1 + math.Abs(x)) }},
		{"hsigmoid", (*Tensor).HSigmoid, func(x float64) float64 { return min(max(x+3, 0), 6) / 6 }},
		{"hswish", (*Tensor).HSwish, func(x float64) float64 { return x * min(max(x+3, 0), 6) / 6 }},
	} {
		y := f.got(x)
		if y.DType() != Float16 {
			t.Errorf("%s has dtype %v", f.name, y.DType())
		}
		for i, g := range y.Float64s() {
			want := f.want(v[i])
			if f.name == "mish" && v[i] > 700 {
				want = v[i] // where exp overflows
			}
			if !(math.Abs(g-want) <= 0.502*halfStep(want)) {
				t.Errorf("%s(%v) = %v, want %v", f.name, v[i], g, want)
				break
			}
		}
	}
}

// TestHalfCorrelations has variables whose variances Float16 does not hold: the second is -2 times the first.
func TestHalfCorrelations(t *testing.T) {
	x := New([][]float64{{-400, 0, 400}, {800, 0, -800}}, Float16)
	if got := x.CorrCoef(); got.DType() != Float16 || !slices.Equal(got.Float64s(), []float64{1, -1, -1, 1}) {
		t.Error(got)
	}
}

// TestHalfRoundedOnceElsewhere does the same for BFloat16, few numbers, and where only the ops compute in a half
// type.
func TestHalfRoundedOnceElsewhere(t *testing.T) {
	v := []float64{-3.5, -1, -0.25, 0.75, 1, 2.125}
	fs := map[string]func(x *Tensor) *Tensor{
		"gelu": func(x *Tensor) *Tensor { return x.GELU("none") }, "gelu tanh": func(x *Tensor) *Tensor { return x.GELU("tanh") },
		"sinc": (*Tensor).Sinc, "silu": (*Tensor).SiLU, "mish": (*Tensor).Mish, "selu": (*Tensor).SELU, "softsign": (*Tensor).Softsign,
		"logit": func(x *Tensor) *Tensor { return x.Logit(0.01) },
	}
	for name, f := range fs {
		for _, dt := range []DType{Float16, BFloat16} {
			x := New(v, dt)
			want := f(x.AsType(Float32)).AsType(dt).String()
			if got := f(x).String(); got != want {
				t.Errorf("%s of %v = %s, want %s", name, dt, got, want)
			}
			computeIn(dt, func() {
				if y := f(New(v, Float32)); y.DType() != dt || y.String() != want {
					t.Errorf("%s computed in %v = %v %s, want %s", name, dt, y.DType(), y, want)
				}
			})
		}
	}
}

// TestHalfNextAfter steps through the numbers of the half types: their bits count up with the magnitude.
func TestHalfNextAfter(t *testing.T) {
	x, v := halves()
	up, down := x.NextAfter(Full([]int{1}, math.Inf(1)).AsType(Float16)), x.NextAfter(Full([]int{1}, math.Inf(-1)).AsType(Float16))
	ups, downs := up.Float64s(), down.Float64s()
	for i, h := range v {
		bits := float16.Fromfloat32(float32(h)).Bits()
		away, back := float16.Frombits(bits+1), float16.Frombits(bits-1)
		if h == 0 {
			away, back = float16.Frombits(1), float16.Frombits(0x8001)
		} else if h < 0 {
			away, back = back, away
		}
		if g := ups[i]; g != float64(away.Float32()) {
			t.Fatalf("after %v upwards: %v, want %v", h, g, away)
		}
		if g := downs[i]; g != float64(back.Float32()) {
			t.Fatalf("after %v downwards: %v, want %v", h, g, back)
		}
	}
	for _, c := range []struct {
		dt      DType
		x, y, z float64
	}{
		{Float16, 1, 2, 1 + 0x1p-10},
		{Float16, 1, 0, 1 - 0x1p-11},
		{Float16, 65504, math.Inf(1), math.Inf(1)},
		{Float16, math.Inf(1), 0, 65504},
		{Float16, 0, -1, -0x1p-24},
		{Float16, 2, 2, 2},
		{BFloat16, 1, 2, 1 + 0x1p-7},
		{BFloat16, -1, 0, -1 + 0x1p-8},
		{BFloat16, 0, 1, 0x1p-133},
		{Float32, 1, 2, 1 + 0x1p-23},
	} {
		if got := New([]float64{c.x}, c.dt).NextAfter(New([]float64{c.y}, c.dt)).Float64s()[0]; got != c.z {
			t.Errorf("%v: after %v to %v: %v, want %v", c.dt, c.x, c.y, got, c.z)
		}
	}
	if got := New([]float64{1, math.NaN()}, Float16).NextAfter(New([]float64{math.NaN(), 1}, Float16)).IsNaN().All().Bool(); !got {
		t.Error("a neighbour of NaN, or towards NaN, is a number")
	}
}
