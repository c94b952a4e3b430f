package numtext

import "github.com/msrepl/msrepl/internal/compute/dtype"

// words formats the shown elements, numbered in row-major order. The words of one array are padded to form columns.
type words interface {
	put(dst []byte, i int) []byte
}

// style returns the words of types that numpy and MindSpore format differently.
type style interface {
	floats(vals []float64, d dtype.DType) words
	complexes(vals []complex128, d dtype.DType) words
}

// pick returns the words of the shown elements: all along an axis, or edge at each end of a cut axis.
func pick(a Array, cut []bool, edge int, s style) words {
	switch v := a.Values.(type) {
	case []bool:
		return boolWords(gather(v, a, cut, edge))
	case []int8:
		return newIntWords(gather(v, a, cut, edge))
	case []uint8:
		return newIntWords(gather(v, a, cut, edge))
	case []int16:
		return newIntWords(gather(v, a, cut, edge))
	case []uint16:
		return newIntWords(gather(v, a, cut, edge))
	case []int32:
		return newIntWords(gather(v, a, cut, edge))
	case []uint32:
		return newIntWords(gather(v, a, cut, edge))
	case []int64:
		return newIntWords(gather(v, a, cut, edge))
	case []uint64:
		return newIntWords(gather(v, a, cut, edge))
	case []complex64:
		return s.complexes(widen(gather(v, a, cut, edge), func(c complex64) complex128 { return complex128(c) }), dtype.Complex64)
	case []complex128:
		return s.complexes(gather(v, a, cut, edge), dtype.Complex128)
	}
	return s.floats(pickFloats(a, cut, edge), a.DType())
}

// pickFloats returns the shown elements of a real floating point array, exactly.
func pickFloats(a Array, cut []bool, edge int) []float64 {
	switch v := a.Values.(type) {
	case []dtype.Half:
		return widen(gather(v, a, cut, edge), func(h dtype.Half) float64 { return float64(h.Float32()) })
	case []dtype.BF16:
		return widen(gather(v, a, cut, edge), func(b dtype.BF16) float64 { return float64(b.Float32()) })
	case []float32:
		return widen(gather(v, a, cut, edge), func(f float32) float64 { return float64(f) })
	case []float64:
		return gather(v, a, cut, edge)
	}
	panic("numtext: values of no element type")
}

func widen[T, U any](vals []T, to func(T) U) []U {
	out := make([]U, len(vals))
	for i, v := range vals {
		out[i] = to(v)
	}
	return out
}

// gather returns the shown elements of a in row-major order, without a copy if they already are.
func gather[T any](vals []T, a Array, cut []bool, edge int) []T {
	if n := a.Size(); n == 0 || a.dense(cut) {
		return vals[a.Offset : a.Offset+n]
	}
	return widen(a.places(nil, cut, edge, 0, a.Offset), func(at int) T { return vals[at] })
}

// places appends the indices of the shown elements along the given axis and the following ones, starting at index at.
func (a Array) places(out []int, cut []bool, edge, axis, at int) []int {
	if axis == len(a.Shape) {
		return append(out, at)
	}
	n, step := a.Shape[axis], a.Strides[axis]
	for i := 0; i < n; i++ {
		if cut[axis] && i == edge {
			i = n - edge
		}
		out = a.places(out, cut, edge, axis+1, at+i*step)
	}
	return out
}

// dense reports whether the elements of a are contiguous in row-major order and none is omitted.
func (a Array) dense(cut []bool) bool {
	step := 1
	for i := len(a.Shape) - 1; i >= 0; i-- {
		if cut[i] || a.Shape[i] != 1 && a.Strides[i] != step {
			return false
		}
		step *= a.Shape[i]
	}
	return true
}
