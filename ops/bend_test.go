package ops_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

type function = func(x *Tensor) *Tensor

// bent are activations of one pass, and the ops that they take the place of.
func bent() map[string][2]function {
	clamp := func(x *Tensor, lo, hi float64) *Tensor {
		y := Where(x.Less(Scalar(lo)), Scalar(lo), x)
		return Where(y.Greater(Scalar(hi)), Scalar(hi), y)
	}
	elu := func(x *Tensor, alpha float64) *Tensor {
		positive := x.Greater(Scalar(0))
		return Where(positive, x, Where(positive, ZerosOf(x.DType()), x).Expm1().Mul(Scalar(alpha)))
	}
	relu6 := func(x *Tensor) *Tensor {
		y := Where(x.Greater(Scalar(6)), Scalar(6), x)
		return Where(x.LessEqual(Scalar(0)), Scalar(0), y)
	}
	hsigmoid := func(x *Tensor) *Tensor {
		return Where(x.GreaterEqual(Scalar(3)), Scalar(6), relu6(x.Add(Scalar(3)))).Div(Scalar(6))
	}
	hardTanh := func(x *Tensor, lo, hi float64) *Tensor {
		y := Where(x.LessEqual(Scalar(lo)), Scalar(lo), x)
		return Where(x.GreaterEqual(Scalar(hi)), Scalar(hi), y)
	}
	of := map[string][2]function{
		"clamp": {func(x *Tensor) *Tensor { return x.Clamp(-1, 2) }, func(x *Tensor) *Tensor { return clamp(x, -1, 2) }},
		"below": {
			func(x *Tensor) *Tensor { return x.Clamp(nil, 2.5) },
			func(x *Tensor) *Tensor { return Where(x.Greater(Scalar(2.5)), Scalar(2.5), x) },
		},
		"above": {
			func(x *Tensor) *Tensor { return x.Clamp(0, nil) },
			func(x *Tensor) *Tensor { return Where(x.Less(Scalar(0)), Scalar(0), x) },
		},
		"turned": {func(x *Tensor) *Tensor { return x.Clamp(2, -1) }, func(x *Tensor) *Tensor { return clamp(x, 2, -1) }},
		"relu6":  {(*Tensor).ReLU6, relu6},
		"selu": {(*Tensor).SELU, func(x *Tensor) *Tensor {
			return elu(x, 1.6732632423543772848170429916717).Mul(Scalar(1.0507009873554804934193349852946))
		}},
		"hsigmoid": {(*Tensor).HSigmoid, hsigmoid},
		"hswish":   {(*Tensor).HSwish, func(x *Tensor) *Tensor { return x.Mul(hsigmoid(x)) }},
	}
	for name, a := range map[string]float64{"": 0.5, " zero": 0, " less": -2, " inf": math.Inf(1)} {
		bentAt(of, name, a)
		of["elu"+name] = [2]function{
			func(x *Tensor) *Tensor { return x.ELU(a) }, func(x *Tensor) *Tensor { return elu(x, a) },
		}
		if a >= 0 {
			of["softshrink"+name] = [2]function{
				func(x *Tensor) *Tensor { return ops.SoftShrink(x, a) },
				func(x *Tensor) *Tensor { return x.Sub(clamp(x, -a, a)) },
			}
		}
		of["hardtanh"+name] = [2]function{
			func(x *Tensor) *Tensor { return ops.HardTanh(x, -3.5, a) },
			func(x *Tensor) *Tensor { return hardTanh(x, -3.5, a) },
		}
	}
	return of
}

// bentAt adds those that bend at, or by, a.
func bentAt(of map[string][2]function, name string, a float64) {
	of["leaky"+name] = [2]function{
		func(x *Tensor) *Tensor { return x.LeakyReLU(a) },
		func(x *Tensor) *Tensor { return Where(x.Greater(Scalar(0)), x, x.Mul(Scalar(a))) },
	}
	of["hshrink"+name] = [2]function{func(x *Tensor) *Tensor { return ops.HardShrink(x, a) }, func(x *Tensor) *Tensor {
		return Where(x.Abs().LessEqual(Scalar(a)), ZerosLike(x), x)
	}}
	if a > 0 && a < 3 {
		huber := func(x *Tensor) *Tensor {
			d := x.Abs()
			line := d.Sub(Scalar(a / 2)).Mul(Scalar(a))
			return Where(d.Less(Scalar(a)), x.Square().Mul(Scalar(0.5)), line)
		}
		of["huber"] = [2]function{func(x *Tensor) *Tensor {
			return ops.HuberLoss(x, ZerosLike(x), ops.LinearFrom(a), ops.Reduction("none"))
		}, huber}
		of["smooth l1"] = [2]function{
			func(x *Tensor) *Tensor { return ops.SmoothL1Loss(x, ZerosLike(x), ops.LinearFrom(a)) },
			func(x *Tensor) *Tensor { return huber(x).Div(Scalar(a)) },
		}
	}
}

// bends are numbers around those at which functions bend, with special ones among them.
func bends(r *rand.Rand, n int) []float32 {
	special := []float64{
		0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 6, 0.5, -0.5, -3.5, 2.5, math.NaN(), math.Inf(1), math.Inf(-1),
		1e-45, -1e-45, math.MaxFloat32, -math.MaxFloat32,
	}
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(4 * r.NormFloat64())
		if r.IntN(3) == 0 {
			x[i] = float32(special[r.IntN(len(special))])
		}
		if r.IntN(3) == 0 {
			x[i] = math.Nextafter32(x[i], float32(4*r.NormFloat64()))
		}
	}
	return x
}

// orders returns f of x, its gradient for g, and the gradients of that for x and g.
func orders(f function, x, g, gg *Tensor) (all []*Tensor) {
	outer := NewTape()
	ax, ag := outer.Watch(x), outer.Watch(g)
	inner := NewTape()
	at := inner.Watch(ax)
	y := f(at)
	inner.Stop()
	dx := inner.Gradient([]*Tensor{y}, []*Tensor{ag}, []*Tensor{at})[0]
	outer.Stop()
	return append([]*Tensor{y, dx}, outer.Gradient([]*Tensor{dx}, []*Tensor{gg}, []*Tensor{ax, ag})...)
}

// first returns the gradient as it is computed for one tape.
func first(f function, x, g *Tensor) *Tensor {
	tape := NewTape()
	at := tape.Watch(x)
	y := f(at).Mul(Scalar(1)) // so that what comes back may be overwritten
	tape.Stop()
	return tape.Gradient([]*Tensor{y}, []*Tensor{g}, []*Tensor{at})[0]
}

// TestBends: activations computed in one pass, and their gradients, have the same bits as the ops that they replace.
func TestBends(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(name, what string, got, want *Tensor) {
		t.Helper()
		a, b := got.Float64s(), want.Float64s()
		for i, v := range a {
			if math.Float64bits(v) != math.Float64bits(b[i]) && (v == v || b[i] == b[i]) {
				t.Fatalf("%s: %s of %s [%d] is %v, want %v", name, what, got.DType(), i, v, b[i])
			}
		}
	}
	for name, f := range bent() {
		for _, dt := range []DType{Float32, Float64, Float16, BFloat16} {
			for _, n := range []int{5, 64, 100, 1030, 70_001} {
				x, g, gg := New(bends(r, n)).AsType(dt), New(bends(r, n)).AsType(dt), New(bends(r, n)).AsType(dt)
				if n > 2000 && dt != Float32 {
					continue
				}
				made := f[1]
				if dt == Float16 || dt == BFloat16 {
					switch name {
					case "selu", "hsigmoid", "hswish", "huber", "smooth l1": // which are rounded once
						made = func(x *Tensor) *Tensor { return f[1](x.AsType(Float32)).AsType(dt) }
					}
				}
				got, want := orders(f[0], x, g, gg), orders(made, x, g, gg)
				for i, what := range []string{"value", "gradient", "second by x", "second by g"} {
					check(name, what, got[i], want[i])
				}
				check(name, "gradient in place", first(f[0], x, g), first(made, x, g))
				check(name, "gradient of a sum", first(f[0], x, OnesLike(x)), first(made, x, OnesLike(x)))
				if n == 1030 {
					turned := func(x *Tensor) *Tensor { return x.Reshape(103, 10).Transpose() }
					check(name, "a turned value", f[0](turned(x)), made(turned(x)))
				}
			}
		}
	}
}

// TestBendsInPlace checks that a value may be overwritten after a gradient has been asked for.
func TestBendsInPlace(t *testing.T) {
	tape := NewTape()
	x := tape.Watch(Arange(-50, 50, 1).AsType(Float32))
	y := x.Mul(Scalar(2))
	y.ClampAssign(-10, 10)
	y.AddAssign(Scalar(1))
	tape.Stop()
	dx := tape.Gradient([]*Tensor{y}, nil, []*Tensor{x})[0].Float64s()
	for i, v := range dx {
		want := 0.0
		if i >= 45 && i <= 55 {
			want = 2
		}
		if v != want {
			t.Errorf("gradient %d is %v, want %v", i, v, want)
		}
	}
}
