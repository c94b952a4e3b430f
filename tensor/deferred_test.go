package tensor_test

import (
	"sync"
	"testing"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

const wide = 64 // a square of Float32 takes 16 KiB, so that its memory can be put off

// lazy is a square of ones without memory, eager one with.
func lazy() *Tensor { return Ones(wide, wide) }

func eager() *Tensor {
	v := make([]float32, wide*wide)
	for i := range v {
		v[i] = 1
	}
	return New(v).Reshape(wide, wide)
}

// touches are the ways to write to a tensor, to views of it, and to read it. What they return is compared, too.
var touches = map[string]func(x *Tensor) *Tensor{
	"nothing":            func(x *Tensor) *Tensor { return x },
	"number":             func(x *Tensor) *Tensor { return x.Assign(Scalar(3)) },
	"two numbers":        func(x *Tensor) *Tensor { return x.Assign(Scalar(3)).Assign(New(0.5)) },
	"row":                func(x *Tensor) *Tensor { return x.Assign(Arange(wide)) },
	"itself":             func(x *Tensor) *Tensor { return x.Assign(x.T()) },
	"another":            func(x *Tensor) *Tensor { return x.Assign(Full([]int{wide, wide}, 7.0)) },
	"SetAt":              func(x *Tensor) *Tensor { x.SetAt(Scalar(2), 3, 5); return x },
	"SetAt of rows":      func(x *Tensor) *Tensor { x.SetAt(Arange(wide), Span(3, 9)); return x },
	"SetAt of a mask":    func(x *Tensor) *Tensor { x.SetAt(Scalar(2), EyeOf(Bool, wide)); return x },
	"SetAt of a list":    func(x *Tensor) *Tensor { x.SetAt(Scalar(2), []int{1, 4}); return x },
	"AddAssign":          func(x *Tensor) *Tensor { return x.AddAssign(Scalar(2)) },
	"MulAssign":          func(x *Tensor) *Tensor { return x.MulAssign(Arange(wide)) },
	"Writable":           func(x *Tensor) *Tensor { x.Writable().([]float32)[70] = 5; return x },
	"Float32s":           func(x *Tensor) *Tensor { x.Float32s()[70] = 5; return x },
	"number after view":  func(x *Tensor) *Tensor { v := x.At(2); x.Assign(Scalar(3)); return v },
	"number of a view":   func(x *Tensor) *Tensor { x.At(2).Assign(Scalar(3)); return x },
	"view of a number":   func(x *Tensor) *Tensor { return x.Assign(Scalar(3)).At(2).Assign(Scalar(4)) },
	"whole view":         func(x *Tensor) *Tensor { x.T().Assign(Scalar(3)); return x },
	"repeated view":      func(x *Tensor) *Tensor { x.At(2).BroadcastTo(wide, wide).Assign(Scalar(3)); return x },
	"one element":        func(x *Tensor) *Tensor { x.Reshape(-1).At(9).Assign(Scalar(3)); return x },
	"detached":           func(x *Tensor) *Tensor { x.Detach().SetAt(Scalar(2), 0); return x },
	"clone":              func(x *Tensor) *Tensor { y := x.Clone(); y.SetAt(Scalar(2), 0); return x.Add(y) },
	"clone, then change": func(x *Tensor) *Tensor { y := x.Clone(); x.SetAt(Scalar(2), 0); return y },
	"scatter":            func(x *Tensor) *Tensor { return ops.ScatterUpdate(x, New([]int{1}), Zeros(1, wide)) },
	"sum":                func(x *Tensor) *Tensor { return x.Sum() },
	"product":            func(x *Tensor) *Tensor { return x.MatMul(x) },
	"a few":              func(x *Tensor) *Tensor { return x.At(0, Span(2, 5)).Add(x.At(1, Span(0, 3))) },
	"one":                func(x *Tensor) *Tensor { return x.At(0, 0).Mul(x.At(1, 1)).Exp() },
	"half":               func(x *Tensor) *Tensor { return x.AsType(Float16).Add(Scalar(1)) },
	"softmax":            func(x *Tensor) *Tensor { return x.Softmax(-1) },
	"argmax":             func(x *Tensor) *Tensor { return x.ArgMax(1) },
	"text":               func(x *Tensor) *Tensor { return Scalar(len(x.String())) },
	"digits":             func(x *Tensor) *Tensor { return x.Sin() },
	"negated":            func(x *Tensor) *Tensor { y := x.Neg(); x.SetAt(Scalar(2), 0); return y },
	"cast":               func(x *Tensor) *Tensor { y := x.AsType(Float64); x.SetAt(Scalar(2), 0); return y },
	"no elements":        func(x *Tensor) *Tensor { return x.At(Span(3, 3)).Neg().AsType(Int32) },
	"row, negated":       func(x *Tensor) *Tensor { return x.At(2).Neg().Add(x) },
	"copy of an expanded element": func(x *Tensor) *Tensor {
		y := x.At(0, 0).BroadcastTo(wide, wide).Clone()
		x.SetAt(Scalar(2), 0)
		y.SetAt(Scalar(5), 3)
		return y
	},
	"gradients written over": func(x *Tensor) *Tensor {
		t := NewTape()
		w := t.Watch(x)
		y := w.Mul(Arange(wide)).ReLU().Neg().Mul(Scalar(2))
		t.Stop()
		return t.Gradient([]*Tensor{y}, nil, []*Tensor{w})[0]
	},
	"gradient": func(x *Tensor) *Tensor {
		t := NewTape()
		w := t.Watch(x)
		y := w.Mul(w).Sum()
		t.Stop()
		return t.Gradient([]*Tensor{y}, nil, []*Tensor{w})[0]
	},
	"parameter": func(x *Tensor) *Tensor {
		t := NewTape()
		t.WatchParam(x)
		y := x.Mul(x).Sum()
		t.Stop()
		g := t.Gradient([]*Tensor{y}, nil, []*Tensor{x})[0]
		return x.SubAssign(g.Mul(Scalar(0.25)))
	},
}

// TestDeferred compares tensors whose memory is put off with such that have it.
func TestDeferred(t *testing.T) {
	for name, touch := range touches {
		t.Run(name, func(t *testing.T) {
			a, b := lazy(), eager()
			if _, known := engine.Repeats(a); !known {
				t.Fatal("the square has memory from the start")
			}
			for _, p := range [][2]*Tensor{{touch(a), touch(b)}, {a, b}} {
				if !ops.Equal(p[0].Detach(), p[1].Detach()).All().Bool() || p[0].DType() != p[1].DType() {
					t.Errorf("got %v\nwant %v", p[0], p[1])
				}
			}
			if a.Version() != b.Version() {
				t.Errorf("version %d, want %d", a.Version(), b.Version())
			}
		})
	}
}

// TestRepeats checks which tensors take no memory.
func TestRepeats(t *testing.T) {
	changed, looked := lazy().Assign(Scalar(-2)), lazy()
	looked.Float32s()
	part := lazy()
	part.At(3).Assign(Scalar(1))
	for _, c := range []struct {
		name  string
		x     *Tensor
		n     float64
		known bool
	}{
		{"zeros", Zeros(wide, wide), 0, true},
		{"ones", OnesOf(Int32, wide, wide), 1, true},
		{"full", Full([]int{wide, wide}, 2.5), 2.5, true},
		{"complex", Full([]int{wide, wide}, 1i), 0, false},
		{"clone", Full([]int{wide, wide}, 2.5).Clone(), 2.5, true},
		{"assigned", changed, -2, true},
		{"ones like", OnesLike(eager()), 1, true},
		{"negated", lazy().Neg(), -1, true},
		{"cast", lazy().AsType(Float64), 1, true},
		{"sum of two", lazy().Add(Full([]int{wide, wide}, 2.5)), 3.5, true},
		{"copy of an expanded element", eager().At(0, 0).BroadcastTo(wide, wide).Clone(), 1, true},
		{"small", Zeros(2, 3), 0, false},
		{"read", looked, 0, false},
		{"a part assigned", part, 0, false},
		{"elements", eager(), 0, false},
	} {
		if n, known := engine.Repeats(c.x); n != c.n || known != c.known {
			t.Errorf("%s: Repeats = %v, %v; want %v, %v", c.name, n, known, c.n, c.known)
		}
	}
}

// TestDeferredReaders reads a tensor without memory from many goroutines at the same time.
func TestDeferredReaders(t *testing.T) {
	x := lazy()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := x.Add(x).At(5).Sum().Float(); got != 2*wide {
				t.Errorf("the sum of a row is %v, want %v", got, 2*wide)
			}
		})
	}
	all.Wait()
}
