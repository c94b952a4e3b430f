package interp

import (
	"fmt"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Session runs cells one after the other and keeps their definitions.
type Session struct {
	opts Options
	out  *output

	eval   sync.Mutex // one cell at a time
	number int        // what the cell in evaluation is called, guarded by eval
	spent  *spent     // what the time of the next cell is added to, nil when nobody asks, guarded by eval

	debugger *Debugger

	lastFolder string // where the session was before %cd, guarded by eval
	rerunning  bool   // %rerun runs cells, guarded by eval

	mu    sync.Mutex // guards what follows
	e     *engine
	cells map[string]string // texts by the cells' names
	files map[numbered]bool // cells that %run has read from a file

	failures map[int]bool // numbers of cells that failed
	lineage  lineage
	last     int      // the highest number of a cell
	asides   int      // cells without a number
	now      *running // the cell that runs, nil when none does

	besides map[*running]bool // what runs beside cells

	dead             bool // a goroutine of a program has panicked; no cell is to run any more
	compiling, asked bool // the front end is at work on a cell, which is to end as soon as it runs
}

// New starts a session.
func New(opts Options) (*Session, error) {
	if opts.Args == nil {
		opts.Args = []string{"msrepl"}
	}
	catchWarnings()
	if opts.MemoryLimit > 0 {
		memlimit.SetLimit(opts.MemoryLimit)
	}
	out, err := newOutput(opts.Sink)
	if err != nil {
		return nil, err
	}
	e, err := newEngine(out, opts)
	if err != nil {
		out.close()
		return nil, err
	}
	s := &Session{opts: opts, out: out, e: e, cells: map[string]string{}}
	out.session = s
	s.debugger = &Debugger{s: s}
	s.watch(e)
	return s, nil
}

// watch has panics in goroutines of an engine reported.
func (s *Session) watch(e *engine) {
	s.out.engine.Store(e)
	e.machine.panics = s.goFailed
	e.machine.debug = e.machine.newDebugger(s)
	e.rt.Program = s.opts.Batch
	e.rt.Exited = func(code int, stays bool) {
		s.exited(exit{code: code, stays: stays, trace: e.machine.host.Here()})
	}
}

// Eval runs one cell: Go text, or a command such as :vars. Cells run one at a time; a call waits
// for the one before it.
func (s *Session) Eval(src string) Result {
	s.eval.Lock()
	defer s.eval.Unlock()
	return s.evalAs(s.count()+1, src)
}

// EvalAs is Eval for a face that numbers cells itself: the cell is In[n]. With n = 0 it has no number, is not in Out,
// and does not change the number of the next cell.
func (s *Session) EvalAs(n int, src string) Result {
	s.eval.Lock()
	defer s.eval.Unlock()
	return s.evalAs(n, src)
}

// EvalHere is EvalAs for a face that does nothing else meanwhile. The cell runs on the calling goroutine, which saves
// waking another. An interrupted cell may be stuck, so its goroutine is abandoned: EvalHere then returns false, at
// some time or never, and elsewhere is called with the result on another goroutine.
func (s *Session) EvalHere(n int, src string, elsewhere func(Result)) (r Result, here bool) {
	s.eval.Lock()
	all := s.parts(src)
	if len(all) != 1 || all[0].call != nil || strings.TrimSpace(src) == "" {
		defer s.eval.Unlock()
		return s.evalAs(n, src), true
	}
	s.number = n
	widen()
	r, here = s.evalCellHere(s.next(src), func(r Result) {
		s.noteFailed(r.Err)
		s.eval.Unlock()
		elsewhere(r)
	})
	if here {
		s.noteFailed(r.Err)
		s.eval.Unlock()
	}
	return r, here
}

func (s *Session) evalAs(n int, src string) Result {
	s.number = n
	return s.evalParts(src)
}

// evalParts runs the commands and the Go text of a cell in order, until one fails. Only what is
// last is echoed.
func (s *Session) evalParts(src string) (r Result) {
	r.N = s.count()
	all := s.parts(src)
	for i, p := range all {
		if p.call != nil {
			r = s.command(*p.call)
		} else if strings.TrimSpace(p.text) != "" {
			r = s.evalText(p.text, src)
		}
		if s.noteFailed(r.Err); r.Err != nil || r.Quit {
			return r
		}
		if i < len(all)-1 {
			r.Value = nil
		}
	}
	return r
}

// noteFailed notes whether the cell that has run failed.
func (s *Session) noteFailed(err *CellError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.failures, s.number)
		return
	}
	if s.failures == nil {
		s.failures = map[int]bool{}
	}
	s.failures[s.number] = true
}

// evalText runs Go text of the cell src.
func (s *Session) evalText(text, src string) Result {
	cell := s.next(src)
	cell.Src, cell.Whole = text, src
	return s.evalCell(cell)
}

// evalCell runs a cell on a goroutine of its own, because one that is stuck in compiled code can only be left behind.
func (s *Session) evalCell(cell *syntax.Cell) Result {
	result := make(chan Result, 1)
	go func() {
		widen()
		if r, here := s.evalCellHere(cell, func(r Result) { result <- r }); here {
			result <- r
		}
	}()
	return <-result
}

// evalCellHere runs a cell on the calling goroutine, see EvalHere.
func (s *Session) evalCellHere(cell *syntax.Cell, elsewhere func(Result)) (r Result, here bool) {
	r.N = s.count()
	s.recompile()
	s.setCompiling(true)
	loosen := func() {}
	if len(cell.Src) >= longText {
		loosen = gctune.Tight()
	}
	p, err := s.engine().front.Compile(cell, s.askedToEnd)
	if err != nil {
		loosen()
		s.setCompiling(false)
		r.Err = s.compileError(err)
		return r, true
	}
	s.debugger.compiled(cell.Name)
	if len(p.Units) < manyUnits && !p.Long() {
		loosen()
	}
	r, here = s.execute(cell, p, r, func(r Result) {
		loosen()
		elsewhere(r)
	})
	if here {
		loosen()
	}
	return r, here
}

// A cell of longText bytes is worth collections while it is checked, and one of manyUnits while it is compiled, bit by
// bit as it runs.
const (
	longText  = 256 << 10
	manyUnits = 10
)

// evalAside runs Go text that a command has made around text of the cell src, without a place in Out.
func (s *Session) evalAside(text, src string) Result {
	cell := s.nextAside(src)
	if s.number > 0 && src != "" {
		cell.Name = s.cellName()
		s.mu.Lock()
		s.cells[cell.Name] = src
		s.mu.Unlock()
	}
	cell.Src = text
	return s.evalCell(cell)
}

// asideNumber is beyond the numbers of cells: a cell that runs aside fills a variable like others.
const asideNumber = 1 << 30

// next names a cell and keeps its text.
func (s *Session) next(src string) *syntax.Cell {
	if s.number == 0 {
		return s.nextAside(src)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	cell := syntax.NewCell(s.number, src)
	s.last = max(s.last, s.number)
	s.cells[cell.Name] = src
	return cell
}

// nextAside names a cell without a number.
func (s *Session) nextAside(src string) *syntax.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asides++
	cell := syntax.NewCell(asideNumber+s.asides, src)
	cell.Name = fmt.Sprintf("aside[%d]", s.asides)
	s.cells[cell.Name] = src
	return cell
}

func (s *Session) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

func (s *Session) engine() *engine {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.e
}

// IsComplete reports whether src can run, and the indentation of the next line if it cannot yet. Text below a command
// such as %%bash ends with an empty line.
func (s *Session) IsComplete(src string) (Completeness, string) {
	all := s.parts(src)
	if len(all) == 0 {
		return Complete, ""
	}
	p := all[len(all)-1]
	switch {
	case p.call == nil:
		src = p.text
	case !p.call.cell:
		return Complete, ""
	default:
		if cmd, ok := find(p.call.name); !ok || cmd.takes != goText {
			if !ok || strings.HasSuffix(src, "\n\n") {
				return Complete, ""
			}
			return Incomplete, ""
		}
		if src = p.call.body; strings.TrimSpace(src) == "" {
			return Incomplete, ""
		}
	}
	state, indent := syntax.Completeness(src)
	return Completeness(state), indent
}

// Reset removes all definitions, and ends waiting goroutines of cells, which could keep them alive. Cell numbers
// continue.
func (s *Session) Reset() {
	s.eval.Lock()
	defer s.eval.Unlock()
	s.reset()
}

func (s *Session) reset() error {
	e, err := newEngine(s.out, s.opts)
	if err != nil {
		return err
	}
	s.watch(e)
	old := s.engine()
	s.mu.Lock()
	old.close()
	s.e, s.lineage = e, lineage{}
	s.mu.Unlock()
	s.debugger.follow(old.machine, e.machine)
	return nil
}

// Close ends the session and waiting goroutines of its cells, removes its declarations, and returns when all output
// has been delivered.
func (s *Session) Close() error {
	s.Interrupt()
	s.eval.Lock()
	defer s.eval.Unlock()
	s.e.close()
	s.out.close()
	return nil
}
