package interp

import (
	"errors"
	"fmt"
	"os"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/session/cellline"
	"github.com/msrepl/msrepl/internal/session/heapprofile"
	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// outcome describes how a cell has ended.
type outcome struct {
	unit  int // the unit that failed
	step  int // the statement that failed
	err   error
	value *display.Bundle

	refused bool // no part of the unit has run

	beside bool  // the code does not belong to the running cell: it has its own values
	values []any // values to show

	places []front.Mark // position of the failure in code, innermost first
	trace  []vm.Frame   // the same
}

// raised is an error with the value of a panic of code.
type raised struct{ Value any }

func (raised) Error() string { return "panic" }

// errLeft is the outcome of a cell that ended its goroutine with runtime.Goexit.
var errLeft = errors.New("no goroutines (main called runtime.Goexit) - deadlock")

// execute runs a compiled cell on the calling goroutine, see EvalHere.
func (s *Session) execute(cell *syntax.Cell, p *front.Program, r Result, elsewhere func(Result)) (_ Result, here bool) {
	var result outcome
	stop := s.measure()
	run := newRunning(s.engine())
	end := func(finished bool) Result {
		o := outcome{}
		if finished {
			o = result
		} else {
			o = run.abandon(p)
		}
		s.setRunning(nil)
		stop()
		s.conclude(cell, p, run, o, &r)
		run.life.end()
		if m := run.e.machine; m != nil {
			m.rest()
		}
		s.out.flush()
		return r
	}
	run.elsewhere = func(finished bool) { elsewhere(end(finished)) }
	run.trace, run.life = s.opts.Trace, newLife(run.e.front, p.Extent)
	s.setRunning(run)
	owner := s.out.begin(run.e.rt.Group)
	here = run.do(func() {
		run.e.rt.Enter()
		defer run.e.rt.Leave()
		s.out.owner.WithGroup(owner.group, owner, func() {
			run.halt.Within(func() {
				cellline.With(run.place, func() {
					display.Within(s.out, func() { run.units(p, &result) })
				})
			})
		})
	})
	if !here {
		return Result{}, false
	}
	return end(true), true
}

// abandon returns the outcome of an abandoned cell, and commits what it has assigned before the statement in which it
// is stuck. What that statement and later ones assign is not known.
func (run *running) abandon(p *front.Program) outcome {
	run.mu.Lock()
	o, id := outcome{unit: run.unit}, run.id
	run.mu.Unlock()
	if o.unit < 0 {
		return outcome{unit: len(p.Units)}
	}
	o.trace = run.e.machine.host.Stuck(id)
	run.e.machine.locate(p.Units[o.unit], &o)
	run.e.front.Commit(p, o.unit, max(o.step, 0))
	return o
}

// conclude records the outcome of a cell in its result.
func (s *Session) conclude(cell *syntax.Cell, p *front.Program, run *running, o outcome, r *Result) {
	switch run.cause.get() {
	case goesOn:
	case exited:
		o.err, o.value = run.exit, nil
	default:
		o.err, o.value = cellrt.Interrupt{}, nil
	}
	s.noteRan(cell.N, cell.Src, o.err != nil)
	if o.err == nil {
		r.Value = o.value
		return
	}
	undone := o.unit + 1
	if o.refused {
		undone = o.unit
	}
	run.e.front.Abort(p, undone)
	if o.refused {
		run.e.machine.takeBack(p.Units[o.unit])
	}
	r.Err = s.runError(cell, p, run, o)
	if x, ok := o.err.(exit); ok {
		r.Quit, r.ExitCode = !x.stays, x.code
	}
}

// widen grows the stack of its goroutine to the size needed for checking and compiling a cell. Growing step by step,
// copying more each time, is a tenth of the work of a small cell.
//
//go:noinline
func widen() byte {
	var room [40 << 10]byte
	return room[len(os.Args)%len(room)]
}

// place returns the line that the cell has reached, for messages about its computations.
func (run *running) place() (string, bool) {
	at, ok := run.e.machine.here()
	return fmt.Sprintf("%s:%d", at.Filename, at.Line), ok
}

// units runs the units of a cell and commits each one that finishes. Progress is recorded in o, in case the cell ends
// its goroutine.
func (run *running) units(p *front.Program, o *outcome) {
	e := run.e
	e.machine.registered.Next(p)
	heapprofile.Used(p)
	for _, line := range p.Advice() {
		fmt.Fprintln(e.rt.Stderr, line)
	}
	defer run.reportUnread()
	o.err = errLeft
	for more := true; more; {
		for i, u := range p.Units {
			o.unit = i
			if !run.commits(p, i, o) {
				return
			}
			u.Code = nil // no longer needed once compiled
			if u.Echo {
				if o.value, o.err = run.echo(); o.err != nil {
					o.step = len(u.Steps) - 1
					if o.places = e.machine.places(e.machine.host.Raised()); len(o.places) > 0 { // in a method
						o.places = append(o.places, front.Mark{Position: u.Steps[o.step]})
					}
					return
				}
			}
		}
		o.unit = len(p.Units)
		more, o.err = run.next(p)
	}
}

// next compiles the next piece of a long cell.
func (run *running) next(p *front.Program) (more bool, err error) {
	run.unlessLeft(func() {
		if more, err = run.e.front.Next(p); more {
			run.life.end()
			run.life = newLife(run.e.front, p.Extent)
		}
	})
	return more, err
}

// commits runs a unit and commits it, or the part that has run. It reports whether the cell continues.
func (run *running) commits(p *front.Program, i int, o *outcome) (goes bool) {
	e, u := run.e, p.Units[i]
	e.rt.Begin()
	run.begins(i)
	if run.trace != nil {
		fmt.Fprint(run.trace, u.Text())
	}
	o.err = errLeft
	defer func() {
		goes = o.err == nil && run.cause.get() == goesOn
		if !goes {
			switch trace := e.machine.left.Swap(nil); {
			case run.cause.get() == exited:
				o.trace = run.exit.trace
			case errors.Is(o.err, errLeft) && trace != nil:
				o.trace = *trace
			}
			e.machine.locate(u, o)
		}
		if !goes && o.err == nil { // interrupted after it had completed
			o.step = len(u.Steps) - 1
		}
		run.unlessLeft(func() {
			run.unit = -1
			if o.err == nil {
				e.front.Commit(p, i, -1)
			} else {
				e.front.Commit(p, i, max(o.step, 0))
			}
		})
	}()
	o.trace = nil
	e.machine.watchAssertions()
	o.err = e.machine.unit(u, run.life, o)
	return true
}

// reportUnread prints errors that the cell has ignored to standard error.
func (run *running) reportUnread() {
	lines := run.e.rt.TakeUnread()
	if run.cause.get() != goesOn {
		return
	}
	for _, line := range lines {
		fmt.Fprintln(run.e.rt.Stderr, line)
	}
}

// echo returns the display of the values of the last expression. It calls String methods of the user, which may
// panic.
func (run *running) echo() (b *display.Bundle, err error) {
	values, ok := run.e.rt.Shown()
	if !ok {
		return nil, nil
	}
	run.e.machine.host.Raised() // panics that the cell has recovered
	return echoOf(values)
}

// echoOf returns the display of values.
func echoOf(values []any) (b *display.Bundle, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = raised{Value: v}
		}
	}()
	bundle := display.EchoAll(values)
	return &bundle, nil
}

// panicValue returns the value of a panic of code, or the error itself.
func panicValue(err error) any {
	var p raised
	if errors.As(err, &p) {
		return cellrt.Normalize(p.Value)
	}
	return err
}
