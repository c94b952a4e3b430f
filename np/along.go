package np

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// TakeAlongAxis returns the elements of x at indices along an axis, or of the flattened x without one. Both must have
// the same shape except along the axis. numpy.take_along_axis.
func TakeAlongAxis(x, indices any, axis ...int) *tensor.Tensor {
	t, idx := tensorOf(x), tensorOf(indices)
	if len(axis) == 0 {
		return t.Reshape(-1).GatherElements(0, wrapIndex(idx, t.Size()))
	}
	a := axisOf("take_along_axis", axis[0], t.NDim())
	require("take_along_axis", idx.NDim() == t.NDim(), "`indices` and `arr` must have the same number of dimensions")
	shape := t.Shape()
	shape[a] = idx.Dim(a)
	n := t.Dim(a)
	source := t.Shape()
	for i := range source {
		if i != a && source[i] == 1 {
			source[i] = idx.Dim(i)
		}
		if i != a {
			shape[i] = source[i]
		}
	}
	return t.BroadcastTo(source...).GatherElements(a, wrapIndex(idx.BroadcastTo(shape...), n))
}

// wrapIndex converts negative indices, which count from the end.
func wrapIndex(idx *tensor.Tensor, n int) *tensor.Tensor {
	idx = idx.AsType(tensor.Int64)
	return tensor.Where(idx.Less(tensor.Scalar(0)), idx.Add(tensor.Scalar(n)), idx)
}

// ArgWhere returns the indices of the nonzero elements, one row per element. numpy.argwhere.
func ArgWhere(x any) *tensor.Tensor { return tensorOf(x).Nonzero() }

// ApplyAlongAxis applies f, which returns a tensor or a number, to each 1-D slice of x along an axis and returns the
// results in place of the slices. numpy.apply_along_axis.
func ApplyAlongAxis(f func(row *tensor.Tensor) *tensor.Tensor, axis int, x any) *tensor.Tensor {
	t := tensorOf(x)
	a := axisOf("apply_along_axis", axis, t.NDim())
	last := t.MoveAxis(a, -1)
	outer := last.Shape()[:t.NDim()-1]
	rows := last.Reshape(-1, t.Dim(a))
	results := make([]*tensor.Tensor, rows.Dim(0))
	for i := range results {
		results[i] = f(rows.At(i))
	}
	require("apply_along_axis", len(results) > 0, "Cannot apply_along_axis when any iteration dimensions are 0")
	inner := results[0].Shape()
	y := tensor.Stack(results, 0).Reshape(append(outer, inner...)...)
	for k := range inner {
		y = y.MoveAxis(len(outer)+k, a+k)
	}
	return y
}

// ApplyOverAxes applies f to x along one axis after the other. If f removes the axis, it is added again with length
// one. numpy.apply_over_axes.
func ApplyOverAxes(f func(x *tensor.Tensor, axis int) *tensor.Tensor, x any, axes ...int) *tensor.Tensor {
	t := tensorOf(x)
	for _, axis := range axes {
		a := axisOf("apply_over_axes", axis, t.NDim())
		y := f(t, a)
		if y.NDim() == t.NDim()-1 {
			y = y.ExpandDims(a)
		}
		require("apply_over_axes", y.NDim() == t.NDim(), "function is not returning an array of the correct shape")
		t = y
	}
	return t
}

// ArrayEquiv reports whether two arrays are equal after broadcasting. numpy.array_equiv.
func ArrayEquiv(x, y any) bool {
	a, b := tensorOf(x), tensorOf(y)
	equal := false
	err := tensor.Try(func() { equal = a.Equal(b).All().Bool() })
	return err == nil && equal
}

// ArrayStr returns the text of an array. numpy.array_str.
func ArrayStr(x any) string { return tensorOf(x).String() }

// AsFArray returns an array of floats, of dtype Float32 by default. numpy.asfarray.
func AsFArray(v any, dt ...tensor.DType) *tensor.Tensor {
	if len(dt) > 0 && dt[0].IsFloat() {
		return tensorOf(v).AsType(dt[0])
	}
	return tensorOf(v).AsType(tensor.Float32)
}

// BitwiseNot returns each element with its bits inverted. numpy.bitwise_not.
func BitwiseNot(x any) *tensor.Tensor { return tensorOf(x).BitwiseNot() }

// Choose returns, for each element i of indices, the corresponding element of choices[i], after broadcasting. Numbers
// out of range are clipped (mode clip of mindspore.numpy). numpy.choose.
func Choose(indices any, choices []any) *tensor.Tensor {
	return tensorOf(indices).Choose(tensors(choices)...)
}

// DiagIndices returns the indices of the diagonal of an array with ndim axes, 2 by default, of length n.
// numpy.diag_indices.
func DiagIndices(n int, ndim ...int) tensor.Tuple {
	axes := max(0, kwargs.Optional(ndim, 2))
	engine.CheckMemory(tensor.Int64, []int{axes}) // a pointer for each
	out := make(tensor.Tuple, axes)
	for i := range out {
		out[i] = tensor.Arange(n).AsType(tensor.Int32)
	}
	return out
}

// FAbs returns the absolute value of each element, as a float. numpy.fabs.
func FAbs(x any) *tensor.Tensor { return inexact(ordered("fabs", x)).Abs() }

// In1D returns for each element of the flattened x whether it is in set, as Bool. numpy.in1d.
func In1D(x, set any) *tensor.Tensor { return IsIn(tensorOf(x).Reshape(-1), set) }

// IsScalar reports whether v is a number, a bool or a string rather than an array. numpy.isscalar.
func IsScalar(v any) bool {
	switch v.(type) {
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128, string:
		return true
	}
	return false
}

// MatrixPower returns the n-th power of a square matrix, for a negative n that of its inverse.
// numpy.linalg.matrix_power.
func MatrixPower(x any, n int) *tensor.Tensor { return tensorOf(x).MatrixPower(n) }

// NanCumSum is [CumSum] with NaN as 0. numpy.nancumsum.
func NanCumSum(x any, axis ...int) *tensor.Tensor {
	t, _ := nanTo(x, 0)
	return CumSum(t, axis...)
}

// PromoteTypes returns the smallest dtype that can represent the elements of both. numpy.promote_types.
func PromoteTypes(a, b tensor.DType) tensor.DType {
	dt, ok := dtype.Promote(a, b)
	if !ok {
		tensor.Throw("promote_types", tensor.TypeError, "%s and %s have no common dtype", a, b)
	}
	return dt
}

// ResultType returns the dtype of the arguments, arrays and dtypes, in one operation. numpy.result_type.
func ResultType(arraysAndDTypes ...any) tensor.DType {
	require("result_type", len(arraysAndDTypes) > 0, "at least one array or dtype is required")
	var out tensor.DType
	for i, v := range arraysAndDTypes {
		dt, ok := v.(tensor.DType)
		if !ok {
			dt = tensorOf(v).DType()
		}
		if i > 0 {
			dt = PromoteTypes(out, dt)
		}
		out = dt
	}
	return out
}

// Radians converts degrees to radians. numpy.radians.
func Radians(x any) *tensor.Tensor { return Deg2Rad(x) }

// RavelMultiIndex returns the row-major flat indices for multi-dimensional indices, a list with one array per axis of
// the shape, as [NonZero] returns. For an index out of range, mode "raise", the default, is an error, "wrap" wraps
// around and "clip" takes the nearest; there may be one for each axis. numpy.ravel_multi_index.
func RavelMultiIndex(indices any, shape []int, mode ...string) *tensor.Tensor {
	axes := list("ravel_multi_index", indices)
	require("ravel_multi_index", len(axes) == len(shape) && len(shape) > 0, "there must be indices for each axis")
	if len(mode) != len(shape) {
		mode = slices.Repeat([]string{kwargs.Optional(mode, "raise")}, len(shape))
	}
	flat := tensor.New(int64(0))
	for k, v := range axes {
		idx, n := v.AsType(tensor.Int64), shape[k]
		switch mode[k] {
		case "wrap":
			idx = idx.Mod(tensor.Scalar(n))
		case "clip":
			idx = idx.Clamp(0, n-1)
		default:
			require("ravel_multi_index", mode[k] == "raise", "the mode must be 'raise', 'wrap' or 'clip'")
			for _, i := range idx.Int64s() {
				require("ravel_multi_index", i >= 0 && i < int64(n), "invalid entry in coordinates array")
			}
		}
		flat = flat.Mul(tensor.Scalar(n)).Add(idx)
	}
	return flat
}

// SomeTrue is [Any]. numpy.sometrue.
func SomeTrue(x any, axis ...int) *tensor.Tensor { return Any(x, axis...) }

// HistogramBinEdges returns the edges of the bins of [Histogram]. numpy.histogram_bin_edges.
func HistogramBinEdges(x, bins any) *tensor.Tensor {
	_, edges := Histogram(x, bins)
	return edges
}

// HistogramDD counts points, the rows of x, in bins along each axis: bins is their number, one number per axis
// ([]int), or their edges ([]any). Counts are Float32. numpy.histogramdd.
func HistogramDD(x, bins any) (counts *tensor.Tensor, edges tensor.Tuple) {
	t := ordered("histogramdd", x)
	require("histogramdd", t.NDim() == 2, "the sample must have a row for each point")
	d := t.Dim(1)
	per := make([]any, d)
	switch b := bins.(type) {
	case []any:
		copy(per, b)
		require("histogramdd", len(b) == d, "The dimension of bins must be equal to the dimension of the sample x.")
	case []int:
		require("histogramdd", len(b) == d, "The dimension of bins must be equal to the dimension of the sample x.")
		for i, n := range b {
			per[i] = n
		}
	default:
		for i := range per {
			per[i] = bins
		}
	}
	shape, place, inside := make([]int, d), make([]int64, t.Dim(0)), make([]bool, t.Dim(0))
	for i := range inside {
		inside[i] = true
	}
	for k := range d {
		v := t.At(tensor.All(), k).Float64s()
		e := binEdges(v, per[k])
		shape[k] = len(e) - 1
		edges = append(edges, tensor.Share(e))
		for i, at := range SearchSortedRight(tensor.Share(e), tensor.Share(v)).Int64s() {
			if v[i] == e[len(e)-1] {
				at--
			}
			inside[i] = inside[i] && at > 0 && int(at) < len(e)
			place[i] = place[i]*int64(shape[k]) + at - 1
		}
	}
	total := 1
	for _, n := range shape {
		total *= n
	}
	c := make([]float32, total)
	for i, p := range place {
		if inside[i] {
			c[p]++
		}
	}
	return tensor.Share(c, shape...), edges
}

// Histogram2D counts points with coordinates x and y; see [HistogramDD]. numpy.histogram2d.
func Histogram2D(x, y, bins any) (counts, xEdges, yEdges *tensor.Tensor) {
	c, e := HistogramDD(tensor.Stack([]*tensor.Tensor{tensorOf(x), tensorOf(y)}, 1), bins)
	return c, e[0], e[1]
}
