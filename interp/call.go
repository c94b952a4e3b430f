package interp

import (
	"sync/atomic"
	"time"
)

// Call runs f, which calls back into functions that cells have defined, and returns the error of a panic in it.
// Between cells, f counts as a running cell: cells wait for it, and Interrupt stops it. While a cell runs, f runs
// concurrently.
func (s *Session) Call(f func()) *CellError {
	return s.call(f, s.eval.TryLock()) // before f begins, as f must see the effects of earlier cells
}

// call is Call; alone means that no cell runs and that the caller holds s.eval, which call releases.
func (s *Session) call(f func(), alone bool) *CellError {
	run := newRunning(s.engine())
	var failure atomic.Pointer[CellError]
	ended := run.start(func() {
		defer func() {
			if v := recover(); v != nil {
				failure.Store(s.raised(run.e, v))
			}
		}()
		run.e.rt.Enter()
		defer run.e.rt.Leave()
		run.halt.Within(f)
	})
	s.await(run, ended, alone)
	s.out.flush()
	e, cause := failure.Load(), run.cause.get()
	if e == nil && cause == goesOn {
		return nil
	}
	if e == nil { // abandoned
		e = &CellError{}
	}
	switch {
	case cause == exited:
		e.Kind, e.Msg = describeValue(run.exit)
	case cause != goesOn:
		e.Kind, e.Msg = cause.describe()
	}
	return e
}

// raised returns the error of a panic that has just been recovered, with its places in cells.
func (s *Session) raised(e *engine, v any) *CellError {
	failure := &CellError{}
	failure.Kind, failure.Msg = describeValue(e.machine.normalize(v))
	s.addPlaces(failure, e.machine.places(e.machine.host.Raised()))
	failure.settle()
	return failure
}

// beside is how long a callback runs beside a cell before it waits to become the target of Interrupt.
const beside = 50 * time.Millisecond

// await returns when the callback has ended or has been abandoned after an interrupt.
func (s *Session) await(run *running, ended <-chan struct{}, alone bool) {
	if !alone && !s.takeOver(ended) {
		return
	}
	defer s.eval.Unlock()
	s.setRunning(run)
	defer s.setRunning(nil)
	<-ended
}

// takeOver waits until no cell runs, and returns false if the callback ends first.
func (s *Session) takeOver(ended <-chan struct{}) bool {
	select {
	case <-ended: // the usual case
		return false
	case <-time.After(beside):
	}
	locked := make(chan struct{})
	go func() {
		s.eval.Lock()
		select {
		case locked <- struct{}{}:
		case <-ended:
			s.eval.Unlock()
		}
	}()
	select {
	case <-ended:
		return false
	case <-locked:
		return true
	}
}

// setRunning makes run the target of Interrupt and of the watch; nil means none.
func (s *Session) setRunning(run *running) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil {
		s.now.e.pulse.End()
	}
	if s.now = run; run != nil {
		run.watch.begin()
		run.e.pulse.Begin(run.beat)
		switch {
		case s.dead:
			run.exits(exit{code: 2})
		case s.asked:
			run.end(interrupted)
		}
		s.compiling, s.asked = false, false
	}
}

// setCompiling records whether the front end is processing a cell.
func (s *Session) setCompiling(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compiling, s.asked = is, false
}

// askedToEnd reports whether the cell being compiled has been interrupted.
func (s *Session) askedToEnd() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}
