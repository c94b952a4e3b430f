package customgrad

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Gradient is a gradient written by the user: Bprop(inputs…, outputs…, output gradients…) returns the gradients
// of the inputs. Several outputs may also be passed as a Tuple, and their gradients as another one.
type Gradient struct {
	Name  string // of the cell or function, for errors
	Bprop invoke.Func
	Check bool // gradients must have the shapes and dtypes of the inputs

	Params []*tensor.Tensor // weights whose gradients Bprop computes too
	// ByParam extracts the gradients of Params from the last result of Bprop; ok is false if it holds none.
	ByParam func(result any) (grads []*tensor.Tensor, ok bool)
}

// Call runs body as one op with the gradient g. The ops of body are not recorded by any tape, so hooks inside it do
// not run in the backward pass.
func (g *Gradient) Call(body func(args []any) []any, args []any) []any {
	in := Tensors(args)
	var outs *Outputs
	tensor.NoGrad(func() { outs = View(body(WithTensors(args, detached(in)))) })
	op := &op{Gradient: g, args: args, outs: outs, nIn: len(in), result: detached(outs.Tensors)}
	in = append(in, g.Params...)
	if len(in) == 0 || len(outs.Tensors) == 0 {
		return outs.Values
	}
	outs.Replace(tensor.Apply(op, in...))
	return outs.Values
}

func detached(in tensor.Tuple) tensor.Tuple {
	out := make(tensor.Tuple, len(in))
	for i, x := range in {
		out[i] = x.Detach()
	}
	return out
}

// op is one call of a function with a Gradient.
type op struct {
	*Gradient
	args   []any    // of the call, tensors and others
	outs   *Outputs // the form of the outputs
	nIn    int      // tensors among args; the op's further inputs are Params
	result tensor.Tuple
}

func (o *op) Name() string { return o.Gradient.Name }

func (o *op) Infer([]tensor.Spec) []tensor.Spec {
	specs := make([]tensor.Spec, len(o.result))
	for i, x := range o.result {
		specs[i] = tensor.Spec{DType: x.DType(), Shape: x.Shape()}
	}
	return specs
}

func (o *op) Forward([]*tensor.Tensor) []*tensor.Tensor { return detached(o.result) }

// VJP calls Bprop.
func (o *op) VJP(in, out, grad []*tensor.Tensor) []*tensor.Tensor {
	args := WithTensors(o.args, in[:o.nIn])
	if o.wantsTuples() {
		args = append(args, tensor.Tuple(out), tensor.Tuple(grad))
	} else {
		args = append(append(args, o.outs.Form(out)...), o.outs.Form(grad)...)
	}
	rets := o.Bprop.Call(o.Name()+".Bprop", args)
	grads := make([]*tensor.Tensor, len(in))
	if n := len(rets); n > 0 && o.ByParam != nil {
		if weights, ok := o.ByParam(rets[n-1]); ok {
			copy(grads[o.nIn:], weights)
			rets = rets[:n-1]
		}
	}
	o.inputGrads(grads[:o.nIn], rets)
	for i, g := range grads[:o.nIn] {
		if g != nil && (o.Check || !fits(g.Shape(), in[i].Shape())) {
			o.check(i, g, in[i])
		}
	}
	return grads
}

// wantsTuples reports whether Bprop takes several outputs as one tuple, and their gradients as another, as in Python.
func (o *op) wantsTuples() bool {
	n, variadic := o.Bprop.Arity()
	if variadic || o.outs.InTuple || n != len(o.args)+2 {
		return false
	}
	return o.Bprop.In(n-1) == tupleType && o.Bprop.In(n-2) == tupleType
}

var tupleType = reflect.TypeFor[tensor.Tuple]()

// inputGrads assigns the results of Bprop to inputs: one gradient per argument or, if some arguments are not tensors,
// one per tensor. Missing gradients are allowed unless they are checked; too many are always an error.
func (o *op) inputGrads(grads []*tensor.Tensor, rets []any) {
	given := o.spread(rets)
	if n := len(given); n != len(o.args) && (n > len(grads) || o.Check && n != len(grads)) {
		tensor.Throw(o.Name(), tensor.TypeError, "For user defined method 'bprop' of net '%s', the number of return values(gradients) should be "+
			"equal to the number of input arguments except 'out' and 'dout', which is: %d, but got:%d.", o.Name(), len(o.args), n)
	}
	if len(given) == len(o.args) && len(grads) != len(o.args) {
		var kept []any
		for i, a := range o.args {
			if _, ok := invoke.AsTensor(a); ok {
				kept = append(kept, given[i])
			}
		}
		given = kept
	}
	for i := range grads {
		if i < len(given) {
			grads[i], _ = invoke.AsTensor(given[i])
		}
	}
}

// spread returns the gradients as a list, and raises TypeError if there is none.
func (o *op) spread(rets []any) []any {
	if len(rets) == 1 {
		if t, ok := Tuple(rets[0]); ok {
			rets = pyrepr.Anys(t)
		}
	}
	for _, r := range rets {
		if v := reflect.ValueOf(r); v.IsValid() && !(v.Kind() == reflect.Pointer && v.IsNil()) {
			return rets
		}
	}
	if o.nIn > 0 {
		tensor.Throw(o.Name(), tensor.TypeError, "The python function output is none.")
	}
	return nil
}

// fits reports whether a gradient can be converted to the shape of its argument, by summing over broadcast axes or by
// repeating it.
func fits(g, x []int) bool {
	out, ok := shape.Broadcast(g, x)
	return shape.Size(g) == shape.Size(x) || ok && (slices.Equal(out, x) || slices.Equal(out, g))
}

// check raises ValueError or TypeError if the shape or dtype of the i-th gradient differs from that of its argument.
func (o *op) check(i int, g, x *tensor.Tensor) {
	const which = "For user defined method 'bprop' of net '%s', the %dth return value(gradient of the %dth argument) "
	if !slices.Equal(g.Shape(), x.Shape()) {
		tensor.Throw(o.Name(), tensor.ValueError, which+"should have the same shape as the %dth argument, which is:%s, but got: %s.",
			o.Name(), i, i, i, x.Shape(), g.Shape())
	}
	if g.DType() != x.DType() {
		tensor.Throw(o.Name(), tensor.TypeError, which+"should have the same dtype as the %dth argument, which is:%s, but got: %s.",
			o.Name(), i, i, i, x.DType(), g.DType())
	}
}
