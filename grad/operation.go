package grad

import "github.com/msrepl/msrepl/tensor"

// GradOperation is ops.GradOperation: the gradient with respect to the first input, to all inputs, to
// weights, or to both.
//
//	GradOperation{}                                     the first input: a tensor
//	GradOperation{GetAll: true}                         all tensor inputs: a tuple
//	GradOperation{GetByList: true}                      the weights: a tuple, or a tensor for one Parameter
//	GradOperation{GetAll: true, GetByList: true}        (tuple for the inputs, tuple for the weights)
//
// With SensParam the last argument of the gradient function is the gradient with respect to the
// output, a tensor of the output's shape and dtype or, for several outputs, a tuple of these.
type GradOperation struct {
	GetAll, GetByList, SensParam bool
}

// Of returns the gradient function of fn. Weights are used if GetByList is set: an nn.ParameterTuple, an
// nn.ParameterList or one or more *nn.Parameter; without weights those of the cell fn are used. A function without
// weights is a TypeError.
func (g GradOperation) Of(fn any, weights ...Params) func(args ...any) Result {
	t := newTransform("GradOperation", fn)
	t.sens = g.SensParam
	t.all = g.GetAll
	if g.GetByList {
		t.by(paramsOf(fn, weights))
	} else if !g.GetAll {
		t.positions = []int{0}
	}
	return func(args ...any) Result {
		grads := t.run(args)
		switch {
		case g.GetAll && g.GetByList:
			return tuple(resultOf(grads.inputs), grads.weightPart())
		case g.GetByList:
			return grads.weightPart()
		case g.GetAll:
			return resultOf(grads.inputs)
		}
		return grads.inputPart()
	}
}

// Option is a keyword argument of mindspore.grad for [New].
type Option struct{ set func(*transform) }

// Position selects the gradients with respect to the inputs at the given positions (grad_position).
func Position(pos ...int) Option { return Option{func(t *transform) { t.at(pos) }} }

// Weights selects the gradients with respect to parameters (weights).
func Weights(w Params) Option { return Option{func(t *transform) { t.by(w) }} }

// HasAux makes only the first output contribute to the gradient; the others are returned with it (has_aux).
func HasAux() Option { return Option{func(t *transform) { t.aux = true }} }

// ReturnIDs pairs every gradient with its position or with its parameter's name (return_ids).
func ReturnIDs() Option { return Option{func(t *transform) { t.ids = true }} }

// Value makes the gradient function return the outputs before the gradients (mindspore.value_and_grad).
func Value() Option { return Option{func(t *transform) { t.value = true }} }

// New returns the gradient function of fn for any combination of options: mindspore.grad and
// mindspore.value_and_grad. Without [Position] and [Weights] the gradient is that of the first input.
//
// The result has the same structure as in MindSpore: a tensor for one position and a tuple for several; a tensor for
// one Parameter and a tuple for a collection; with both (input part, weight part). With HasAux it is (gradients,
// (aux, …)), with Value (outputs, gradients).
func New(fn any, opts ...Option) func(args ...any) Result {
	t := newTransform("grad", fn)
	for _, o := range opts {
		o.set(t)
	}
	if t.positions == nil && t.params == nil {
		t.positions = []int{0}
	}
	return func(args ...any) Result { return t.run(args).result() }
}

// result arranges the gradients as mindspore.grad returns them.
func (g *gradients) result() Result {
	var r Result
	switch {
	case g.t.params == nil:
		r = g.inputPart()
	case g.t.positions == nil:
		r = g.weightPart()
	default:
		r = tuple(g.inputPart(), g.weightPart())
	}
	switch {
	case g.t.value:
		return tuple(outputPart(g.outputs), r)
	case g.t.aux:
		return tuple(r, tupleOf(g.outputs[1:]))
	}
	return r
}

// inputPart returns a tensor for one gradient and a tuple for several or none.
func (g *gradients) inputPart() Result {
	parts := make([]Result, len(g.inputs))
	for i, x := range g.inputs {
		parts[i] = g.withID(g.at[i], x)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return tuple(parts...)
}

// weightPart returns a tensor for one Parameter and a tuple for a collection of any length.
func (g *gradients) weightPart() Result {
	names := g.t.params.ParamNames()
	parts := make([]Result, len(g.weights))
	for i, x := range g.weights {
		parts[i] = g.withID(names[i], x)
	}
	if g.t.params.Single() {
		return parts[0]
	}
	return tuple(parts...)
}

func (g *gradients) withID(id any, x *tensor.Tensor) Result {
	if g.t.ids {
		return tuple(resultOf(id), resultOf(x))
	}
	return resultOf(x)
}

// outputPart returns the output itself if there is one, else the tuple of all.
func outputPart(outs []any) Result {
	if len(outs) == 1 {
		return resultOf(outs[0])
	}
	return tupleOf(outs)
}
