package grad

import (
	"github.com/msrepl/msrepl/internal/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// watched is what a tape differentiates with respect to, and the arguments to call the function with.
type watched struct {
	args    []any
	at      []int            // positions of inputs
	inputs  []*tensor.Tensor // leaves that stand for the inputs
	weights []*tensor.Tensor // leaves of all weights
	needed  []bool           // which of the weights are watched
}

// watch makes the inputs and weights of t leaves of tape.
func (t *transform) watch(tape *tensor.Tape, args []any) *watched {
	w := &watched{args: append([]any(nil), args...)}
	for _, i := range t.selected(len(args)) {
		w.input(tape, i)
	}
	if t.params != nil {
		w.weights, w.needed = t.params.ParamTensors(), required(t.params)
		for i, p := range w.weights {
			if w.needed[i] {
				tape.WatchParam(p)
			}
		}
	}
	return w
}

// selected returns the positions of the inputs to differentiate.
func (t *transform) selected(n int) []int {
	if t.all {
		pos := make([]int, n)
		for i := range pos {
			pos[i] = i
		}
		return pos
	}
	for _, p := range t.positions {
		if p >= n {
			tensor.Throw(t.op, tensor.ValueError, "Position index %d is exceed input size %d.", p, n)
		}
	}
	return t.positions
}

// input makes argument i a leaf when it is a tensor. A Parameter is watched in place, so that the
// function still gets the Parameter.
func (w *watched) input(tape *tensor.Tape, i int) {
	switch a := w.args[i].(type) {
	case *tensor.Tensor:
		if a == nil {
			return
		}
		x := tape.Watch(a)
		w.args[i] = x
		w.inputs = append(w.inputs, x)
	case invoke.Valued:
		tape.WatchParam(a.Value())
		w.inputs = append(w.inputs, a.Value())
	default:
		return
	}
	w.at = append(w.at, i)
}

// leaves returns all that is watched, inputs first.
func (w *watched) leaves() []*tensor.Tensor {
	l := append([]*tensor.Tensor(nil), w.inputs...)
	for i, p := range w.weights {
		if w.needed[i] {
			l = append(l, p)
		}
	}
	return l
}

// fill puts zeros where a weight needs no gradient.
func (w *watched) fill(grads []*tensor.Tensor) tensor.Tuple {
	all := make(tensor.Tuple, len(w.weights))
	for i, p := range w.weights {
		if !w.needed[i] {
			all[i] = tensor.ZerosLike(p)
			continue
		}
		all[i], grads = grads[0], grads[1:]
	}
	return all
}
