package nn

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// SetGrad sets whether the cell records its ops when it is called outside gradient functions: Cell.set_grad, by
// default true. A gradient of the cell at the same arguments as the last call then does not run it again. The
// recording is used once; if an argument or a parameter has changed since, the gradient runs the cell as usual. It
// returns c.
func (c *Cell) SetGrad(on ...bool) *Cell {
	c.setGrad = len(on) == 0 || on[0]
	c.recorded.Store(nil)
	return c
}

// rehearsal is a recorded call.
type rehearsal struct {
	tape     *tensor.Tape
	args, in []any // as passed, and as watched by tape
	outs     []any
	versions []version
	params   []*tensor.Tensor
}

// version is a tensor with its version when it was recorded.
type version struct {
	t *tensor.Tensor
	n int
}

// beingRecorded reports whether an enclosing gradient is being computed, or recording is off.
func (c *Cell) beingRecorded(args []any) bool {
	return tensor.InNoGrad() || anyTracked(customgrad.Tensors(args)) || anyTracked(c.TrainableParams().ParamTensors())
}

// rehearse runs the cell and keeps the recording for a later gradient.
func (c *Cell) rehearse(args []any) []any {
	r := &rehearsal{tape: tensor.NewTape(), args: args, in: slices.Clone(args), params: c.TrainableParams().ParamTensors()}
	defer r.tape.Stop()
	for i, a := range args {
		x, ok := invoke.AsTensor(a)
		if !ok {
			continue
		}
		r.versions = append(r.versions, version{x, x.Version()})
		if _, param := a.(invoke.Valued); param {
			r.tape.WatchParam(x)
		} else {
			r.in[i] = r.tape.Watch(x)
		}
	}
	for _, p := range r.params {
		r.tape.WatchParam(p)
		r.versions = append(r.versions, version{p, p.Version()})
	}
	r.outs = c.hooked(r.in)
	c.recorded.Store(r)
	return r.outs
}

// Rehearsed returns the recording of the last call when SetGrad made one, its arguments were args and nothing
// changed since: the tape, the arguments as it watches them, and the outputs. It is for package grad, which may use
// it once to differentiate with respect to the arguments and to weights; ok reports whether there is one.
func (c *Cell) Rehearsed(args []any, weights []*tensor.Tensor) (tape *tensor.Tape, in, outs []any, ok bool) {
	r := c.recorded.Swap(nil)
	if r == nil || !slices.EqualFunc(r.args, args, sameArgument) || slices.ContainsFunc(r.versions, version.changed) {
		return nil, nil, nil, false
	}
	for _, w := range weights {
		if !slices.Contains(r.params, w) {
			return nil, nil, nil, false
		}
	}
	return r.tape, r.in, r.outs, true
}

// sameArgument compares comparable arguments; all others count as different.
func sameArgument(a, b any) bool {
	v := reflect.ValueOf(a)
	return !v.IsValid() && b == nil || v.IsValid() && v.Comparable() && a == b
}

func (v version) changed() bool { return v.t.Version() != v.n }
