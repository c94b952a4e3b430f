package tensor

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// node is one recorded application of an op, or a leaf (op nil): a value to differentiate with respect to. Nodes
// point only to the nodes of their arguments, so nodes that no tensor refers to are collected. A node is the larger
// part of the allocation of a recorded scalar operation. Therefore its fields are packed, one or two arguments
// follow it, and it does not repeat what can be derived from the result allocated with it: see roomy8.
type node struct {
	op      any                     // unaryOp, binaryOp or Op; nil for a leaf
	seq     uint64                  // creation order, a topological order of every graph
	set     unsafe.Pointer          // *tapeSet, see deps
	visit   atomic.Pointer[arrival] // the backward pass that has claimed the node
	rest    atomic.Pointer[rest]    // rarely used fields
	version uint32                  // of the memory of the result, if near is not 0
	nargs   uint8                   // 3 means more than two
	near    uint8                   // bytes of data of the result allocated with n, 0 for none
	flags   nodeFlags
}

// nodeFlags are boolean properties of a node.
type nodeFlags uint8

const (
	isParam      nodeFlags = 1 << iota // the permanent leaf of a parameter
	isOver                             // released
	keepsNear                          // the rule needs the elements of the result allocated with n
	sharesMemory                       // a result shares memory with an argument
)

// rest has the fields that the node of a scalar operation does not need.
type rest struct {
	hooks   atomic.Pointer[hookList]
	args    []edge   // for more than two arguments
	results []saved  // for results allocated elsewhere
	one     [1]saved // backs results
}

// node1 and node2 are nodes with one and two arguments, whose result is allocated with them; free1 and free2 have
// their result elsewhere.
type (
	node1 struct {
		node
		//lint:ignore U1000 method in finds it after the node
		edges [1]edge
	}
	node2 struct {
		node
		//lint:ignore U1000 method in finds it after the node
		edges [2]edge
	}
	free1 struct {
		node1
		r rest
	}
	free2 struct {
		node2
		r rest
	}
	freeAny struct {
		node
		r rest
	}
)

// in returns the arguments.
func (n *node) in() []edge {
	switch n.nargs {
	case 0:
		return nil
	case 1, 2:
	default:
		return n.rest.Load().args
	}
	return unsafe.Slice((*edge)(unsafe.Add(unsafe.Pointer(n), unsafe.Sizeof(*n))), n.nargs)
}

// outs returns the number of results.
func (n *node) outs() int {
	if n.near != 0 {
		return 1
	}
	if n.op == nil {
		return 1
	}
	return len(n.rest.Load().results)
}

// out returns result i as saved.
func (n *node) out(i int) saved {
	if n.op == nil {
		return saved{}
	}
	if n.near == 0 {
		return n.rest.Load().results[i]
	}
	h := n.head()
	s := saved{ref: unsafe.Pointer(h.t.lay), version: n.version, meta: uint32(h.t.dtype)}
	if n.flags&keepsNear != 0 {
		s.value, s.ref = &h.t, unsafe.Pointer(&h.s)
	}
	return s
}

// head returns the tensor that n was allocated with.
func (n *node) head() *headed {
	return (*headed)(unsafe.Add(unsafe.Pointer(n), -int(unsafe.Sizeof(headed{}))-int(n.near)))
}

// hookedBy returns the hooks of n, or nil.
func (n *node) hookedBy() *hookList {
	if r := n.rest.Load(); r != nil {
		return r.hooks.Load()
	}
	return nil
}

// deps returns the tapes that n depends on. Those of a parameter may change concurrently.
func (n *node) deps() *tapeSet { return (*tapeSet)(atomic.LoadPointer(&n.set)) }

// depend makes n depend on set, if it still depends on old. It reports whether it did.
func (n *node) depend(old, set *tapeSet) bool {
	return atomic.CompareAndSwapPointer(&n.set, unsafe.Pointer(old), unsafe.Pointer(set))
}

// tapeSet is the set of tapes that a value depends on. Sets are immutable and shared.
type tapeSet struct{ tapes []*Tape }

// sequence numbers nodes in the order of their creation, over all goroutines.
var sequence atomic.Uint64

// newLeaf returns a node without op that belongs to the given tapes.
func newLeaf(set *tapeSet) *node { return &node{seq: sequence.Add(1), set: unsafe.Pointer(set)} }

// live reports whether a tape that n depends on still records.
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

// dependsOn reports whether a gradient for t may flow through n. Leaves always accept gradients: a parameter has
// left t by the time of the backward pass.
func (n *node) dependsOn(t *Tape) bool {
	if n.op == nil {
		return true
	}
	set := n.deps()
	return set != nil && set.has(t)
}

// has reports whether t is in the set.
func (a *tapeSet) has(t *Tape) bool {
	for _, o := range a.tapes {
		if o == t {
			return true
		}
	}
	return false
}

// union returns the active tapes of both sets, reusing a or b if possible.
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

// holds reports whether every tape of b is in a.
func (a *tapeSet) holds(b *tapeSet) bool {
	for _, t := range b.tapes {
		if !a.has(t) {
			return false
		}
	}
	return true
}

// recordsConstants reports whether a tape of the set also records ops without gradient.
func (a *tapeSet) recordsConstants() bool {
	return slices.ContainsFunc(a.tapes, func(t *Tape) bool { return t.everything })
}

// release frees what n holds once its gradient has been computed.
func (n *node) release() {
	in := n.in()
	for i := range in {
		in[i].release()
	}
	clear(in)
	if r := n.rest.Load(); r != nil {
		r.args = nil
		for i := range r.results {
			r.results[i].release()
		}
		clear(r.results)
	}
	n.nargs, n.flags = 0, n.flags&^keepsNear|isOver
	if _, ok := n.op.(*rerun); ok {
		n.op = &rerun{}
	}
}
