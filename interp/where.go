package interp

import (
	"bytes"
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Functions of package runtime that return positions would return positions in the machine that runs cells. They are
// replaced by functions that return positions in cells.

// machinePath is the prefix of the names of the functions that run cells.
const machinePath = "github.com/msrepl/msrepl/interp"

// programStart holds the program counters of the calls that lead to a main function.
var programStart = func() []uintptr {
	pcs := make([]uintptr, 64)
	pcs = pcs[:runtime.Callers(0, pcs)]
	return slices.Clone(pcs[max(len(pcs)-2, 0):]) // runtime.main and runtime.goexit
}()

// callers returns the positions of the active calls of code on this goroutine, innermost first, without those that
// start a program.
func (m *machine) callers() (list []site) {
	for _, f := range m.host.Here() {
		if f.Pos <= 0 || f.Func.Wrapper {
			continue // in a library, or made by the front end or the compiler
		}
		if at, ok := m.site(f.Func, f.Pos); ok {
			list = append(list, at)
		}
	}
	return list
}

// site returns a position in a function, or false for code that runs without a cell number.
func (m *machine) site(f *vm.Func, pos int32) (site, bool) {
	p := m.e.front.Position(token.Pos(pos))
	if strings.HasPrefix(p.Filename, "aside[") {
		return site{}, false
	}
	at := site{runtimeName(f.Name), p.Filename, p.Line}
	if m.place != nil {
		if file, before, ok := m.place(at.file); ok {
			if path, err := filepath.Abs(file); err == nil { // as in compiled programs
				file = path
			}
			at.file, at.line = file, at.line+before
		}
	}
	return at, true
}

// stack returns the program counters of all active calls on this goroutine.
func (m *machine) stack() (pcs []uintptr) {
	for _, at := range m.callers() {
		pcs = append(pcs, m.sites.pc(at))
	}
	start := programStart
	if id, _ := goabi.Goroutine(); m.startedBy(id) {
		start = start[len(start)-1:]
	}
	return append(pcs, start...)
}

// startedBy reports whether a goroutine was started by a go statement of a cell.
func (m *machine) startedBy(id uintptr) bool {
	_, ok := m.started.Load(id)
	return ok
}

// caller implements runtime.Caller.
func (m *machine) caller(skip int) (pc uintptr, file string, line int, ok bool) {
	pcs := m.stack()
	if skip < 0 || skip >= len(pcs) {
		return 0, "", 0, false
	}
	f, _ := m.frames(pcs[skip : skip+1]).Next()
	return pcs[skip], f.File, f.Line, true
}

// callersOf implements runtime.Callers, which counts itself.
func (m *machine) callersOf(skip int, pcs []uintptr) int {
	all := append([]uintptr{m.sites.pc(site{"runtime.Callers", "", 0})}, m.stack()...)
	return copy(pcs, all[min(max(skip, 0), len(all)):])
}

// frames implements runtime.CallersFrames. For calls from compiled code into the machine it returns the position in a
// cell that has called that code.
func (m *machine) frames(pcs []uintptr) *runtime.Frames {
	var list []runtime.Frame
	for _, pc := range pcs {
		at, ok := m.sites.at(pc)
		if !ok && m.runsCells(pc) {
			at, ok = m.logs()
		}
		if ok {
			list = append(list, runtime.Frame{PC: pc, Function: at.fn, File: at.file, Line: at.line})
			continue
		}
		for compiled := runtime.CallersFrames([]uintptr{pc}); ; {
			f, more := compiled.Next()
			f.Func = nil
			list = append(list, f)
			if !more {
				break
			}
		}
	}
	return goabi.Frames(list)
}

// runsCells reports whether a program counter is in the machine.
func (m *machine) runsCells(pc uintptr) bool {
	f := runtime.FuncForPC(pc)
	return f != nil && inMachine(f.Name())
}

// inMachine reports whether a function is one of the machine, or calls compiled code for it.
func inMachine(name string) bool {
	return strings.HasPrefix(name, machinePath) || strings.HasPrefix(name, "reflect.")
}

// logs returns the position that has called the compiled logging function. It may be called from a handler of cells.
func (m *machine) logs() (site, bool) {
	list := m.callers()
	for i, at := range slices.Backward(list) {
		if strings.HasSuffix(at.fn, ".Handle") {
			list = list[i+1:]
			break
		}
	}
	if len(list) == 0 {
		return site{}, false
	}
	return list[0], true
}

// funcFor implements runtime.FuncForPC.
func (m *machine) funcFor(pc uintptr) *runtime.Func {
	if at, ok := m.sites.at(pc); ok {
		return m.sites.function(at)
	}
	return runtime.FuncForPC(pc)
}

// pointer implements the method Pointer of reflect.Value: the code of all functions of cells is the same, and a
// replacement has the code of the function that it replaces.
func (m *machine) pointer(v reflect.Value) uintptr {
	if v.Kind() != reflect.Func || !v.CanInterface() {
		return v.Pointer()
	}
	word := goabi.FuncWord(v.Interface())
	if c := vm.ClosureOf(word); c != nil {
		return m.sites.pc(site{fn: runtimeName(c.Func().Name)})
	}
	for key, other := range m.others {
		dot := strings.LastIndexByte(key, '.')
		if other.Kind() != reflect.Func || goabi.FuncWord(other.Interface()) != word {
			continue
		}
		if f, ok := m.world.Value(key[:dot], key[dot+1:]); ok {
			return f.Pointer()
		}
	}
	return v.Pointer()
}

// trace implements debug.Stack, beginning with the call of a function.
func (m *machine) trace(first string) []byte {
	var b bytes.Buffer
	head := make([]byte, 64)
	head = head[:runtime.Stack(head, false)]
	head = head[:bytes.IndexByte(head, '\n')+1]
	if id, _ := goabi.Goroutine(); !m.startedBy(id) {
		head = []byte("goroutine 1 [running]:\n") // as in a program, where it is the first
	}
	b.Write(head)
	b.WriteString(first)
	for frames := m.frames(m.stack()); ; {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "runtime.") || f.Function == "" {
			break
		}
		args := "(...)"
		if f.Function == "main.main" {
			args = "()"
		}
		fmt.Fprintf(&b, "%s%s\n\t%s:%d\n", f.Function, args, f.File, f.Line)
		if !more {
			break
		}
	}
	return b.Bytes()
}

// ofRuntime returns replacements for functions of packages runtime and reflect, by name.
func (m *machine) ofRuntime() map[string]any {
	stack := func() []byte { return m.trace("runtime/debug.Stack()\n\truntime/debug/stack.go:26\n") }
	return map[string]any{
		"runtime.Caller":        m.caller,
		"runtime.Callers":       m.callersOf,
		"runtime.CallersFrames": m.frames,
		"runtime.FuncForPC":     m.funcFor,
		"runtime.Stack": func(buf []byte, all bool) int {
			if all {
				return runtime.Stack(buf, true)
			}
			return copy(buf, m.trace(""))
		},
		"runtime/debug.Stack":      stack,
		"runtime/debug.PrintStack": func() { _, _ = m.e.rt.Stderr.Write(stack()) },
		"(*runtime.Func).Name": func(f *runtime.Func) string {
			if at, ok := m.sites.of(f); ok {
				return at.fn
			}
			return f.Name()
		},
		"(*runtime.Func).Entry": func(f *runtime.Func) uintptr {
			if at, ok := m.sites.of(f); ok {
				return m.sites.pc(at)
			}
			return f.Entry()
		},
		"(*runtime.Func).FileLine": func(f *runtime.Func, pc uintptr) (string, int) {
			if at, ok := m.sites.at(pc); ok {
				return at.file, at.line
			}
			return f.FileLine(pc)
		},
		"(reflect.Value).Pointer": m.pointer,
	}
}
