package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// backward is one backward pass: it visits the nodes of a graph in reverse order of creation.
type backward struct {
	tape  *Tape
	queue []*arrival // a heap of the nodes to visit, the youngest first
	// at nodes claimed by another pass, such as those of parameters; nil until there are any
	others  map[*node]*arrival
	marks   []*arrival // targets, to be removed from their nodes
	spare   []*arrival // for reuse
	free    *Tensor    // an unused small gradient, for reuse
	now     *arrival   // the node being visited
	bare    [3]Tensor  // arguments of a rule that have only shape and dtype
	watched *node      // the node whose rule runs, if gradients are watched
	owning  bool       // whether the pass owns gradients that only it refers to, see hold
}

// arrival holds the gradients accumulated so far for each result of a node.
type arrival struct {
	walk   *backward
	n      *node
	grads  []*Tensor
	one    [1]*Tensor // backs grads of nodes with one result
	queued bool
	target bool // whether Gradient returns it
	own    bool // whether grads[0] is a sum that only this pass refers to; used by passes that do not own gradients
}

// arrivalAt returns the gradients of n. The first pass to reach a node claims it until it has finished with the
// node: storing the arrival in the node avoids a map.
func (b *backward) arrivalAt(n *node) *arrival {
	if a := n.visit.Load(); a != nil && a.walk == b {
		return a
	}
	if a := b.others[n]; a != nil {
		return a
	}
	a := b.expect(n)
	if !n.visit.CompareAndSwap(nil, a) {
		if b.others == nil {
			b.others = map[*node]*arrival{}
		}
		b.others[n] = a
	}
	return a
}

// expect returns empty gradients for n.
func (b *backward) expect(n *node) *arrival {
	var a *arrival
	if last := len(b.spare) - 1; last >= 0 {
		a, b.spare = b.spare[last], b.spare[:last]
	} else {
		a = &arrival{walk: b}
	}
	a.n, a.grads = n, a.one[:]
	if many := n.outs(); many != 1 {
		a.grads = make([]*Tensor, many)
	}
	return a
}

// forget ends the visit of a node.
func (b *backward) forget(a *arrival) {
	if !a.n.visit.CompareAndSwap(a, nil) {
		delete(b.others, a.n)
	}
	for _, g := range a.grads {
		if g != nil {
			b.drop(g)
		}
	}
	// The pass stays: another one may be checking at this moment whose arrival this is.
	a.n, a.grads, a.one, a.queued, a.target, a.own = nil, nil, [1]*Tensor{}, false, false, false
	b.spare = append(b.spare, a)
}

// leave removes the pass from all nodes that it has not finished with.
func (b *backward) leave() {
	for _, a := range b.queue {
		a.n.visit.CompareAndSwap(a, nil)
	}
	for _, a := range b.marks {
		a.disown()
		a.n.visit.CompareAndSwap(a, nil)
	}
	if b.now != nil && b.now.n != nil {
		b.now.n.visit.CompareAndSwap(b.now, nil)
	}
}

// add accumulates g as the gradient of result idx of n.
func (b *backward) add(n *node, idx int32, g *Tensor) {
	a := b.arrivalAt(n)
	if !a.queued {
		a.queued = true
		b.push(a)
	}
	if sum := a.grads[idx]; sum != nil {
		g = b.sum(a, idx, sum, g)
	}
	a.grads[idx] = g
}

// sum returns sum + g, where sum is the accumulated gradient of result idx of a.
func (b *backward) sum(a *arrival, idx int32, sum, g *Tensor) *Tensor {
	switch {
	case (b.writable(sum) || a.own && idx == 0) && addInto(sum, g):
		b.drop(g)
		return sum
	case b.writable(g) && addInto(g, sum):
		b.drop(sum)
		return g
	}
	both := sum.Add(g)
	b.hold(both)
	b.drop(sum)
	b.drop(g)
	a.own = idx == 0 && observers.Load() == 0 && both.node == nil
	return both
}

// push adds a to the queue.
func (b *backward) push(a *arrival) {
	b.queue = append(b.queue, a)
	q := b.queue
	for i := len(q) - 1; i > 0; {
		up := (i - 1) / 2
		if q[up].n.seq > q[i].n.seq {
			return
		}
		q[up], q[i] = q[i], q[up]
		i = up
	}
}

// pop removes the youngest node from the queue.
func (b *backward) pop() *arrival {
	q := b.queue
	first, last := q[0], len(q)-1
	q[0], q[last] = q[last], nil
	q = q[:last]
	b.queue = q
	for i := 0; ; {
		next := 2*i + 1
		if next >= last {
			return first
		}
		if next+1 < last && q[next+1].n.seq > q[next].n.seq {
			next++
		}
		if q[i].n.seq > q[next].n.seq {
			return first
		}
		q[i], q[next] = q[next], q[i]
		i = next
	}
}

// addInto adds g to sum in place if both are plain constants; otherwise it does nothing and returns false.
func addInto(sum, g *Tensor) bool {
	if sum.dtype != g.dtype || g.dtype == Bool || g.node != nil || !sum.lay.contig || !g.lay.contig ||
		!slices.Equal(sum.lay.shape, g.lay.shape) {
		return false
	}
	n := g.lay.size
	elements := span2{sum.off, sum.off, g.off, n, n, n}
	if isHalf(g.dtype) {
		return pairs{y: sum, k: &kernels.Add}.runWide(sum, g, elements)
	}
	return n == 0 || run2(&kernels.Add, sum, sum, g, elements)
}
