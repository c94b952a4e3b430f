package tensor

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// Tape is one gradient computation in progress: it has the tensors with respect to which to differentiate, and
// records ops on tensors that depend on them. Tapes nest for higher orders. Several goroutines may use tapes at once,
// each goroutine its own, even on the same parameters.
//
//	t := tensor.NewTape()
//	x = t.Watch(x)
//	y := x.Mul(x)
//	t.Stop()
//	dx := t.Gradient([]*tensor.Tensor{y}, nil, []*tensor.Tensor{x})[0]
type Tape struct {
	active     atomic.Bool
	keep       bool // Gradient keeps the graph
	everything bool // ops without gradient are recorded too
	set        *tapeSet
	watched    map[*Tensor]place
	params     []*node
	reopening  sync.Mutex
	keeping    sync.Mutex // guards journals
	journals   map[*journal]bool
}

// place is one result of a node.
type place struct {
	n   *node
	idx int32
}

// activeTapes counts the tapes between NewTape and Stop. While it is zero, ops skip recording.
var activeTapes atomic.Int64

// NewTape starts recording. Every NewTape needs a Stop, also when the function panics.
func NewTape() *Tape {
	gctune.Start()
	t := &Tape{watched: map[*Tensor]place{}}
	t.set = &tapeSet{tapes: []*Tape{t}}
	t.active.Store(true)
	activeTapes.Add(1)
	return t
}

// Stop ends recording; a second Stop does nothing. Call it before Gradient: gradient rules are then recorded
// only for outer tapes.
func (t *Tape) Stop() {
	if !t.active.CompareAndSwap(true, false) {
		return
	}
	activeTapes.Add(-1)
	for _, n := range t.params {
		leave(n, t)
	}
}

// again calls f while t records as it did before Stop.
func (t *Tape) again(f func()) {
	t.reopening.Lock() // several goroutines may traverse the graph of a kept tape
	defer t.reopening.Unlock()
	if t.active.CompareAndSwap(false, true) {
		activeTapes.Add(1)
		for _, n := range t.params {
			join(n, t)
		}
		defer t.Stop()
	}
	f()
}

// Keep keeps the recorded graph after Gradient, which may then be called again.
func (t *Tape) Keep() { t.keep = true }

// Watch returns a tensor with x's value with respect to which to differentiate; writing to it does not change x. If x
// is recorded on an outer tape, the gradient flows on to x.
func (t *Tape) Watch(x *Tensor) *Tensor {
	alias := x.borrow()
	if x.settle(); x.node.live() && !InNoGrad() {
		record1(watchOp{}, x, alias)
		alias.node.set = unsafe.Pointer(union(alias.node.deps(), t.set))
	} else {
		alias.node = newLeaf(t.set)
		if x.node != nil && x.node.op == nil {
			alias.node.rest.Store(x.node.rest.Load())
		}
	}
	t.watched[alias] = place{alias.node, 0}
	return alias
}

// watchOp is the identity op that connects an inner tape's argument to the outer tape's value.
type watchOp struct{}

func (watchOp) Name() string                { return "Watch" }
func (watchOp) infer(x Spec) Spec           { return x }
func (watchOp) forward(x *Tensor) *Tensor   { return x }
func (watchOp) vjp(_, _, g *Tensor) *Tensor { return g }
func (watchOp) keeps() keep                 { return keepNothing }

// AsParam makes t a parameter: a tensor that many tapes may watch, at the same time too, and that keeps its
// identity when its value is assigned. It returns t.
func (t *Tensor) AsParam() *Tensor {
	if !t.isParam() {
		t.node, t.out = newLeaf(nil), 0
		t.node.flags |= isParam
	}
	return t
}

func (t *Tensor) isParam() bool { return t.node != nil && t.node.flags&isParam != 0 }

// WatchParam makes t differentiate with respect to the parameter p itself: uses of p are recorded until Stop.
func (t *Tape) WatchParam(p *Tensor) {
	n := p.AsParam().node
	if slices.Contains(t.params, n) {
		return
	}
	t.params = append(t.params, n)
	join(n, t)
}

// join puts t into the set of the parameter leaf n.
func join(n *node, t *Tape) {
	for {
		old := n.deps()
		set := t.set
		if old != nil {
			set = &tapeSet{tapes: append(slices.Clone(old.tapes), t)}
		}
		if n.depend(old, set) {
			return
		}
	}
}

// leave removes t from the set of the parameter leaf n.
func leave(n *node, t *Tape) {
	for {
		old := n.deps()
		var set *tapeSet
		if old != nil && len(old.tapes) > 1 {
			set = &tapeSet{tapes: slices.DeleteFunc(slices.Clone(old.tapes), func(o *Tape) bool { return o == t })}
		}
		if n.depend(old, set) {
			return
		}
	}
}

// Tracked reports whether ops on t are being recorded.
func (t *Tensor) Tracked() bool { return recording(t) }

// Detach returns a tensor that shares t's elements and is a constant to every tape. While a tape records, a value
// that is being differentiated cannot be assigned to it (RuntimeError).
func (t *Tensor) Detach() *Tensor {
	if s := t.sliced(); s != nil {
		return s.again(s.all.Detach())
	}
	d := t.header(t.lay, t.off)
	d.weak, d.cut = t.weak, t.cut || activeTapes.Load() != 0
	return d
}

// StopGradient returns x as a constant: no gradient flows through it. mindspore.ops.stop_gradient.
func StopGradient(x *Tensor) *Tensor { return x.Detach() }
