package np

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Where returns x where cond is true and y elsewhere, the three broadcast together. numpy.where.
func Where(cond, x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	return tensor.Where(tensorOf(cond), a, b)
}

// NonZero returns the indices of the elements that are not zero, one Int64 vector for each axis. numpy.nonzero.
func NonZero(x any) tensor.Tuple { return AtLeast1D(x).Nonzero().Unstack(1) }

// Select returns the elements of the first choice whose condition is true, zero where none is. conds and choices are
// lists of arrays. numpy.select.
func Select(conds, choices any) *tensor.Tensor {
	when, then := list("select", conds), list("select", choices)
	require("select", len(when) == len(then) && len(when) > 0, "list of cases must be same length as list of conditions")
	y := tensor.ZerosLike(then[0])
	for i := len(when) - 1; i >= 0; i-- {
		y = tensor.Where(when[i], then[i], y)
	}
	return y
}

// Take returns the elements of x at indices along an axis, of x in a row without one. numpy.take.
func Take(x, indices any, axis ...int) *tensor.Tensor {
	t, a := flatUnless(x, axis)
	idx := slices.Repeat([]any{tensor.All()}, axisOf("take", a, t.NDim()))
	return t.At(append(idx, tensorOf(indices))...)
}

// Sort returns x sorted along an axis, the last by default. numpy.sort.
func Sort(x any, axis ...int) *tensor.Tensor {
	y, _ := tensorOf(x).Sort(axis...)
	return y
}

// ArgSort returns the indices that sort x along an axis, the last by default. numpy.argsort.
func ArgSort(x any, axis ...int) *tensor.Tensor { return tensorOf(x).ArgSort(axis...) }

// Unique returns the different elements of x, sorted, NaN once at the end. numpy.unique.
func Unique(x any) *tensor.Tensor {
	s := Sort(Ravel(x))
	if s.Len() == 0 {
		return s
	}
	before := s.At(tensor.To(s.Len() - 1))
	fresh := s.At(tensor.From(1)).NotEqual(before).LogicalAnd(before.Equal(before))
	return s.At(tensor.Concat([]*tensor.Tensor{tensor.OnesOf(tensor.Bool, 1), fresh}, 0))
}

// Intersect1D returns the different elements that occur in x and in y, sorted, of the dtype of both together.
// numpy.intersect1d.
func Intersect1D(x, y any) *tensor.Tensor {
	u := Unique(x)
	return u.At(IsIn(u, y)).AsType(ResultType(x, y))
}

// Union1D returns the different elements of x and y together, sorted. numpy.union1d.
func Union1D(x, y any) *tensor.Tensor { return Unique(Append(x, y)) }

// SetDiff1D returns the different elements of x that do not occur in y, sorted, of x's dtype. numpy.setdiff1d.
func SetDiff1D(x, y any) *tensor.Tensor {
	u := Unique(x)
	return u.At(IsIn(u, y).LogicalNot())
}

// SearchSorted returns for each element of v where it would have to be put into the sorted vector x, before
// equal elements, as Int64. NaN comes last. numpy.searchsorted.
func SearchSorted(x, v any) *tensor.Tensor { return lookUp(x, v, false) }

// SearchSortedRight is [SearchSorted] behind equal elements: numpy.searchsorted with side="right".
func SearchSortedRight(x, v any) *tensor.Tensor { return lookUp(x, v, true) }

func lookUp(x, v any, right bool) *tensor.Tensor {
	sorted, wanted := ordered("searchsorted", x), ordered("searchsorted", v)
	require("searchsorted", sorted.NDim() == 1, "the elements to look among must be a vector")
	return sorted.SearchSorted(wanted, right)
}

// Digitize returns for each element of x the number of its bin: bins are edges in order, and bin i begins at edge
// i-1; where the edges decrease it ends there. Edges in no order raise ValueError. numpy.digitize.
func Digitize(x, bins any) *tensor.Tensor {
	b := tensorOf(bins)
	if slices.IsSorted(b.Float64s()) {
		return SearchSortedRight(b, x)
	}
	b = b.Flip(0)
	require("digitize", slices.IsSorted(b.Float64s()), "bins must be monotonically increasing or decreasing")
	return tensor.Scalar(b.Len()).Sub(SearchSortedRight(b, x))
}

// UnravelIndex returns the coordinates of the elements with the given row-major numbers in an array of a shape, one
// Int32 tensor for each axis. numpy.unravel_index.
func UnravelIndex(indices any, shape ...int) tensor.Tuple {
	t := tensorOf(indices).AsType(tensor.Int64)
	size := int64(1)
	for _, d := range shape {
		size *= int64(d)
	}
	for _, i := range t.Int64s() {
		if i < 0 || i >= size {
			tensor.Throw("unravel_index", tensor.ValueError, "index %d is out of bounds for array with size %d", i, size)
		}
	}
	out := make(tensor.Tuple, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		n := tensor.Scalar(shape[axis])
		out[axis], t = shortened(t.Mod(n)), t.FloorDiv(n)
	}
	return out
}

// UnravelIndexF is [UnravelIndex] of column-major numbers: numpy.unravel_index with order="F".
func UnravelIndexF(indices any, shape ...int) tensor.Tuple {
	backwards := slices.Clone(shape)
	slices.Reverse(backwards)
	out := UnravelIndex(indices, backwards...)
	slices.Reverse(out)
	return out
}

// Piecewise returns, for each element of x, the value of the last condition that is true there, 0 where none is.
// conds are masks of x's shape; values are numbers, tensors that broadcast with x, or functions of a tensor; one
// more value than conditions is for the elements that satisfy none. numpy.piecewise.
func Piecewise(x any, conds, values []any) *tensor.Tensor {
	t := tensorOf(x)
	if len(values) != len(conds) && len(values) != len(conds)+1 {
		tensor.Throw("piecewise", tensor.ValueError, "with %d condition(s), either %d or %d functions are expected", len(conds), len(conds), len(conds)+1)
	}
	value := func(v any) *tensor.Tensor {
		if f, ok := v.(func(*tensor.Tensor) *tensor.Tensor); ok {
			return f(t)
		}
		return tensorOf(v)
	}
	out := tensor.Scalar(0)
	if len(values) > len(conds) {
		out = value(values[len(conds)])
	}
	for i, c := range conds {
		out = tensor.Where(tensorOf(c), value(values[i]), out)
	}
	return out.BroadcastTo(t.Shape()...)
}
