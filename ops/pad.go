package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Value is the number that [Pad] adds.
func Value(v any) Option { return Option{"Value", v} }

// Pad returns x with padding: pairs of the numbers of elements added before and after the last axis, then the one
// before it, and so on; negative numbers crop. Options: [PaddingMode] ("constant"), [Value] (0, in mode "constant"
// only). Mode "reflect" mirrors x without its edge, "replicate" repeats the edge, "circular" wraps around, these
// three along as many axes as there are pairs. Padding for which the mode has too few elements is a ValueError.
//
//ms:op func=pad class=PadV3 types=all
func Pad(x *tensor.Tensor, padding []int, opts ...Option) *tensor.Tensor {
	const op = "Pad"
	o := read(op, opts, "PaddingMode", "Value")
	mode, value := kwargs.Get(o, "PaddingMode", "constant"), kwargs.Get[any](o, "Value", nil)
	if len(padding)%2 != 0 || len(padding) > 2*x.NDim() {
		tensor.Throw(op, tensor.ValueError, "For '%s', the length of 'padding' must be even and at most twice the dimension of input_x, but got %s for "+
			"input_x.shape = %s.", op, tupleText(padding), listText(x.Shape()))
	}
	if value != nil && mode != "constant" {
		tensor.Throw(op, tensor.ValueError, "For '%s', the padding mode '%s' can not set value, but got value %v.", op, mode, value)
	}
	source := padSources[mode]
	if mode != "constant" && (source == nil || mode == "symmetric") {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' must be one of 'constant', 'reflect', 'replicate' or 'circular', but got '%s'.", op, mode)
	}
	if mode == "constant" {
		return padConstant(x, padding, value)
	}
	for i := 0; i < len(padding); i += 2 {
		axis := x.NDim() - 1 - i/2
		x = padAxis(x, axis, padding[i], padding[i+1], mode, source)
	}
	return x
}

// padSources returns, by mode, the element of n that is at place i, which is below 0 or from n on, and whether there
// may be so much padding.
var padSources = map[string]func(i, n int) (from int, ok bool){
	"reflect": func(i, n int) (int, bool) {
		if i < 0 {
			return -i, -i < n
		}
		return 2*n - 2 - i, 2*n-2-i >= 0
	},
	"symmetric": func(i, n int) (int, bool) {
		if i < 0 {
			return -i - 1, -i-1 < n
		}
		return 2*n - 1 - i, 2*n-1-i >= 0
	},
	"replicate": func(i, n int) (int, bool) { return max(0, min(i, n-1)), n > 0 },
	"circular":  func(i, n int) (int, bool) { return (i%max(n, 1) + n) % max(n, 1), -n <= i && i < 2*n },
}

func padAxis(x *tensor.Tensor, axis, low, high int, mode string, source func(i, n int) (int, bool)) *tensor.Tensor {
	n := x.Dim(axis)
	engine.CheckMemory(tensor.Int64, []int{max(0, n+low+high)})
	index := make([]int, 0, max(0, n+low+high))
	for i := -low; i < n+high; i++ {
		from, ok := i, true
		if i < 0 || i >= n {
			from, ok = source(i, n)
		}
		if !ok {
			tensor.Throw("Pad", tensor.ValueError, "For 'Pad', the padding (%d, %d) of axis %d is too large for mode '%s': input_x.shape = %s.",
				low, high, axis, mode, listText(x.Shape()))
		}
		index = append(index, from)
	}
	if len(index) == 0 {
		tensor.Throw("Pad", tensor.ValueError, "For 'Pad', nothing is left of axis %d: input_x.shape = %s, padding (%d, %d).", axis, listText(x.Shape()), low, high)
	}
	return x.Gather(tensor.New(index), axis)
}

// padConstant crops where padding is negative and copies the rest into a tensor filled with value.
func padConstant(x *tensor.Tensor, padding []int, value any) *tensor.Tensor {
	dims := x.Shape()
	cut, place := wholeAxes(x.NDim()), wholeAxes(x.NDim())
	for i := 0; i < len(padding); i += 2 {
		axis, low, high := x.NDim()-1-i/2, padding[i], padding[i+1]
		n := dims[axis]
		first, end := max(0, -low), n-max(0, -high)
		dims[axis] = n + low + high
		if dims[axis] < 0 || first > n || end < 0 || end < first {
			tensor.Throw("Pad", tensor.ValueError, "For 'Pad', the padding (%d, %d) cuts off more than axis %d has: input_x.shape = %s.",
				low, high, axis, listText(x.Shape()))
		}
		cut[axis] = tensor.Span(first, end)
		place[axis] = tensor.Span(max(0, low), max(0, low)+end-first)
	}
	if value == nil {
		value = 0
	}
	inner := x.At(cut...)
	if slices.Equal(inner.Shape(), dims) {
		return inner.Clone()
	}
	return tensor.Full(dims, value, x.DType()).WithAt(inner, place...)
}

// wholeAxes returns n indices that take everything.
func wholeAxes(n int) []any { return slices.Repeat([]any{tensor.All()}, n) }

// MirrorPad returns x mirrored at its edges: paddings has for every axis how many elements are added before and
// after it. Mode "REFLECT" leaves the edge itself out, "SYMMETRIC" repeats it.
//
//ms:op func= class=MirrorPad types=all
func MirrorPad(x *tensor.Tensor, paddings [][]int, mode string) *tensor.Tensor {
	source := map[string]string{"REFLECT": "reflect", "SYMMETRIC": "symmetric"}[mode]
	if source == "" {
		tensor.Throw("MirrorPad", tensor.ValueError, "For 'MirrorPad', the 'mode' must be 'REFLECT' or 'SYMMETRIC', but got '%s'.", mode)
	}
	if len(paddings) != x.NDim() {
		tensor.Throw("MirrorPad", tensor.ValueError, "For 'MirrorPad', paddings must have a pair per axis, but got %d pairs for input_x.shape = %s.",
			len(paddings), listText(x.Shape()))
	}
	for axis, p := range paddings {
		if len(p) != 2 || p[0] < 0 || p[1] < 0 {
			tensor.Throw("MirrorPad", tensor.ValueError, "For 'MirrorPad', all elements of paddings must be pairs >= 0, but got %s.", tupleText(p))
		}
		x = padAxis(x, axis, p[0], p[1], mode, padSources[source])
	}
	return x
}

// PadTo returns x, whose last axis has length 1, padded with zeros at the end of that axis to the length size.
//
//ms:op func=padding class=Padding types=all
func PadTo(x *tensor.Tensor, size int) *tensor.Tensor {
	if x.NDim() < 2 || x.Dim(-1) != 1 || size < 1 {
		tensor.Throw("Padding", tensor.ValueError, "For 'Padding', the last dimension of 'x' must be 1 and 'pad_dim_size' positive, but got x.shape = %s and "+
			"pad_dim_size = %d.", listText(x.Shape()), size)
	}
	return padConstant(x, []int{0, size - 1}, nil)
}
