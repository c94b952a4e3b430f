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
		engine.CheckMemory(t.DType(), []int{w[0] + n + w[1]})
		return extended(t, axis, w, mode)
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

// extended pads an axis with its own elements. A round copies at most the array so far, up to a border at which the
// elements repeat or turn around, so that a few rounds suffice for a border much longer than the array.
func extended(t *tensor.Tensor, axis int, w [2]int, mode string) *tensor.Tensor {
	n := t.Dim(axis)
	unit, skip := n, 0
	switch {
	case mode == "edge" || mode == "reflect" && n == 1:
		return bordered(t, axis, w, t.Narrow(axis, 0, 1), t.Narrow(axis, n-1, 1))
	case mode == "reflect":
		unit, skip = n-1, 1 // the element at the edge is not repeated
	case mode != "wrap" && mode != "symmetric":
		tensor.Throw("pad", tensor.ValueError, "mode '%s' is not supported", mode)
	}
	for w != [2]int{} {
		m := t.Dim(axis)
		most := (m - skip) / unit * unit
		before, after := min(w[0], most), min(w[1], most)
		var first, last *tensor.Tensor
		if mode == "wrap" {
			first, last = t.Narrow(axis, most-before, before), t.Narrow(axis, m-most, after)
		} else {
			first = t.Narrow(axis, skip, before).Flip(axis)
			last = t.Narrow(axis, m-skip-after, after).Flip(axis)
		}
		t = tensor.Concat([]*tensor.Tensor{first, t, last}, axis)
		w = [2]int{w[0] - before, w[1] - after}
	}
	return t
}
