package grad

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// transform describes a gradient function: what to differentiate, and with respect to what.
type transform struct {
	op        string // MindSpore's name, for errors
	fn        any
	call      func(args []any) []any
	all       bool  // with respect to every tensor input
	positions []int // with respect to these inputs
	params    Params
	sens      bool // the last argument is the gradient of the output
	aux       bool // only the first output is differentiated
	ids       bool // pair gradients with positions and names
	value     bool // return the outputs too
}

// gradients is the outcome of one call.
type gradients struct {
	t       *transform
	outputs []any        // what the function returned
	at      []int        // positions of inputs
	inputs  tensor.Tuple // gradients of the inputs at these positions
	weights tensor.Tuple // gradients of the parameters
}

func newTransform(op string, fn any) *transform {
	return &transform{op: op, fn: fn, call: invoke.MustCall(op, fn)}
}

// at sets the positions after MindSpore's checks.
func (t *transform) at(pos []int) {
	for _, p := range pos {
		switch {
		case p < 0 && len(pos) == 1:
			tensor.Throw(t.op, tensor.ValueError, "grad_position must be >= 0.")
		case p < 0:
			tensor.Throw(t.op, tensor.ValueError, "The element in grad_position must be >= 0.")
		}
	}
	sorted := slices.Clone(pos)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(pos) {
		tensor.Throw(t.op, tensor.ValueError, "There are duplicate positions in `grad_position`, please check it")
	}
	if len(pos) == 0 {
		tensor.Throw(t.op, tensor.ValueError, "`grad_position` and `weight` can not be None at the same time.")
	}
	t.positions = slices.Clone(pos)
}

// by sets the weights, which must be given.
func (t *transform) by(w Params) {
	if w == nil || reflect.ValueOf(w).Kind() == reflect.Pointer && reflect.ValueOf(w).IsNil() {
		tensor.Throw(t.op, tensor.ValueError, "`grad_position` and `weight` can not be None at the same time.")
	}
	t.params = w
}

// run calls the function once and differentiates it.
func (t *transform) run(args []any) *gradients {
	t.mayRecord()
	args, sens := t.split(args)
	tape, w, outputs := t.forward(args)
	outputs = spread(outputs)
	counted := t.counted(outputs)
	grads := tape.Gradient(counted, t.cotangents(sens, counted), w.leaves())
	g := &gradients{t: t, outputs: outputs, at: w.at, inputs: tensor.Tuple(grads[:len(w.inputs)])}
	g.weights = w.fill(grads[len(w.inputs):])
	return g
}

// mayRecord raises RuntimeError inside NoGrad (ops/composite/base.py).
func (t *transform) mayRecord() {
	if tensor.InNoGrad() {
		tensor.Throw(t.op, tensor.RuntimeError, "In no_grad context, you can not calculate gradient")
	}
}

// forward calls the function and records it, or takes the recording of the same call that a cell with SetGrad has
// made.
func (t *transform) forward(args []any) (*tensor.Tape, *watched, []any) {
	if c, ok := t.fn.(rehearsed); ok {
		w := t.weights()
		if tape, in, outputs, ok := c.Rehearsed(args, w.required()); ok {
			t.choose(w, in, func(int) {})
			return tape, w, outputs
		}
	}
	tape := tensor.NewTape()
	defer tape.Stop()
	w := t.watch(tape, args)
	return tape, w, t.call(w.args)
}

// rehearsed is implemented by cells, see nn.Cell.SetGrad.
type rehearsed interface {
	Rehearsed(args []any, weights []*tensor.Tensor) (tape *tensor.Tape, in, outs []any, ok bool)
}

// split separates the sens argument from the inputs.
func (t *transform) split(args []any) (inputs []any, sens any) {
	inputs = slices.Clone(args)
	if !t.sens {
		return inputs, nil
	}
	if len(inputs) == 0 {
		tensor.Throw(t.op, tensor.ValueError, "For '%s', the last argument should be the gradient of the output "+
			"because 'sens_param' is True, but got no argument.", t.op)
	}
	last := len(inputs) - 1
	return inputs[:last], inputs[last]
}

// counted returns the tensors among the outputs that are differentiated.
func (t *transform) counted(outputs []any) []*tensor.Tensor {
	if t.aux {
		if len(outputs) < 2 {
			tensor.Throw(t.op, tensor.ValueError, "When has_aux is True, origin fn requires more than one outputs.")
		}
		outputs = outputs[:1]
	}
	return flatten(outputs)
}

func (g *gradients) onlyInput() *tensor.Tensor {
	if len(g.inputs) == 0 {
		tensor.Throw(g.t.op, tensor.TypeError, "For '%s', the input at position %d should be a Tensor, "+
			"there is no gradient with respect to another type.", g.t.op, g.t.positions[0])
	}
	return g.inputs[0]
}

func (g *gradients) onlyOutput() *tensor.Tensor {
	if len(g.outputs) == 1 {
		if x, ok := invoke.AsTensor(g.outputs[0]); ok {
			return x
		}
	}
	tensor.Throw(g.t.op, tensor.TypeError, "For '%s', the function should return one Tensor, but it returned %d values; "+
		"use grad.New with grad.Value().", g.t.op, len(g.outputs))
	return nil
}
