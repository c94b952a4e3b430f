package kernels

import "github.com/msrepl/msrepl/internal/compute/shape"

// This file maps many planes at once: it transposes them, so that the same cell of all planes is a row that vectors
// read.

// Limits on what is transposed at once: planes, of which fewer make rows too short for calls, and cells and outputs
// of each, which must fit in the second-level cache.
const (
	minTurned     = 16
	maxTurned     = 128
	turnedCells   = 2048
	turnedOutputs = 512
)

// turnedTaps is a map of transposed planes, a few outputs at a time.
type turnedTaps struct {
	*shape.Taps
	outputs int // the number computed together
}

// turnedMap returns m for transposed planes of T. It reports whether this is worthwhile: there must be many planes,
// weights (without which a sum takes no longer than a call), and outputs of so few cells that those of many planes
// fit in the caches.
func turnedMap[T Float](m *shape.Taps, planes int) (t turnedTaps, ok bool) {
	if _, single := any([]T(nil)).([]float32); !single || planes < minTurned || m.Weights == nil || m.Div != nil {
		return t, false
	}
	for n := min(turnedOutputs, m.Out); n >= min(minTurned, m.Out); n /= 2 {
		if t = (turnedTaps{m, n}); t.maxCells() <= turnedCells {
			return t, n > 0
		}
	}
	return t, false
}

// maxCells returns the largest number of cells, including those between them, of outputs computed together.
func (t turnedTaps) maxCells() (most int) {
	for o := 0; o < t.Out; o += t.outputs {
		from, to := t.cells(o, min(t.Out, o+t.outputs))
		most = max(most, to-from)
	}
	return most
}

// cells returns the range of cells, possibly empty, of outputs o to end.
func (t turnedTaps) cells(o, end int) (from, to int) {
	from = t.In
	for _, c := range t.Cells[o*t.Width : end*t.Width] {
		if c >= 0 {
			from, to = min(from, int(c)), max(to, int(c)+1)
		}
	}
	return min(from, to), to
}

// forward is Tap for n planes.
func (t turnedTaps) forward(dst, x []float32, n int) {
	t.each(n, func(o, end, from, to int, in, out scratch) {
		flipRows(in.room, 0, n, x[from:], t.In, to-from, n)
		clear(out.room[:(end-o)*n])
		for i := o; i < end; i++ {
			row := out.row(i - o)
			for k := i * t.Width; k < (i+1)*t.Width; k++ {
				if c := int(t.Cells[k]); c >= 0 {
					descend(row, in.row(c-from), -float32(t.Weights[k]))
				}
			}
		}
		flipRows(dst, o, t.Out, out.room, n, n, end-o)
	})
}

// backward is TapBack for n planes.
func (t turnedTaps) backward(dst, g []float32, n int) {
	t.each(n, func(o, end, from, to int, in, out scratch) {
		flipRows(in.room, 0, n, dst[from:], t.In, to-from, n)
		flipRows(out.room, 0, n, g[o:], t.Out, end-o, n)
		for i := o; i < end; i++ {
			row := out.row(i - o)
			for k := i * t.Width; k < (i+1)*t.Width; k++ {
				if c := int(t.Cells[k]); c >= 0 {
					descend(in.row(c-from), row, -float32(t.Weights[k]))
				}
			}
		}
		flipRows(dst, from, t.In, in.room, n, n, to-from)
	})
}

// each calls f for outputs computed together, with the range of their cells and memory for n planes of both.
func (t turnedTaps) each(n int, f func(o, end, from, to int, in, out scratch)) {
	planes := columns{width: n}
	in, out := planes.scratch(t.maxCells()+1), planes.scratch(t.outputs)
	for o := 0; o < t.Out; o += t.outputs {
		end := min(t.Out, o+t.outputs)
		from, to := t.cells(o, end)
		f(o, end, from, to, in, out)
	}
	in.giveBack()
	out.giveBack()
}
