package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/rng"
)

// Recompute calls f and returns its results without keeping the intermediate results of f on the tape: they are
// freed, and computed again when a gradient needs them. f must compute the same the second time. Its random ops do,
// and mixed precision is that of the first time. A tensor from outside f that was changed in place in between raises
// RuntimeError if it is among inputs, if a gradient needs its elements or if the change was recorded. Gradients equal
// those without Recompute bit for bit, because the second graph replaces the first.
func Recompute(f func() []*Tensor, inputs ...*Tensor) []*Tensor {
	if activeTapes.Load() == 0 || InNoGrad() {
		return f()
	}
	onceEach()
	r := &rerun{f: f}
	start := sequence.Load()
	var outs []*Tensor
	r.streams = rng.TakenDuring(func() { outs = f() })
	r.dtype, _ = mixed.Get()
	var set *tapeSet
	for _, y := range outs {
		if y.settle(); y.node.live() && y.node.seq > start {
			set = union(set, y.node.deps())
		}
	}
	if set == nil || set.recordsConstants() {
		return outs
	}
	for _, x := range inputs {
		if x != nil {
			x.store.needed()
			r.used = append(r.used, use{x.store, x.store.age(), x.lay})
		}
	}
	r.notice(outs, start)
	return r.forget(outs, start, set)
}

// rerun is the op of a node whose graph is recomputed in the backward pass.
type rerun struct {
	f       func() []*Tensor
	streams *rng.Streams
	dtype   DType // for mixed precision
	used    []use // values from outside the function
}

// use is an outside value as the recomputed function used it.
type use struct {
	store   *storage
	version uint32
	lay     *layout
}

func (*rerun) Name() string { return "Recompute" }

// notice collects the outside values that the graph between start and outs needs.
func (r *rerun) notice(outs []*Tensor, start uint64) {
	seenStore := map[*storage]bool{}
	outside(outs, start, func(e *edge) {
		if store := (*storage)(e.ref); e.value != nil && !seenStore[store] {
			seenStore[store] = true
			r.used = append(r.used, use{store, e.version, e.layout()})
		}
	})
}

// outside calls f with the edges from the graph between start and outs to nodes that existed before.
func outside(outs []*Tensor, start uint64, f func(e *edge)) {
	seen := map[*node]bool{}
	var todo []*node
	visit := func(n *node) {
		if n != nil && n.seq > start && !seen[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	for _, y := range outs {
		visit(y.node)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in := n.in()
		for i := range in {
			visit(in[i].from)
			if in[i].from != nil && in[i].from.seq <= start {
				f(&in[i])
			}
		}
	}
}

// forget returns outs as results of one node, which depends on the tapes of set and replaces their graph.
func (r *rerun) forget(outs []*Tensor, start uint64, set *tapeSet) []*Tensor {
	all := make([]saved, len(outs))
	n := newNode(0)
	n.rest.Load().results = all
	n.begin(r, set, 0)
	res := make([]*Tensor, len(outs))
	for i, y := range outs {
		res[i] = y
		all[i].save(y, false)
		if y.node.live() && y.node.seq > start {
			// its memory is part of y, which refers to the graph
			if res[i] = y.header(y.lay, y.off); y.NBytes() <= inline {
				res[i] = y.copied()
			}
			res[i].node, res[i].out = n, int32(i)
		}
	}
	return res
}

// rerun records the graph of n again and passes the gradients of n's results to it.
func (b *backward) rerun(n *node, r *rerun, grads []*Tensor) {
	for _, u := range r.used {
		if u.store.age() != u.version {
			throwChanged(u.lay)
		}
	}
	var outs []*Tensor
	start := sequence.Load()
	b.tape.again(func() {
		paused.With(false, func() { mixed.With(r.dtype, func() { r.streams.Replay(func() { outs = r.f() }) }) })
	})
	outside(outs, start, func(e *edge) {
		if e.from.seq > n.seq { // it would get a gradient after it had passed on its own
			throwChanged(e.layout())
		}
	})
	all := n.rest.Load().results
	for i, g := range grads {
		if g == nil {
			continue
		}
		if i >= len(outs) || outs[i].dtype != all[i].dtype() || !slices.Equal(outs[i].lay.shape, all[i].layout().shape) {
			Throw("Recompute", RuntimeError, "For 'Recompute', the function returned other results when it was called again for the gradient.")
		}
		y := outs[i]
		if y.follow(true); y.node != nil && y.node.dependsOn(b.tape) {
			b.hold(g)
			b.add(y.node, y.out, g)
		}
	}
}

func throwChanged(l *layout) {
	Throw("Recompute", RuntimeError, "For 'Recompute', a tensor of shape %s that its gradient needs was changed in place after it was used. "+
		"Use a copy, or change it before.", tupleText(l.shape))
}
