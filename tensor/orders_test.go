package tensor_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	. "github.com/msrepl/msrepl/tensor"
)

// TestSecondOrderThroughViews differentiates twice through views of views, broadcasting and writes into them.
func TestSecondOrderThroughViews(t *testing.T) {
	x := New([][]float64{{0.5, -1.2, 0.8}, {1.1, 0.3, -0.7}})
	for name, f := range map[string]func(x *Tensor) *Tensor{
		"a transposed slice":  func(x *Tensor) *Tensor { return x.T().At(From(1)).Exp() },
		"backwards with gaps": func(x *Tensor) *Tensor { return x.At(All(), All().By(-2)).Pow(Scalar(3)) },
		"a row for all":       func(x *Tensor) *Tensor { return x.Mul(x.At(0)).Sin() },
		"a column for all":    func(x *Tensor) *Tensor { return x.Mul(x.At(All(), Span(1, 2))).Exp() },
		"broadcast and reshaped": func(x *Tensor) *Tensor {
			return x.ExpandDims(1).BroadcastTo(2, 4, 3).Reshape(8, 3).Mul(x.At(1)).Mul(x.At(0, 0))
		},
		"a diagonal":        func(x *Tensor) *Tensor { return x.MatMul(x.T()).Diagonal(0, 0, 1).Square() },
		"an element thrice": func(x *Tensor) *Tensor { return x.At([]int{0, 0, 1, 0}).Mul(x.At(1)).Tanh() },
		"a mask":            func(x *Tensor) *Tensor { return x.At(x.Greater(Scalar(0))).Exp() },
		"written into": func(x *Tensor) *Tensor {
			y := x.Mul(x)
			y.SetAt(x.At(0).Mul(x.At(1)), 1)
			return y.Mul(y)
		},
		"added in place": func(x *Tensor) *Tensor {
			y := x.Exp()
			y.SetAt(y.At(All(), 0).Mul(x.At(All(), 2)), All(), 0)
			return y.Mul(x)
		},
	} {
		call := func(a []*Tensor) []*Tensor { return []*Tensor{f(a[0])} }
		if err := gradcheck.Check(call, []*Tensor{x}, gradcheck.Options{Order: 2}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBendsOfRepeated compares gradients of numbers that a view repeats with sums over copies of them.
func TestBendsOfRepeated(t *testing.T) {
	for name, f := range map[string]func(x *Tensor) *Tensor{
		"ELU": func(x *Tensor) *Tensor { return x.ELU(1) }, "HSwish": (*Tensor).HSwish, "HSigmoid": (*Tensor).HSigmoid,
		"LeakyReLU": func(x *Tensor) *Tensor { return x.LeakyReLU(0.1) },
		"Clamp":     func(x *Tensor) *Tensor { return x.Clamp(-1, 1) },
	} {
		for _, dims := range [][2][]int{{{64, 1}, {64, 300}}, {{1, 1}, {64, 300}}, {{1, 300}, {64, 300}}, {{1}, {5000}}} {
			x := Arange(count(dims[0])).AsType(Float32).Sin().Mul(Scalar(4)).Add(Scalar(0.3)).Reshape(dims[0]...)
			g := Arange(count(dims[1])).AsType(Float32).Cos().Reshape(dims[1]...)
			grad := func(x *Tensor, f func(x *Tensor) *Tensor) *Tensor {
				tape := NewTape()
				tape.WatchParam(x)
				y := f(x)
				tape.Stop()
				return tape.Gradient([]*Tensor{y}, []*Tensor{g}, []*Tensor{x})[0]
			}
			got := grad(x, func(x *Tensor) *Tensor { return f(x.BroadcastTo(dims[1]...)) })
			want := grad(x.BroadcastTo(dims[1]...).Clone(), f).SumToSize(dims[0]...)
			if !got.AllClose(want, 1e-5, 1e-4, false).Bool() {
				t.Errorf("%s of %v as %v: %v, want %v", name, dims[0], dims[1], got, want)
			}
		}
	}
}

// TestSlopesOfBends compares second derivatives of what is computed in one pass, within a scope, with a loop.
func TestSlopesOfBends(t *testing.T) {
	const n = 1 << 13
	x := Linspace(-5, 5, n).AsType(Float32)
	g, c := x.Cos(), x.Sin()
	Scope(func() *Tensor {
		outer, inner := NewTape(), NewTape()
		outer.WatchParam(x)
		outer.WatchParam(g)
		inner.WatchParam(x)
		y := x.HSwish()
		inner.Stop()
		dx := inner.Gradient([]*Tensor{y}, []*Tensor{g}, []*Tensor{x})[0].Mul(c)
		outer.Stop()
		got := outer.Gradient([]*Tensor{dx}, nil, []*Tensor{x, g})
		for i, v := range x.Float32s() {
			second, slope := float64(0), float64(0)
			switch {
			case v > -3 && v < 3:
				second, slope = 1./3, float64(2*v+3)/6
			case v > 3:
				slope = 1
			}
			w, u := second*float64(g.Float32s()[i])*float64(c.Float32s()[i]), slope*float64(c.Float32s()[i])
			a, b := float64(got[0].Float32s()[i]), float64(got[1].Float32s()[i])
			if math.Abs(a-w) > 1e-6 || math.Abs(b-u) > 1e-6 {
				t.Fatalf("at %v: %v and %v, want %v and %v", v, a, b, w, u)
			}
		}
		return nil
	})
}

// TestBincount compares counts of integers of several types, and of a view, with a loop.
func TestBincount(t *testing.T) {
	numbers := make([]int, 3000)
	for i := range numbers {
		numbers[i] = i * i % 97
	}
	for _, dt := range []DType{Int32, Int64, UInt8, UInt64} {
		x := New(numbers, dt)
		for step := 1; step < 4; step++ {
			want := make([]float64, 100)
			for i := 0; i < len(numbers); i += step {
				want[numbers[i]]++
			}
			wantValues(t, dt.String(), x.At(All().By(step)).Bincount(nil, 100), want...)
		}
	}
}

func count(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
