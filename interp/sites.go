package interp

import (
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// site is a position in a cell, in the form of package runtime.
type site struct {
	fn   string // main.f, main.(*T).Method, main.main.func1
	file string
	line int
}

// sites assigns program counters, which no code has, to positions in cells, for functions that convert program
// counters to positions.
type sites struct {
	mu    sync.Mutex
	list  []site
	pcs   map[site]uintptr
	funcs map[string]*runtime.Func
	names map[*runtime.Func]site
}

// firstSite is above all addresses of a program. Callers subtract one from a return address, so each position has two
// program counters.
const firstSite = uintptr(1) << (8*unsafe.Sizeof(uintptr(0)) - 2)

// pc returns the program counter of a position.
func (s *sites) pc(at site) uintptr {
	s.mu.Lock()
	defer s.mu.Unlock()
	pc, known := s.pcs[at]
	if !known {
		if s.pcs == nil {
			s.pcs = map[site]uintptr{}
		}
		pc = firstSite + uintptr(2*len(s.list)) + 1
		s.list = append(s.list, at)
		s.pcs[at] = pc
	}
	return pc
}

// at returns the position of a program counter.
func (s *sites) at(pc uintptr) (site, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := (pc - firstSite) / 2; pc >= firstSite && i < uintptr(len(s.list)) {
		return s.list[i], true
	}
	return site{}, false
}

// function returns the runtime.Func that represents the function of a position.
func (s *sites) function(at site) *runtime.Func {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.funcs[at.fn]
	if f == nil {
		if s.funcs == nil {
			s.funcs, s.names = map[string]*runtime.Func{}, map[*runtime.Func]site{}
		}
		f = (*runtime.Func)(unsafe.Pointer(new([2]uintptr))) // zero-sized: a Func itself takes no memory
		s.funcs[at.fn], s.names[f] = f, at
	}
	return f
}

// of returns a position in the function that f represents.
func (s *sites) of(f *runtime.Func) (site, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.names[f]
	return at, ok
}

// runtimeName converts the name of a function of a cell to the form of package runtime. The SSA form has
// (*main.T[int]).M, main.f$1$2 and main.T.M$bound.
func runtimeName(name string) string {
	if i, j := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); 0 <= i && i < j {
		name = name[:i] + "[...]" + name[j+1:]
	}
	if rest, ok := strings.CutPrefix(name, "("); ok {
		t, method, _ := strings.Cut(rest, ")")
		if elem, ok := strings.CutPrefix(t, "*main."); ok {
			t = "main.(*" + elem + ")"
		}
		name = t + method
	}
	name = strings.TrimSuffix(name, "$thunk")
	if method, ok := strings.CutSuffix(name, "$bound"); ok {
		return method + "-fm"
	}
	base, depth, isLiteral := strings.Cut(name, "$")
	base = strings.Replace(base, "main.init"+syntax.Mark, "main.init.", 1)
	if base == "main._" { // the statements of a cell
		base = "main.main"
	}
	if isLiteral {
		return base + ".func" + strings.ReplaceAll(depth, "$", ".")
	}
	return base
}
