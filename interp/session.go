package interp

import (
	"fmt"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// Session runs cells one after the other and keeps what they define.
type Session struct {
	opts Options
	out  *output

	eval   sync.Mutex // one cell at a time
	number int        // what the cell in evaluation is called, guarded by eval

	mu     sync.Mutex // guards what follows
	e      *engine
	cells  map[string]string // texts by the cells' names
	last   int               // the highest number of a cell
	asides int               // cells without a number
	now    *running          // the cell that runs, nil when none does
}

// New starts a session.
func New(opts Options) (*Session, error) {
	if opts.Args == nil {
		opts.Args = []string{"msrepl"}
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
	return &Session{opts: opts, out: out, e: e, cells: map[string]string{}}, nil
}

// Eval runs one cell: Go text, or a command such as :vars. Cells run one at a time; a call waits
// for the one before it.
func (s *Session) Eval(src string) Result {
	s.eval.Lock()
	defer s.eval.Unlock()
	return s.evalAs(s.count()+1, src)
}

// EvalAs is Eval for a face that numbers cells itself: the cell is In[n]. With n = 0 it runs aside,
// without a number, so that Out does not know it and the next cell gets the number it would have got.
func (s *Session) EvalAs(n int, src string) Result {
	s.eval.Lock()
	defer s.eval.Unlock()
	return s.evalAs(n, src)
}

func (s *Session) evalAs(n int, src string) Result {
	s.number = n
	if name, arg, ok := splitCommand(src); ok {
		return s.command(name, arg)
	}
	if strings.TrimSpace(src) == "" {
		return Result{N: s.count()}
	}
	return s.evalCell(src)
}

func (s *Session) evalCell(src string) Result {
	cell := s.next(src)
	r := Result{N: s.count()}
	p, err := s.engine().front.Compile(cell)
	if err != nil {
		r.Err = s.compileError(cell, err)
		return r
	}
	s.execute(cell, p, &r)
	s.out.flush()
	return r
}

// asideNumber is beyond the numbers of cells: a cell that runs aside fills a variable like others.
const asideNumber = 1 << 30

// next names a cell and keeps its text.
func (s *Session) next(src string) *front.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	cell := front.NewCell(s.number, src)
	if s.number == 0 {
		s.asides++
		cell.Name, cell.N = fmt.Sprintf("aside[%d]", s.asides), asideNumber+s.asides
	}
	s.last = max(s.last, s.number)
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

// IsComplete says whether src can run, and the indentation of the next line when it cannot yet.
func (s *Session) IsComplete(src string) (Completeness, string) {
	if _, _, ok := splitCommand(src); ok {
		return Complete, ""
	}
	state, indent := front.Completeness(src)
	return Completeness(state), indent
}

// Reset forgets all definitions. The numbers of cells go on.
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.e = e
	return nil
}

// Close ends the session and returns when all output has been delivered.
func (s *Session) Close() error {
	s.Interrupt()
	s.eval.Lock()
	defer s.eval.Unlock()
	s.out.close()
	return nil
}
