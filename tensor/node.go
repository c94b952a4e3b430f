package tensor

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// node is one recorded application of an op, or a leaf (op nil): a value to differentiate by. Nodes point
// to their arguments' nodes only, so whatever no tensor leads to is collected. It is the larger part of what a recorded
// operation on a number allocates, so its fields are packed: see node1, node2 and roomy16.
type node struct {
	op    any            // unaryOp, binaryOp or Op; nil for a leaf
	seq   uint64         // creation order, a topological order of every graph
	set   unsafe.Pointer // *tapeSet, see deps
	hooks atomic.Pointer[hookList]
	visit atomic.Pointer[arrival] // of the backward pass that is here
	args  *edge                   // the first of them
	more  *[]saved                // the results of an op that has not just one
	res   saved                   // the result
	nargs uint32
	param bool // the permanent leaf of a parameter
	over  bool // released
}

// node1 and node2 are nodes with their arguments.
type (
	node1 struct {
		node
		edges [1]edge
	}
	node2 struct {
		node
		edges [2]edge
	}
)

// in returns the arguments.
func (n *node) in() []edge { return unsafe.Slice(n.args, n.nargs) }

// out returns the results.
func (n *node) out() []saved {
	if n.more != nil {
		return *n.more
	}
	return unsafe.Slice(&n.res, 1)
}

// deps returns the tapes that n depends on. Those of a parameter change while others look.
func (n *node) deps() *tapeSet { return (*tapeSet)(atomic.LoadPointer(&n.set)) }

// depend makes n depend on set, if before it depended on old.
func (n *node) depend(old, set *tapeSet) bool {
	return atomic.CompareAndSwapPointer(&n.set, unsafe.Pointer(old), unsafe.Pointer(set))
}

// tapeSet is the tapes that a value depends on. Sets are immutable and shared.
type tapeSet struct{ tapes []*Tape }

// sequence numbers nodes in the order of their creation, over all goroutines.
var sequence atomic.Uint64

// newLeaf returns a node without op that belongs to the given tapes.
func newLeaf(set *tapeSet) *node {
	return &node{seq: sequence.Add(1), set: unsafe.Pointer(set)}
}

// live says whether a tape that n depends on still records.
func (n *node) live() bool {
	if n == nil {
		return false
	}
	set := n.deps()
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
	set := n.deps()
	return set != nil && set.has(t)
}

// has says whether t is in the set.
func (a *tapeSet) has(t *Tape) bool {
	for _, o := range a.tapes {
		if o == t {
			return true
		}
	}
	return false
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
		if !a.has(t) {
			return false
		}
	}
	return true
}

// recordsConstants says whether a tape of the set wants ops without gradient recorded too.
func (a *tapeSet) recordsConstants() bool {
	return slices.ContainsFunc(a.tapes, func(t *Tape) bool { return t.everything })
}

// release drops what n holds once its gradient has been taken.
func (n *node) release() {
	for i := range n.in() {
		n.in()[i] = edge{}
	}
	n.args, n.nargs, n.more, n.res, n.over = nil, 0, nil, saved{}, true
	if _, ok := n.op.(*rerun); ok {
		n.op = &rerun{}
	}
}
