package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/mempool"
)

// This file tracks the ownership of the memory of gradients during a backward pass. Only the pass refers to a gradient
// that a rule has just returned, until a hook or the caller receives it. The field held of its storage counts the
// references from the pass. While there is one, the memory may be written to; when there is none, it is reused for the
// next result.
//
// Nothing else is recycled: memory that a user may have seen belongs to the garbage collector. A storage whose memory
// has been recycled has a nil pointer, so that using it by mistake fails at once.

// maxHeld is the largest reference count; memory with more references is not recycled.
const maxHeld = 1<<16 - 1

// private reports whether the rules of op neither retain gradients nor return tensors that are referred to
// elsewhere, apart from those passed to them. Rules of this package comply; ops of other packages declare it with a
// method. All other ops are assumed not to comply.
func private(op any) bool {
	switch op.(type) {
	case unaryOp, binaryOp, interface{ PrivateGradients() }:
		return true
	}
	return false
}

// mayOwn reports whether a new backward pass may own gradients: there must be no tape, which would save them, and no
// observer of ops.
func mayOwn() bool { return activeTapes.Load() == 0 && observers.Load() == 0 && !mixed.Any() }

// hold adds a reference to r, which the rule of the current node returned.
func (b *backward) hold(r *Tensor) {
	if !b.owning {
		return
	}
	s := r.store
	switch {
	case s.room == past: // a rule may need it again
	case r.node != nil || !mayOwn(): // recording began during the pass; r's graph may hold gradients
		b.disown()
	case s.held == maxHeld:
	case s.held > 0:
		s.held++
	case !b.belongsToNode(s):
		s.held = 1
	}
}

// belongsToNode reports whether s is the memory of a gradient, an argument or a result of the current node.
func (b *backward) belongsToNode(s *storage) bool {
	if b.now == nil { // the initial gradients belong to the caller
		return true
	}
	for _, g := range b.now.grads {
		if g != nil && g.store == s {
			return true
		}
	}
	n := b.now.n
	for i := range n.in() {
		if n.in()[i].storage() == s {
			return true
		}
	}
	for i := range n.outs() {
		if y := n.out(i); y.storage() == s {
			return true
		}
	}
	return false
}

// drop removes one of the pass's references to g and recycles its memory after the last.
func (b *backward) drop(g *Tensor) {
	s := g.store
	if !b.owning || s.held == 0 || s.held == maxHeld {
		return
	}
	if s.held--; s.held != 0 {
		return
	}
	if s.class != 0 {
		if mempool.Put(s.ptr, s.class) {
			s.ptr, s.class, s.room = nil, 0, 0
		}
	} else if g.bornWith(s) && g.lay.contig && g.node == nil {
		mempool.Spoil(s.ptr, s.n*g.dtype.Size())
		b.free = g
	}
}

// placeFor returns a tensor of g's form into which a gradient may be written: g itself if it is not needed again, or
// a small one that is free. It returns nil if there is none.
func (b *backward) placeFor(g *Tensor, needed bool) *Tensor {
	f := b.free
	switch {
	case !needed && b.writable(g) && !b.now.target:
		return g
	case needed && f != nil && b.owning && mayOwn() && g.node == nil && f.dtype == g.dtype && f.lay == g.lay:
		b.free = nil
		return f
	}
	return nil
}

// writable reports whether g may be written to: the pass has the only reference, and no two elements share memory.
func (b *backward) writable(g *Tensor) bool {
	return b.owning && g.store.held == 1 && g.node == nil && !g.lay.overlapping() && g.repeats() == nil && mayOwn()
}

// disown ends the pass's ownership of the gradients of a.
func (a *arrival) disown() {
	for _, g := range a.grads {
		if g != nil {
			g.store.held = 0
		}
	}
}

// disown ends the pass's ownership of all gradients; leave does so for those of its targets.
func (b *backward) disown() {
	b.owning = false
	for _, a := range b.queue {
		a.disown()
	}
	if b.now != nil {
		b.now.disown()
	}
}

// These rules write the gradient of an argument over that of the result, making both the same tensor, or into to,
// another tensor of that form. They report whether they have done so.
type (
	overUnary interface {
		vjpOver(x, y, g *Tensor) bool
	}
	// partUnary is an op whose gradient is zero outside a part of its argument: g can be added to that part of the
	// accumulated gradient, in a copy or in place, instead of to all of it.
	partUnary interface {
		adds(sum, g *Tensor) bool
		vjpOnto(sum, g *Tensor) *Tensor
		vjpInto(sum, g *Tensor) bool
	}
	overBinary interface {
		daOver(a, b, y, g, to *Tensor) bool
		dbOver(a, b, y, g *Tensor) bool
	}
)

// join adds the gradient of n's argument to the accumulated gradient, if op supports that.
func (b *backward) join(op unaryOp, n *node, g *Tensor) bool {
	o, ok := op.(partUnary)
	if !ok || b.watched != nil {
		return false
	}
	x := &n.in()[0]
	a, idx := b.arrivalAt(x.from), x.idx()
	sum := a.grads[idx]
	if sum == nil || !o.adds(sum, g) {
		return false
	}
	if (b.writable(sum) || a.own && idx == 0) && o.vjpInto(sum, g) {
		return true
	}
	both := o.vjpOnto(sum, g)
	b.hold(both)
	b.drop(sum)
	a.grads[idx], a.own = both, idx == 0 && observers.Load() == 0 && both.node == nil
	return true
}

// over computes g = k(a, b), where one of the two is g or has its form. It returns false if dtypes differ or the
// other operand has neither g's shape nor one element.
func over(k *kernels.Binary, g, a, b *Tensor) bool {
	if n := g.lay.size; n < 2*shared && plain(a, b) && g.lay.contig && k.F32 != nil { // so that all have one form
		g.allocate()
		a.allocate()
		b.allocate()
		k.F32(near[float32](g), near[float32](a), near[float32](b))
		return true
	}
	a, b = a.like(g), b.like(g)
	if a == nil || b == nil || isHalf(g.dtype) || g.dtype == Bool || g.weak || !g.lay.contig {
		return false
	}
	n := g.lay.size
	return n == 0 || run2(k, g, a, b, span2{g.off, a.off, b.off, n, a.lay.size, b.lay.size})
}

// like returns x as an operand for g: x itself, or a Python number converted to g's dtype; nil if its dtype or shape
// does not fit.
func (x *Tensor) like(g *Tensor) *Tensor {
	if x.weak && x.lay.size == 1 && g.dtype.IsFloat() && !x.dtype.IsComplex() {
		return x.as(g.dtype)
	}
	if x.dtype != g.dtype || x.weak || !(fits(x, g) && len(x.lay.shape) <= len(g.lay.shape)) {
		return nil
	}
	return x
}
