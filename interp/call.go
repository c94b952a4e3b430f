package interp

import "github.com/msrepl/msrepl/interp/internal/rt"

// Call runs f, which calls back into functions that cells have defined, and returns the error of a
// panic in it. Between cells, f counts as a cell that runs: cells wait for it, and Interrupt stops it.
// While a cell runs, f runs beside it.
func (s *Session) Call(f func()) *CellError {
	run := newRunning(s.engine())
	var failure any
	go func() {
		defer close(run.done)
		defer func() { failure = recover() }()
		run.e.rt.Enter()
		defer run.e.rt.Leave()
		run.halt.Within(f)
	}()
	s.await(run)
	s.out.flush()
	var kind, msg string
	switch {
	case run.cause.get() != goesOn:
		kind, msg = run.cause.get().describe()
	case failure != nil:
		kind, msg = describeValue(rt.Normalize(failure))
	default:
		return nil
	}
	return &CellError{Kind: kind, Msg: msg}
}

// await returns when the callback has ended, or has been left behind after an interrupt.
func (s *Session) await(run *running) {
	if !s.eval.TryLock() {
		<-run.done
		return
	}
	defer s.eval.Unlock()
	s.setRunning(run)
	defer s.setRunning(nil)
	run.wait()
}

func (s *Session) setRunning(run *running) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = run
}
