// Package shape holds the arithmetic of shapes: broadcasting, axes, strides and Python slices.
//
// All functions are pure functions of integers. A function that can fail returns ok; the caller, which knows the op,
// words the message.
package shape

import "slices"

// Size returns the number of elements of a shape; 1 for a 0-d shape.
func Size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// Index returns the index of the i-th element of a shape in row-major order.
func Index(i int, shape []int) []int {
	index := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		index[k] = i % shape[k]
		i /= shape[k]
	}
	return index
}

// Strides writes the row-major strides of shape, in elements, into dst and returns dst[:len(shape)].
func Strides(dst, shape []int) []int {
	dst = dst[:len(shape)]
	step := 1
	for i := len(shape) - 1; i >= 0; i-- {
		dst[i] = step
		step *= shape[i]
	}
	return dst
}

// Contiguous reports whether strides are those of a row-major layout of shape without gaps. Strides of axes of length
// one, and of shapes without elements, do not matter.
func Contiguous(shape, strides []int) bool {
	step := 1
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] == 0 {
			return true
		}
		if shape[i] != 1 && strides[i] != step {
			step = -1
			break
		}
		step *= shape[i]
	}
	return step >= 0 || Size(shape) == 0
}

// Broadcast returns the shape that a and b broadcast to, by numpy's rule: aligned at the last axis, lengths must be
// equal or one.
func Broadcast(a, b []int) (out []int, ok bool) {
	if len(a) < len(b) {
		a, b = b, a
	}
	out = slices.Clone(a)
	lead := len(a) - len(b)
	for i, d := range b {
		switch p := &out[lead+i]; {
		case *p == d || d == 1:
		case *p == 1:
			*p = d
		default:
			return nil, false
		}
	}
	return out, true
}

// BroadcastStrides returns the strides that read a tensor of the given shape and strides as if it had shape out: zero
// where it repeats. ok is false if it does not broadcast to out.
func BroadcastStrides(out, shape, strides []int) (res []int, ok bool) {
	lead := len(out) - len(shape)
	if lead < 0 {
		return nil, false
	}
	res = make([]int, len(out))
	for i, d := range shape {
		switch {
		case d == out[lead+i]:
			res[lead+i] = strides[i]
		case d != 1:
			return nil, false
		}
	}
	return res, true
}

// ReducedAxes lists the axes over which a gradient of shape from is summed to get shape to back,
// undoing Broadcast: first the leading axes that to lacks, then those where to has length one.
func ReducedAxes(from, to []int) []int {
	lead := len(from) - len(to)
	var axes []int
	for i := range from {
		if i < lead || (to[i-lead] == 1 && from[i] != 1) {
			axes = append(axes, i)
		}
	}
	return axes
}

// Axis normalizes axis, which may count from the end, to [0, ndim).
func Axis(axis, ndim int) (int, bool) {
	if axis < -ndim || axis >= ndim {
		return 0, false
	}
	if axis < 0 {
		axis += ndim
	}
	return axis, true
}

// Reduce returns the shape that remains after reducing the marked axes.
func Reduce(shape []int, reduced []bool, keepDims bool) []int {
	out := make([]int, 0, len(shape))
	for i, d := range shape {
		switch {
		case !reduced[i]:
			out = append(out, d)
		case keepDims:
			out = append(out, 1)
		}
	}
	return out
}

// Resolve replaces the one -1 in want so that it holds size elements.
func Resolve(want []int, size int) (out []int, ok bool) {
	out = slices.Clone(want)
	hole, known := -1, 1
	for i, d := range out {
		switch {
		case d >= 0:
			known *= d
		case d == -1 && hole < 0:
			hole = i
		default:
			return nil, false
		}
	}
	if hole < 0 {
		return out, known == size
	}
	if known == 0 || size%known != 0 {
		return nil, false
	}
	out[hole] = size / known
	return out, true
}

// Slice clips Python's start:stop:step to an axis of length n and returns where to start and how many elements to
// take. hasStart and hasStop distinguish an absent bound from a zero.
func Slice(start, stop, step int, hasStart, hasStop bool, n int) (first, count int) {
	lo, hi := 0, n // bounds are clipped to this range
	if step < 0 {
		lo, hi = -1, n-1
	}
	clip := func(i int) int {
		if i < 0 {
			i += n
		}
		return max(lo, min(i, hi))
	}
	first, end := lo, hi
	if step < 0 {
		first, end = hi, lo
	}
	if hasStart {
		first = clip(start)
	}
	if hasStop {
		end = clip(stop)
	}
	if step > 0 {
		return first, max(0, (end-first+step-1)/step)
	}
	return first, max(0, (first-end-step-1)/-step)
}
