package vm

import (
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/elements"
)

// A plain is what a function does that sorting calls again and again, where that is nothing but a form of package
// elements.
type plain struct {
	entry   *Ins   // of the code
	changes uint64 // of codeChanges, as the code of what it calls belongs to it
	slice   sliceAt
	form    elements.Form
	known   bool
}

// codeChanges counts how often a function has got code.
var codeChanges atomic.Uint64

// sliceAt is where the slice is whose elements are compared.
type sliceAt struct {
	how  uint8
	data int64          // captured: the place of its address, or of its pointer
	n    int64          // the offset of the slice there, or the place of its length
	of   unsafe.Pointer // a variable outside of functions
}

// The places of slices.
const (
	noSlice    = iota // elements are arguments
	ofMethod          // of the receiver
	byAddress         // of a variable that is captured
	byWords           // captured as it is
	ofVariable        // of a variable outside of functions
)

// where returns the slice whose elements c compares, recv being the address of that of a method.
func (f *plain) where(c *Closure, recv unsafe.Pointer) (data unsafe.Pointer, n int) {
	switch f.slice.how {
	case ofMethod:
		s := (*goabi.Slice)(recv)
		return s.Data, s.Len
	case byAddress:
		v := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(c.free), f.slice.data))
		s := (*goabi.Slice)(unsafe.Add(v, f.slice.n))
		return s.Data, s.Len
	case ofVariable:
		s := (*goabi.Slice)(unsafe.Add(f.slice.of, f.slice.n))
		return s.Data, s.Len
	}
	free := unsafe.Pointer(c.free)
	return *(*unsafe.Pointer)(unsafe.Add(free, f.slice.data)), *(*int)(unsafe.Add(free, f.slice.n))
}

// learn finds what the function of r does, when its code is not that which was looked at last; begin says where its
// arguments are.
func (r *repeat) learn(begin func(*seer)) {
	r.entry = r.c.fn.entry.Load()
	r.plain = r.c.fn.plainOf(r.entry, begin)
}

// changed says whether the function of r has got other code.
func (r *repeat) changed() bool { return r.c.fn.entry.Load() != r.entry }

// runs says whether calls have to run the code: it is no form, or the run is to end.
func (r *repeat) runs() bool { return r.plain == nil || r.m.stop.Load() || r.method && r.recv == nil }

// plainly does what a call with two indices does, if it can.
func (r *repeat) plainly(i, j int) (v int64, ok bool) {
	if r.changed() {
		r.learn(r.indices)
	}
	if r.runs() || r.plain.slice.how == noSlice { // code that looks at no element
		return 0, false
	}
	data, n := r.plain.where(r.c, r.recv)
	return r.plain.form.At(data, n, i, j)
}

// length returns the length that a call without arguments returns, if that is all it does.
func (r *repeat) length() (n int, ok bool) {
	if r.changed() {
		r.learn(r.indices)
	}
	if r.runs() || r.plain.slice.how == noSlice || r.plain.form.Nodes[0].Op != elements.Length {
		return 0, false
	}
	_, n = r.plain.where(r.c, r.recv)
	return n, true
}

// indices says where a call by two indices has its arguments.
func (r *repeat) indices(s *seer) {
	if r.slice {
		at := r.c.fn.Sig.RecvAt
		s.plain.slice = sliceAt{how: ofMethod}
		s.regs[at[0]], s.regs[at[1]] = sight{what: data}, sight{what: length}
	}
	if r.j != r.i {
		s.regs[r.i], s.regs[r.j] = sight{what: anIndex}, sight{what: anIndex, second: true}
	}
}

// plainOf returns what the code at entry does, nil where that is no form; begin says where the arguments are.
func (f *Func) plainOf(entry *Ins, begin func(*seer)) *plain {
	changes := codeChanges.Load()
	p := f.plain.Load()
	if p == nil || p.entry != entry || p.changes != changes {
		p = &plain{entry: entry, changes: changes}
		s := &seer{plain: p, regs: map[uint32]sight{}}
		begin(s)
		s.look(entry)
		p.known = !s.failed
		p.form.Complete()
		f.plain.Store(p)
	}
	if !p.known {
		return nil
	}
	return p
}
