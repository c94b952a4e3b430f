package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/compute/rng"
)

// Zeros returns a Float32 tensor of zeros of the given shape: mindspore.ops.zeros. A negative length is a ValueError.
//
//ms:op func=zeros class=Zeros types=all grad=no
func Zeros(shape ...int) *Tensor { return ZerosOf(Float32, shape...) }

// Ones returns a Float32 tensor of ones of the given shape: mindspore.ops.ones. A negative length is a ValueError.
//
//ms:op func=ones class=Ones types=all grad=no
func Ones(shape ...int) *Tensor {
	checkShape("Ones", shape, Float32)
	return Full(shape, 1, Float32)
}

// ZerosOf returns a tensor of zeros of the given dtype: mindspore.ops.zeros(shape, dtype).
//
//ms:op func=zeros class=Zeros types=all grad=no
func ZerosOf(dt DType, shape ...int) *Tensor {
	checkShape("Zeros", shape, dt)
	l := newLayout(shape)
	if l.size*dt.Size() < mempool.Pooled {
		return alloc(dt, l)
	}
	return repeated(alloc(dt, scalarLayout), l)
}

// Empty returns a Float32 tensor with uninitialized elements, to be written before they are read, see
// [Tensor.Writable]: numpy.empty.
func Empty(shape ...int) *Tensor { return EmptyOf(Float32, shape...) }

// EmptyOf is [Empty] with elements of the given dtype. A negative length is a ValueError.
func EmptyOf(dt DType, shape ...int) *Tensor {
	checkShape("Empty", shape, dt)
	return blank(dt, newLayout(shape))
}

// OnesOf returns a tensor of ones of the given dtype: mindspore.ops.ones(shape, dtype).
//
//ms:op func=ones class=Ones types=all grad=no
func OnesOf(dt DType, shape ...int) *Tensor { return Full(shape, 1, dt) }

// Full returns a tensor filled with the number v: mindspore.ops.full. Without a dtype, the number's Python default
// (Int64, Float32, Bool). A negative length and a list of several numbers are a ValueError.
//
//ms:op func=full,fill class=Fill,FillV2 types=all grad=no
func Full(shape []int, v any, dtype ...DType) *Tensor {
	x := New(v, dtype...)
	checkShape("Full", shape, x.dtype)
	if x.lay.size != 1 {
		Throw("Full", ValueError, "For 'Full', fill_value must be one number, but its shape is %s.", tupleText(x.lay.shape))
	}
	return repeated(x, newLayout(shape))
}

// filled returns a tensor of layout l in which x, a single element, repeats.
func filled(x *Tensor, l *layout) *Tensor {
	y := blank(x.dtype, l.row())
	copyElements(y, x, make([]int, len(l.shape)))
	return y
}

// ZerosLike returns zeros of x's shape and dtype: mindspore.ops.zeros_like.
//
//ms:op func=zeros_like class=ZerosLike types=all grad=no
func ZerosLike(x *Tensor) *Tensor { return alloc(x.dtype, x.lay.row()) }

// OnesLike returns ones of x's shape and dtype: mindspore.ops.ones_like.
//
//ms:op func=ones_like class=OnesLike types=all grad=no
func OnesLike(x *Tensor) *Tensor {
	if x.dtype == Float32 && x.lay.size < few { // each backward pass begins here
		y := alloc(Float32, x.lay.row())
		kernels.Fill(flat[float32](y), 1)
		return y
	}
	return repeated(one(x.dtype), x.lay)
}

// FullLike returns a tensor of x's shape and dtype filled with the number v: mindspore.ops.full_like.
//
//ms:op func=full_like class=Fills types=all grad=no
func FullLike(x *Tensor, v any) *Tensor { return Full(x.lay.shape, v, x.dtype) }

func one(dt DType) *Tensor {
	t := alloc(Int64, scalarLayout)
	flat[int64](t)[0] = 1
	return t.cast(dt)
}

// Arange returns evenly spaced numbers: mindspore.ops.arange. Arguments are (stop), (start, stop) or
// (start, stop, step), and optionally a dtype; by default Int64 for integers, Float32 when one is a float.
//
//ms:op func=arange,range class=Arange,Range,RangeV2 types=all grad=no
func Arange(args ...any) *Tensor {
	dt, chosen, bounds := Int64, false, []float64{}
	for _, a := range args {
		if d, ok := a.(DType); ok {
			dt, chosen = d, true
			continue
		}
		v := Scalar(a)
		if !v.dtype.IsInt() && !chosen {
			dt = Float32
		}
		bounds = append(bounds, v.Float())
	}
	start, stop, step := arangeBounds(bounds)
	n := arangeLength((stop - start) / step)
	if dt != Int64 || !inIntegers(start, step, stop) {
		return ramp(dt, n, start, step, 1)
	}
	y := blank(Int64, newLayout([]int{n}))
	kernels.Count(flat[int64](y), int64(start), int64(step))
	return y
}

// arangeLength returns the length for the given number of steps. It must fit in an int: converting a float that does
// not, such as NaN, gives an arbitrary number.
func arangeLength(steps float64) int {
	switch {
	case math.IsNaN(steps):
		Throw("Arange", ValueError, "For 'Arange', the number of elements is not a number: start, stop and step must be finite.")
	case steps > maxElements:
		Throw("Arange", MemoryError, "Allocate memory failed: For 'Arange', a tensor of %g elements has more than can be counted.", steps)
	}
	return max(0, int(math.Ceil(steps)))
}

// inIntegers reports whether numbers are integers small enough for ramp to be exact in Float64.
func inIntegers(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(v float64) bool { return v != math.Trunc(v) || math.Abs(v) > 1<<51 })
}

// ramp returns a vector whose element i is start + i·step/by, computed in Float64.
func ramp(dt DType, n int, start, step, by float64) *Tensor {
	const most = 2048 // Float64 elements at a time, for the first-level cache
	if n <= most || dt == Float64 {
		wide := blank(Float64, newLayout([]int{n}))
		kernels.Ramp(flat[float64](wide), 0, start, step, by)
		return wide.as(dt)
	}
	y := blank(dt, newLayout([]int{n}))
	var wide [most]float64
	for at := 0; at < n; at += most {
		s := wide[:min(most, n-at)]
		kernels.Ramp(s, at, start, step, by)
		kernels.Convert(y.header(viewLayout([]int{len(s)}, []int{1}), at).elements(), s)
	}
	return y
}

func arangeBounds(b []float64) (start, stop, step float64) {
	switch len(b) {
	case 1:
		return 0, b[0], 1
	case 2:
		return b[0], b[1], 1
	case 3:
		if b[2] == 0 {
			Throw("Arange", ValueError, "For 'Arange', step must not be zero.")
		}
		return b[0], b[1], b[2]
	}
	Throw("Arange", TypeError, "For 'Arange', one to three numbers are expected, but got %d.", len(b))
	return
}

// Linspace returns n numbers from start to stop, both included, as Float32: mindspore.ops.linspace.
//
//ms:op func=linspace class=LinSpace types=all grad=no
func Linspace(start, stop float64, n int) *Tensor {
	if n < 1 {
		Throw("LinSpace", ValueError, "For 'LinSpace', num must be positive, but got %d.", n)
	}
	y := ramp(Float32, n, start, stop-start, float64(max(1, n-1)))
	ends := flat[float32](y)
	ends[n-1] = float32(stop)
	if n == 1 {
		ends[0] = float32(start)
	}
	return y
}

// Logspace returns n powers of base as Float32, their exponents evenly spaced from start to stop, both included.
//
//ms:op func=logspace class=LogSpace types=all grad=no
func Logspace(start, stop float64, n int, base float64) *Tensor {
	if n < 0 {
		Throw("LogSpace", ValueError, "For 'LogSpace', the 'steps' must not be negative, but got %d.", n)
	}
	t := alloc(Float64, newLayout([]int{n}))
	s := flat[float64](t)
	for i := range s {
		s[i] = rng.Pow(base, start+(stop-start)*float64(i)/float64(max(1, n-1)))
	}
	return t.cast(Float32)
}

// Eye returns a Float32 matrix of n rows and m columns, n by default, with ones on the diagonal: mindspore.ops.eye.
//
//ms:op func=eye class=Eye types=all grad=no
func Eye(n int, m ...int) *Tensor { return EyeOf(Float32, n, m...) }

// EyeOf is [Eye] with elements of the given dtype. A negative length is a ValueError.
func EyeOf(dt DType, n int, columns ...int) *Tensor {
	m := optional("Eye", columns, n)
	checkShape("Eye", []int{n, m})
	t := alloc(dt, newLayout([]int{n, m}))
	k := min(n, m)
	if k > 0 {
		diagonal := t.header(viewLayout([]int{k}, []int{m + 1}), 0)
		copyElements(diagonal, one(dt), []int{0})
	}
	return t
}

func checkShape(op string, shape []int, dt ...DType) {
	for _, d := range shape {
		if d < 0 {
			Throw(op, ValueError, "For '%s', the lengths of shape must not be negative, but got %s.", op, tupleText(shape))
		}
	}
	checkMemory(append(dt, UInt8)[0], shape) // check here: a product that overflows could look small
}
