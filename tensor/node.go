package tensor

import (
	"slices"
	"sync/atomic"
)

// node is one recorded application of an op, or a leaf (op nil): a value to differentiate by. Nodes point
// to their arguments' nodes only, so whatever no tensor leads to is collected.
type node struct {
	op    any    // unaryOp, binaryOp or Op; nil for a leaf
	seq   uint64 // creation order, a topological order of every graph
	deps  atomic.Pointer[tapeSet]
	param bool // the permanent leaf of a parameter
	hooks atomic.Pointer[hookList]
	in    []edge
	out   []saved
	buf   [2]edge // backs in for ops of up to two arguments
	out0  [1]saved
}

// edge is one argument of a recorded op: where it came from and what the op's VJP may see of it.
type edge struct {
	from *node
	idx  int32 // which result of from
	saved
}

// saved is a tensor as it was when an op was recorded. Value is nil when the rule does not need the elements.
type saved struct {
	value   *Tensor
	store   *storage
	lay     *layout
	version uint32
	dtype   DType
	weak    bool
}

// tapeSet is the tapes that a value depends on. Sets are immutable and shared.
type tapeSet struct{ tapes []*Tape }

// sequence numbers nodes in the order of their creation, over all goroutines.
var sequence atomic.Uint64

// newLeaf returns a node without op that belongs to the given tapes.
func newLeaf(set *tapeSet) *node {
	n := &node{seq: sequence.Add(1)}
	n.deps.Store(set)
	return n
}

// live says whether a tape that n depends on still records.
func (n *node) live() bool {
	if n == nil {
		return false
	}
	set := n.deps.Load()
	if set == nil {
		return false
	}
	for _, t := range set.tapes {
		if t.active.Load() {
			return true
		}
	}
	return false
}

// dependsOn says whether a gradient that t asked for may flow through n. Leaves always accept gradients:
// that of a parameter has left t's set by the time of the backward pass.
func (n *node) dependsOn(t *Tape) bool {
	if n.op == nil {
		return true
	}
	set := n.deps.Load()
	return set != nil && slices.Contains(set.tapes, t)
}

// union returns the active tapes of both sets, sharing a or b where it can.
func union(a, b *tapeSet) *tapeSet {
	switch {
	case a == b || b == nil:
		return a
	case a == nil || a.holds(b):
		if a == nil {
			return b
		}
		return a
	case b.holds(a):
		return b
	}
	u := &tapeSet{}
	for _, set := range []*tapeSet{a, b} {
		for _, t := range set.tapes {
			if t.active.Load() && !slices.Contains(u.tapes, t) {
				u.tapes = append(u.tapes, t)
			}
		}
	}
	return u
}

// holds says whether every tape of b is in a.
func (a *tapeSet) holds(b *tapeSet) bool {
	for _, t := range b.tapes {
		if !slices.Contains(a.tapes, t) {
			return false
		}
	}
	return true
}

// recordsConstants says whether a tape of the set wants ops without gradient recorded too.
func (a *tapeSet) recordsConstants() bool {
	return slices.ContainsFunc(a.tapes, func(t *Tape) bool { return t.everything })
}

// save notes t as an op saw it; value is false when its elements will not be needed.
func save(t *Tensor, value bool) saved {
	s := saved{store: t.store, lay: t.lay, version: t.store.version, dtype: t.dtype, weak: t.weak}
	if value {
		s.value = t
	} else {
		s.store = nil // lets the memory go
	}
	return s
}

// restore returns the saved tensor, with its place in the graph from when it was saved. Without a value the
// result has shape and dtype only.
func (s *saved) restore(from *node, idx int32, op string) *Tensor {
	t := s.value
	if t == nil {
		return &Tensor{lay: s.lay, dtype: s.dtype, weak: s.weak}
	}
	if s.store.version != s.version {
		Throw(op, RuntimeError, "For '%s', a tensor of shape %s that its gradient needs was changed in place after it was used. "+
			"Use a copy, or change it before.", op, tupleText(s.lay.shape))
	}
	if t.store == s.store && t.node == from && t.out == idx {
		return t
	}
	alias := *t // t was given a new value since: same layout and offset, older storage and node
	alias.store, alias.node, alias.out = s.store, from, idx
	return &alias
}

func recording(in ...*Tensor) bool {
	if activeTapes.Load() == 0 || InNoGrad() {
		return false
	}
	for _, t := range in {
		if t != nil && t.node.live() {
			return true
		}
	}
	return false
}

func keepsOf(op any) keep {
	switch op := op.(type) {
	case saver:
		return op.keeps()
	case Frugal:
		k, both := keepNothing, keepFirst|keepSecond
		args, results := op.Keeps()
		if args {
			k |= both
		}
		if results {
			k |= keepResult
		}
		return k
	}
	return keepAll
}

func record1(op unaryOp, x, y *Tensor) {
	n := begin(op, x.node, nil)
	if n == nil {
		return
	}
	k := keepsOf(op)
	n.buf[0] = newEdge(x, k&keepFirst != 0)
	n.in = n.buf[:1]
	n.finish(k, y)
}

func record2(op binaryOp, a, b, y *Tensor) {
	n := begin(op, a.node, b.node)
	if n == nil {
		return
	}
	k := keepsOf(op)
	n.buf[0] = newEdge(a, k&keepFirst != 0)
	n.buf[1] = newEdge(b, k&keepSecond != 0)
	n.in = n.buf[:2]
	n.finish(k, y)
}

func record(op Op, in, out []*Tensor) {
	nodes := make([]*node, len(in))
	for i, t := range in {
		nodes[i] = t.node
	}
	n := begin(op, nodes...)
	if n == nil {
		return
	}
	k := keepsOf(op)
	n.in = make([]edge, len(in))
	for i, t := range in {
		want := keepSecond
		if i == 0 {
			want = keepFirst
		}
		n.in[i] = newEdge(t, k&want != 0)
	}
	n.finish(k, out...)
}

func newEdge(t *Tensor, value bool) edge {
	e := edge{idx: t.out, saved: save(t, value)}
	if t.node != nil && t.node.live() {
		e.from = t.node
	}
	return e
}

// begin returns the node for op applied to values of the given nodes, or nil when recording is off, or op passes no
// gradient on and no tape wants to know of it.
func begin(op any, args ...*node) *node {
	if InNoGrad() {
		return nil
	}
	var set *tapeSet
	for _, a := range args {
		if a.live() {
			set = union(set, a.deps.Load())
		}
	}
	if _, ok := op.(constant); ok && !set.recordsConstants() {
		return nil
	}
	n := &node{op: op, seq: sequence.Add(1)}
	n.deps.Store(set)
	return n
}

// finish makes n the origin of its results.
func (n *node) finish(k keep, out ...*Tensor) {
	n.out = n.out0[:0]
	for i, t := range out {
		t.node, t.out = n, int32(i)
		n.out = append(n.out, save(t, k&keepResult != 0))
	}
}

// release drops what n holds once its gradient has been taken.
func (n *node) release() {
	n.in, n.out, n.buf, n.out0 = nil, nil, [2]edge{}, [1]saved{}
	if _, ok := n.op.(*rerun); ok {
		n.op = &rerun{}
	}
}
