package interp

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"sync/atomic"
	"time"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/rt"
)

// running is the cell that runs.
type running struct {
	e        *engine
	trace    io.Writer
	done     chan struct{}
	stop     chan struct{} // closed by Interrupt
	stopped  atomic.Bool
	overflow atomic.Bool // stopped because of a runaway recursion
}

// outcome is how a cell has ended.
type outcome struct {
	unit  int              // the unit that failed
	step  int              // the statement that failed
	mark  int              // the last place that code reached, -1 when unknown
	calls []token.Position // the functions that a panic has left, innermost first
	err   error
	value *display.Bundle
}

// execute runs a compiled cell on a goroutine of its own, because one that is stuck in compiled
// code can only be left behind.
func (s *Session) execute(cell *front.Cell, p *front.Program, r *Result) {
	run := &running{e: s.engine(), trace: s.opts.Trace, done: make(chan struct{}), stop: make(chan struct{})}
	s.setRunning(run)
	defer s.measure()()
	var o outcome
	go func() {
		defer close(run.done)
		bridge.WithPlaces(run.place, func() {
			display.Within(s.out, func() { o = run.units(p) })
		})
	}()
	finished := run.wait()
	s.setRunning(nil)
	if !finished {
		o = outcome{unit: len(p.Units), mark: -1, err: rt.Interrupt{}}
	}
	if run.stopped.Load() {
		o.err, o.value = rt.Interrupt{}, nil
	}
	if o.err != nil {
		run.e.front.Abort(p, o.unit+1)
		r.Err = s.runError(cell, p, run, o)
		if x, ok := panicValue(o.err).(exit); ok {
			r.Quit, r.ExitCode = true, x.code
		}
		return
	}
	r.Value = o.value
}

// place returns the line that the cell has reached, for messages about what it computed there.
func (run *running) place() (string, bool) {
	m, ok := run.e.front.Mark(run.e.rt.Mark())
	return fmt.Sprintf("%s:%d", m.Filename, m.Line), ok
}

// units runs the units of a cell and commits each one that finishes.
func (run *running) units(p *front.Program) (o outcome) {
	e := run.e
	for _, u := range p.Units {
		for _, imp := range u.Imports {
			if o.err = e.doImport(imp); o.err != nil {
				return o
			}
		}
	}
	for i, u := range p.Units {
		o.unit = i
		e.rt.Begin(u.FirstStep, len(u.Steps))
		e.trace.reset()
		if run.trace != nil {
			fmt.Fprint(run.trace, u.Text())
		}
		if o.err = run.unit(u); o.err != nil || run.stopped.Load() {
			o.step, o.mark, o.calls = e.rt.StepAt(), e.rt.Mark(), e.trace.left()
			e.front.Commit(p, i, max(o.step, 0))
			return o
		}
		e.front.Commit(p, i, -1)
		if u.Echo {
			if o.value, o.err = run.echo(); o.err != nil {
				o.step, o.mark = len(u.Steps)-1, e.rt.Mark()
				return o
			}
		}
	}
	return o
}

func (run *running) unit(u *front.Unit) error {
	for _, n := range u.Nodes {
		if run.stopped.Load() {
			return rt.Interrupt{}
		}
		if err := run.e.run(n); err != nil {
			return err
		}
	}
	return nil
}

// echo turns the values of the last expression into what is shown. It runs String methods of the
// user's, which may panic.
func (run *running) echo() (b *display.Bundle, err error) {
	values, ok := run.e.rt.Shown()
	if !ok {
		return nil, nil
	}
	defer func() {
		if v := recover(); v != nil {
			err = yaegi.Panic{Value: v}
		}
	}()
	bundle := display.EchoAll(values)
	return &bundle, nil
}

// Interrupt stops the running cell, if any. Loops end at once, and so do waits for channels and
// sleeps; variables and closures stay as they are.
func (s *Session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil && s.now.stopped.CompareAndSwap(false, true) {
		close(s.now.stop)
	}
}

// How long a cell may take to end after an interrupt before it is left behind, and how often it is
// told again: one that starts its next unit at the wrong moment may miss it.
const (
	patience = 600 * time.Millisecond
	nudge    = 20 * time.Millisecond
)

// wait returns when the cell has ended, or has been left behind after an interrupt.
func (run *running) wait() (finished bool) {
	watch := newStackWatch()
	defer watch.stop()
	for {
		select {
		case <-run.done:
			return true
		case <-run.stop:
			return run.halt()
		case <-watch.tick():
			if watch.overflow() && run.stopped.CompareAndSwap(false, true) {
				run.overflow.Store(true)
				close(run.stop)
			}
		}
	}
}

// halt stops the interpreter by its run number: every interpreted function compares the number of
// its frame with the interpreter's between two operations and returns when they differ. Putting the
// old number back afterwards keeps closures alive.
func (run *running) halt() (finished bool) {
	id := runID(run.e.i)
	old := atomic.LoadUint64(id)
	defer atomic.StoreUint64(id, old)
	deadline := time.After(patience)
	for {
		atomic.AddUint64(id, 1)
		run.e.rt.Interrupt()
		select {
		case <-run.done:
			return true
		case <-deadline:
			return false
		case <-time.After(nudge):
		}
	}
}

// runID returns the interpreter's run number, its first field, which the interpreter itself only
// reads and writes atomically. EvalWithContext changes it for good, which kills closures.
func runID(i *yaegi.Interpreter) *uint64 { return (*uint64)(unsafe.Pointer(i)) }

// panicValue returns what running code has panicked with, or the error itself.
func panicValue(err error) any {
	var p yaegi.Panic
	if errors.As(err, &p) {
		return rt.Normalize(p.Value)
	}
	return err
}
