package tensor

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// HookHandle removes the gradient hook that it was returned for.
type HookHandle struct {
	list *hookList
	id   uint64
}

// Remove removes the hook. A second Remove does nothing.
func (h *HookHandle) Remove() {
	h.list.mu.Lock()
	defer h.list.mu.Unlock()
	h.list.hooks = slices.DeleteFunc(slices.Clone(h.list.hooks), func(k gradHook) bool { return k.id == h.id })
}

// String returns a text that identifies the handle and its hook.
func (h *HookHandle) String() string { return fmt.Sprintf("HookHandle(%d)", h.id) }

// RegisterHook adds a function that is called with the gradient of t after all contributions have been added, and
// before it is propagated further back: Tensor.register_hook. It is a func(grad *Tensor) or a func(grad *Tensor)
// *Tensor, whose result, unless nil, replaces the gradient and must have its shape (ValueError). Any other function
// is a TypeError. Hooks run in the order of registration, each with the result of the previous one; they must not
// change the gradient in place.
//
// Hooks of a parameter stay until they are removed, and get zeros if no gradient reaches the parameter. Hooks of an
// argument of a differentiated function apply to that call only, hooks of a tensor that is later passed to
// [Tape.Watch] to every such call.
func (t *Tensor) RegisterHook(fn any) *HookHandle {
	onceEachOf([]*Tensor{t})
	t.settle()
	h := gradHook{idx: t.out}
	switch f := fn.(type) {
	case func(*Tensor):
		h.fn = func(g *Tensor) *Tensor { f(g); return nil }
	case func(*Tensor) *Tensor:
		h.fn = f
	default:
		Throw("RegisterHook", TypeError, "When using 'RegisterHook(hook_fn)', the type of 'hook_fn' must be func(grad *Tensor), "+
			"without a result or with a *Tensor, but got %T.", fn)
	}
	if t.node == nil {
		t.node, t.out = newLeaf(nil), 0
	}
	return t.node.hookList().add(h)
}

// hookList is the hooks on the gradients of a node's results, in the order of registration.
type hookList struct {
	mu     sync.Mutex
	hooks  []gradHook
	origin string // the line that applied the op, recorded while anomalies are detected
}

// gradHook is one hook, on result idx of its node.
type gradHook struct {
	id  uint64
	idx int32
	fn  func(*Tensor) *Tensor
}

// hookIDs numbers hooks.
var hookIDs atomic.Uint64

func (l *hookList) add(h gradHook) *HookHandle {
	l.mu.Lock()
	defer l.mu.Unlock()
	h.id = hookIDs.Add(1)
	l.hooks = append(slices.Clone(l.hooks), h)
	return &HookHandle{l, h.id}
}

// hookList returns the hooks of n. Several goroutines may call it for the first time.
func (n *node) hookList() *hookList {
	if l := n.hookedBy(); l != nil {
		return l
	}
	n.rest.CompareAndSwap(nil, &rest{})
	r := n.rest.Load()
	r.hooks.CompareAndSwap(nil, &hookList{})
	return r.hooks.Load()
}

// hooked returns g, the gradient of result idx of n, as transformed by the hooks.
func (n *node) hooked(idx int32, g *Tensor) *Tensor {
	l := n.hookedBy()
	if l == nil || g == nil {
		return g
	}
	l.mu.Lock()
	hooks := l.hooks
	l.mu.Unlock()
	for _, h := range hooks {
		if h.idx == idx {
			g = h.run(g)
		}
	}
	return g
}

func (h gradHook) run(g *Tensor) *Tensor {
	r := h.fn(g)
	if r == nil {
		return g
	}
	if !slices.Equal(r.lay.shape, g.lay.shape) {
		Throw("RegisterHook", ValueError, "The output type of hook_fn is not consistent with the expected, "+
			"it should be Tensor shape:[(%s)]%s, but got Tensor shape:[(%s)]%s", joinInts(g.lay.shape), g.dtype, joinInts(r.lay.shape), r.dtype)
	}
	return conform(r, g.lay, g.dtype)
}
