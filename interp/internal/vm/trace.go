package vm

import (
	"runtime"
	"sort"
	"sync"
	"unsafe"
	"weak"
)

// registry finds functions by addresses of their instructions. It does not keep them alive: an entry is removed when
// its code is collected.
type registry struct {
	mu    sync.Mutex
	codes []*codeRange // sorted
}

type codeRange struct {
	from, to uintptr
	fn       weak.Pointer[Func]
}

var known registry

// A version is the code of a function between two changes. A return address in a frame is a number, which keeps
// nothing alive. The frame of the caller keeps the code at that address alive: slot 0 of the frame that began the run
// holds its closure, or the method found for an interface; that refers to its Func, and the Func to its version; a
// CALL in the code of a version refers to the Func that it calls. A Func keeps replaced versions until all runs that
// may have begun with them have ended.
type version struct {
	first *Ins // follows the instruction that head returns
	pos   *int32
}

// replaced is a version that has been replaced. Runs that begin after until cannot use it.
type replaced struct {
	version
	until uint64
	next  *replaced
}

// newVersion adds an instruction before the first one, which never runs and holds the layout: Imm has the frame size
// in bytes in its lower half and the number of instructions in its upper half; A has Out, B Recovery, C the number of
// positions and Aux the Marks.
func newVersion(code []Ins, pos []int32, l Layout) version {
	full := make([]Ins, 1+len(code))
	full[0] = Ins{
		Op: kindOf(code), A: l.Out, B: uint32(l.Recovery), C: uint32(len(pos)), Imm: int64(l.Need) | int64(len(code))<<32,
		Aux: unsafe.Pointer(l.Marks),
	}
	copy(full[1:], code)
	return version{&full[1], unsafe.SliceData(pos)}
}

// alone is the opcode of the head of code that calls no other code and defers nothing, so that its panics can
// continue in compiled Go.
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

// layout returns the layout passed to newVersion.
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

// add registers the code of f. An entry for the same addresses is for code that has been collected.
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

// forgetCode is not a method, as a method value would allocate.
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

// find returns the function that an instruction belongs to, and its version.
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

// maxTrace is the largest number of calls in a trace, to bound those of runaway recursion.
const maxTrace = 100

// trace returns the active calls down to the frame at floor.
func (m *Machine) trace(floor uintptr) []Frame {
	return m.traceOf(m.cur, m.fp-uintptr(m.base()), floor)
}

// traceOf is trace starting at the instruction at and the frame at offset off.
func (m *Machine) traceOf(at, off, floor uintptr) (list []Frame) {
	m.walk(at, off, floor, func(f *Func, v version, at, _ uintptr) bool {
		list = append(list, Frame{f, v.at(at)})
		return len(list) < maxTrace
	})
	return list
}

// walk calls visit for each call, from the frame at offset off, which is at the instruction at, down to the frame at
// floor, until visit returns false. The arguments are the current instruction and the offset of the frame.
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

// Trace returns the active calls, innermost first.
func (m *Machine) Trace() []Frame { return m.trace(0) }
