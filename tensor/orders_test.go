package tensor_test

import (
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
