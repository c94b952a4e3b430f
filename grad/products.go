package grad

import (
	"slices"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// VJP calls fn on the inputs and returns its output and the function that multiplies a vector with
// the Jacobian from the left: mindspore.vjp. The function takes one tensor per output, of its shape
// and dtype, and returns one gradient per tensor input. It may be called any number of times.
func VJP(fn any, inputs ...any) (output Result, vjp func(v ...any) tensor.Tuple) {
	t := newTransform("vjp", fn)
	t.all, t.sens = true, true
	r := t.record(unwrapped(inputs))
	return outputPart(r.outputs), func(v ...any) tensor.Tuple {
		sens := t.cotangents(unwrapped(v), r.tensors)
		return r.tape.Gradient(r.tensors, sens, r.watched.inputs)
	}
}

// JVP calls fn on inputs and returns its output and the product of the Jacobian with v, one tensor
// per input of its shape and dtype: mindspore.jvp. Another number of vectors raises ValueError.
func JVP(fn any, inputs, v tensor.Tuple) (output, jvp Result) {
	if len(v) != len(inputs) {
		tensor.Throw("jvp", tensor.ValueError, "v has invalid length: should be %d, but got %d", len(inputs), len(v))
	}
	for i, x := range inputs {
		if !slices.Equal(v[i].Shape(), x.Shape()) {
			tensor.Throw("jvp", tensor.ValueError, "v[%d] has invalid shape: should be %s, but got %s", i, shapeText(x), shapeText(v[i]))
		}
	}
	t := newTransform("jvp", fn)
	t.all = true
	f := t.push(anys(inputs))
	return outputPart(f.outputs), tensorsResult(f.product(v))
}

// recording is a call whose graph is kept for any number of backward passes.
type recording struct {
	outputs []any
	tensors []*tensor.Tensor // those among the outputs
	watched *watched
	tape    *tensor.Tape
}

// record calls the function once and keeps its graph.
func (t *transform) record(args []any) *recording {
	r := &recording{tape: tensor.NewTape()}
	defer r.tape.Stop()
	r.tape.Keep()
	r.watched = t.watch(r.tape, args)
	r.outputs = spread(t.call(r.watched.args))
	r.tensors = t.counted(r.outputs)
	return r
}

// forward is a call that can push vectors through. The gradient g(u) of Σ u·f is linear in u, so that
// the gradient of Σ v·g(u) with respect to u is the product of f's Jacobian with v.
type forward struct {
	*recording
	tape  *tensor.Tape // of u
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

func unwrapped(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = bridge.Unwrap(a)
	}
	return out
}

// tensorsResult is a tensor for one and a tuple for several.
func tensorsResult(l []*tensor.Tensor) Result { return outputPart(anys(l)) }
