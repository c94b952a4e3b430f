package ops

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Stride sets the stride of a window (stride), one for all axes or one per axis.
func Stride(n ...int) Option { return Option{"Stride", n} }

// Padding sets how many elements are added on each side (padding): one for all axes, one per axis, or two per axis,
// before and after it.
func Padding(n ...int) Option { return Option{"Padding", n} }

// Dilation sets the distance between elements of a window (dilation), one for all axes or one per axis.
func Dilation(n ...int) Option { return Option{"Dilation", n} }

// PadMode sets how the input is padded (pad_mode): "valid" not at all, "same" so that a stride of 1 keeps its shape,
// "pad" as [Padding] says.
func PadMode(mode string) Option { return Option{"PadMode", mode} }

// OutputPadding sets how many elements are added on one side of the result of a transposed convolution
// (output_padding).
func OutputPadding(n ...int) Option { return Option{"OutputPadding", n} }

// Groups sets the number of groups of channels (groups).
func Groups(n int) Option { return Option{"Groups", n} }

// Bias sets a vector with an element per channel that is added to the result (bias).
func Bias(b *tensor.Tensor) Option { return Option{"Bias", b} }

// CeilMode rounds the output shape of a pool up instead of down (ceil_mode).
func CeilMode(on bool) Option { return Option{"CeilMode", on} }

// CountIncludePad includes padding in an average (count_include_pad).
func CountIncludePad(on bool) Option { return Option{"CountIncludePad", on} }

// DivisorOverride divides the sum of a window by n instead of the number of its elements (divisor_override).
func DivisorOverride(n int) Option { return Option{"DivisorOverride", n} }

// ints returns an option with one number per axis; a single number applies to all axes.
func ints(op string, o options, name string, axes, otherwise int) []int {
	return perAxis(op, name, kwargs.Get(o, name, []int{otherwise}), axes)
}

// perAxis repeats a single number for all axes.
func perAxis(op, name string, v []int, axes int) []int {
	switch len(v) {
	case axes:
		return v
	case 1:
		return slices.Repeat(v, axes)
	}
	tensor.Throw(op, tensor.ValueError, "For '%s', the '%s' must be an int or a tuple of %d ints, but got %s.", op,
		pyrepr.Snake(name), axes, tupleText(v))
	return nil
}

// sizes parses an argument that is an int or a []int and returns one number per axis.
func sizes(op, name string, v any, axes int) []int {
	if x, ok := v.(*tensor.Tensor); ok && x.DType().IsInt() && x.NDim() < 2 {
		list := make([]int, x.Size())
		for i, n := range x.AsType(tensor.Int64).Int64s() {
			list[i] = int(n)
		}
		v = list
	}
	if list, ok := shape.Sizes(v); ok {
		return perAxis(op, name, list, axes)
	}
	tensor.Throw(op, tensor.TypeError, "For '%s', the type of '%s' must be int or []int, but got %T.", op,
		pyrepr.Snake(name), v)
	return nil
}

// positive raises ValueError unless all numbers are at least one.
func positive(op, name string, v []int) []int {
	for _, n := range v {
		if n <= 0 {
			tensor.Throw(op, tensor.ValueError, "For '%s', the '%s' must be positive, but got %s.", op, pyrepr.Snake(name),
				tupleText(v))
		}
	}
	return v
}

// tupleText formats a shape as a Python tuple: (2, 3), (2,), ().
func tupleText(dims []int) string { return shape.Tuple(dims) }

// listText formats a shape as MindSpore's C++ side does: [2, 3].
func listText(dims []int) string { return pyrepr.Line(dims) }

func joinInts(dims []int) string { return strings.Trim(listText(dims), "[]") }
