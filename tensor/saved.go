package tensor

import "unsafe"

// saved is a tensor as it was when an op was recorded. Its value is nil if the rule does not need the elements.
type saved struct {
	value   *Tensor
	ref     unsafe.Pointer // the *storage that value had, or the *layout if value is nil
	version uint32         // of that storage
	meta    uint32         // dtype, whether the tensor was weak, and its index among the results of its origin
}

// The parts of meta.
const (
	metaDType  = 1<<4 - 1
	metaWeak   = 1 << 4
	metaShift  = 5
	maxResults = 1 << (32 - metaShift) // per recorded op
)

// edge is one argument of a recorded op: its origin, and what the op's VJP may use of it.
type edge struct {
	from *node
	saved
}

// save stores t as an op saw it; if value is false, its elements will not be needed, so that the memory can be
// freed.
func (s *saved) save(t *Tensor, value bool) {
	s.meta = uint32(t.out)<<metaShift | uint32(t.dtype)
	if t.weak {
		s.meta |= metaWeak
	}
	if value {
		store := t.store
		s.value, s.ref, s.version = t, unsafe.Pointer(store), 0
		if !store.isOnlyNeeded() {
			s.version = store.age()
			store.retain()
		}
	} else {
		s.ref = unsafe.Pointer(t.lay)
	}
}

// release ends the use of the value.
func (s *saved) release() {
	if s.value != nil && (*storage)(s.ref).class != 0 { // otherwise it is needed anyway
		(*storage)(s.ref).release()
	}
}

func (s *saved) dtype() DType { return DType(s.meta & metaDType) }
func (s *saved) weak() bool   { return s.meta&metaWeak != 0 }
func (s *saved) idx() int32   { return int32(s.meta >> metaShift) }

// storage returns the memory of value, or nil if value is nil.
func (s *saved) storage() *storage {
	if s.value == nil {
		return nil
	}
	return (*storage)(s.ref)
}

// layout returns the layout. If the tensor has been assigned a value since, the shape is the same.
func (s *saved) layout() *layout {
	if s.value != nil {
		return s.value.lay
	}
	return (*layout)(s.ref)
}

// bare returns a tensor with only shape and dtype.
func (s *saved) bare() Tensor { return Tensor{lay: s.layout(), dtype: s.dtype(), weak: s.weak()} }

// restore returns the saved tensor of an application of op, with the place in the graph that it had when it was
// saved. If value is nil, the result has only shape and dtype and is written to bare, unless that is nil.
func (s *saved) restore(op any, from *node, bare *Tensor) *Tensor {
	t := s.value
	if t == nil {
		if bare == nil {
			bare = &Tensor{}
		}
		*bare = s.bare()
		return bare
	}
	store := (*storage)(s.ref)
	if store.age() != s.version {
		store = store.before(s.version)
	}
	if store == nil {
		Throw(opName(op), RuntimeError, "For '%s', a tensor of shape %s that its gradient needs was changed in place after it was used. "+
			"Use a copy, or change it before.", opName(op), tupleText(t.lay.shape))
	}
	if t.store == store && t.node == from && t.out == s.idx() {
		return t
	}
	alias := *t // t has been assigned a value since: same layout and offset, older storage and node
	alias.store, alias.node, alias.out = store, from, s.idx()
	return &alias
}
