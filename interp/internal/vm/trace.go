package vm

import (
	"runtime"
	"sort"
	"sync"
	"unsafe"
	"weak"
)

// registry finds functions by addresses of their instructions. It does not keep them: an entry goes when its code is
// collected.
type registry struct {
	mu    sync.Mutex
	codes []*codeRange // sorted
}

type codeRange struct {
	from, to uintptr
	fn       weak.Pointer[Func]
}

var known registry

// A version is what a function runs: its code of one time. A return address in a frame is a number, which keeps
// nothing. What keeps the code that it is in is the frame of the caller itself: slot 0 of the frame that began the
// run holds its closure, or the method that an interface has found, that its Func, that its version, and the CALL in
// the code of a version the Func that it calls. A Func keeps the versions that have been replaced until all runs
// have ended that may have begun with them.
type version struct {
	first *Ins // comes after the instruction that head returns
	pos   *int32
}

// replaced is a version in whose place another one is. Runs that begin after until do not know it.
type replaced struct {
	version
	until uint64
	next  *replaced
}

// Frame sizes and the like are in an instruction before the first one, which never runs: Imm has the bytes that a
// frame takes, and the number of instructions in its upper half; A has Out, B Recovery, C the number of positions and
// Aux the Marks.
func newVersion(code []Ins, pos []int32, l Layout) version {
	full := make([]Ins, 1+len(code))
	full[0] = Ins{
		Op: kindOf(code), A: l.Out, B: uint32(l.Recovery), C: uint32(len(pos)), Imm: int64(l.Need) | int64(len(code))<<32,
		Aux: unsafe.Pointer(l.Marks),
	}
	copy(full[1:], code)
	return version{&full[1], unsafe.SliceData(pos)}
}

// alone is the Op of the head of code that calls no other code and defers nothing, so that a panic of it can go on in
// compiled Go.
const alone = NOP

func kindOf(code []Ins) Op {
	for _, in := range code {
		switch in.Op {
		case LAZY, CALL, CALLC, CALLM, DEFER, RUNDEFERS, RECOVER, MARK:
			return HALT
		}
	}
	return alone
}

func (v version) head() *Ins { return headOf(v.first) }

func headOf(entry *Ins) *Ins { return (*Ins)(unsafe.Add(unsafe.Pointer(entry), -int(insSize))) }

// layout returns what newVersion got.
func (v version) layout() Layout {
	h := v.head()
	return Layout{uint32(h.Imm), h.A, int32(h.B), (*Marks)(h.Aux)}
}

func (v version) code() []Ins { return unsafe.Slice(v.first, v.head().Imm>>32) }

func (v version) from() uintptr { return uintptr(unsafe.Pointer(v.first)) }

func (v version) to() uintptr { return v.from() + uintptr(v.head().Imm>>32)*insSize }

// at returns the position of an instruction.
func (v version) at(pc uintptr) int32 {
	if k := (pc - v.from()) / insSize; k < uintptr(v.head().C) {
		return unsafe.Slice(v.pos, v.head().C)[k]
	}
	return 0
}

func (v version) has(pc uintptr) bool { return v.first != nil && pc >= v.from() && pc < v.to() }

// add makes the code of f known. An entry in its place is one whose code has been collected.
func (r *registry) add(f *Func, v version) {
	c := &codeRange{v.from(), v.to(), weak.Make(f)}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.at(c.from)
	j := i
	for j < len(r.codes) && r.codes[j].from < c.to {
		j++
	}
	if i == j {
		r.codes = append(r.codes, nil)
		copy(r.codes[i+1:], r.codes[i:])
	} else {
		r.codes = append(r.codes[:i+1], r.codes[j:]...)
	}
	r.codes[i] = c
	runtime.AddCleanup(v.first, forgetCode, c)
}

// forgetCode is no method, as a method value would take memory.
func forgetCode(c *codeRange) { known.remove(c) }

func (r *registry) remove(c *codeRange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.at(c.from); i < len(r.codes) && r.codes[i] == c {
		copy(r.codes[i:], r.codes[i+1:])
		r.codes[len(r.codes)-1] = nil
		r.codes = r.codes[:len(r.codes)-1]
	}
}

func (r *registry) at(pc uintptr) int {
	return sort.Search(len(r.codes), func(i int) bool { return r.codes[i].to > pc })
}

// find returns the function that an instruction belongs to, and which version of it.
func find(pc uintptr) (*Func, version) {
	known.mu.Lock()
	defer known.mu.Unlock()
	i := known.at(pc)
	if i == len(known.codes) || known.codes[i].from > pc {
		return nil, version{}
	}
	f := known.codes[i].fn.Value()
	if f == nil {
		return nil, version{}
	}
	if v := f.now(); v.has(pc) {
		return f, v
	}
	for v := f.old; v != nil; v = v.next {
		if v.has(pc) {
			return f, v.version
		}
	}
	return nil, version{}
}

// maxTrace is how many calls a trace lists; of a runaway recursion nobody reads more.
const maxTrace = 100

// trace lists the calls from the one that runs down to the frame at floor.
func (m *Machine) trace(floor uintptr) []Frame {
	return m.traceOf(m.cur, m.fp-uintptr(m.base()), floor)
}

// traceOf does so from the instruction at and the frame at the offset off on.
func (m *Machine) traceOf(at, off, floor uintptr) (list []Frame) {
	m.walk(at, off, floor, func(f *Func, v version, at, _ uintptr) bool {
		list = append(list, Frame{f, v.at(at)})
		return len(list) < maxTrace
	})
	return list
}

// walk calls visit for each call from the frame at the offset off, which is at the instruction at, down to the frame
// at floor: with the instruction that it is at and where its frame begins, until visit returns false.
func (m *Machine) walk(at, off, floor uintptr, visit func(f *Func, v version, at, off uintptr) bool) {
	for {
		f, v := find(at)
		if f == nil || !visit(f, v, at, off) {
			return
		}
		call := m.caller(unsafe.Add(m.base(), off))
		if call == nil || off <= floor {
			return
		}
		at, off = uintptr(unsafe.Pointer(call)), off-uintptr(call.B)
	}
}

// Trace lists the calls that run, innermost first.
func (m *Machine) Trace() []Frame { return m.trace(0) }
