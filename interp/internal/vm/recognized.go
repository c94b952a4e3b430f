package vm

import (
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/elements"
)

// A recognized is the recognized form of a function that sorting calls repeatedly: its code does exactly what a form
// of package elements does.
type recognized struct {
	entry   *Ins   // first instruction of the code
	changes uint64 // value of codeChanges, since the code of callees is part of the form
	slice   sliceAt
	form    elements.Form
	known   bool
}

// codeChanges counts the calls of SetCode.
var codeChanges atomic.Uint64

// sliceAt describes how to find the slice whose elements are compared.
type sliceAt struct {
	how  uint8
	data int64          // for captured slices: the offset of its address, or of its data pointer
	n    int64          // the offset of the slice there, or of its length
	of   unsafe.Pointer // a package-level variable
}

// How the slice is found.
const (
	noSlice    = iota // elements are arguments
	ofMethod          // it is the receiver
	byAddress         // it is a captured variable
	byWords           // it is captured by value
	ofVariable        // it is a package-level variable
)

// where returns the slice whose elements c compares; recv is the address of the receiver of a method.
func (f *recognized) where(c *Closure, recv unsafe.Pointer) (data unsafe.Pointer, n int) {
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

// learn finds the form of the function of r if its code has changed since the last time; begin sets the places of its
// arguments.
func (r *repeat) learn(begin func(*evaluator)) {
	r.entry = r.c.fn.entry.Load()
	r.recognized = r.c.fn.recognize(r.entry, begin)
}

// changed reports whether the code of the function of r has changed.
func (r *repeat) changed() bool { return r.c.fn.entry.Load() != r.entry }

// runs reports whether calls have to run the code: there is no recognized form, or the run is halted.
func (r *repeat) runs() bool {
	return r.recognized == nil || r.m.stop.Load() || r.method && r.recv == nil
}

// tryForm evaluates a call with two indices by the recognized form, if possible.
func (r *repeat) tryForm(i, j int) (v int64, ok bool) {
	if r.changed() {
		r.learn(r.indices)
	}
	if r.runs() || r.recognized.slice.how == noSlice { // the code uses no element
		return 0, false
	}
	data, n := r.recognized.where(r.c, r.recv)
	return r.recognized.form.At(data, n, i, j)
}

// length returns the result of a call without arguments if the code only returns a length.
func (r *repeat) length() (n int, ok bool) {
	if r.changed() {
		r.learn(r.indices)
	}
	if r.runs() || r.recognized.slice.how == noSlice || r.recognized.form.Nodes[0].Op != elements.Length {
		return 0, false
	}
	_, n = r.recognized.where(r.c, r.recv)
	return n, true
}

// indices sets the places of the arguments of a call with two indices.
func (r *repeat) indices(s *evaluator) {
	if r.slice {
		at := r.c.fn.Sig.RecvAt
		s.found.slice = sliceAt{how: ofMethod}
		s.regs[at[0]], s.regs[at[1]] = symValue{what: data}, symValue{what: length}
	}
	if r.j != r.i {
		s.regs[r.i], s.regs[r.j] = symValue{what: anIndex}, symValue{what: anIndex, second: true}
	}
}

// recognize returns the form of the code at entry, or nil if it has none; begin sets the places of the arguments.
func (f *Func) recognize(entry *Ins, begin func(*evaluator)) *recognized {
	changes := codeChanges.Load()
	p := f.recognized.Load()
	if p == nil || p.entry != entry || p.changes != changes {
		p = &recognized{entry: entry, changes: changes}
		s := &evaluator{found: p, regs: map[uint32]symValue{}}
		begin(s)
		s.eval(entry)
		p.known = !s.failed
		p.form.Complete()
		f.recognized.Store(p)
	}
	if !p.known {
		return nil
	}
	return p
}
