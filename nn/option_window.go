package nn

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Stride sets the stride of a window (stride), one for all axes or one per axis; the default is 1.
func Stride(n ...int) Option { return Option{"Stride", n} }

// PadMode sets how the input is padded (pad_mode): "valid" not at all, "same" so that a stride of 1
// keeps the shape, "pad" as [Padding] says.
func PadMode(mode string) Option { return Option{"PadMode", mode} }

// Padding sets how many elements are added on each side (padding): one number for all axes, or two per axis, before
// and after it; the default is 0.
func Padding(n ...int) Option { return Option{"Padding", n} }

// OutputPadding sets how many elements are added on one side of the result of a transposed convolution
// (output_padding), one number for all axes or one per axis; the default is 0.
func OutputPadding(n ...int) Option { return Option{"OutputPadding", n} }

// Dilation sets the distance between elements of a window (dilation), one for all axes or one per axis; 1 without it.
func Dilation(n ...int) Option { return Option{"Dilation", n} }

// Groups sets the number of groups of channels (group); the default is 1.
func Groups(n int) Option { return Option{"Groups", n} }

// CeilMode rounds the output shape of a pool up instead of down (ceil_mode).
func CeilMode(on bool) Option { return Option{"CeilMode", on} }

// CountIncludePad sets whether padding is included in an average (count_include_pad); the default is true.
func CountIncludePad(on bool) Option { return Option{"CountIncludePad", on} }

// DivisorOverride divides the sum of a window by n instead of the number of its elements (divisor_override).
func DivisorOverride(n int) Option { return Option{"DivisorOverride", n} }

// perAxis parses an int or a []int: a positive number for each axis, or one for all.
func perAxis(layer, arg string, v any, axes int) []int {
	n := axisNumbers(layer, arg, v, axes)
	for _, k := range n {
		positive(layer, arg+" item", k)
	}
	return n
}

// axisNumbers parses an int or a []int: a number for each axis, or one for all.
func axisNumbers(layer, arg string, v any, axes int) []int {
	n := intList(layer, arg, v)
	switch len(n) {
	case axes:
		return n
	case 1:
		return slices.Repeat(n, axes)
	}
	tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be an int or a tuple of %d ints, but got %s.", layer, arg, axes, pyShape(n))
	return nil
}

// intList parses an int or a []int.
func intList(layer, arg string, v any) []int {
	if list, ok := shape.Sizes(v); ok {
		return slices.Clone(list)
	}
	tensor.Throw(layer, tensor.TypeError, "For '%s', the type of '%s' must be int or []int, but got %s.",
		layer, arg, invoke.TypeName(reflect.TypeOf(v)))
	return nil
}

// oneOf raises ValueError unless v is among the allowed words (validator.check_string).
func oneOf(layer, arg, v string, allowed ...string) {
	if !slices.Contains(allowed, v) {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be str and must be in '%s', but got '%s'.",
			layer, arg, pyList(allowed), v)
	}
}

// pyList formats a list of strings as Python does.
func pyList(words []string) string {
	s := "["
	for i, w := range words {
		if i > 0 {
			s += ", "
		}
		s += "'" + w + "'"
	}
	return s + "]"
}

// pyInts formats a single number as itself, several as a Python tuple.
func pyInts(n []int) string {
	if len(n) == 1 {
		return tensor.Repr(n[0])
	}
	return pyShape(n)
}
