package np

import (
	"slices"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Cov returns the covariance matrix of the rows of x, with the divisor n-1. numpy.cov.
func Cov(x any) *tensor.Tensor {
	t := AtLeast2D(x)
	require("cov", t.NDim() == 2, "m has more than 2 dimensions")
	t = t.Mul(tensor.OnesOf(tensor.Float32)) // integers give Float32
	far := t.Sub(t.MeanAxes([]int{1}, true))
	return far.MatMul(far.T().Conj()).Div(tensor.Scalar(max(t.Dim(1)-1, 0))).Squeeze()
}

// CorrCoef returns the correlation matrix of the rows of x. numpy.corrcoef.
func CorrCoef(x any) *tensor.Tensor {
	c := Cov(x)
	if c.NDim() == 0 {
		return c.Div(c)
	}
	d := c.Diag().Sqrt()
	return c.Div(d.ExpandDims(1)).Div(d.ExpandDims(0))
}

// BinCount returns the number of occurrences of 0, 1, … in the vector x of integers, as Float32 like
// mindspore.numpy. Options are weights, of x's length, whose sums are then the result, as Float64, or nil; and the
// minimum length of the result, an int, 0 by default. numpy.bincount, whose counts are Int64.
func BinCount(x any, options ...any) *tensor.Tensor {
	t := tensorOf(x)
	require("bincount", t.NDim() == 1, "object of too small depth for desired array")
	idx := t.Int64s()
	for _, i := range idx {
		require("bincount", i >= 0, "'list' argument must have no negative elements")
	}
	n := 0
	if len(options) > 1 {
		n = int(tensor.Scalar(options[1]).Int())
		require("bincount", n >= 0, "'minlength' must not be negative")
	}
	if len(idx) > 0 {
		n = max(n, int(slices.Max(idx))+1)
	}
	if len(options) == 0 || options[0] == nil {
		counts := engine.Slice[int64](n)
		for _, i := range idx {
			counts[i]++
		}
		return tensor.Share(counts).AsType(tensor.Float32)
	}
	w := ordered("bincount", options[0]).Float64s()
	require("bincount", len(w) == len(idx), "The weights and list don't have the same length.")
	sums := engine.Slice[float64](n)
	for k, i := range idx {
		sums[i] += w[k]
	}
	return tensor.Share(sums)
}

// Histogram returns the number of elements of x in each bin, as Float32 like mindspore.numpy, and the edges of the
// bins. bins is their number, for bins of equal width over the range of x with Float64 edges, or their edges, which
// keep their dtype. Each bin includes its left edge, the last one both. numpy.histogram, whose counts are Int64.
func Histogram(x, bins any) (counts, edges *tensor.Tensor) {
	v := ordered("histogram", x).Float64s()
	e := binEdges(v, bins)
	n := len(e) - 1
	c := make([]int64, n)
	edges = tensor.Share(e)
	if _, made := bins.(int); !made {
		edges = Copy(bins)
	}
	for i, k := range SearchSortedRight(edges, tensor.Share(v)).Int64s() {
		switch {
		case k > 0 && int(k) <= n:
			c[k-1]++
		case v[i] == e[n]:
			c[n-1]++
		}
	}
	return tensor.Share(c).AsType(tensor.Float32), edges
}

// HistogramDensity is [Histogram] with counts divided by their sum and the widths of the bins, so that the total area
// is 1. numpy.histogram with density=True.
func HistogramDensity(x, bins any) (density, edges *tensor.Tensor) {
	counts, edges := Histogram(x, bins)
	return counts.Div(counts.Sum()).Div(Diff(edges)), edges
}

func binEdges(v []float64, bins any) []float64 {
	n, ok := bins.(int)
	if !ok {
		e := slices.Clone(ordered("histogram", bins).Float64s())
		require("histogram", len(e) > 1 && slices.IsSorted(e), "`bins` must increase monotonically, when an array")
		return e
	}
	require("histogram", n > 0, "`bins` must be positive, when an integer")
	lo, hi := 0.0, 1.0
	if len(v) > 0 {
		lo, hi = slices.Min(v), slices.Max(v)
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	return Linspace(lo, hi, n+1).Float64s()
}

// Interp returns the values at x of the piecewise linear function through the points (xp, fp), as Float64; xp must
// increase, and the function is constant outside. numpy.interp.
func Interp(x, xp, fp any) *tensor.Tensor {
	double := func(v any) *tensor.Tensor { return ordered("interp", v).AsType(tensor.Float64) }
	t, px, py := double(x), double(xp), double(fp)
	require("interp", px.NDim() == 1 && py.NDim() == 1, "object too deep for desired array")
	require("interp", px.Len() > 0, "array of sample points is empty")
	require("interp", px.Len() == py.Len(), "fp and xp are not of the same length.")
	at := SearchSortedRight(px, t)
	left, right := Maximum(at.Sub(tensor.Scalar(1)), 0), Minimum(at, px.Len()-1) // the same point beyond an end
	between := right.Greater(left)
	run := Where(between, px.At(right).Sub(px.At(left)), 1)
	rise := Where(between, py.At(right).Sub(py.At(left)), 0)
	y := rise.Div(run).Mul(Where(between, t.Sub(px.At(left)), 0)).Add(py.At(left))
	y = Where(y.IsNaN().LogicalAnd(t.Equal(px.At(left))), py.At(left), y) // a point next to an infinite one
	return Where(t.IsNaN(), t, y)
}
