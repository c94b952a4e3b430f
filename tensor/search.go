package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// SearchSorted returns, as Int64, the insertion points of values in the ascending rows of x: before equal elements,
// or after them with right. x is a vector, or agrees with values in all axes but the last.
//
//ms:op func=searchsorted class=SearchSorted types=ordered grad=no
func (x *Tensor) SearchSorted(values *Tensor, right bool) *Tensor {
	return apply2(searchOp{right: right}, x, values)
}

type searchOp struct {
	noGradient2
	right bool
}

func (searchOp) Name() string { return "SearchSorted" }

func (o searchOp) infer(x, v Spec) Spec {
	n, m := len(x.Shape), len(v.Shape)
	if n != 1 && (n == 0 || n != m || !slices.Equal(x.Shape[:n-1], v.Shape[:m-1])) {
		Throw(o.Name(), ValueError, "For 'SearchSorted', the sequence must be a vector or have the shape of the values but for the last axis, but got shapes %s and %s.",
			tupleText(x.Shape), tupleText(v.Shape))
	}
	if promote(o.Name(), x, v).IsComplex() {
		throwDType(o.Name(), promote(o.Name(), x, v))
	}
	return Spec{DType: Int64, Shape: v.Shape}
}

func (o searchOp) forward(x, v *Tensor) *Tensor {
	y := alloc(Int64, newLayout(o.infer(x.spec(), v.spec()).Shape))
	if dt := promote(o.Name(), x.spec(), v.spec()); dt.IsFloat() || dt == UInt64 {
		search(flat[int64](y), x.Float64s(), v.Float64s(), x.lay.shape, v.lay.shape, o.right)
	} else {
		search(flat[int64](y), x.Int64s(), v.Int64s(), x.lay.shape, v.lay.shape, o.right)
	}
	return y
}

func search[E int64 | float64](dst []int64, rows, values []E, dims, valueDims []int, right bool) {
	n, per := dims[len(dims)-1], len(values)
	if len(dims) > 1 {
		per = valueDims[len(valueDims)-1]
	}
	for i, v := range values {
		b := i / per
		dst[i] = int64(kernels.Search(rows[b*n:(b+1)*n], v, right))
	}
}

// LowerBound returns, as Int32, the insertion points of the values of each row in the ascending row of the matrix x,
// before equal elements.
//
//ms:op func= class=LowerBound types=ordered grad=no
func (x *Tensor) LowerBound(values *Tensor) *Tensor {
	x.needAxes("LowerBound", "sorted_x", 2)
	x.needInt32("LowerBound", 1)
	return x.SearchSorted(values, false).as(Int32)
}

// UpperBound returns, as Int32, the insertion points of the values of each row in the ascending row of the matrix x,
// after equal elements.
//
//ms:op func= class=UpperBound types=ordered grad=no
func (x *Tensor) UpperBound(values *Tensor) *Tensor {
	x.needAxes("UpperBound", "sorted_x", 2)
	x.needInt32("UpperBound", 1)
	return x.SearchSorted(values, true).as(Int32)
}

// Bucketize returns, as Int32, how many of the ascending boundaries are below each element of x, or at most it with
// right.
//
//ms:op func=bucketize class=Bucketize types=ordered grad=no
func (x *Tensor) Bucketize(boundaries []float64, right bool) *Tensor {
	return New(slices.Clone(boundaries), Float64).SearchSorted(x.AsType(wideOf(x.dtype)), right).as(Int32)
}

// wideOf returns the dtype in which real numbers of dt are compared with Float64.
func wideOf(dt DType) DType {
	if dt.IsComplex() {
		return dt
	}
	return Float64
}

// Histc returns how many elements of x fall into each of n bins of equal width from lo to hi, in x's dtype, Float32
// for Bool. If lo equals hi, the range of x is used. Elements outside are not counted.
//
//ms:op func=histc class=Histogram types=real grad=no
func (x *Tensor) Histc(n int, lo, hi float64) *Tensor {
	if x.dtype == Bool || x.dtype.IsComplex() {
		throwDType("Histogram", x.dtype)
	}
	if n <= 0 || lo > hi {
		Throw("Histogram", ValueError, "For 'Histogram', bins must be positive and min not above max, but got %d, %v and %v.", n, lo, hi)
	}
	v := x.Float64s()
	if lo == hi && len(v) > 0 {
		lo, hi = slices.Min(v), slices.Max(v)
	}
	if lo == hi {
		room := math.Max(1, math.Abs(lo)/(1<<50)) // for a large number, adding 1 changes nothing
		lo, hi = lo-room, hi+room
	}
	if width := hi - lo; width-width != 0 {
		Throw("Histogram", ValueError, "For 'Histogram', the range from %v to %v is not finite.", lo, hi)
	}
	checkMemory(Float64, []int{n})
	bins := make([]float64, n)
	for _, e := range v {
		if e >= lo && e <= hi {
			bins[min(n-1, int(math.Floor((e-lo)/(hi-lo)*float64(n))))]++
		}
	}
	return New(bins, Float64).AsType(x.dtype)
}

// Bincount returns the number of occurrences of every integer from 0 in the vector x, as Float32 like MindSpore, or
// the sums of their weights if these are not nil; the result has at least n elements.
//
//ms:op func=bincount class=Bincount types=int grad=no
func (x *Tensor) Bincount(weights *Tensor, n int) *Tensor {
	x.needAxes("Bincount", "input", 1)
	if !x.dtype.IsInt() {
		throwDType("Bincount", x.dtype)
	}
	if x.dtype != Int32 {
		x = x.AsType(Int64)
	}
	if x.lay.size > 0 {
		if x.Min().Int() < 0 {
			Throw("Bincount", ValueError, "For 'Bincount', the elements must not be negative.")
		}
		n = max(n, x.Max().Int()+1)
	}
	if weights == nil {
		return x.countClasses(n).AsType(Float32)
	}
	if !slices.Equal(weights.lay.shape, x.lay.shape) {
		Throw("Bincount", ValueError, "For 'Bincount', the shape of 'weights' must be that of 'input', but got %s and %s.", tupleText(weights.lay.shape), tupleText(x.lay.shape))
	}
	return weights.Detach().UnsortedSegmentSum(x, n)
}
