package tensor_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	. "github.com/msrepl/msrepl/tensor"
)

// TestWriteThroughViews differentiates functions that write elements through one tensor and read them through
// another. The expected values follow from the statements by hand.
func TestWriteThroughViews(t *testing.T) {
	hundred := New(100.0, Float64)
	double := func(x *Tensor) *Tensor { return x.Mul(Scalar(1)) }
	for _, c := range []struct {
		name  string
		f     func(x *Tensor) *Tensor // of [1 2 3 4]
		value float64
		grad  [4]float64
	}{
		{"a slice, the base read", func(x *Tensor) *Tensor {
			y := double(x)
			y.At(From(1)).SetAt(hundred, 0)
			return y.Sum()
		}, 108, [4]float64{1, 0, 1, 1}},
		{"a slice, itself read", func(x *Tensor) *Tensor {
			y := double(x)
			v := y.At(From(1))
			v.SetAt(hundred, 0)
			return v.Sum()
		}, 107, [4]float64{0, 0, 1, 1}},
		{"the base, an older view read", func(x *Tensor) *Tensor {
			y := double(x)
			v := y.At(From(1))
			y.SetAt(hundred, 2)
			return v.Mul(v).Sum()
		}, 4 + 10000 + 16, [4]float64{0, 4, 0, 8}},
		{"one view, another read", func(x *Tensor) *Tensor {
			y := double(x)
			v, w := y.At(To(3)), y.At(From(1))
			v.SetAt(x.At(0).Mul(Scalar(5)), 2)
			return w.Sum()
		}, 2 + 5 + 4, [4]float64{5, 1, 0, 1}},
		{"reshaped", func(x *Tensor) *Tensor {
			y := double(x)
			y.Reshape(2, 2).SetAt(hundred, 1)
			return y.Sum()
		}, 203, [4]float64{1, 1, 0, 0}},
		{"transposed", func(x *Tensor) *Tensor {
			y := double(x.Reshape(2, 2))
			y.T().SetAt(hundred, 1) // the second column
			return y.Sum()
		}, 204, [4]float64{1, 0, 1, 0}},
		{"a view of views", func(x *Tensor) *Tensor {
			y := double(x)
			v := y.Reshape(2, 2).T().At(1).ExpandDims(0).Squeeze()
			v.MulAssign(Scalar(10))
			return y.Sum()
		}, 1 + 20 + 3 + 40, [4]float64{1, 10, 1, 10}},
		{"backwards, by a mask", func(x *Tensor) *Tensor {
			y := double(x)
			y.At(All().By(-1)).SetAt(x.At(0), New([]bool{true, false, false, true}))
			return y.Sum()
		}, 1 + 2 + 3 + 1, [4]float64{2, 1, 1, 0}},
		{"of a reshaped one, by a list", func(x *Tensor) *Tensor {
			y := double(x)
			y.Reshape(2, 2).SetAt(New([]float64{7, 8}), []int{0, 1}, []int{1, 0})
			return y.Sum()
		}, 1 + 7 + 8 + 4, [4]float64{1, 0, 0, 1}},
		{"an untracked base", func(x *Tensor) *Tensor {
			y := Zeros(4).AsType(Float64)
			v := y.At(From(2))
			v.SetAt(x.At(To(2)))
			return y.Mul(y).Sum()
		}, 5, [4]float64{2, 4, 0, 0}},
		{"an untracked base, an untracked view read", func(x *Tensor) *Tensor {
			y := Zeros(4).AsType(Float64)
			v, w := y.At(From(2)), y.At(3)
			v.Assign(x.At(To(2)))
			return w.Add(v.At(0))
		}, 3, [4]float64{1, 1, 0, 0}},
		{"again and again", func(x *Tensor) *Tensor {
			y := double(x)
			for i := 1; i < 4; i++ {
				y.SetAt(y.At(i-1).Mul(y.At(i)), i)
			}
			return y.At(3)
		}, 24, [4]float64{24, 12, 8, 6}},
		{"the old elements used", func(x *Tensor) *Tensor {
			y := double(x)
			v := y.At(To(2))
			before := y.Mul(y)
			v.SetAt(hundred, 0)
			return before.Add(y).Sum()
		}, 30 + 109, [4]float64{2, 5, 7, 9}},
		{"the argument itself by a view", func(x *Tensor) *Tensor {
			x.At(To(2)).SetAt(hundred, 0)
			return x.Mul(x).Sum()
		}, 10000 + 29, [4]float64{0, 4, 6, 8}},
		{"a view of a view of the argument", func(x *Tensor) *Tensor {
			v := x.Reshape(2, 2)
			before := v.Square()
			v.At(1).Assign(v.At(0))
			return before.Add(x.Reshape(2, 2)).Sum()
		}, 30 + 6, [4]float64{4, 6, 6, 8}},
		{"a detached one reads", func(x *Tensor) *Tensor {
			y := double(x)
			d := y.Detach()
			y.SetAt(x.At(3), 0)
			return d.Mul(y).Sum()
		}, 16 + 4 + 9 + 16, [4]float64{0, 2, 3, 8}},
		{"of what was written to itself", func(x *Tensor) *Tensor {
			y, v := double(x), double(x)
			v.SetAt(x.At(3).Mul(x.At(3)), 0)
			y.SetAt(v)
			return y.Sum()
		}, 16 + 2 + 3 + 4, [4]float64{0, 1, 1, 9}},
		{"of an older view of what was written to", func(x *Tensor) *Tensor {
			y, v := double(x), double(x)
			w := v.At(3)
			v.SetAt(x.At(0).Mul(Scalar(5)), 3)
			y.At(To(2)).SetAt(w, 0)
			return y.Sum()
		}, 5 + 2 + 3 + 4, [4]float64{5, 1, 1, 1}},
	} {
		x := func() *Tensor { return New([]float64{1, 2, 3, 4}) }
		if plain := c.f(x()).Float(); plain != c.value {
			t.Errorf("%s: %v without a tape, want %v", c.name, plain, c.value)
		}
		tape, arg := NewTape(), x()
		in := tape.Watch(arg)
		y := c.f(in)
		tape.Stop()
		if y.Float() != c.value {
			t.Errorf("%s: %v with a tape, want %v", c.name, y.Float(), c.value)
		}
		wantValues(t, c.name, tape.Gradient([]*Tensor{y}, nil, []*Tensor{in})[0], c.grad[:]...)
		wantValues(t, c.name+": the caller's", arg, 1, 2, 3, 4)
	}
}

// TestWritesRefused are writes whose gradient would be wrong.
func TestWritesRefused(t *testing.T) {
	for want, f := range map[string]func(y *Tensor){
		"StopGradient or NoGrad cut off": func(y *Tensor) { y.Detach().At(From(1)).SetAt(y.At(0), 0) },
		"NoGrad cut off": func(y *Tensor) {
			var v *Tensor
			NoGrad(func() { v = y.At(From(1)) })
			v.SetAt(y.At(0), 0)
		},
		"of shape (3, 2) share memory, as it was broadcast": func(y *Tensor) { y.BroadcastTo(3, 2).SetAt(Scalar(1)) },
		"is a result of 'Alias', which shares memory":       func(y *Tensor) { Apply(alias{}, y)[0].SetAt(Scalar(1), 0) },
	} {
		tape := NewTape()
		x := tape.Watch(New([]float64{1, 2}))
		wantError(t, RuntimeError, want, func() { f(x.Mul(Scalar(2))) })
		tape.Stop()
	}
}

// alias is an op of another package whose result has its argument's memory.
type alias struct{}

func (alias) Name() string                       { return "Alias" }
func (alias) Infer(in []Spec) []Spec             { return in }
func (alias) Forward(in []*Tensor) []*Tensor     { return []*Tensor{in[0].Detach()} }
func (alias) VJP(_, _, grad []*Tensor) []*Tensor { return grad }

// TestRandomWrites runs programs of random views and writes: with a tape they compute what they do without, and their
// derivatives of two orders agree with difference quotients.
func TestRandomWrites(t *testing.T) {
	programs := 300
	if testing.Short() {
		programs = 60
	}
	for seed := range programs {
		p := func(a []*Tensor) []*Tensor { return []*Tensor{writes(rand.New(rand.NewSource(int64(seed))), a[0])} }
		x := []*Tensor{New([]float64{0.5, -1.2, 0.8, 1.1, 0.3, -0.7, 0.9, 1.3})}
		tape := NewTape()
		watched := p([]*Tensor{tape.Watch(x[0])})[0]
		tape.Stop()
		if plain := p([]*Tensor{x[0].Clone()})[0]; plain.String() != watched.String() {
			t.Fatalf("seed %d: %s with a tape, %s without", seed, watched, plain)
		}
		if err := gradcheck.Check(p, x, gradcheck.Options{Order: 2, Tolerance: 1e-4}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// writes runs random statements on tensors that share memory with one another.
func writes(r *rand.Rand, x *Tensor) *Tensor {
	known := []*Tensor{x.Mul(Scalar(1)), Ones(8).AsType(Float64)}
	if r.Intn(2) == 0 {
		known[0] = x.Sin()
	}
	sum := Scalar(0)
	pick := func() *Tensor { return known[r.Intn(len(known))] }
	for range 12 {
		switch v := pick(); r.Intn(7) {
		case 0, 1:
			known = append(known, randomView(r, v))
		case 2:
			v.SetAt(pick().Sum().Mul(Scalar(0.25)), randomPlaces(r, v)...)
		case 3:
			v.MulAssign(Scalar(0.5))
		case 4:
			v.AddAssign(pick().Mean())
		case 5:
			v.SetAt(Scalar(r.Float64()), randomPlaces(r, v)...)
		case 6:
			sum = sum.Add(v.Mul(v).Sum().Mul(Scalar(0.1)))
		}
	}
	for _, v := range known {
		sum = sum.Add(v.Cos().Sum())
	}
	return sum
}

func randomView(r *rand.Rand, v *Tensor) *Tensor {
	switch n := v.NDim(); {
	case n == 0:
		return v.ExpandDims(0)
	case r.Intn(4) == 0 && v.Dim(0) > 1:
		return v.At(From(1))
	case r.Intn(4) == 0:
		return v.At(All().By(-1))
	case r.Intn(4) == 0:
		return v.T()
	case r.Intn(4) == 0 && v.Size()%2 == 0:
		return v.Reshape(2, -1)
	case r.Intn(3) == 0:
		return v.At(r.Intn(v.Dim(0)))
	}
	return v.Reshape(-1)
}

func randomPlaces(r *rand.Rand, v *Tensor) []any {
	if v.NDim() == 0 {
		return nil
	}
	switch i := r.Intn(v.Dim(0)); r.Intn(4) {
	case 0:
		return []any{i}
	case 1:
		return []any{From(i)}
	case 2:
		return []any{[]int{i}}
	}
	return []any{Ellipsis, 0}
}

// TestJournalGoes writes to memory that outlives its tapes: each tape has the history of its own.
func TestJournalGoes(t *testing.T) {
	buffer := Zeros(3).AsType(Float64)
	part := buffer.At(From(1))
	for i := range 5 {
		tape := NewTape()
		x := tape.Watch(New(float64(i), Float64))
		part.SetAt(x.Mul(x), 0)
		y := buffer.At(1).Mul(x)
		tape.Stop()
		wantValues(t, fmt.Sprint(i), tape.Gradient([]*Tensor{y}, nil, []*Tensor{x})[0], float64(3*i*i))
	}
	wantValues(t, "the buffer", buffer, 0, 16, 0)
}
