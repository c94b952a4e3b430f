// Package numtext formats arrays exactly as numpy 1.24 and MindSpore do.
//
// Str is numpy's str(array), which MindSpore prints for str(tensor); Repr is MindSpore's own repr(tensor). Both read
// only the elements that they show: the cost of a summarised array does not depend on its size.
package numtext

import (
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// Options holds the supported print options of numpy (numpy.set_printoptions).
type Options struct {
	Precision int  // maximum number of digits after the decimal point
	Threshold int  // arrays with more elements than this are summarised
	EdgeItems int  // elements shown at each end of a summarised axis, at least 1
	LineWidth int  // maximum number of characters per line
	Suppress  bool // fixed point even for small numbers, below 1e8
}

// Defaults returns numpy's default settings.
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

// Str returns numpy's str(a): the text of a number for a 0-d array, else bracketed rows. BFloat16, which numpy lacks,
// is printed as the Float32 to which it widens, as MindSpore's Tensor.__str__ does.
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

// indent appends n spaces.
func indent(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
