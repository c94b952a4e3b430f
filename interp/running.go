package interp

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/msrepl/msrepl/internal/session/interrupt"
	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// running is a running cell.
type running struct {
	e      *engine
	trace  io.Writer
	life   *life
	cause  causeFlag
	halt   *interrupt.Switch // stops code
	onEnd  func()            // called when the cell is told to end, or nil
	watch  watch
	others int // goroutines of earlier cells

	// elsewhere completes the cell on another goroutine than the one that called do, if do returns false. finished is
	// false if the code was abandoned.
	elsewhere func(finished bool)

	exit exit
	id   uintptr // of the goroutine that runs the code

	mu   sync.Mutex
	over bool          // its code has returned
	left bool          // abandoned: it must not change anything
	unit int           // the running, uncommitted unit, or -1
	done chan struct{} // closed at the end; nil until it is told to end
}

// newRunning returns a cell whose code is run by do or start.
func newRunning(e *engine) *running {
	return &running{e: e, unit: -1, others: e.rt.Alive(), halt: interrupt.New(cellrt.Interrupt{})}
}

// do runs the code of the cell on the calling goroutine. It returns false if the cell completes elsewhere: an
// interrupted cell may be stuck, or have a large stack that should be freed, and a cell may end its goroutine.
func (run *running) do(code func()) (here bool) {
	ended := true
	defer func() {
		if ended { // by runtime.Goexit
			go run.outlived()
		}
	}()
	code()
	ended = false
	return run.returns()
}

// start runs the code of the cell on a new goroutine. The channel is closed when the code has finished or was
// abandoned.
func (run *running) start(code func()) (ended <-chan struct{}) {
	over := make(chan struct{})
	run.elsewhere = func(bool) { close(over) }
	go func() {
		if run.do(code) {
			close(over)
		}
	}()
	return over
}

// outlived waits for the goroutines of a cell that has ended its own, like a program whose main function has.
func (run *running) outlived() {
	for run.cause.get() == goesOn && run.e.rt.Alive() > run.others {
		time.Sleep(time.Millisecond)
	}
	if run.returns() {
		run.elsewhere(true)
	}
}

// returns records that the code has returned, and reports whether it did so without being told to.
func (run *running) returns() (unasked bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.over = true
	if run.done != nil {
		close(run.done)
	}
	return run.cause.get() == goesOn
}

// cause is the reason why a cell is told to end.
type cause int32

const (
	goesOn cause = iota
	interrupted
	recursion
	memory
	crowded
	deadlock
	exited
)

// causeFlag holds the cause; running code checks it.
type causeFlag struct{ v atomic.Int32 }

func (f *causeFlag) get() cause { return cause(f.v.Load()) }

// describe returns the kind and the message of the error.
func (c cause) describe() (kind, msg string) {
	switch c {
	case recursion:
		return kindRecursion, "maximum recursion depth exceeded"
	case memory:
		return kindMemory, "the cell holds more than the memory limit of " + memlimit.Text(memlimit.Limit())
	case crowded:
		return kindMemory, "the cell has started too many goroutines: their stacks have grown beyond " + memlimit.Text(crowdMax)
	case deadlock:
		return kindDeadlock, "all goroutines are asleep - deadlock!"
	}
	return describeValue(cellrt.Interrupt{})
}

// end asks the cell to end, for a reason.
func (run *running) end(c cause) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.over || run.cause.get() != goesOn {
		return
	}
	run.cause.v.Store(int32(c))
	run.done = make(chan struct{})
	run.halt.Turn()
	run.e.machine.host.Halt() // before os.Exit of another goroutine discards a server's answer
	if run.onEnd != nil {
		run.onEnd()
	}
	go run.stop()
}

// exits ends the cell, which has ended the program.
func (run *running) exits(x exit) {
	run.mu.Lock()
	if run.cause.get() == goesOn {
		run.exit = x
	}
	run.mu.Unlock()
	run.end(exited)
}

// stop ends a cell that was told to end, or abandons it.
func (run *running) stop() {
	finished := run.interrupt() || run.leave()
	run.elsewhere(finished)
}

// Interrupt stops the running cell, if any, or the one being compiled. Loops end immediately, as do waits for
// channels, locks and sleeps; variables and closures are unchanged.
func (s *Session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil {
		s.now.end(interrupted)
	}
	for run := range s.besides {
		run.end(interrupted)
	}
	s.asked = s.compiling && s.now == nil
}

// How long an interrupted cell may take to end before it is abandoned, and how often it is interrupted again: one
// that is just starting its next unit may miss an interrupt.
const (
	patience = 80 * time.Millisecond
	nudge    = 10 * time.Millisecond

	// A deep recursion takes some time to return; if abandoned, it would continue to fill its stack.
	longPatience = 10 * time.Second
)

// patience returns how long to wait for a cell that was told to end.
func (c cause) patience() time.Duration {
	if c == recursion || c == memory || c == crowded {
		return longPatience
	}
	return patience
}

// beat monitors the cell while it runs.
func (run *running) beat() {
	if c := run.watch.look(run.e.rt.Alive() - run.others); c != goesOn {
		run.end(c)
	} else if run.watch.deadlock(run.e.rt) {
		run.e.rt.Dies()
		run.end(deadlock)
	}
}

// interrupt stops the code of cells and ends the cell.
func (run *running) interrupt() (finished bool) {
	run.e.machine.host.Halt()
	defer run.e.machine.host.Resume()
	alive := run.e.rt.Alive()
	deadline := time.After(run.cause.get().patience())
	for {
		run.e.rt.Interrupt()
		select {
		case <-run.done:
			run.settle()
			return true
		case <-deadline:
			now := run.e.rt.Alive()
			if now >= alive {
				return false
			}
			// many goroutines end one after the other
			alive, deadline = now, time.After(run.cause.get().patience())
		case <-time.After(nudge):
		}
	}
}

// settle waits for the goroutines started by the cell to notice that they are stopped.
func (run *running) settle() {
	for end := time.Now().Add(patience); run.e.rt.Alive() > run.others && time.Now().Before(end); {
		time.Sleep(100 * time.Microsecond)
	}
}

// leave abandons the cell unless it has just ended. Compiled code that it is stuck in may return later; then the cell
// ends at its next op, wait or statement.
func (run *running) leave() (finished bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.left = !run.over
	return run.over
}

// isLeft reports whether the cell has been abandoned.
func (run *running) isLeft() bool {
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.left
}

// begins records that a unit runs on this goroutine, unless the cell has been abandoned.
func (run *running) begins(unit int) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if !run.left {
		run.id, _ = goabi.Goroutine()
		run.unit = unit
	}
}

// unlessLeft calls f if the cell has not been abandoned.
func (run *running) unlessLeft(f func()) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if !run.left {
		f()
	}
}
