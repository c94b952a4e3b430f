package vm

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

type slot struct {
	p unsafe.Pointer
	n uint64
}

const slotSize = layout.SlotSize

// A Func is a compiled function. Callers refer to the Func, so they all see new code for it.
type Func struct {
	Name       string
	Wrapper    bool       // made by the compiler around the function that recover applies to
	Sig        *Signature // passing of parameters and results; shared by functions of the same type
	Owner      any        // identifies it to the compiler
	Life       any        // kept alive as long as the function
	host       *Host
	making     sync.Mutex          // held while it is compiled
	entry      atomic.Pointer[Ins] // the first instruction; the one before has the Layout, so both change atomically
	pos        *int32              // positions of the code at entry; guarded by known.mu, as is old
	old        *replaced           // replaced versions that runs may still use
	static     atomic.Pointer[Closure]
	recognized atomic.Pointer[recognized] // the recognized form of the code, for callers that call it repeatedly
}

// Layout describes the frames of a function.
type Layout struct {
	Need     uint32 // size in bytes of a frame including the arguments of its calls
	Out      uint32 // the part of Need for the arguments
	Recovery int32  // the instruction where execution resumes after a recovered panic
	Marks    *Marks // nil without a debugger
}

// Signature describes where a function finds its parameters in its frame, and the words of its results. The receiver
// of a method comes after the other parameters in the frame.
type Signature struct {
	Params  []layout.Leaf
	At      []uint32
	Recv    []layout.Leaf // of a method
	RecvAt  []uint32
	Results []layout.Leaf

	stubs *stubs // of functions
}

// stubs are the instructions that calls from Go return to, and those that deferred calls return to, whose results are
// dropped. They are created on first use.
type stubs struct{ back, drop stub }

type stub struct {
	once sync.Once
	code []Ins
}

// A Host runs the code of one session. Where a field is nil, the behaviour is that of Go.
type Host struct {
	// Compile compiles a function when it first runs; it calls SetCode.
	Compile func(*Func)
	// Promote compiles the method of a type that is promoted from an embedded field, and reports whether there is
	// one.
	Promote func(t reflect.Type, name string) bool
	// MaxStack is the largest size of a stack in bytes; 0 means 1 GB, the limit of Go.
	MaxStack uintptr
	// MaxNative is the largest number of bytes of Go's own stack that a goroutine may use for code called by compiled
	// functions and for panics of deferred calls. 0 means 128 MB: 100,000 levels of code that calls itself through
	// sort, 25,000 through fmt.
	MaxNative uintptr
	// Interrupted returns the value of the panic of code that has been halted. It must be Unrecoverable.
	Interrupted func(m *Machine) any
	// Overflow returns the value of the panic of code whose stack is full.
	Overflow func(m *Machine) any
	// Fatal returns the value of the panic of code where Go ends the process: concurrent use of a map, unlocking
	// what is not locked. If nil, that is a runtime error.
	Fatal func(text string) any
	// Arrived is called during a panic of compiled Go, with its value, and returns the value that code sees.
	Arrived func(v any) any
	// Uncaught is called with a panic that nothing has recovered, of a goroutine started by code or by compiled Go.
	// The machine is nil if the goroutine no longer runs code. If Uncaught is nil, such a panic ends the process.
	Uncaught func(m *Machine, p *Panic)
	// Waits is called with 1 when a goroutine of code begins to wait for channels, and with -1 when it stops waiting.
	// Foreign is the same number if Made does not report one of the channels, and 0 otherwise.
	Waits func(goroutines, foreign int)
	// Made reports whether code has made a channel, which is not nil. It is set if Waits is.
	Made func(ch unsafe.Pointer) bool
	// Wait calls block, which waits for a lock or something else of package sync and may never return. When the run
	// is halted (see Halted), Wait must panic with an Unrecoverable value. In that case block continues on its own,
	// and undo releases what it finally acquires.
	Wait func(block, undo func())
	// MadeChan is called with each channel that code makes.
	MadeChan func(ch reflect.Value)
	// Room is called before code allocates n elements of size bytes, more than 16 MB in total. It panics if there is
	// not enough memory.
	Room func(n, size int) int
	// Replace returns the function that code calls instead of a method of a pointer to a compiled type t through an
	// interface, usually an invalid value.
	Replace func(t reflect.Type, name string) reflect.Value
	// Go starts the goroutine of a go statement.
	Go func(run func())
	// Print writes the output of the built-in functions print and println, instead of standard error.
	Print func(text string)
	// Missed, if set, is called when a type switch or an assertion with ok does not match the dynamic type of a
	// value.
	Missed atomic.Pointer[func(dynamic, asserted reflect.Type)]
	// Stop is called by a goroutine of code at a mark that is on. The goroutine continues when it returns.
	Stop func(s *Stopped, at *Mark)
	// Raising, if set, is called by a goroutine of code that panics, before any deferred call runs.
	Raising atomic.Pointer[func(s *Stopped, value any)]
	// Exiting reports whether the program has called os.Exit, so that deferred calls of code no longer run. The
	// function that replaces os.Exit in code ends the goroutine.
	Exiting func() bool

	raised raised // panics of code in compiled Go

	mu       sync.Mutex
	threads  threads      // changed under the lock
	running  atomic.Int32 // number of threads that run or are about to
	free     []*thread    // waiting for the next run
	now      atomic.Pointer[period]
	clock    uint64 // number of versions replaced so far
	replaced []*Func
}

// A period lasts from the start, or from a Resume, to the next Halt. A run belongs to the period in which it begins.
type period struct {
	stop  atomic.Bool   // checked by all loops
	ended chan struct{} // closed by Halt
}

// A Machine runs code on its own stack. A goroutine has one machine for each nested entry from compiled Go into code.
type Machine struct {
	host        *Host
	thread      *thread
	level       int // number of enclosing runs on the goroutine
	slab        []slot
	limit       uintptr      // read atomically: another goroutine sets it to 0 to stop the run at its next call
	fp          uintptr      // current frame
	cur         uintptr      // the instruction that may fail
	stop        *atomic.Bool // the run is halted; shared by the runs of a period
	probe       byte         // target of the load that faults in a nil check
	args        goabi.Args
	out         goabi.Results
	defers      []deferred
	ran         *Closure     // the lent closure that a frame has called last
	ranOf       *ClosureInfo // where it was lent
	ranAt       uintptr      // the offset of that frame
	spare       [4]*Closure  // closures to reuse, by what they capture
	panics      *Panic
	past        *Panic // a recovered panic, to be reused
	thrown      any    // the value of a panic of code that has left the loop
	cat         catBuffer
	format      []byte     // buffer for strings
	arrays      arrayCache // arrays to reuse when slices grow
	ranges      *mapRange  // ranges over maps, to be reused
	sorter      *sorter    // the most recent one
	mixed       bool       // defers of an outer frame are above those of an inner one
	entry       *Ins       // of the call begun by enter
	since       uint64     // the host's clock at the start of the run
	haltedCall  uintptr    // the call of a compiled function during which the run was halted
	haltedFrame uintptr    // the frame of that call
	haltedTrace []Frame    // the active calls at that time
}

// forget drops the replaced versions of functions that no run can use any longer.
func (h *Host) forget() {
	first := h.clock
	h.each(func(m *Machine) { first = min(first, m.since) })
	known.mu.Lock()
	defer known.mu.Unlock()
	h.replaced = slices.DeleteFunc(h.replaced, func(f *Func) bool {
		for at := &f.old; *at != nil; {
			if (*at).until <= first {
				*at = (*at).next
			} else {
				at = &(*at).next
			}
		}
		return f.old == nil
	})
}

func (m *Machine) base() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(m.slab)) }

func (m *Machine) offset(fp unsafe.Pointer) uintptr { return uintptr(fp) - uintptr(m.base()) }

// room grows the stack to hold need bytes from fp, and returns the new fp. It panics if the run is halted.
func (m *Machine) room(fp unsafe.Pointer, need uint32) unsafe.Pointer {
	if m.halted() {
		m.interrupt()
	}
	return m.fit(fp, need)
}

// overflown returns the panic for code whose stack is full.
func (m *Machine) overflown() *Panic {
	p := &Panic{Value: "stack overflow", Trace: m.stack(0), final: true}
	if f := m.host.Overflow; f != nil {
		p.Value = f(m)
	}
	return p
}

// Interrupted is the value of the panic of halted code if the host does not set another one. Code cannot recover it.
type Interrupted struct{}

func (m *Machine) interrupt() {
	if m.haltedCall != 0 && m.haltedFrame == m.fp {
		m.cur = m.haltedCall // where the user has seen it wait
	}
	panic(m.interrupted())
}

func (m *Machine) interrupted() any {
	if f := m.host.Interrupted; f != nil {
		return f(m)
	}
	return Interrupted{}
}

// loop executes instructions from in until HALT.
func (m *Machine) loop(in *Ins, fp unsafe.Pointer) {
	for in != nil {
		switch in, fp = fast(in, fp, m); in.Op {
		case HALT:
			return
		case NATIVE: // same as in slow
			m.cur = uintptr(unsafe.Pointer(in))
			(*Native)(in.Aux).call(m, fp)
			in = (*Ins)(unsafe.Add(unsafe.Pointer(in), insSize))
		default:
			in, fp = m.slow(in, fp)
		}
	}
}

// lazy compiles the function that the instruction in belongs to.
func (m *Machine) lazy(in *Ins, fp unsafe.Pointer) (*Ins, unsafe.Pointer) {
	f := (*Func)(in.Aux)
	f.compileOnce()
	entry := f.entry.Load()
	if need := frameOf(entry); m.offset(fp)+uintptr(need) > uintptr(len(m.slab))*uintptr(slotSize) {
		fp = m.room(fp, need)
		m.fp = uintptr(fp)
	}
	return entry, fp
}

// compileOnce compiles a function that has no code yet. Other goroutines that need it wait until it is compiled.
func (f *Func) compileOnce() {
	f.making.Lock()
	defer f.making.Unlock()
	if f.entry.Load().Op == LAZY {
		f.host.Compile(f)
	}
}

// NewFunc returns a function that is compiled when it first runs.
func (h *Host) NewFunc(name string, sig *Signature) *Func {
	if sig.stubs == nil {
		sig.stubs = &stubs{}
	}
	f := &Func{Name: name, Sig: sig, host: h}
	f.Reset()
	return f
}

// Reset discards the code of the function, so that its next call compiles it again.
func (f *Func) Reset() {
	p := layout.Place{P: 1, N: 1}
	p.Add(f.Sig.Params)
	p.Add(f.Sig.Recv)
	f.SetCode([]Ins{{Op: LAZY, Aux: unsafe.Pointer(f)}, {Op: HALT}}, nil, Layout{Need: (max(p.P, p.N) + 1) * slotSize})
}

// Code returns the instructions of the function. They end with a HALT, so that no address is past the end.
func (f *Func) Code() []Ins {
	known.mu.Lock()
	defer known.mu.Unlock()
	return f.now().code()
}

// now returns the version that new calls run.
func (f *Func) now() version { return version{f.entry.Load(), f.pos} }

// SetCode sets the code of the function, with the positions of its instructions. Active calls keep theirs.
func (f *Func) SetCode(code []Ins, pos []int32, l Layout) {
	v := newVersion(code, pos, l)
	known.add(f, v)
	known.mu.Lock()
	was := f.now()
	keep := was.first != nil && was.first.Op != LAZY // no frame runs the stub
	if keep {
		f.old = &replaced{was, math.MaxUint64, f.old}
	}
	f.pos = v.pos
	f.entry.Store(v.first)
	codeChanges.Add(1)
	known.mu.Unlock()
	if keep {
		f.host.replace(f, was.first)
	}
}

// replace records that runs which begin from now on cannot use the version of f whose first instruction is first.
func (h *Host) replace(f *Func, first *Ins) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock++
	if !slices.Contains(h.replaced, f) {
		h.replaced = append(h.replaced, f)
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	for v := f.old; v != nil; v = v.next {
		if v.first == first {
			v.until = h.clock
		}
	}
}

// frameOf returns the size in bytes of a frame of the code at entry.
func frameOf(entry *Ins) uint32 { return uint32(headOf(entry).Imm) }

// push begins the frame of a call to f.
func (m *Machine) push(in *Ins, fp unsafe.Pointer, f *Func) (*Ins, unsafe.Pointer) {
	fp = unsafe.Add(fp, uintptr(in.B))
	entry := f.entry.Load()
	if need := frameOf(entry); uintptr(fp)+uintptr(need) > atomic.LoadUintptr(&m.limit) {
		fp = m.room(fp, need)
	}
	m.fp = uintptr(fp)
	*(*uintptr)(unsafe.Add(fp, 8)) = uintptr(unsafe.Pointer(in)) + insSize
	return entry, fp
}

// fail panics for an instruction with an index out of range or a nil pointer.
func (m *Machine) fail(in *Ins, fp unsafe.Pointer) *Ins {
	switch in.Op {
	case ADDP, CHECKP:
		m.checkNil(*ptr(fp, in.B))
	case IXARR:
		m.checkNil(*ptr(fp, in.B)) // checked first
		n := int(uint64(in.Imm) >> 32)
		return m.throw(failure(func() { index(*num(fp, in.C), n, in.Aux) }))
	case IX8, IX16, IX32, IX64, IXU8, IXU16, IXU32, IXPTR, IX2, IXF64, IXFPTR,
		SX8, SX16, SX32, SX64, SXPTR, SXI8, IXADDR:
		return m.throw(failure(func() { index(*num(fp, in.C), int(*num(fp, in.B+8)), in.Aux) }))
	}
	panic(fmt.Sprintf("vm: instruction %v failed", in.Op))
}

// failure returns the value of the panic of f. Panicking at start is cheaper than below the frames of a run.
func failure(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// divided is the panic of Go for division by zero.
var divided = failure(func() { minusOne /= minusOne + 1 })

// checkNil panics as Go does if p is nil.
func (m *Machine) checkNil(p unsafe.Pointer) {
	if p == nil {
		m.probe = *(*byte)(p)
	}
}

// index panics as Go does if i is not an index below n; sign is Unsigned if its type is.
func index(i int64, n int, sign unsafe.Pointer) {
	if sign == Unsigned {
		_ = make([]struct{}, n)[uint64(i)]
	}
	_ = make([]struct{}, n)[i]
	panic("vm: index in range")
}
