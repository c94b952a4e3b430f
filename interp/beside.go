package interp

import (
	"strings"
	"time"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// EvalBeside runs Go text concurrently with the running cell, if any: it sees the session, may call functions and
// assign variables, and has no number. Its output goes to sink; begins is called first. It returns false for text
// that must wait like a cell, because it defines something or contains a command. Then nothing has run, and begins
// was not called.
func (s *Session) EvalBeside(src string, sink Sink, begins func()) (r Result, ok bool) {
	r.N = s.count()
	if all := s.parts(src); len(all) != 1 || all[0].call != nil || strings.TrimSpace(src) == "" {
		return r, false
	}
	e := s.engine()
	e.machine.besides.RLock() // what is replaced meanwhile stays as long
	defer e.machine.besides.RUnlock()
	cell := s.nextAside(src)
	p, err := e.front.Compile(cell, nil)
	if err != nil {
		begins()
		r.Err = s.compileError(err)
		return r, true
	}
	shown, quiet := p.Quiet()
	if !quiet {
		e.front.Abort(p, 0)
		return r, false
	}
	begins()
	s.executeBeside(e, cell, p, sink, &r)
	e.machine.comp.Forget(shown)
	e.front.Drop(shown)
	return r, true
}

func (s *Session) executeBeside(e *engine, cell *syntax.Cell, p *front.Program, sink Sink, r *Result) {
	run := newRunning(e)
	run.life = newLife(e.front, p.Extent)
	defer run.life.end()
	s.setBeside(run, true)
	defer s.setBeside(run, false)
	e.rt.Renew()
	own := &owner{sink, e.rt.Group}
	o := outcome{unit: len(p.Units), beside: true}
	watched := run.watchOver()
	<-run.start(func() {
		e.rt.Enter()
		defer e.rt.Leave()
		s.out.owner.WithGroup(own.group, own, func() {
			run.halt.Within(func() { display.Within(s.out, func() { run.unitsBeside(p, &o) }) })
		})
	})
	close(watched)
	s.out.flush()
	if run.cause.get() != goesOn || run.isLeft() {
		o = outcome{unit: len(p.Units), err: run.exit}
	}
	if o.err == nil {
		r.Value = o.value
		return
	}
	r.Err = s.runError(cell, p, run, o)
}

// unitsBeside runs the units of a program that defines nothing.
func (run *running) unitsBeside(p *front.Program, o *outcome) {
	m := run.e.machine
	o.err = errLeft
	for i, u := range p.Units {
		o.unit = i
		if o.err = m.unit(u, run.life, o); o.err != nil {
			m.locate(u, o)
			return
		}
	}
	if o.values != nil {
		o.value, o.err = echoOf(o.values)
	}
}

// setBeside notes that something begins to run beside cells, or has ended.
func (s *Session) setBeside(run *running, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !on {
		delete(s.besides, run)
		return
	}
	if s.besides == nil {
		s.besides = map[*running]bool{}
	}
	s.besides[run] = true
}

// watchOver ends what runs beside cells when it takes too much memory, until the channel is closed.
func (run *running) watchOver() (ended chan struct{}) {
	ended = make(chan struct{})
	run.watch.begin()
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(besideBeat):
				if c := run.watch.look(max(0, run.e.rt.Alive()-run.others)); c != goesOn {
					run.end(c)
				}
			}
		}
	}()
	return ended
}

const besideBeat = 5 * time.Millisecond
