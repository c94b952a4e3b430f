// Package numtext writes arrays as numpy 1.24 and MindSpore do, byte for byte.
//
// Str is numpy's str(array), which MindSpore prints for str(tensor); Repr is MindSpore's own
// repr(tensor). Both look only at the elements that they show: the text of a summarised array of any size costs the
// same.
package numtext

import (
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// Options are numpy's print options (numpy.set_printoptions) that concern us.
type Options struct {
	Precision int  // most digits after the decimal point
	Threshold int  // arrays with more elements than this are summarised
	EdgeItems int  // elements shown at each end of a summarised axis, at least 1
	LineWidth int  // characters a line may hold before it is broken
	Suppress  bool // fixed point even for small numbers, as far as below 1e8
}

// Defaults returns numpy's own settings.
func Defaults() Options {
	return Options{Precision: 8, Threshold: 1000, EdgeItems: 3, LineWidth: 75}
}

// Array is a strided view of typed values.
type Array struct {
	Values  any   // a slice of one of the fifteen element types
	Shape   []int // no entry is negative
	Strides []int // in elements, one per axis
	Offset  int   // of the first element in Values
}

// DType returns the element type.
func (a Array) DType() dtype.DType { return dtype.Of(a.Values) }

// Size returns the number of elements.
func (a Array) Size() int {
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	return n
}

// Str returns str(a) of numpy: the text of a number for a 0-d array, else bracketed rows. BFloat16,
// which numpy lacks, prints as the Float32 it widens to (Tensor.__str__ of MindSpore does that).
func Str(a Array, o Options) string {
	if len(a.Shape) == 0 {
		return string(appendItem(nil, a))
	}
	return string(brackets(nil, a, o, " ", 0))
}

// appendDims appends the numbers of shape, separated by ", ".
func appendDims(dst []byte, shape []int) []byte {
	for i, d := range shape {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(dst, int64(d), 10)
	}
	return dst
}

// indent appends n blanks.
func indent(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
