package nn

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// HookHandle removes the hook that it was returned for.
type HookHandle struct {
	cell *Cell
	id   uint64
}

// Remove removes the hook. A second Remove does nothing.
func (h *HookHandle) Remove() {
	if h.cell == nil {
		return
	}
	h.cell.updateHooks(func(s *hookSet) {
		gone := func(k hook) bool { return k.id == h.id }
		s.forwardPre = slices.DeleteFunc(s.forwardPre, gone)
		s.forward = slices.DeleteFunc(s.forward, gone)
		s.backwardPre = slices.DeleteFunc(s.backwardPre, gone)
		s.backward = slices.DeleteFunc(s.backward, gone)
	})
}

// String returns a text that identifies the handle and its hook.
func (h *HookHandle) String() string { return fmt.Sprintf("HookHandle(%d)", h.id) }

// hookSet has all hooks of a cell, each kind in the order of registration. Sets are replaced, never changed, so that
// a running call keeps the hooks that it began with.
type hookSet struct {
	nextID      uint64
	forwardPre  forwardPreHooks
	forward     forwardHooks
	backwardPre backwardPreHooks
	backward    backwardHooks
	probes      []probe
}

type (
	forwardPreHooks  []hook
	forwardHooks     []hook
	backwardPreHooks []hook
	backwardHooks    []hook
)

// hook is one registered function.
type hook struct {
	id   uint64
	name string // the method that registered it, for errors
	fn   invoke.Func
	full bool // a backward hook with the arguments of MindSpore 2.4 and later
}

// updateHooks replaces the hooks of c by an edited copy.
func (c *Cell) updateHooks(edit func(*hookSet)) {
	for {
		old := c.hooks.Load()
		next := &hookSet{nextID: 1}
		if old != nil {
			*next = hookSet{
				nextID: old.nextID + 1, forwardPre: slices.Clone(old.forwardPre), forward: slices.Clone(old.forward),
				backwardPre: slices.Clone(old.backwardPre), backward: slices.Clone(old.backward), probes: slices.Clone(old.probes),
			}
		}
		edit(next)
		if c.hooks.CompareAndSwap(old, next) {
			return
		}
	}
}

// register checks fn against the forms that a kind of hook may have and adds it.
func (c *Cell) register(name string, fn any, forms hookForms, add func(*hookSet, hook)) *HookHandle {
	h := hook{name: name, fn: forms.check(name, fn)}
	c.updateHooks(func(s *hookSet) {
		h.id = s.nextID
		add(s, h)
	})
	return &HookHandle{cell: c, id: h.id}
}

// hookForms describes the signatures that a kind of hook may have: the allowed types of each parameter.
type hookForms struct {
	params [][]reflect.Type
	usage  string
}

var (
	layerType  = reflect.TypeFor[Layer]()
	stringType = reflect.TypeFor[string]()
	tensorType = reflect.TypeFor[*tensor.Tensor]()
	tupleType  = reflect.TypeFor[tensor.Tuple]()
	anyType    = reflect.TypeFor[any]()

	cellParam    = []reflect.Type{layerType, anyType}
	cellIDParam  = []reflect.Type{stringType, layerType, anyType}
	tupleParam   = []reflect.Type{tupleType, reflect.TypeFor[[]*tensor.Tensor](), anyType}
	outputParam  = []reflect.Type{tensorType, tupleType, reflect.TypeFor[[]*tensor.Tensor](), anyType}
	tensorResult = []reflect.Type{tensorType, tupleType, reflect.TypeFor[[]*tensor.Tensor](), anyType}
)

const hookResults = ", without a result or with a tensor.Tuple or a *tensor.Tensor"

// check returns fn if it has one of the forms, else raises TypeError.
func (f hookForms) check(name string, fn any) invoke.Func {
	h, ok := invoke.Of(fn)
	if !ok || !f.match(h) {
		tensor.Throw(name, tensor.TypeError, "When using '%s(hook_fn)', the type of 'hook_fn' must be %s%s, but got %s.",
			name, f.usage, hookResults, invoke.TypeName(reflect.TypeOf(fn)))
	}
	return h
}

func (f hookForms) match(h invoke.Func) bool {
	n, variadic := h.Arity()
	if variadic || n != len(f.params) || h.NumOut() > 1 {
		return false
	}
	for i, types := range f.params {
		if !slices.Contains(types, h.In(i)) {
			return false
		}
	}
	return h.NumOut() == 0 || slices.Contains(tensorResult, h.Out(0))
}

// call calls the hook and returns its result as a tuple, or nil to keep the present values.
func (k hook) call(args ...any) tensor.Tuple {
	outs := k.fn.Call("the hook", args)
	if len(outs) == 0 {
		return nil
	}
	switch o := outs[0].(type) {
	case *tensor.Tensor:
		if o == nil {
			return nil
		}
		return tensor.Tuple{o}
	case tensor.Tuple:
		return o
	case []*tensor.Tensor:
		return o
	case nil:
		return nil
	default:
		tensor.Throw(k.name, tensor.TypeError, "The output type of the hook should be a tensor or a tuple of tensors but got %s.",
			invoke.TypeName(reflect.TypeOf(o)))
	}
	return nil
}
