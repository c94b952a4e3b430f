package grad

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// watched describes what a tape differentiates with respect to, and the arguments for the call.
type watched struct {
	args    []any
	at      []int            // positions of inputs
	inputs  []*tensor.Tensor // leaves that represent the inputs
	weights []*tensor.Tensor // leaves of all weights
	needed  []bool           // which of the weights are watched
}

// watch makes the inputs and weights of t leaves of tape.
func (t *transform) watch(tape *tensor.Tape, args []any) *watched {
	w := t.weights()
	t.choose(w, args, func(i int) { w.args[i] = watchArg(tape, w.args[i]) })
	for _, p := range w.required() {
		tape.WatchParam(p)
	}
	return w
}

// weights returns the weights of t.
func (t *transform) weights() *watched {
	w := &watched{}
	if t.params != nil {
		w.weights, w.needed = t.params.ParamTensors(), required(t.params)
	}
	return w
}

// choose records which inputs of t are tensors, after calling prepare for each.
func (t *transform) choose(w *watched, args []any, prepare func(i int)) {
	w.args = append([]any(nil), args...)
	for _, i := range t.selected(len(args)) {
		if _, ok := invoke.AsTensor(args[i]); ok {
			prepare(i)
			x, _ := invoke.AsTensor(w.args[i])
			w.at, w.inputs = append(w.at, i), append(w.inputs, x)
		}
	}
}

// selected returns the positions of the inputs to differentiate.
func (t *transform) selected(n int) []int {
	if t.all {
		return shape.UpTo(n)
	}
	note := ""
	if t.sens {
		note = " The last argument does not count: it is the gradient of the output, because 'sens_param' is True."
	}
	for _, p := range t.positions {
		if p >= n {
			tensor.Throw(t.op, tensor.ValueError, "Position index %d is exceed input size %d.%s", p, n, note)
		}
	}
	return t.positions
}

// watchArg makes a tensor a leaf. A Parameter is watched in place, so that the function still receives the
// Parameter.
func watchArg(tape *tensor.Tape, a any) any {
	switch a := a.(type) {
	case *tensor.Tensor:
		return tape.Watch(a)
	case invoke.Valued:
		tape.WatchParam(a.Value())
	}
	return a
}

// required returns the weights whose gradients are computed.
func (w *watched) required() []*tensor.Tensor {
	var l []*tensor.Tensor
	for i, p := range w.weights {
		if w.needed[i] {
			l = append(l, p)
		}
	}
	return l
}

// leaves returns all leaves, inputs first.
func (w *watched) leaves() []*tensor.Tensor {
	return append(append([]*tensor.Tensor(nil), w.inputs...), w.required()...)
}

// fill inserts zeros for weights that need no gradient.
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
