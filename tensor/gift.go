package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/mempool"
)

// This file says who owns the memory of gradients while a walk is under way. A gradient that a rule has just made is
// seen by nobody but the walk, until a hook or the caller gets it. Its storage counts in how many places of the walk
// it is (held); while that is one it may be written to, and when it leaves the last its memory is used for the
// next result.
//
// Nothing else is recycled: what a user may have seen belongs to the garbage collector. A storage whose memory has
// been taken has none, so that using it by mistake fails at once.

// crowd is the greatest count; what is in more places is not recycled.
const crowd = 1<<16 - 1

// private says whether the rules of op neither hold on to gradients nor return tensors that somebody else knows,
// apart from those that they were given. Rules of this package do not, ops of other packages say so by a method;
// nobody else is trusted.
func private(op any) bool {
	switch op.(type) {
	case unaryOp, binaryOp, interface{ PrivateGradients() }:
		return true
	}
	return false
}

// mayOwn says whether a walk that begins may own gradients: no tape, which would save them, and nobody who looks at
// ops.
func mayOwn() bool { return activeTapes.Load() == 0 && observers.Load() == 0 && !mixed.Any() }

// hold notes that the walk keeps r, which comes from the rule of the node it is at, in one more place.
func (b *backward) hold(r *Tensor) {
	if !b.owning {
		return
	}
	s := r.store
	switch {
	case s.room == past: // which a rule may want again
	case r.node != nil || !mayOwn(): // since the walk began; r's graph may hold gradients
		b.disown()
	case s.held == crowd:
	case s.held > 0:
		s.held++
	case !b.known(s):
		s.held = 1
	}
}

// known says whether s is the memory of a gradient that came to the node that the walk is at, or of an argument or a
// result of it.
func (b *backward) known(s *storage) bool {
	if b.now == nil { // what the walk begins with is the caller's
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

// drop notes that g has left one place of the walk.
func (b *backward) drop(g *Tensor) {
	s := g.store
	if !b.owning || s.held == 0 || s.held == crowd {
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

// placeFor returns where a gradient of g's form may be written: over g if that is not needed again, or over a small
// one that nobody needs any more. It is nil when there is no such place.
func (b *backward) placeFor(g *Tensor, needed bool) *Tensor {
	f := b.free
	switch {
	case !needed && b.mine(g) && !b.now.target:
		return g
	case needed && f != nil && b.owning && mayOwn() && g.node == nil && f.dtype == g.dtype && f.lay == g.lay:
		b.free = nil
		return f
	}
	return nil
}

// mine says whether g is a gradient in one place only, each element of which has memory of its own, so that it may be
// written to.
func (b *backward) mine(g *Tensor) bool {
	return b.owning && g.store.held == 1 && g.node == nil && !g.lay.crowded() && g.repeats() == nil && mayOwn()
}

// giveAway ends the walk's ownership of what it hands to somebody.
func (a *arrival) giveAway() {
	for _, g := range a.grads {
		if g != nil {
			g.store.held = 0
		}
	}
}

// disown ends the walk's ownership of everything; what has arrived at its targets is given away when it leaves.
func (b *backward) disown() {
	b.owning = false
	for _, a := range b.queue {
		a.giveAway()
	}
	if b.now != nil {
		b.now.giveAway()
	}
}

// A rule that can write the gradient of an argument over that of the result, which is then the same tensor, or,
// where its last argument is another one of that form, there. It says whether it did.
type (
	overUnary interface {
		vjpOver(x, y, g *Tensor) bool
	}
	// partUnary is an op of which only a part of the argument gets a gradient: g can be added to that part of what
	// has arrived there, to a copy or in place, instead of to all of it.
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

// join adds the gradient of n's argument to what has arrived there, if op can.
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
	if (b.mine(sum) || a.own && idx == 0) && o.vjpInto(sum, g) {
		return true
	}
	both := o.vjpOnto(sum, g)
	b.hold(both)
	b.drop(sum)
	a.grads[idx], a.own = both, idx == 0 && observers.Load() == 0 && both.node == nil
	return true
}

// over computes g = k(a, b), where one of the two is g or has its form, if that is all there is to the op: equal
// dtypes, and the other of g's shape or one number.
func over(k *kernels.Binary, g, a, b *Tensor) bool {
	if n := g.lay.size; n < 2*shared && plain(a, b) && g.lay.contig && k.F32 != nil { // so that all have one form
		g.have()
		a.have()
		b.have()
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

// like returns x as an operand beside g: x itself, or a Python number in g's dtype; nil if it does not fit.
func (x *Tensor) like(g *Tensor) *Tensor {
	if x.weak && x.lay.size == 1 && g.dtype.IsFloat() && !x.dtype.IsComplex() {
		return x.as(g.dtype)
	}
	if x.dtype != g.dtype || x.weak || !(fits(x, g) && len(x.lay.shape) <= len(g.lay.shape)) {
		return nil
	}
	return x
}
