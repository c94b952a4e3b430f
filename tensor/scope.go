package tensor

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// scope holds the memory that [Scope] reclaims: results of ops, each of which was the only tensor over its memory
// when it was made.
type scope struct {
	mu    sync.Mutex
	over  bool
	made  []*Tensor
	outer *scope
}

var scopes gls.Var[*scope]

// gone is the length of a storage whose memory a scope has reclaimed.
const gone = -1

// Scope calls f and returns its result. Other results of ops in f with 8 KiB or more, and gradients that only the
// caller has, on this goroutine and on those that f starts, are reused for the next results immediately, instead of
// after a garbage collection:
//
//	for range steps {
//		x = tensor.Scope(func() *tensor.Tensor { return x.Mul(a).Add(b).Tanh() })
//	}
//
// Tensors that f stores elsewhere, in variables, fields or channels, must be kept with [Keep]; otherwise using them
// later is a RuntimeError. Not reused are tensors that are not results of ops, that have been changed in place, or
// whose memory is shared by a view, a Go slice or an observer, and recorded ones whose gradient has not been computed
// or whose graph is kept. The result may be nil. The result of an inner Scope, and what is recorded in it, belongs to
// the outer one. If f panics, nothing is reused. Cells reuse temporaries automatically.
func Scope(f func() *Tensor) (result *Tensor) {
	s := &scope{}
	s.outer, _ = scopes.Get()
	scopes.With(s, func() { result = f() })
	s.end(result)
	return result
}

// Keep returns x and makes it outlive all current scopes, see [Scope].
func Keep(x *Tensor) *Tensor { return x.lend() }

// lend records that t's memory may be used after the scope in which t was made.
func (t *Tensor) lend() *Tensor {
	if t.store.room == scoped {
		t.store.needed()
	}
	return t
}

// operand is Detach for an op that only reads t while it runs: it does not extend the lifetime of the memory.
func (t *Tensor) operand() *Tensor {
	if t.sliced() != nil {
		return t.Detach()
	}
	d := t.within(t.lay, t.off)
	d.weak, d.cut = t.weak, true
	return d
}

// scopeOf adds results of an op to the current scope, unless they share memory with each other or with an argument.
func scopeOf(out []*Tensor, in ...*Tensor) {
	s, ok := scopes.Get()
	if !ok || s == nil {
		return
	}
	for i, y := range out {
		same := func(x *Tensor) bool { return x != nil && x.store == y.store }
		if y == nil || slices.ContainsFunc(in, same) || slices.ContainsFunc(out[:i], same) {
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, y := range out {
		s.add(y)
	}
}

// add adds y, the only tensor over its memory.
func (s *scope) add(y *Tensor) {
	r := &y.store.room
	if s.over || y.store.class == 0 || *r != 0 && *r != uncached && *r != scoped {
		return
	}
	*r = scoped
	s.made = append(s.made, y)
}

// end reclaims the memory of s, except that of y.
func (s *scope) end(y *Tensor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	for _, t := range s.made {
		m := t.store
		switch {
		case m.room != scoped:
		case y != nil && m == y.store && s.outer != nil:
			s.outer.inherit(t)
		case t.end(y, false):
			m.room, m.n = later, gone
		case s.outer != nil && t.recordedOnly():
			s.outer.inherit(t)
		default:
			m.room = 0
		}
	}
	s.made = nil
}

// recordedOnly reports whether nothing but the graph needs the memory of t.
func (t *Tensor) recordedOnly() bool {
	return t.node != nil && t.node.op != nil && atomic.LoadUint32(&t.store.version)&(changedMark|neededOnce) == 0
}

// inherit adds t, which belonged to an inner scope.
func (s *scope) inherit(t *Tensor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		t.store.room = 0
		return
	}
	s.made = append(s.made, t)
}
