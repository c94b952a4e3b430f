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

// A Func is a compiled function. Calls hold the Func, so new code for it is seen by all callers.
type Func struct {
	Name    string
	Wrapper bool       // made by the compiler around the function that recover means
	Sig     *Signature // how values get in and out; functions that are alike share it
	Owner   any        // what the compiler knows of it
	Life    any        // is kept as long as the function
	host    *Host
	making  sync.Mutex          // held while it is compiled
	entry   atomic.Pointer[Ins] // the first instruction; that before it has the Layout, so that both change at once
	pos     *int32              // of what begins at entry; guarded by known.mu, as is old
	old     *replaced           // what runs may still run
	static  atomic.Pointer[Closure]
	plain   atomic.Pointer[plain] // what it does, for those who call it again and again
}

// Layout is how code uses its frames.
type Layout struct {
	Need     uint32 // bytes that a frame and the arguments of its calls take
	Out      uint32 // what of that the arguments take
	Recovery int32  // the instruction to go on at after a recovered panic
	Marks    *Marks // nil without a debugger
}

// Signature says where a function finds its parameters, in its own frame, and which words its results have. The
// receiver of a method comes after the other parameters in the frame.
type Signature struct {
	Params  []layout.Leaf
	At      []uint32
	Recv    []layout.Leaf // of a method
	RecvAt  []uint32
	Results []layout.Leaf

	stubs *stubs // of functions
}

// stubs are what calls from Go return to, and deferred ones, whose results are dropped. They are made when they are
// first needed.
type stubs struct{ back, drop stub }

type stub struct {
	once sync.Once
	code []Ins
}

// A Host runs the code of one session. What is nil does as Go does.
type Host struct {
	// Compile makes the code of a function that runs for the first time: it calls SetCode.
	Compile func(*Func)
	// Promote gives the method of a type that it has from what it embeds code, and says whether it could.
	Promote func(t reflect.Type, name string) bool
	// MaxStack is the most bytes that one stack may take; 0 means 1 GB, as Go has it.
	MaxStack uintptr
	// MaxNative is the most bytes of Go's own stack that a goroutine may use when compiled functions call code, or
	// deferred calls of panics panic; 0 means 128 MB: 100,000 levels of code that calls itself through sort, 25,000
	// through fmt.
	MaxNative uintptr
	// Interrupted makes the value that code panics with when it is told to stop. It must be Unrecoverable.
	Interrupted func(m *Machine) any
	// Overflow makes the value that code panics with when a stack is too large.
	Overflow func(m *Machine) any
	// Fatal makes the value that code panics with where Go ends the process: goroutines that use one map at a time.
	// Without it that is an error of the runtime.
	Fatal func(text string) any
	// Arrived is called, while a panic of compiled Go lasts, with its value, and returns what code sees.
	Arrived func(v any) any
	// Uncaught is called with what a goroutine has panicked with and nobody has recovered, whether code or compiled
	// Go has started it; the machine is nil when the goroutine runs no code any more. Without it such a panic ends
	// the process.
	Uncaught func(m *Machine, p *Panic)
	// Waits is called with 1 when a goroutine of code begins to wait for channels, with -1 when it no longer does.
	// Foreign is the same number if one of them is not among those that Made knows, and 0 otherwise.
	Waits func(goroutines, foreign int)
	// Made says whether code has made a channel, which is not nil. It goes with Waits.
	Made func(ch unsafe.Pointer) bool
	// Wait calls block, which waits for a lock or another thing of package sync and may never return. It must end
	// with a panic that is Unrecoverable when the run is to end, see Halted; block then goes on by itself, and undo
	// gives back what it gets in the end.
	Wait func(block, undo func())
	// MadeChan is called with each channel that code makes.
	MadeChan func(ch reflect.Value)
	// Room is asked for n elements of size bytes before code makes something of more than 16 MB at once. It panics
	// when there is no memory for it.
	Room func(n, size int) int
	// Go starts the goroutine of a go statement.
	Go func(run func())
	// Print writes what the builtin functions print and println do, in place of standard error.
	Print func(text string)
	// Missed is called, once it is set, when a value has not the type that a type switch or an assertion with ok asks
	// for.
	Missed atomic.Pointer[func(dynamic, asserted reflect.Type)]
	// Stop is called by a goroutine of code that has come to a mark that is on. The goroutine goes on when it returns.
	Stop func(s *Stopped, at *Mark)
	// Raising is called, once it is set, by a goroutine of code that panics, before any deferred call runs.
	Raising atomic.Pointer[func(s *Stopped, value any)]
	// Exiting says whether the program has called os.Exit, so that no deferred call of code runs any more. The
	// function that code has called in its place ends the goroutine.
	Exiting func() bool

	raised raised // panics of code in compiled Go

	mu       sync.Mutex
	threads  threads      // changed under the lock
	running  atomic.Int32 // how many there are, or are about to be
	free     []*thread    // that wait for the next run
	now      atomic.Pointer[period]
	clock    uint64 // counts replaced versions
	replaced []*Func
}

// A period is the time until a Halt, or from there until Resume. Runs belong to the period that they begin in.
type period struct {
	stop  atomic.Bool   // all loops look at it
	ended chan struct{} // closed by Halt
}

// A Machine runs code on a stack of its own. A goroutine has one for each way from compiled Go into code.
type Machine struct {
	host   *Host
	thread *thread
	level  int // how many runs are outside of this one
	slab   []slot
	limit  uintptr      // read with atomic loads: another goroutine sets it to 0 to stop the run at its next call
	fp     uintptr      // of the frame that runs
	cur    uintptr      // the instruction that may fail
	stop   *atomic.Bool // the run is to end; all runs of a time share it
	probe  byte         // what a failing check for nil reads
	args   goabi.Args
	out    goabi.Results
	defers []deferred
	ran    *Closure     // that a frame has called last, of those that are lent
	ranOf  *ClosureInfo // that has lent it
	ranAt  uintptr      // the offset of the frame that it ran in
	spare  [4]*Closure  // that have run, by what they capture
	panics *Panic
	past   *Panic // one that has been recovered, to be used again
	thrown any    // the value of a panic of code that has ended the loop
	cat    catBuffer
	format []byte     // memory for texts
	left   leftArrays // for slices that grow
	ranges *mapRange  // over maps, to be used again
	sorter *sorter    // used last
	mixed  bool       // defers of an outer frame are above those of an inner one
	entry  *Ins       // of the call that enter has begun
	since  uint64     // the host's clock when its run began
	busy   uintptr    // the call of a compiled function during which the run was told to end
	busyIn uintptr    // the frame of that call
	told   []Frame    // the calls that ran then
}

// forget lets go of the replaced versions of functions that no run knows any more.
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

// room makes the stack large enough for need bytes from fp on, and returns fp as it is then. It fails if the run is
// to end.
func (m *Machine) room(fp unsafe.Pointer, need uint32) unsafe.Pointer {
	if m.halted() {
		m.interrupt()
	}
	return m.fit(fp, need)
}

// overflown makes the panic of code that has no more room on its stack.
func (m *Machine) overflown() *Panic {
	p := &Panic{Value: "stack overflow", Trace: m.stack(0), final: true}
	if f := m.host.Overflow; f != nil {
		p.Value = f(m)
	}
	return p
}

// Interrupted is what code panics with when it is told to stop and the host says nothing else. Code cannot recover
// it.
type Interrupted struct{}

func (m *Machine) interrupt() {
	if m.busy != 0 && m.busyIn == m.fp {
		m.cur = m.busy // where users have seen it wait
	}
	panic(m.interrupted())
}

func (m *Machine) interrupted() any {
	if f := m.host.Interrupted; f != nil {
		return f(m)
	}
	return Interrupted{}
}

// loop runs from in until HALT.
func (m *Machine) loop(in *Ins, fp unsafe.Pointer) {
	for in != nil {
		switch in, fp = fast(in, fp, m); in.Op {
		case HALT:
			return
		case NATIVE: // as slow does it
			m.cur = uintptr(unsafe.Pointer(in))
			(*Native)(in.Aux).call(m, fp)
			in = (*Ins)(unsafe.Add(unsafe.Pointer(in), insSize))
		default:
			in, fp = m.slow(in, fp)
		}
	}
}

// lazy compiles the function of the instruction in.
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

// compileOnce compiles a function that has no code yet. Goroutines that need it at once wait for the first.
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

// Reset lets the function be compiled again when it next runs.
func (f *Func) Reset() {
	p := layout.Place{P: 1, N: 1}
	p.Add(f.Sig.Params)
	p.Add(f.Sig.Recv)
	f.SetCode([]Ins{{Op: LAZY, Aux: unsafe.Pointer(f)}, {Op: HALT}}, nil, Layout{Need: (max(p.P, p.N) + 1) * slotSize})
}

// Code returns the instructions of the function. They end with a HALT, so that no address is past their end.
func (f *Func) Code() []Ins {
	known.mu.Lock()
	defer known.mu.Unlock()
	return f.now().code()
}

// now returns the version that calls run which begin now.
func (f *Func) now() version { return version{f.entry.Load(), f.pos} }

// SetCode gives the function its code, with the positions of its instructions. Runs that have begun keep theirs.
func (f *Func) SetCode(code []Ins, pos []int32, l Layout) {
	v := newVersion(code, pos, l)
	known.add(f, v)
	known.mu.Lock()
	was := f.now()
	keep := was.first != nil && was.first.Op != LAZY // no frame is of the stub
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

// replace notes that runs that begin from now on do not know the version of f whose first instruction is first.
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

// frameOf returns how many bytes a frame of the code takes that begins at entry.
func frameOf(entry *Ins) uint32 { return uint32(headOf(entry).Imm) }

// push begins the frame of a call.
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

// fail ends a run whose code is wrong, or whose index is out of range.
func (m *Machine) fail(in *Ins, fp unsafe.Pointer) *Ins {
	switch in.Op {
	case ADDP, CHECKP:
		m.checkNil(*ptr(fp, in.B))
	case IXARR:
		m.checkNil(*ptr(fp, in.B)) // comes first
		n := int(uint64(in.Imm) >> 32)
		return m.throw(failure(func() { index(*num(fp, in.C), n, in.Aux) }))
	case IX8, IX16, IX32, IX64, IXU8, IXU16, IXU32, IXPTR, IX2, IXF64, IXFPTR,
		SX8, SX16, SX32, SX64, SXPTR, SXI8, IXADDR:
		return m.throw(failure(func() { index(*num(fp, in.C), int(*num(fp, in.B+8)), in.Aux) }))
	}
	panic(fmt.Sprintf("vm: instruction %v failed", in.Op))
}

// failure returns what f panics with, which is cheaper here than below all that a run calls.
func failure(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// divided is what Go panics with when it divides by zero.
var divided = failure(func() { minusOne /= minusOne + 1 })

// checkNil panics as Go does when p is nil.
func (m *Machine) checkNil(p unsafe.Pointer) {
	if p == nil {
		m.probe = *(*byte)(p)
	}
}

// index panics as Go does when i is not an index of n elements; sign says how its type takes it.
func index(i int64, n int, sign unsafe.Pointer) {
	if sign == Unsigned {
		_ = make([]struct{}, n)[uint64(i)]
	}
	_ = make([]struct{}, n)[i]
	panic("vm: index in range")
}
