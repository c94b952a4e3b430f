package tensor_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	. "github.com/msrepl/msrepl/tensor"
)

// gradOf differentiates the sum of f(x) by x.
func gradOf(f func(x *Tensor) *Tensor, x *Tensor) *Tensor {
	tape := NewTape()
	defer tape.Stop()
	x = tape.Watch(x)
	y := f(x)
	tape.Stop()
	return tape.Gradient([]*Tensor{y}, nil, []*Tensor{x})[0]
}

func wantValues(t *testing.T, what string, got *Tensor, want ...float64) {
	t.Helper()
	if !slices.Equal(got.Float64s(), want) {
		t.Errorf("%s: got %v, want %v", what, got.Float64s(), want)
	}
}

func wantError(t *testing.T, kind Kind, part string, f func()) {
	t.Helper()
	err, _ := Try(f).(*Error)
	if err == nil || err.Kind != kind || !strings.Contains(err.Msg, part) {
		t.Errorf("got %v, want a %s with %q", err, kind, part)
	}
}

// TestTutorialDigits checks that the digits are those of MindSpore's tutorial "Automatic Differentiation".
func TestTutorialDigits(t *testing.T) {
	x := New([][]float32{{0.8, 0.6, 0.2}, {1.8, 1.3, 1.1}})
	y := New([][]float32{{0.11, 3.3, 1.1}, {1.1, 0.2, 1.4}, {1.1, 2.2, 0.3}})
	z := New([]float32{1}).AsParam()
	tape := NewTape()
	defer tape.Stop()
	wx := tape.Watch(x)
	tape.WatchParam(z)
	out := wx.Mul(z).MatMul(y)
	tape.Stop()
	g := tape.Gradient([]*Tensor{out}, nil, []*Tensor{wx, z})
	if got, want := g[0].String(), "[[4.5099998 2.7       3.6000001]\n [4.5099998 2.7       3.6000001]]"; got != want {
		t.Errorf("gradient by x:\n%s\nwant\n%s", got, want)
	}
	if got, want := g[1].Repr(), "Tensor(shape=[1], dtype=Float32, value= [ 2.15359993e+01])"; got != want {
		t.Errorf("gradient by z: %s, want %s", got, want)
	}
}

func TestHigherOrders(t *testing.T) {
	f := func(x *Tensor) *Tensor { return x.Mul(x).Mul(x).Mul(x) }
	x := New([]float64{3})
	for _, want := range []float64{108, 108, 72, 24, 0} {
		wantValues(t, "derivative of x⁴ at 3", gradOf(f, x), want)
		g := f
		f = func(x *Tensor) *Tensor { return gradOf(g, x) }
	}
}

// TestMixedDerivative checks that an inner gradient by one variable keeps its dependence on an outer one.
func TestMixedDerivative(t *testing.T) {
	x, y := New([]float64{2}), New([]float64{5})
	got := gradOf(func(x *Tensor) *Tensor {
		return gradOf(func(y *Tensor) *Tensor { return x.Mul(x).Mul(y).Mul(y) }, y)
	}, x)
	wantValues(t, "∂²(x²y²)/∂x∂y", got, 4*2*5)
}

func TestNothingIsRecordedOutside(t *testing.T) {
	x := New([]float64{2}).AsParam()
	if x.Mul(x).Tracked() {
		t.Error("an op was recorded without a tape")
	}
	tape := NewTape()
	defer tape.Stop()
	if x.Mul(x).Tracked() {
		t.Error("an op on a parameter that no tape watches was recorded")
	}
	if w := tape.Watch(x); !w.Mul(x).Tracked() || w.Detach().Mul(x).Tracked() {
		t.Error("Watch or Detach does not do what it says")
	}
}

func TestUnreachedGetsZeros(t *testing.T) {
	tape := NewTape()
	x, y := tape.Watch(New([]int32{1, 2})), tape.Watch(New([]float64{3}))
	out := y.Mul(y)
	tape.Stop()
	g := tape.Gradient([]*Tensor{out}, nil, []*Tensor{x, y, New(1.0)})
	wantValues(t, "unused", g[0], 0, 0)
	wantValues(t, "used", g[1], 6)
	wantValues(t, "not watched", g[2], 0)
	if g[0].DType() != Int32 {
		t.Errorf("the gradient of an Int32 tensor is %s", g[0].DType())
	}
}

func TestSens(t *testing.T) {
	tape := NewTape()
	x := tape.Watch(New([]float64{1, 2}))
	a, b := x.Mul(x), x.Exp().Sum()
	tape.Stop()
	g := tape.Gradient([]*Tensor{a, b}, []*Tensor{New([]float64{10, 100}), New(0.0)}, []*Tensor{x})
	wantValues(t, "weighted", g[0], 20, 400)
}

func TestDeepChain(t *testing.T) {
	got := gradOf(func(x *Tensor) *Tensor {
		for range 100_000 {
			x = x.Add(x.Mul(Scalar(0.0)))
		}
		return x
	}, New([]float64{1}))
	wantValues(t, "100k ops", got, 1)
}

func TestReleaseAndKeep(t *testing.T) {
	for _, keep := range []bool{false, true} {
		tape := NewTape()
		if keep {
			tape.Keep()
		}
		x := tape.Watch(New([]float64{3}))
		y := x.Mul(x)
		tape.Stop()
		again := func() { wantValues(t, "gradient", tape.Gradient([]*Tensor{y}, nil, []*Tensor{x})[0], 6) }
		again()
		if keep {
			again()
		} else {
			wantError(t, RuntimeError, "released", again)
		}
	}
}

func TestChangedInPlace(t *testing.T) {
	w := New([]float64{2, 3}) // a constant that the product saves
	tape := NewTape()
	defer tape.Stop()
	x := tape.Watch(New([]float64{5, 7}))
	y, z := x.Mul(w), x.Add(w)
	w.SetAt(Scalar(0), 0)
	tape.Stop()
	wantError(t, RuntimeError, "'Mul'", func() { tape.Gradient([]*Tensor{y}, nil, []*Tensor{x}) })
	wantValues(t, "an op that does not need its argument", tape.Gradient([]*Tensor{z}, nil, []*Tensor{x})[0], 1, 1)
}

// TestSetAtTracked checks in-place changes of tracked tensors: earlier uses keep the old value, later uses see both
// sources.
func TestSetAtTracked(t *testing.T) {
	tape := NewTape()
	defer tape.Stop()
	x, v := tape.Watch(New([]float64{1, 2, 3})), tape.Watch(New(10.0, Float64))
	before := x.Mul(x)
	x.SetAt(v.Mul(v), 1)
	after := x.Mul(x)
	tape.Stop()
	wantValues(t, "value", after, 1, 10_000, 9)
	g := tape.Gradient([]*Tensor{before, after}, nil, []*Tensor{x, v})
	wantValues(t, "by x as it was watched", g[0], 2+2, 4, 6+6)
	wantValues(t, "by v", g[1], 4*1000)
}

func TestAssignTracked(t *testing.T) {
	tape := NewTape()
	defer tape.Stop()
	x := tape.Watch(New([]float64{3}))
	acc := Zeros(1).AsType(Float64)
	acc.Assign(x.Mul(x))
	acc.AddAssign(x)
	tape.Stop()
	wantValues(t, "accumulated", acc, 12)
	wantValues(t, "gradient", tape.Gradient([]*Tensor{acc}, nil, []*Tensor{x})[0], 7)
}

func TestAssignParameter(t *testing.T) {
	p := New([]float64{3}).AsParam()
	view := p.At(All())
	p.SubAssign(Scalar(1))
	wantValues(t, "a view of a parameter", view, 2)
	tape := NewTape()
	tape.WatchParam(p)
	y := p.Mul(p)
	tape.Stop()
	wantValues(t, "its gradient after", tape.Gradient([]*Tensor{y}, nil, []*Tensor{p})[0], 4)
}

// TestConcurrentGradients differentiates on goroutines that share parameters and a constant, for the race detector.
func TestConcurrentGradients(t *testing.T) {
	w := New([][]float64{{1, 2}, {3, 4}}).AsParam()
	b := New([]float64{0.5, -0.5}).AsParam()
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for range 50 {
				tape := NewTape()
				x := tape.Watch(New([]float64{float64(k), 1}))
				tape.WatchParam(w)
				tape.WatchParam(b)
				y := x.MatMul(w).Add(b).Square().Sum()
				tape.Stop()
				g := tape.Gradient([]*Tensor{y}, nil, []*Tensor{b, w})
				s, r := float64(k)+3+0.5, 2*float64(k)+4-0.5
				wantValues(t, "by b", g[0], 2*s, 2*r)
				wantValues(t, "by w", g[1], 2*s*float64(k), 2*r*float64(k), 2*s, 2*r)
			}
		})
	}
	wg.Wait()
}

// sinCos is an op of another package with two results: sine and cosine in one go.
type sinCos struct{}

func (sinCos) Name() string           { return "SinCos" }
func (sinCos) Infer(in []Spec) []Spec { return []Spec{in[0], in[0]} }
func (sinCos) Forward(in []*Tensor) []*Tensor {
	x := in[0].Detach()
	return []*Tensor{x.Sin(), x.Cos()}
}

func (sinCos) VJP(_, out, grad []*Tensor) []*Tensor {
	return []*Tensor{grad[0].Mul(out[1]).Sub(grad[1].Mul(out[0]))}
}

func TestOpOfAnotherPackage(t *testing.T) {
	both := func(x []*Tensor) []*Tensor { return Apply(sinCos{}, x...) }
	second := func(x []*Tensor) []*Tensor { return Apply(sinCos{}, x...)[1:] }
	for name, f := range map[string]gradcheck.Func{"both results": both, "one result": second} {
		if err := gradcheck.Check(f, []*Tensor{New([]float64{0.5, -1})}, gradcheck.Options{Order: 3, Tolerance: 1e-5}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
