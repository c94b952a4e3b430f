package tensor

import (
	"container/heap"
	"slices"
)

// Gradient returns the gradient of the sum over outs[i]·sens[i] by each tensor of wrt, which were watched by
// t. A nil sens, or a nil entry, stands for ones. A tensor of wrt that outs do not depend on gets zeros. Every
// gradient has the dtype and shape of its tensor. The graph is released as it is walked, except what outer
// tapes need or after Keep.
func (t *Tape) Gradient(outs, sens, wrt []*Tensor) []*Tensor {
	b := backward{tape: t, grads: map[*node]*arrival{}, targets: map[*node]bool{}}
	places := make([]place, len(wrt))
	for i, w := range wrt {
		places[i] = t.placeOf(w)
		b.targets[places[i].n] = true
	}
	for i, y := range outs {
		if y.node == nil || !y.node.dependsOn(t) {
			continue
		}
		b.add(y.node, y.out, seed(y, sens, i))
	}
	b.run()
	res := make([]*Tensor, len(wrt))
	for i, p := range places {
		if a := b.grads[p.n]; p.n != nil && a != nil && a.grads[p.idx] != nil {
			res[i] = a.grads[p.idx]
		} else {
			res[i] = ZerosLike(wrt[i])
			if p.n != nil && p.n.param {
				res[i] = p.n.hooked(p.idx, res[i])
			}
		}
	}
	return res
}

// placeOf returns where the gradient of w arrives. A watched tensor may have been changed in place since.
func (t *Tape) placeOf(w *Tensor) place {
	if p, ok := t.watched[w]; ok {
		return p
	}
	return place{w.node, w.out}
}

// seed returns the gradient that enters at outs[i].
func seed(y *Tensor, sens []*Tensor, i int) *Tensor {
	if i < len(sens) && sens[i] != nil {
		return conform(sens[i], y.lay, y.dtype)
	}
	return OnesLike(y)
}

// backward is one walk over a graph, in the reverse order of creation.
type backward struct {
	tape    *Tape
	grads   map[*node]*arrival
	targets map[*node]bool // nodes whose gradient is asked for
	queue   nodeHeap
	spare   []arrival // to be used, allocated many at a time
}

// arrival is the gradient of each result of a node, so far.
type arrival struct {
	grads []*Tensor
	one   [1]*Tensor // backs grads of nodes with one result
}

// expect returns the empty gradients of n.
func (b *backward) expect(n *node) *arrival {
	if len(b.spare) == 0 {
		b.spare = make([]arrival, 32)
	}
	a := &b.spare[0]
	b.spare = b.spare[1:]
	a.grads = a.one[:]
	if len(n.out) > 1 {
		a.grads = make([]*Tensor, len(n.out))
	}
	return a
}

// add accumulates g as gradient of result idx of n.
func (b *backward) add(n *node, idx int32, g *Tensor) {
	a, seen := b.grads[n]
	if !seen {
		a = b.expect(n)
		b.grads[n] = a
		heap.Push(&b.queue, n)
	}
	if a.grads[idx] == nil {
		a.grads[idx] = g
	} else {
		a.grads[idx] = a.grads[idx].Add(g)
	}
}

func (b *backward) run() {
	for b.queue.Len() > 0 {
		n := heap.Pop(&b.queue).(*node)
		b.hook(n)
		if n.op == nil {
			continue
		}
		if anomalies.Load() == NoAnomaly {
			b.step(n)
		} else {
			b.stepWatched(n)
		}
		if !b.targets[n] {
			clear(b.grads[n].grads) // frees the gradient before the next is computed
			delete(b.grads, n)
		}
		if !b.tape.keep && !n.live() {
			n.release()
		}
	}
}

// hook runs the hooks on the gradients of n's results, which are complete.
func (b *backward) hook(n *node) {
	if n.hooks.Load() == nil {
		return
	}
	grads := b.grads[n].grads
	for i, g := range grads {
		grads[i] = n.hooked(int32(i), g)
	}
}

// step hands the gradients of n's results on to its arguments.
func (b *backward) step(n *node) {
	if n.in == nil {
		Throw(opName(n.op), RuntimeError, "For '%s', the graph was released by an earlier gradient.", opName(n.op))
	}
	grads := b.grads[n].grads
	if r, ok := n.op.(*rerun); ok {
		b.rerun(n, r, grads)
		return
	}
	if !slices.ContainsFunc(n.in, b.wants) {
		return
	}
	name := opName(n.op)
	switch op := n.op.(type) {
	case unaryOp:
		b.pass(&n.in[0], op.vjp(n.arg(0, name), n.result(0, name), grads[0]))
	case binaryOp:
		x, y, z := n.arg(0, name), n.arg(1, name), n.result(0, name)
		if b.wants(n.in[0]) {
			b.pass(&n.in[0], op.da(x, y, z, grads[0]))
		}
		if b.wants(n.in[1]) {
			b.pass(&n.in[1], op.db(x, y, z, grads[0]))
		}
	case Op:
		for i, g := range n.vjp(op, grads) {
			if b.wants(n.in[i]) {
				b.pass(&n.in[i], g)
			}
		}
	}
}

// wants says whether the gradient of an argument is needed.
func (b *backward) wants(e edge) bool { return e.from != nil && e.from.dependsOn(b.tape) }

// pass adds the gradient g, which may be nil, to the origin of an argument.
func (b *backward) pass(e *edge, g *Tensor) {
	if g == nil {
		return
	}
	g = conform(g, e.lay, e.dtype)
	if a := anomalies.Load(); a != NoAnomaly {
		a.checkGradient(b, g)
	}
	b.add(e.from, e.idx, g)
}

// vjp calls the rule of an op with any number of arguments.
func (n *node) vjp(op Op, grads []*Tensor) []*Tensor {
	name := op.Name()
	in, out := make([]*Tensor, len(n.in)), make([]*Tensor, len(n.out))
	for i := range in {
		in[i] = n.arg(i, name)
	}
	full := slices.Clone(grads)
	for i := range out {
		out[i] = n.result(i, name)
		if full[i] == nil {
			full[i] = ZerosLike(out[i])
		}
	}
	return op.VJP(in, out, full)
}

func (n *node) arg(i int, op string) *Tensor {
	e := &n.in[i]
	return e.restore(e.from, e.idx, op)
}

func (n *node) result(i int, op string) *Tensor { return n.out[i].restore(n, int32(i), op) }

func opName(op any) string { return op.(interface{ Name() string }).Name() }

// conform undoes broadcasting and promotion: it brings a gradient to the shape and dtype of the tensor that
// it belongs to.
func conform(g *Tensor, to *layout, dt DType) *Tensor {
	if g.lay != to && !slices.Equal(g.lay.shape, to.shape) {
		g = g.sumTo(to.shape)
	}
	if g.dtype != dt {
		g = g.AsType(dt)
	}
	return g
}

// nodeHeap pops the youngest node first.
type nodeHeap []*node

func (h nodeHeap) Len() int           { return len(h) }
func (h nodeHeap) Less(i, j int) bool { return h[i].seq > h[j].seq }
func (h nodeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(n any)        { *h = append(*h, n.(*node)) }
func (h *nodeHeap) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}
