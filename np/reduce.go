package np

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Sum returns the sum, over the given axes or over all. numpy.sum.
func Sum(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Sum(axis...) }

// Prod returns the product, over the given axes or over all. numpy.prod.
func Prod(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Prod(axis...) }

// Mean returns the mean; integers give Float32, over the given axes or over all. numpy.mean.
func Mean(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Mean(axis...) }

// Max returns the largest element, NaN if there is one, over the given axes or over all. numpy.max, numpy.amax.
func Max(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Max(axis...) }

// Min returns the smallest element, NaN if there is one, over the given axes or over all. numpy.min, numpy.amin.
func Min(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Min(axis...) }

// AMax returns the largest element, NaN if there is one, over the given axes or over all. numpy.amax.
func AMax(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Max(axis...) }

// AMin returns the smallest element, NaN if there is one, over the given axes or over all. numpy.amin.
func AMin(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Min(axis...) }

// All returns whether all elements are true, as Bool, over the given axes or over all. numpy.all, numpy.alltrue.
func All(x any, axis ...int) *tensor.Tensor { return tensorOf(x).All(axis...) }

// Any returns whether an element is true, as Bool, over the given axes or over all. numpy.any, numpy.sometrue.
func Any(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Any(axis...) }

// ArgMax returns the index of the largest element, over the given axes or over all. numpy.argmax.
func ArgMax(x any, axis ...int) *tensor.Tensor { return tensorOf(x).ArgMax(axis...) }

// ArgMin returns the index of the smallest element, over the given axes or over all. numpy.argmin.
func ArgMin(x any, axis ...int) *tensor.Tensor { return tensorOf(x).ArgMin(axis...) }

// Ptp returns the largest minus the smallest element, over the given axes or over all. numpy.ptp.
func Ptp(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Ptp(axis...) }

// Var returns the variance, the mean square distance from the mean, over the given axes or over all. numpy.var.
func Var(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Var(axis...) }

// Std returns the standard deviation, √Var, over the given axes or over all. numpy.std.
func Std(x any, axis ...int) *tensor.Tensor { return tensorOf(x).Std(axis...) }

// Average returns the mean weighted by weights over the given axes or over all. The weights must have the shape of x,
// or be a vector along the single given axis; others raise ValueError. numpy.average.
func Average(x, weights any, axis ...int) *tensor.Tensor {
	t, w := operands(x, weights)
	if !slices.Equal(t.Shape(), w.Shape()) && w.NDim() > 0 {
		require("average", len(axis) == 1, "Axis must be specified when shapes of a and weights differ.")
		require("average", w.NDim() == 1, "1D weights expected when shapes of a and weights differ.")
		require("average", w.Len() == t.Dim(axis[0]), "Length of weights not compatible with specified axis.")
		along := slices.Repeat([]int{1}, t.NDim())
		along[(axis[0]+t.NDim())%t.NDim()] = w.Len()
		w = w.Reshape(along...)
	}
	if exact(t) && exact(w) {
		t = inexact(t)
	}
	weighted := t.Mul(w)
	return weighted.Sum(axis...).Div(w.AsType(weighted.DType()).BroadcastTo(t.Shape()...).Sum(axis...))
}

// CountNonzero returns the number of elements that are not zero, over the given axes or over all, as Int64.
// numpy.count_nonzero.
func CountNonzero(x any, axis ...int) *tensor.Tensor {
	return tensorOf(x).AsType(tensor.Bool).AsType(tensor.Int64).Sum(axis...)
}

// Median returns the median of all elements, the mean of the two middle ones if their number is even; NaN if there
// are none. numpy.median.
func Median(x any) *tensor.Tensor {
	s, _ := tensorOf(x).Flatten().Sort()
	n := s.Len()
	if n == 0 {
		return s.Mean()
	}
	if s.At(n - 1).IsNaN().Bool() {
		return s.At(n - 1)
	}
	return s.At(tensor.Span((n-1)/2, n/2+1)).Mean()
}

// CumSum returns the running sum along an axis, by default of the flattened x. numpy.cumsum.
func CumSum(x any, axis ...int) *tensor.Tensor {
	t, a := flatUnless(x, axis)
	return t.CumSum(a)
}

// CumProd returns the running product along an axis, by default of the flattened x. numpy.cumprod.
func CumProd(x any, axis ...int) *tensor.Tensor {
	t, a := flatUnless(x, axis)
	return t.CumProd(a)
}

// flatUnless returns x and the axis if one is given, else the flattened x and axis 0.
func flatUnless(x any, axis []int) (*tensor.Tensor, int) {
	if len(axis) > 0 {
		return tensorOf(x), axis[0]
	}
	return tensorOf(x).Flatten(), 0
}
