package tensor_test

import (
	"math"
	"slices"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestFusedFunctions: functions that are computed in one pass for large tensors have the results and gradients of the
// ops that they are composed of.
func TestFusedFunctions(t *testing.T) {
	for name, f := range map[string]func(x *Tensor) *Tensor{
		"SiLU":      (*Tensor).SiLU,
		"GELU":      func(x *Tensor) *Tensor { return x.GELU("none") },
		"GELU tanh": func(x *Tensor) *Tensor { return x.GELU("tanh") },
	} {
		x := Arange(-100, 100, 1).AsType(Float64).Mul(Scalar(0.05))
		y, dx := valueAndSlope(f, x.AsType(Float32))
		wantY, wantDx := valueAndSlope(f, x) // Float64 takes the ops
		for i := range y {
			if math.Abs(y[i]-wantY[i]) > 1e-6 || math.Abs(dx[i]-wantDx[i]) > 5e-6 {
				t.Errorf("%s(%v) = %v with slope %v, want %v with %v", name, x.Float64s()[i], y[i], dx[i], wantY[i], wantDx[i])
			}
		}
		slope := func(x *Tensor) *Tensor {
			tape := NewTape()
			defer tape.Stop()
			at := tape.Watch(x)
			return tape.Gradient([]*Tensor{f(at)}, nil, []*Tensor{at})[0]
		}
		_, bend := valueAndSlope(slope, x.AsType(Float32))
		_, wantBend := valueAndSlope(slope, x)
		for i, v := range bend {
			if math.Abs(v-wantBend[i]) > 2e-5 {
				t.Errorf("%s bends by %v at %v, want %v", name, v, x.Float64s()[i], wantBend[i])
			}
		}
		for _, n := range []int{1, 100} { // by ops and in one pass
			if large := New([]float32{3.4e38}).Tile(n); !f(large).Equal(large).All().Item().(bool) {
				t.Errorf("%s of %v of these is %v", name, n, f(large).At(0))
			}
		}
	}
}

func valueAndSlope(f func(x *Tensor) *Tensor, x *Tensor) (y, dx []float64) {
	tape := NewTape()
	x = tape.Watch(x)
	out := f(x)
	tape.Stop()
	return out.Float64s(), tape.Gradient([]*Tensor{out}, nil, []*Tensor{x})[0].Float64s()
}

// TestNormOfRows: norms over the last axes, which square what they add, have the bits of squares, sums and roots.
func TestNormOfRows(t *testing.T) {
	for _, shape := range [][]int{{5}, {130}, {5000}, {3, 7}, {40, 129}, {300, 513}, {2, 3, 4}, {5, 7, 300}, {3, 0}} {
		x := Ones(shape...).CumSum(-1).Mul(Scalar(1.7)).Sin()
		for first := range shape {
			axes := make([]int, len(shape)-first)
			for i := range axes {
				axes[i] = first + i
			}
			for _, keepDims := range []bool{false, true} {
				got, want := x.NormAxes(axes, keepDims), x.Square().SumAxes(axes, keepDims).Sqrt()
				if !slices.Equal(got.Shape(), want.Shape()) || !got.Equal(want).All().Item().(bool) {
					t.Errorf("shape %v, axes %v: %v, want %v", shape, axes, got, want)
				}
			}
		}
	}
}
