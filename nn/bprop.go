package nn

import (
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// checkBprop is context.set_context(check_bprop=True).
var checkBprop atomic.Bool

// SetCheckBprop makes the gradients that Bprop methods return be checked against the shape and dtype
// of the inputs (set_context(check_bprop=…)); default false.
func SetCheckBprop(on bool) { checkBprop.Store(on) }

// SetInternalParams names the parameters that the cell's Bprop computes gradients of, the attribute
// internal_params of MindSpore. Bprop then returns, after the gradients of the inputs, a
// map[*nn.Parameter]*tensor.Tensor.
func (c *Cell) SetInternalParams(params ...*Parameter) { c.internal = slices.Clone(params) }

func (c *Cell) hasBprop() bool {
	if c.outer == nil {
		return false
	}
	_, ok := invoke.Method(c.outer, "Bprop")
	return ok
}

// customGradient runs Construct as one op whose gradient is the cell's Bprop. What Construct computes
// inside is a constant to the tape, so hooks of inner cells do not fire on the way back.
func (c *Cell) customGradient(bprop invoke.Func, args []any) []any {
	in := tensorsOf(args)
	outs := viewOf(c.construct(withTensors(args, detached(in))))
	op := &bpropOp{cell: c, fn: bprop, args: args, outs: outs, nIn: len(in), result: detached(outs.tensors)}
	for _, p := range c.internal {
		in = append(in, p.Tensor)
	}
	if len(in) == 0 || len(outs.tensors) == 0 {
		return outs.outs
	}
	outs.replace("bprop", "output", tensor.Apply(op, in...))
	return outs.outs
}

func detached(in tensor.Tuple) tensor.Tuple {
	out := make(tensor.Tuple, len(in))
	for i, x := range in {
		out[i] = x.Detach()
	}
	return out
}

// bpropOp is one call of a cell with a Bprop method.
type bpropOp struct {
	cell   *Cell
	fn     invoke.Func
	args   []any    // of the call, tensors and others
	outs   *outputs // the form of the outputs
	nIn    int      // tensors among args; the op's further inputs are internal parameters
	result tensor.Tuple
}

func (o *bpropOp) Name() string { return o.cell.ClassName() }

func (o *bpropOp) Infer([]tensor.Spec) []tensor.Spec {
	specs := make([]tensor.Spec, len(o.result))
	for i, x := range o.result {
		specs[i] = tensor.Spec{DType: x.DType(), Shape: x.Shape()}
	}
	return specs
}

func (o *bpropOp) Forward([]*tensor.Tensor) []*tensor.Tensor { return detached(o.result) }

// VJP calls Bprop(inputs…, outputs…, output gradients…).
func (o *bpropOp) VJP(in, out, grad []*tensor.Tensor) []*tensor.Tensor {
	args := withTensors(o.args, in[:o.nIn])
	args = append(args, o.form(out)...)
	args = append(args, o.form(grad)...)
	rets := o.fn.Call(o.Name()+".Bprop", args)
	grads := make([]*tensor.Tensor, len(in))
	if n := len(rets); n > 0 {
		if byParam, ok := rets[n-1].(map[*Parameter]*tensor.Tensor); ok {
			for i, p := range o.cell.internal {
				grads[o.nIn+i] = byParam[p]
			}
			rets = rets[:n-1]
		}
	}
	o.inputGrads(grads[:o.nIn], rets)
	if checkBprop.Load() {
		o.check(grads[:o.nIn], in)
	}
	return grads
}

// form arranges tensors as the outputs of the cell are: the values themselves, or one tuple.
func (o *bpropOp) form(t tensor.Tuple) []any {
	if o.outs.inTuple {
		return []any{t}
	}
	return withTensors(o.outs.outs, t)
}

// inputGrads puts what Bprop returned where it belongs: one gradient per argument or, when some
// arguments are no tensors, one per tensor. Missing ones are none, further ones are ignored.
func (o *bpropOp) inputGrads(grads []*tensor.Tensor, rets []any) {
	given := o.spread(rets)
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

// spread returns the gradients one by one and raises TypeError when there is none at all.
func (o *bpropOp) spread(rets []any) []any {
	if len(rets) == 1 {
		if t, ok := tupleOf(rets[0]); ok {
			rets = make([]any, len(t))
			for i, x := range t {
				rets[i] = x
			}
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

func (o *bpropOp) check(grads, in []*tensor.Tensor) {
	for i, g := range grads {
		if g == nil {
			continue
		}
		const which = "For user defined method 'bprop' of net '%s', the %dth return value(gradient of the %dth argument) "
		if !slices.Equal(g.Shape(), in[i].Shape()) {
			tensor.Throw(o.Name(), tensor.ValueError, which+"should have the same shape as the %dth argument, which is:%s, but got: %s.",
				o.Name(), i, i, i, pyShape(in[i].Shape()), pyShape(g.Shape()))
		}
		if g.DType() != in[i].DType() {
			tensor.Throw(o.Name(), tensor.TypeError, which+"should have the same dtype as the %dth argument, which is:%s, but got: %s.",
				o.Name(), i, i, i, in[i].DType(), g.DType())
		}
	}
}
