package np

import (
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Pad returns x with a border. Width is one int for all sides, []int{before, after} for all axes, or [][]int with
// such a pair for each axis. Modes are "constant", zeros, which is the default, "edge", "reflect", "symmetric",
// "wrap", "maximum", "minimum", "mean" and "median", which take the elements of a whole axis. [PadConstant] pads with
// other values than 0. An unknown mode and invalid widths raise ValueError. numpy.pad.
func Pad(x, width any, mode ...string) *tensor.Tensor {
	t := tensorOf(x)
	way := kwargs.Optional(mode, "constant")
	if way == "constant" {
		return PadConstant(t, width, 0)
	}
	for axis, w := range padWidths(width, t.NDim()) {
		if w != [2]int{} {
			t = padAxis(t, axis, w, way)
		}
	}
	return t
}

// PadConstant is [Pad] with a value, []int{before, after} or another pair of numbers for all axes, or a list with such
// a pair for each axis: numpy.pad(x, width, constant_values=value).
func PadConstant(x, width, value any) *tensor.Tensor {
	t := tensorOf(x)
	if v := tensorOf(value); v.NDim() > 0 {
		v = v.AsType(t.DType()).BroadcastTo(t.NDim(), 2)
		for axis, w := range padWidths(width, t.NDim()) {
			t = bordered(t, axis, w, v.At(axis, 0), v.At(axis, 1))
		}
		return t
	}
	dims := []int(t.Shape())
	place := make([]any, len(dims))
	for i, w := range padWidths(width, t.NDim()) {
		place[i] = tensor.Span(w[0], w[0]+dims[i])
		dims[i] += w[0] + w[1]
	}
	return tensor.Full(dims, value, t.DType()).WithAt(t, place...)
}

// padWidths returns a pair for each axis.
func padWidths(width any, rank int) [][2]int {
	var pairs [][]int
	switch w := width.(type) {
	case int:
		pairs = [][]int{{w, w}}
	case []int:
		pairs = [][]int{w}
	case [][]int:
		pairs = w
	default:
		tensor.Throw("pad", tensor.TypeError, "`pad_width` must be an int, []int or [][]int, but got %T", width)
	}
	out := make([][2]int, rank)
	require("pad", len(pairs) == 1 || len(pairs) == rank, "`pad_width` must have a pair for all axes or one for each")
	for i := range out {
		p := pairs[min(i, len(pairs)-1)]
		if len(p) == 1 {
			p = []int{p[0], p[0]}
		}
		require("pad", len(p) == 2 && p[0] >= 0 && p[1] >= 0, "index can't contain negative values")
		out[i] = [2]int{p[0], p[1]}
	}
	return out
}

// padAxis pads one axis.
func padAxis(t *tensor.Tensor, axis int, w [2]int, mode string) *tensor.Tensor {
	n := t.Dim(axis)
	require("pad", n > 0, "can't extend empty axis using modes other than 'constant' or 'empty'")
	var border *tensor.Tensor
	switch mode {
	case "maximum":
		border = t.MaxAxes([]int{axis}, true)
	case "minimum":
		border = t.MinAxes([]int{axis}, true)
	case "mean", "median":
		if border = t; exact(t) {
			border = t.AsType(tensor.Float64)
		}
		if mode == "mean" {
			border = border.MeanAxes([]int{axis}, true)
		} else {
			border = border.QuantileAxes(0.5, []int{axis}, true)
		}
		if exact(t) {
			if t.DType() != tensor.Bool {
				border = border.Round()
			}
			border = border.AsType(t.DType())
		}
	default:
		engine.CheckMemory(tensor.Int64, []int{w[0] + n + w[1]})
		index := make([]int64, 0, w[0]+n+w[1])
		for i := -w[0]; i < n+w[1]; i++ {
			index = append(index, int64(padIndex(i, n, mode)))
		}
		return t.Gather(tensor.Share(index), axis)
	}
	return bordered(t, axis, w, border, border)
}

// bordered puts copies of two tensors before and after t along an axis.
func bordered(t *tensor.Tensor, axis int, w [2]int, before, after *tensor.Tensor) *tensor.Tensor {
	side := func(border *tensor.Tensor, n int) *tensor.Tensor {
		shape := slices.Clone(t.Shape())
		shape[axis] = n
		return border.BroadcastTo(shape...)
	}
	return tensor.Concat([]*tensor.Tensor{side(before, w[0]), t, side(after, w[1])}, axis)
}

// padIndex returns which of n elements is at place i, which may be outside of the array.
func padIndex(i, n int, mode string) int {
	wrapped := func(i, period int) int { return (i%period + period) % period }
	switch mode {
	case "edge":
		return min(max(i, 0), n-1)
	case "wrap":
		return wrapped(i, n)
	case "symmetric":
		if i = wrapped(i, 2*n); i >= n {
			i = 2*n - 1 - i
		}
		return i
	case "reflect":
		if n == 1 {
			return 0
		}
		if i = wrapped(i, 2*n-2); i >= n {
			i = 2*n - 2 - i
		}
		return i
	}
	tensor.Throw("pad", tensor.ValueError, "mode '%s' is not supported", mode)
	return 0
}
