package interp

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/internal/budget"
	"github.com/msrepl/msrepl/internal/halt"
	"github.com/msrepl/msrepl/interp/internal/rt"
)

// running is the cell that runs.
type running struct {
	e     *engine
	trace io.Writer
	done  chan struct{}
	stop  chan struct{} // closed when the cell is told to end
	cause causeFlag
	halt  *halt.Switch // stops compiled code

	mu   sync.Mutex
	left bool // behind: it may change nothing any more

	others int // goroutines of earlier cells
}

func newRunning(e *engine) *running {
	return &running{e: e, others: e.rt.Alive(), done: make(chan struct{}), stop: make(chan struct{}), halt: halt.New(rt.Interrupt{})}
}

// cause is why a cell is told to end.
type cause int32

const (
	goesOn cause = iota
	interrupted
	recursion
	memory
	deadlock
)

// causeFlag holds the first cause.
type causeFlag struct{ v atomic.Int32 }

func (f *causeFlag) get() cause { return cause(f.v.Load()) }

// describe returns the kind and the message of the error.
func (c cause) describe() (kind, msg string) {
	switch c {
	case recursion:
		return kindRecursion, "maximum recursion depth exceeded"
	case memory:
		return kindMemory, "the cell holds more than the memory limit of " + budget.Text(budget.Limit())
	case deadlock:
		return kindDeadlock, "all goroutines are asleep - deadlock!"
	}
	return describeValue(rt.Interrupt{})
}

// end tells the cell to end.
func (run *running) end(c cause) {
	if run.cause.v.CompareAndSwap(int32(goesOn), int32(c)) {
		run.halt.Turn()
		run.e.rt.Halting(1)
		go func() { // one that is left behind must still be told
			<-run.done
			run.e.rt.Halting(-1)
		}()
		close(run.stop)
	}
}

// Interrupt stops the running cell, if any. Loops end at once, and so do waits for channels, locks and
// sleeps; variables and closures stay as they are.
func (s *Session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil {
		s.now.end(interrupted)
	}
}

// How long a cell may take to end after an interrupt before it is left behind, and how often it is
// told again: one that starts its next unit at the wrong moment may miss it.
const (
	patience = 80 * time.Millisecond
	nudge    = 10 * time.Millisecond

	callbacks = 500 * time.Microsecond // in which functions that compiled code calls may run

	// A deep recursion needs a while to return, and left behind it would go on to fill its stack.
	longPatience = 10 * time.Second
)

// patience returns how long a cell is waited for that is told to end.
func (c cause) patience() time.Duration {
	if c == recursion || c == memory {
		return longPatience
	}
	return patience
}

// wait returns when the cell has ended, or has been left behind after an interrupt.
func (run *running) wait() (finished bool) {
	watch := newWatch(&run.e.pulse)
	defer watch.stop()
	for {
		select {
		case <-run.done:
			return true
		case <-run.stop:
			return run.interrupt() || run.leave()
		case <-watch.tick():
			if c := watch.look(); c != goesOn {
				run.end(c)
			} else if watch.deadlock(run.e.rt) {
				run.end(deadlock)
			}
		}
	}
}

// interrupt stops the interpreter by its run number: every interpreted function compares the number of
// its frame with the interpreter's between two operations and returns when they differ. Putting the
// old number back afterwards keeps closures alive. It is put back for a moment every now and then, too: a function that compiled code
// calls returns before its first operation while the numbers differ, and only there can it tell that code to end.
func (run *running) interrupt() (finished bool) {
	id := runID(run.e.i)
	old := atomic.LoadUint64(id)
	defer atomic.StoreUint64(id, old)
	deadline := time.After(run.cause.get().patience())
	for n := uint64(1); ; n++ {
		atomic.StoreUint64(id, old+n)
		run.e.rt.Interrupt()
		select {
		case <-run.done:
			run.settle()
			return true
		case <-deadline:
			return false
		case <-time.After(nudge):
		}
		atomic.StoreUint64(id, old)
		time.Sleep(callbacks)
	}
}

// settle gives the goroutines that the cell has started the time to notice that they are stopped.
func (run *running) settle() {
	for end := time.Now().Add(patience); run.e.rt.Alive() > run.others && time.Now().Before(end); {
		time.Sleep(100 * time.Microsecond)
	}
}

// leave leaves the cell behind unless it has ended just now. Compiled code that it is stuck in may return one day; what
// comes then ends at the next op, wait or statement of the cell.
func (run *running) leave() (finished bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	select {
	case <-run.done:
		return true
	default:
	}
	run.left = true
	return false
}

// unlessLeft calls f if the cell has not been left behind.
func (run *running) unlessLeft(f func()) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if !run.left {
		f()
	}
}

// runID returns the interpreter's run number, its first field, which the interpreter itself only
// reads and writes atomically. EvalWithContext changes it for good, which kills closures.
func runID(i *yaegi.Interpreter) *uint64 { return (*uint64)(unsafe.Pointer(i)) }
