package vm

import (
	"sort"
	"sync"
	"unsafe"
)

// registry finds functions by addresses of their instructions.
type registry struct {
	mu    sync.Mutex
	codes []codeRange // sorted
}

type codeRange struct {
	from, to uintptr
	fn       *Func
	code     []Ins
	pos      []int32
}

var known registry

// Register makes the code of f known to traces. It keeps the code alive, as return addresses are numbers; Forget
// lets go of it.
func Register(f *Func) {
	known.mu.Lock()
	defer known.mu.Unlock()
	from := uintptr(unsafe.Pointer(&f.Code[0]))
	i := known.at(from)
	known.codes = append(known.codes, codeRange{})
	copy(known.codes[i+1:], known.codes[i:])
	known.codes[i] = codeRange{from, from + uintptr(len(f.Code))*insSize, f, f.Code, f.Pos}
}

// Forget lets go of the code that is no longer that of its function. Nothing may run meanwhile.
func Forget(gone func(*Func) bool) {
	known.mu.Lock()
	defer known.mu.Unlock()
	kept := known.codes[:0]
	for _, c := range known.codes {
		if unsafe.SliceData(c.fn.Code) == unsafe.SliceData(c.code) && !gone(c.fn) {
			kept = append(kept, c)
		}
	}
	clear(known.codes[len(kept):])
	known.codes = kept
}

func (r *registry) at(pc uintptr) int {
	return sort.Search(len(r.codes), func(i int) bool { return r.codes[i].to > pc })
}

// find returns the function and the position of an instruction.
func (m *Machine) find(pc uintptr) (*Func, int32) {
	known.mu.Lock()
	defer known.mu.Unlock()
	i := known.at(pc)
	if i == len(known.codes) || known.codes[i].from > pc {
		return nil, 0
	}
	c := known.codes[i]
	if k := int((pc - c.from) / insSize); k < len(c.pos) {
		return c.fn, c.pos[k]
	}
	return c.fn, 0
}

// maxTrace is how many calls a trace lists; of a runaway recursion nobody reads more.
const maxTrace = 100

// trace lists the calls from the one that runs down to the frame at floor.
func (m *Machine) trace(floor uintptr) (list []Frame) {
	at, off := m.cur, m.fp-uintptr(m.base())
	for len(list) < maxTrace {
		f, pos := m.find(at)
		if f == nil {
			return list
		}
		list = append(list, Frame{f, pos})
		call := m.caller(unsafe.Add(m.base(), off))
		if call == nil || off <= floor {
			return list
		}
		at, off = uintptr(unsafe.Pointer(call)), off-uintptr(call.B)
	}
	return list
}

// Trace lists the calls that run, innermost first.
func (m *Machine) Trace() []Frame { return m.trace(0) }
