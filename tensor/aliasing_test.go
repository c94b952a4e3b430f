package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestAliasing holds the ops that the package's comment names to what it says of their memory.
func TestAliasing(t *testing.T) {
	index := New([]int{0, 1})
	for _, c := range []struct {
		name  string
		f     func(x *Tensor) *Tensor
		views bool
	}{
		{"At of numbers and slices", func(x *Tensor) *Tensor { return x.At(Span(0, 2), From(1).By(1)) }, true},
		{"At of a list", func(x *Tensor) *Tensor { return x.At(index) }, false},
		{"At of a mask", func(x *Tensor) *Tensor { return x.At(x.Detach().Greater(Scalar(-9))) }, false},
		{"Reshape", func(x *Tensor) *Tensor { return x.Reshape(-1) }, true},
		{"Reshape of a transposed tensor", func(x *Tensor) *Tensor { return x.T().Reshape(-1) }, false},
		{"Transpose", func(x *Tensor) *Tensor { return x.Transpose(1, 0) }, true},
		{"SwapAxes", func(x *Tensor) *Tensor { return x.SwapAxes(0, 1) }, true},
		{"MoveAxis", func(x *Tensor) *Tensor { return x.MoveAxis(0, 1) }, true},
		{"ExpandDims", func(x *Tensor) *Tensor { return x.ExpandDims(0) }, true},
		{"Squeeze", func(x *Tensor) *Tensor { return x.ExpandDims(0).Squeeze() }, true},
		{"Flatten", func(x *Tensor) *Tensor { return x.Flatten() }, true},
		{"BroadcastTo", func(x *Tensor) *Tensor { return x.BroadcastTo(2, 3, 4) }, true},
		{"Narrow", func(x *Tensor) *Tensor { return x.Narrow(0, 0, 2) }, true},
		{"Split", func(x *Tensor) *Tensor { return x.Split(1)[0] }, true},
		{"Unstack", func(x *Tensor) *Tensor { return x.Unstack(0)[0] }, true},
		{"Diagonal", func(x *Tensor) *Tensor { return x.Diagonal(0, 0, 1) }, false},
		{"Flip", func(x *Tensor) *Tensor { return x.Flip(0) }, true},
		{"Detach", func(x *Tensor) *Tensor { return x.Detach() }, true},
		{"StopGradient", StopGradient, true},
		{"AsNumpy", func(x *Tensor) *Tensor { return x.AsNumpy() }, true},
		{"AsType of its own dtype", func(x *Tensor) *Tensor { return x.AsType(Float32) }, true},
		{"AsType of another", func(x *Tensor) *Tensor { return x.AsType(Float64) }, false},
		{"Contiguous of what is", func(x *Tensor) *Tensor { return x.Contiguous() }, true},
		{"Contiguous of what is not", func(x *Tensor) *Tensor { return x.T().Contiguous() }, false},
		{"Clone", func(x *Tensor) *Tensor { return x.Clone() }, false},
		{"New of a tensor", func(x *Tensor) *Tensor { return New(x) }, false},
		{"Meshgrid", func(x *Tensor) *Tensor { rows, _ := Meshgrid(x, Scalar(1)); return rows }, false},
		{"Grids", func(x *Tensor) *Tensor { return Grids([]*Tensor{x.Flatten()}, "xy")[0] }, false},
		{"Tile of once", func(x *Tensor) *Tensor { return x.Tile(1, 1) }, false},
		{"RepeatInterleave of once", func(x *Tensor) *Tensor { return x.RepeatInterleave(1, 0) }, false},
		{"MatrixPower of 1", func(x *Tensor) *Tensor { return x.At(All(), To(3)).MatrixPower(1) }, false},
		{"MatrixBandPart of all", func(x *Tensor) *Tensor { return x.MatrixBandPart(-1, -1) }, false},
		{"Sort of a number", func(x *Tensor) *Tensor { y, _ := x.At(0, 0).Sort(); return y }, false},
		{"CumMax of a number", func(x *Tensor) *Tensor { y, _ := x.At(0, 0).CumMax(0); return y }, false},
		{"Median of a number", func(x *Tensor) *Tensor { y, _ := x.At(0, 0).Median(0, false); return y }, false},
		{"NanMedian of a number", func(x *Tensor) *Tensor { y, _ := x.At(0, 0).NanMedian(0, false); return y }, false},
		{"KthValue of a number", func(x *Tensor) *Tensor { y, _ := x.At(0, 0).KthValue(1, -1, true); return y }, false},
		{"MaxWithIndex of a number", func(x *Tensor) *Tensor { y, _ := x.At(0, 0).MaxWithIndex(0, false); return y }, false},
		{"Diff of no order", func(x *Tensor) *Tensor { return x.Diff(0, 1) }, false},
		{"Add", func(x *Tensor) *Tensor { return x.Add(Scalar(0)) }, false},
		{"Abs", func(x *Tensor) *Tensor { return x.Abs() }, false},
	} {
		x := New([][]float32{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}})
		y := c.f(x)
		before := y.Clone()
		x.MulAssign(Scalar(-1))
		if changed := !y.Equal(before).All().Bool(); changed != c.views {
			t.Errorf("%s: shares memory: %v, want %v", c.name, changed, c.views)
		}
	}
}

// TestNanToNumOfIntegers changes a result that has the numbers of x.
func TestNanToNumOfIntegers(t *testing.T) {
	x := New([]int32{1, 2})
	if x.NanToNum(nil, nil, nil).ZeroAssign(); x.At(1).Int() != 2 {
		t.Errorf("x is %s", x)
	}
}

// TestOwnership is about slices of Go that become tensors, and tensors that become slices.
func TestOwnership(t *testing.T) {
	s := []float32{1, 2, 3}
	copied, shared := New(s), Share(s)
	s[0] = 7
	if copied.Float32s()[0] != 1 || shared.Float32s()[0] != 7 {
		t.Errorf("New %v, Share %v", copied, shared)
	}
	shared.Values().([]float32)[1] = 8
	if list := shared.ToList().([]float32); s[1] != 8 || &list[0] == &s[0] {
		t.Errorf("Values is not the tensor's memory, or ToList is: %v", s)
	}
}

// TestGradientsAreTheCallers doubles gradients in place: none is another one, the tensor that entered, or a number
// that several elements share.
func TestGradientsAreTheCallers(t *testing.T) {
	for name, f := range map[string]func(x, y *Tensor) *Tensor{
		"sum":     func(x, y *Tensor) *Tensor { return x.Add(y).Sum() },
		"product": func(x, y *Tensor) *Tensor { return x.Add(y).Mul(New([]float64{1, 1})).Sum() },
		"whole":   func(x, y *Tensor) *Tensor { return x.Add(y) },
		"parts":   func(x, y *Tensor) *Tensor { return Concat([]*Tensor{x, y}, 0) },
	} {
		tape := NewTape()
		x, y := tape.Watch(New([]float64{1, 2})), tape.Watch(New([]float64{3, 4}))
		z := f(x, y)
		tape.Stop()
		sens := OnesLike(z).Clone()
		grads := tape.Gradient([]*Tensor{z}, []*Tensor{sens}, []*Tensor{x, y})
		for _, g := range grads {
			g.MulAssign(Scalar(2))
			g.SetAt(Scalar(5), 0)
		}
		for _, g := range grads {
			same(t, name, g, New([]float64{5, 2}))
		}
		same(t, name+", what entered", sens, OnesLike(z))
	}
}
