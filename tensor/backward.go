package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/session/interrupt"
	"github.com/msrepl/msrepl/internal/session/opwatch"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// Gradient returns the gradient of the sum over outs[i]·sens[i] by each tensor of wrt, which were watched by t. A
// nil sens, and a nil entry, means ones. A tensor of wrt that outs do not depend on gets zeros. Every gradient has
// the dtype and shape of its tensor. The graph is released during the backward pass, except for parts that outer
// tapes need, and except after Keep.
func (t *Tape) Gradient(outs, sens, wrt []*Tensor) []*Tensor {
	b := &backward{tape: t, owning: mayOwn()}
	defer b.leave()
	targets := make([]*arrival, len(wrt))
	for i, w := range wrt {
		if n := t.placeOf(w).n; n != nil {
			targets[i] = b.arrivalAt(n)
			targets[i].target = true
			b.marks = append(b.marks, targets[i])
		}
	}
	for i, y := range outs {
		if y.follow(true); y.node == nil || !y.node.dependsOn(t) {
			continue
		}
		b.add(y.node, y.out, seed(y, sens, i))
	}
	b.run()
	res := make([]*Tensor, len(wrt))
	others := make(map[*storage]bool, len(sens)+len(wrt)) // memory of the gradients passed in and of results
	for _, g := range sens {
		if g != nil {
			others[g.store] = true
		}
	}
	for i, a := range targets {
		p := t.placeOf(wrt[i])
		if a != nil && a.grads[p.idx] != nil {
			res[i] = a.grads[p.idx]
			if res[i].lay.overlapping() || others[res[i].store] {
				res[i] = res[i].Clone() // the caller may change it in place
			}
			others[res[i].store] = true
			if scopes.Any() && b.writable(res[i]) { // only the caller gets it
				scopeOf(res[i : i+1])
			}
			continue
		}
		res[i] = ZerosLike(wrt[i])
		if p.n != nil && p.n.flags&isParam != 0 {
			res[i] = p.n.hooked(p.idx, res[i])
		}
		others[res[i].store] = true
	}
	return res
}

// placeOf returns the node and result whose gradient is that of w. A watched tensor may have been changed in place
// since.
func (t *Tape) placeOf(w *Tensor) place {
	if p, ok := t.watched[w]; ok {
		return p
	}
	w.follow(true)
	return place{w.node, w.out}
}

// seed returns the initial gradient of outs[i].
func seed(y *Tensor, sens []*Tensor, i int) *Tensor {
	if i < len(sens) && sens[i] != nil {
		g := conform(sens[i], y.lay, y.dtype)
		if g.store.held != 0 { // it belongs to an outer pass, whose rule began this one and may need it afterwards
			g.store.held = 0
		}
		return g
	}
	return OnesLike(y)
}

func (b *backward) run() {
	for len(b.queue) > 0 {
		interrupt.Check()
		a := b.pop()
		n := a.n
		b.now = a
		a.hook()
		if n.op == nil {
			continue
		}
		switch w := opwatch.Get(); {
		case w != nil:
			w.Backward(opName(n.op), n.line(), pyrepr.Anys(a.grads))
			b.stepWatched(n, a.grads)
		case anomalies.Load() != NoAnomaly:
			b.stepWatched(n, a.grads)
		default:
			b.step(n, a.grads)
		}
		if !a.target {
			b.forget(a) // frees the gradient before the next is computed
		}
		if !b.tape.keep && !n.live() {
			n.release()
		}
	}
}

// hook runs the hooks on the gradients of the node's results, which must be complete.
func (a *arrival) hook() {
	if a.n.hookedBy() == nil {
		return
	}
	onceEachOf(a.grads)
	a.disown()
	for i, g := range a.grads {
		a.grads[i] = a.n.hooked(int32(i), g)
	}
}

// step passes the gradients of n's results to its arguments.
func (b *backward) step(n *node, grads []*Tensor) {
	if n.flags&isOver != 0 {
		Throw(opName(n.op), RuntimeError, "For '%s', the graph was released by an earlier gradient.", opName(n.op))
	}
	if r, ok := n.op.(*rerun); ok {
		b.rerun(n, r, grads)
		return
	}
	switch op := n.op.(type) {
	case unaryOp:
		if x := &n.in()[0]; b.wants(x) && !b.join(op, n, grads[0]) {
			b.give(x, b.vjp1(op, n.arg(0, &b.bare[0]), n.result(0, &b.bare[1]), grads[0]))
		}
	case binaryOp:
		b.step2(n, op, grads[0])
	case Op:
		b.stepAny(n, op, grads)
	}
}

// vjp1 calls the rule of op, in place if possible.
func (b *backward) vjp1(op unaryOp, x, y, g *Tensor) *Tensor {
	if b.writable(g) && !b.now.target {
		if o, ok := op.(overUnary); ok && o.vjpOver(x, y, g) {
			return g
		}
	}
	return op.vjp(x, y, g)
}

// step2 is step for an op with two arguments. The last gradient computed may overwrite g.
func (b *backward) step2(n *node, op binaryOp, g *Tensor) {
	in := n.in()
	first, second := b.wants(&in[0]), b.wants(&in[1])
	if !first && !second {
		return
	}
	x, y, z := n.arg(0, &b.bare[0]), n.arg(1, &b.bare[1]), n.result(0, &b.bare[2])
	o, inPlace := op.(overBinary)
	if first {
		to := b.placeFor(g, second)
		if to == nil || !inPlace || !o.daOver(x, y, z, g, to) {
			to = op.da(exact(x, g), exact(y, g), z, g)
		}
		b.give(&in[0], to)
	}
	if second {
		if !inPlace || !b.writable(g) || b.now.target || !o.dbOver(x, y, z, g) {
			g = op.db(exact(x, g), exact(y, g), z, g)
		}
		b.give(&in[1], g)
	}
}

// exact converts a Python number to the precision of gradient g if that exceeds Float32, in which a rule would
// otherwise compute with two numbers.
func exact(x, g *Tensor) *Tensor {
	if x.weak && x.store != nil && (g.dtype == Float64 || g.dtype == Complex128) {
		return x.AsType(Float64)
	}
	return x
}

// stepAny is step for an op with any number of arguments.
func (b *backward) stepAny(n *node, op Op, grads []*Tensor) {
	args := n.in()
	need, some := make([]bool, len(args)), false
	for i := range args {
		need[i] = b.wants(&args[i])
		some = some || need[i]
	}
	if !some {
		return
	}
	trusted := private(op)
	if !trusted {
		onceEachOf(grads)
		b.now.disown()
	}
	res := n.vjp(op, need, grads)
	for i, g := range res { // hold all before passing one on: several may share memory
		if g != nil && need[i] && trusted {
			b.hold(g)
		}
	}
	for i, g := range res {
		if g != nil && need[i] {
			b.pass(&args[i], g)
		}
	}
}

// wants reports whether the gradient of an argument is needed.
func (b *backward) wants(e *edge) bool { return e.from != nil && e.from.dependsOn(b.tape) }

// give passes on a gradient, possibly nil, that a rule has just returned.
func (b *backward) give(e *edge, g *Tensor) {
	if g != nil {
		b.hold(g)
		b.pass(e, g)
	}
}

// pass adds the gradient g to the node that an argument comes from.
func (b *backward) pass(e *edge, g *Tensor) {
	c := conform(g, e.layout(), e.dtype())
	if c.store != g.store {
		b.hold(c)
		b.drop(g)
	}
	if b.watched != nil {
		b.look(c)
	}
	b.add(e.from, e.idx(), c)
}

// vjp calls the rule of an op with any number of arguments.
func (n *node) vjp(op Op, need []bool, grads []*Tensor) []*Tensor {
	in, out := make([]*Tensor, len(n.in())), make([]*Tensor, n.outs())
	for i := range in {
		in[i] = n.arg(i, nil)
	}
	full := slices.Clone(grads)
	for i := range out {
		out[i] = n.result(i, nil)
		if full[i] == nil {
			full[i] = ZerosLike(out[i])
		}
	}
	if s, ok := op.(Selective); ok {
		return s.VJPFor(need, in, out, full)
	}
	return op.VJP(in, out, full)
}

func (n *node) arg(i int, bare *Tensor) *Tensor {
	e := &n.in()[i]
	return e.restore(n.op, e.from, bare)
}

func (n *node) result(i int, bare *Tensor) *Tensor {
	s := n.out(i)
	return s.restore(n.op, n, bare)
}

func opName(op any) string { return op.(interface{ Name() string }).Name() }

// conform undoes broadcasting and promotion: it converts a gradient to the shape and dtype of its tensor.
func conform(g *Tensor, to *layout, dt DType) *Tensor {
	if g.lay != to && !slices.Equal(g.lay.shape, to.shape) {
		g = g.sumTo(to.shape)
	}
	if g.dtype != dt {
		g = g.AsType(dt)
	}
	return g
}
