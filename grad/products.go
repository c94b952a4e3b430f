package grad

import (
	"slices"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// VJP calls fn on the inputs and returns its output and the function that multiplies a vector with the Jacobian from
// the left: mindspore.vjp. The function takes one tensor per output, with the output's shape and dtype, and returns
// one gradient per tensor input. It may be called any number of times.
func VJP(fn any, inputs ...any) (output Result, vjp func(v ...any) tensor.Tuple) {
	r := vectorJacobian(fn, nil, false, inputs)
	return outputPart(r.outputs), func(v ...any) tensor.Tuple { g, _ := r.times(v); return g }
}

// VJPBy is [VJP] with respect to the inputs and weights; the function returns both kinds of gradients:
// mindspore.vjp(fn, *inputs, weights=…).
func VJPBy(fn any, weights Params, inputs ...any) (output Result, vjp func(v ...any) (inputs, weights tensor.Tuple)) {
	r := vectorJacobian(fn, weights, false, inputs)
	return outputPart(r.outputs), func(v ...any) (inputs, weights tensor.Tuple) { return r.times(v) }
}

// VJPAux is [VJP] of the first output only; the others are returned as aux, a single one as it is, several as a
// tuple: mindspore.vjp(fn, *inputs, has_aux=True). A function with one output raises ValueError.
func VJPAux(fn any, inputs ...any) (output Result, vjp func(v ...any) tensor.Tuple, aux Result) {
	r := vectorJacobian(fn, nil, true, inputs)
	return resultOf(r.outputs[0]), func(v ...any) tensor.Tuple { g, _ := r.times(v); return g }, outputPart(r.outputs[1:])
}

func vectorJacobian(fn any, weights Params, aux bool, inputs []any) *recording {
	t := newTransform("vjp", fn)
	t.all, t.sens, t.aux = true, true, aux
	if weights != nil {
		t.by(weights)
	}
	return t.record(slices.Clone(inputs))
}

// times multiplies v by the Jacobian from the left.
func (r *recording) times(v []any) (inputs, weights tensor.Tuple) {
	sens := r.t.cotangents(slices.Clone(v), r.tensors)
	grads := r.tape.Gradient(r.tensors, sens, r.watched.leaves())
	n := len(r.watched.inputs)
	return grads[:n:n], r.watched.fill(grads[n:])
}

// JVP calls fn on inputs and returns its output and the product of the Jacobian with v: mindspore.jvp. v has one
// tensor per input, with the input's shape and dtype; another number raises ValueError.
func JVP(fn any, inputs, v tensor.Tuple) (output, jvp Result) {
	f := jacobianVector(fn, false, inputs, v)
	return outputPart(f.outputs), tensorsResult(f.product(v))
}

// JVPAux is [JVP] of the first output only; the others are returned as aux, a single one as it is, several as a
// tuple: mindspore.jvp(fn, inputs, v, has_aux=True). A function with one output raises ValueError.
func JVPAux(fn any, inputs, v tensor.Tuple) (output, jvp, aux Result) {
	f := jacobianVector(fn, true, inputs, v)
	return resultOf(f.outputs[0]), tensorsResult(f.product(v)), outputPart(f.outputs[1:])
}

func jacobianVector(fn any, aux bool, inputs, v tensor.Tuple) *forward {
	if len(v) != len(inputs) {
		tensor.Throw("jvp", tensor.ValueError, "v has invalid length: should be %d, but got %d", len(inputs), len(v))
	}
	for i, x := range inputs {
		if !slices.Equal(v[i].Shape(), x.Shape()) {
			tensor.Throw("jvp", tensor.ValueError, "v[%d] has invalid shape: should be %s, but got %s", i, shapeText(x), shapeText(v[i]))
		}
	}
	t := newTransform("jvp", fn)
	t.all, t.aux = true, aux
	return t.push(pyrepr.Anys(inputs))
}

// recording is a call whose graph is kept for any number of backward passes.
type recording struct {
	t       *transform
	outputs []any
	tensors []*tensor.Tensor // the tensors among the outputs
	watched *watched
	tape    *tensor.Tape
}

// record calls the function once and keeps its graph.
func (t *transform) record(args []any) *recording {
	t.mayRecord()
	r := &recording{t: t, tape: tensor.NewTape()}
	defer r.tape.Stop()
	r.tape.Keep()
	r.watched = t.watch(r.tape, args)
	r.outputs = spread(t.call(r.watched.args))
	r.tensors = t.counted(r.outputs)
	return r
}

// forward is a call for forward-mode products. The gradient g(u) of Σ u·f is linear in u, so the gradient of Σ
// v·g(u) with respect to u is the product of f's Jacobian and v.
type forward struct {
	*recording
	tape  *tensor.Tape // records u
	u     []*tensor.Tensor
	grads []*tensor.Tensor
}

func (t *transform) push(args []any) *forward {
	f := &forward{recording: t.record(args), tape: tensor.NewTape()}
	defer f.tape.Stop()
	f.tape.Keep()
	for _, y := range f.tensors {
		f.u = append(f.u, f.tape.Watch(tensor.OnesLike(y.Detach())))
	}
	f.grads = f.recording.tape.Gradient(f.tensors, f.u, f.watched.inputs)
	return f
}

// product returns the Jacobian times v, one tensor per output.
func (f *forward) product(v []*tensor.Tensor) []*tensor.Tensor {
	return f.tape.Gradient(f.grads, v, f.u)
}

// tensorsResult returns a tensor for one and a tuple for several.
func tensorsResult(l []*tensor.Tensor) Result { return outputPart(pyrepr.Anys(l)) }

// Derivative calls fn on inputs and returns its output and its derivative of the given order, at least 1, in the
// direction in which all elements of the inputs grow equally; if fn is elementwise, this is the derivative of each
// element: mindspore.ops.derivative. An order below 1 raises ValueError.
func Derivative(fn any, inputs tensor.Tuple, order int) (output, derivative Result) {
	if order < 1 {
		tensor.Throw("derivative", tensor.ValueError, "For 'derivative', the 'order' must be at least 1, but got %d.", order)
	}
	along := func(fn any, xs tensor.Tuple) *forward { return jacobianVector(fn, false, xs, onesLike(xs)) }
	last := fn
	for range order - 1 {
		f := last
		last = func(xs ...*tensor.Tensor) tensor.Tuple { return along(f, xs).product(onesLike(xs)) }
	}
	output = outputPart(along(fn, inputs).outputs)
	return output, tensorsResult(along(last, inputs).product(onesLike(inputs)))
}

func onesLike(xs tensor.Tuple) tensor.Tuple {
	return each(xs, func(x *tensor.Tensor) *tensor.Tensor { return tensor.OnesLike(x) })
}
