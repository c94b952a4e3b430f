package nn

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Call runs the cell on tensors and returns its only output: net(x). A cell that does not return one tensor raises
// TypeError; see Invoke. The order of hooks is that of MindSpore: forward pre hooks, the body inside the backward
// hooks, forward hooks, backward pre hooks.
func (c *Cell) Call(x ...*tensor.Tensor) *tensor.Tensor {
	outs := c.Invoke(pyrepr.Anys(x)...)
	if len(outs) == 1 {
		if t, ok := single(outs[0]); ok {
			return t
		}
	}
	tensor.Throw(c.ClassName(), tensor.TypeError, "For '%s', Call returns one Tensor, but Construct returned %s; use Invoke.",
		c.ClassName(), describe(outs))
	return nil
}

// single returns the single tensor of an output, which may be a Parameter or a gradient result.
func single(out any) (*tensor.Tensor, bool) {
	if t, ok := invoke.AsTensor(out); ok {
		return t, true
	}
	if r, ok := out.(interface {
		IsTuple() bool
		Tensor() *tensor.Tensor
	}); ok && !r.IsTuple() {
		return r.Tensor(), true
	}
	return nil, false
}

func describe(outs []any) string {
	s := ""
	for i, o := range outs {
		if i > 0 {
			s += ", "
		}
		s += invoke.TypeName(reflect.TypeOf(o))
	}
	return "(" + s + ")"
}

// Invoke runs the cell on arguments of any types and returns everything that its Construct returns. Numbers and
// Parameters are converted to what Construct takes; an argument that cannot be converted raises TypeError.
func (c *Cell) Invoke(args ...any) []any {
	c.needOuter("Call")
	c.checkNames()
	in := slices.Clone(args)
	if c.setGrad && !c.beingRecorded(in) {
		return c.rehearse(in)
	}
	return c.hooked(in)
}

// hooked calls c with its hooks.
func (c *Cell) hooked(in []any) []any {
	h := c.hooks.Load()
	switch {
	case h == nil:
		return c.body(in)
	case len(h.probes) > 0:
		return h.probed(c, in)
	}
	return h.call(c, in)
}

// call runs the body of c inside its hooks.
func (h *hookSet) call(c *Cell, in []any) []any {
	in = h.forwardPre.run(c, in)
	outs := h.backward.around(c, in, c.body)
	outs = h.forward.run(c, in, outs)
	return h.backwardPre.around(c, outs)
}

// body computes c without hooks: Construct, or the custom gradient around it, with the cell's settings for
// recomputation and precision.
func (c *Cell) body(args []any) []any {
	run := c.construct
	if bprop, ok := invoke.Method(c.self(), "Bprop"); ok {
		run = c.customGradient(bprop)
	}
	if c.recompute {
		run = recomputed(run)
	}
	if c.float.IsFloat() {
		return computedIn(c.float, run, args)
	}
	return run(args)
}

// construct calls the Construct method of the type around c. If that uses an attribute that is nil, the error names
// it.
func (c *Cell) construct(args []any) []any {
	done := false
	defer func() {
		if !done {
			c.nameNil(recover())
		}
	}()
	outs := c.runConstruct(args)
	done = true
	return outs
}

func (c *Cell) runConstruct(args []any) []any {
	if out := c.constructTensors(args); out != nil {
		return []any{out}
	}
	f, ok := invoke.Method(c.self(), "Construct")
	if !ok {
		tensor.Throw(c.ClassName(), tensor.AttributeError, "For 'Cell', the method 'construct' is not defined.")
	}
	n, variadic := f.Arity()
	if n == 1 && !variadic && f.In(0).Kind() == reflect.Slice {
		args = together(args, f.In(0))
	}
	switch {
	case len(args) < n:
		tensor.Throw(c.ClassName(), tensor.TypeError,
			"For 'Cell', the function construct requires %d positional argument, but got %d.", n, len(args))
	case len(args) > n && !variadic:
		tensor.Throw(c.ClassName(), tensor.TypeError, "For 'Cell', the function construct requires %d positional argument "+
			"and 0 default argument, total %d, but got %d.", n, n, len(args))
	}
	return f.Call(c.ClassName()+".Construct", args)
}

// together combines tensors into one argument of type t if t is a list of tensors: Call passes the tensors of a
// Tuple one by one, whereas a Construct(grads Tuple) takes the Tuple.
func together(args []any, t reflect.Type) []any {
	if t.Elem() != reflect.TypeFor[*tensor.Tensor]() {
		return args
	}
	list := make(tensor.Tuple, len(args))
	for i, a := range args {
		x, ok := a.(*tensor.Tensor)
		if !ok {
			return args
		}
		list[i] = x
	}
	return []any{list}
}

// constructTensors calls the most common compiled signatures without reflection; it returns nil if c has another.
func (c *Cell) constructTensors(args []any) *tensor.Tensor {
	switch o := c.self().(type) {
	case interface {
		Construct(x *tensor.Tensor) *tensor.Tensor
	}:
		if len(args) == 1 {
			if x, ok := args[0].(*tensor.Tensor); ok {
				return o.Construct(x)
			}
		}
	case interface {
		Construct(x, y *tensor.Tensor) *tensor.Tensor
	}:
		if len(args) == 2 {
			x, ok := args[0].(*tensor.Tensor)
			y, ok2 := args[1].(*tensor.Tensor)
			if ok && ok2 {
				return o.Construct(x, y)
			}
		}
	}
	return nil
}
