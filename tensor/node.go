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
	visit atomic.Pointer[arrival] // of the backward pass that is here
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

// save notes t as an op saw it; value is false when its elements will not be needed, which lets the memory go.
func (s *saved) save(t *Tensor, value bool) {
	s.lay, s.dtype, s.weak = t.lay, t.dtype, t.weak
	if value {
		s.value, s.store, s.version = t, t.store, t.store.version
	}
}

// restore returns the saved tensor of an application of op, with its place in the graph from when it was saved. Without a value the
// result has shape and dtype only and is written to bare, unless that is nil.
func (s *saved) restore(op any, from *node, idx int32, bare *Tensor) *Tensor {
	t := s.value
	if t == nil {
		if bare == nil {
			bare = &Tensor{}
		}
		*bare = Tensor{lay: s.lay, dtype: s.dtype, weak: s.weak}
		return bare
	}
	if s.store.version != s.version {
		Throw(opName(op), RuntimeError, "For '%s', a tensor of shape %s that its gradient needs was changed in place after it was used. "+
			"Use a copy, or change it before.", opName(op), tupleText(s.lay.shape))
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
	if !x.node.live() {
		return
	}
	n := begin(op, x.node.deps.Load())
	if n == nil {
		return
	}
	k := keepsOf(op)
	n.in = n.buf[:1]
	n.in[0].save(x, k&keepFirst != 0, true)
	n.finish1(k, y)
}

func record2(op binaryOp, a, b, y *Tensor) {
	first, second := a.node.live(), b.node.live()
	var set *tapeSet
	switch {
	case first && second:
		set = union(a.node.deps.Load(), b.node.deps.Load())
	case first:
		set = a.node.deps.Load()
	case second:
		set = b.node.deps.Load()
	default:
		return
	}
	n := begin(op, set)
	if n == nil {
		return
	}
	k := keepsOf(op)
	n.in = n.buf[:2]
	n.in[0].save(a, k&keepFirst != 0, first)
	n.in[1].save(b, k&keepSecond != 0, second)
	n.finish1(k, y)
}

func record(op Op, in, out []*Tensor) {
	var set *tapeSet
	for _, t := range in {
		if t.node.live() {
			set = union(set, t.node.deps.Load())
		}
	}
	if set == nil {
		return
	}
	n := begin(op, set)
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
		n.in[i].save(t, k&want != 0, t.node.live())
	}
	n.finish(k, out...)
}

// save makes e the argument t. Its origin counts only when that is live.
func (e *edge) save(t *Tensor, value, live bool) {
	if live {
		e.from = t.node
	}
	e.idx = t.out
	e.saved.save(t, value)
}

// begin returns the node for op applied to values that depend on set, or nil when recording is off, or op passes no gradient on
// and no tape wants to know of it.
func begin(op any, set *tapeSet) *node {
	if InNoGrad() {
		return nil
	}
	if _, ok := op.(constant); ok && !set.recordsConstants() {
		return nil
	}
	n := &node{op: op, seq: sequence.Add(1)}
	n.deps.Store(set)
	return n
}

// finish1 makes n the origin of its only result.
func (n *node) finish1(k keep, y *Tensor) {
	n.out = n.out0[:]
	y.node, y.out = n, 0
	n.out[0].save(y, k&keepResult != 0)
}

// finish makes n the origin of its results.
func (n *node) finish(k keep, out ...*Tensor) {
	n.out = n.out0[:0]
	for i, t := range out {
		t.node, t.out = n, int32(i)
		n.out = append(n.out, saved{})
		n.out[i].save(t, k&keepResult != 0)
	}
}

// release drops what n holds once its gradient has been taken.
func (n *node) release() {
	n.in, n.out, n.buf, n.out0 = nil, nil, [2]edge{}, [1]saved{}
	if _, ok := n.op.(*rerun); ok {
		n.op = &rerun{}
	}
}
