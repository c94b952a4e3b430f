package interp

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/interp/internal/debug"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Debugger stops the cells of a session at breakpoints and inspects them. Its methods may be called at any time, also
// while a cell runs. It has no cost until Attach is called.
type Debugger struct {
	s *Session

	mu     sync.Mutex
	events func(DebugEvent)
	refs   map[int]reference // arguments of Variables, by number
	last   int               // the latest number; numbers are not reused
	of     *debug.Stop       // the stop that the numbers belong to
	frames []debugFrame
	panics string // which panics stop
	watch  DebugWatch

	earlier map[string]bool // texts of cells last run without a debugger

	// For the debugger of %debug.
	asks   bool        // it prompts at a stop; guarded by eval, as is said
	said   string      // the last command
	direct atomic.Bool // it runs on the stopped goroutine
}

// Types of a debugger, see package debug.
type (
	DebugEvent = debug.Event      // an event of the debugger
	Breakpoint = debug.Breakpoint // a place to stop at, a line of a cell
	DebugStep  = debug.How        // how a stopped goroutine continues
)

// How a stopped goroutine continues.
const (
	DebugContinue = debug.Continue
	DebugNext     = debug.Over
	DebugIn       = debug.In
	DebugOut      = debug.Out
)

// Which panics stop a cell while a debugger is attached.
const (
	PanicsNone     = ""
	PanicsUncaught = "uncaught" // those that no deferred call can recover
	PanicsRaised   = "raised"   // all
)

// ErrNotStopped is returned by methods that need a stopped goroutine.
var ErrNotStopped = errors.New("no goroutine is stopped")

// errRuns is returned by methods that read values which a cell may be changing.
var errRuns = errors.New("a cell is running; values can be inspected when it has stopped or ended")

// DebugFrame is a call of a stopped goroutine.
type DebugFrame struct {
	ID        int
	Func      string // "" for the statements of a cell
	Cell      string // "In[3]"
	Text      string // of the cell
	Line, Col int
}

// DebugThread is a goroutine that is stopped or waits for the stopped one.
type DebugThread struct {
	ID   int
	Name string
}

// newDebugger returns the debugger of an engine.
func (m *machine) newDebugger(s *Session) *debug.Debugger {
	d := debug.New(debug.World{
		Place: func(pos int32) (text string, line int, ok bool) {
			at := m.e.front.Position(token.Pos(pos))
			text, ok = s.textOf(at.Filename)
			return text, at.Line, ok
		},
		Test:   func(at *vm.Stopped, expr string) (bool, error) { return s.test(m.e, at, expr) },
		Format: func(at *vm.Stopped, message string) string { return s.format(m.e, at, message) },
		Halted: m.host.Halted,
		Event:  s.debugger.event,
	})
	m.host.Stop = d.At
	return d
}

// textOf returns the text of a cell.
func (s *Session) textOf(cell string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.cells[cell]
	return text, ok
}

// Debugger returns the debugger of the session.
func (s *Session) Debugger() *Debugger { return s.debugger }

func (d *Debugger) event(e DebugEvent) {
	d.mu.Lock()
	f := d.events
	if e.Kind == "continued" {
		d.forget()
	}
	d.mu.Unlock()
	if f != nil {
		f(e)
	}
}

// core returns the debugger of the session's engine.
func (d *Debugger) core() *debug.Debugger { return d.s.engine().machine.debug }

// Attached reports whether the debugger is attached.
func (d *Debugger) Attached() bool { return d.core().On() }

// Attach makes cells be compiled for the debugger from now on, and the functions of earlier cells before the next
// cell runs. events is called with stops and messages, on the goroutine that stops.
func (d *Debugger) Attach(events func(DebugEvent)) {
	m := d.s.engine().machine
	d.mu.Lock()
	d.events = events
	if !m.debug.On() {
		d.earlier = d.s.texts()
	}
	d.mu.Unlock()
	m.debug.Attach()
	m.comp.Debug(m.debug.Made)
	m.again.Store(true)
}

// Detach resumes all goroutines, and cells are compiled without the debugger again.
func (d *Debugger) Detach() {
	m := d.s.engine().machine
	d.mu.Lock()
	d.earlier = nil
	d.mu.Unlock()
	m.comp.Debug(nil)
	d.SetPanics(PanicsNone)
	if m.debug.On() {
		d.Watch(DebugWatch{})
	}
	m.again.Store(m.debug.On())
	m.debug.Detach()
}

// follow attaches the debugger to the session's new engine if it was attached to the old one.
func (d *Debugger) follow(old, now *machine) {
	if !old.debug.On() {
		return
	}
	now.debug.Attach()
	now.comp.Debug(now.debug.Made)
	for text, list := range old.debug.Breakpoints() {
		now.debug.SetBreakpoints(text, list)
	}
	old.debug.Detach()
	d.setPanics(now)
	d.Watch(d.watch)
}

// SetBreakpoints replaces the breakpoints of the cells with this text, including cells that run later. It moves each
// to the next line on which a statement begins. An invalid breakpoint has ID 0, and its error is in the list; one
// with an ID and an error has no effect until the cell runs again, see kept.
func (d *Debugger) SetBreakpoints(text string, list []Breakpoint) ([]Breakpoint, []error) {
	lines, keeping := statementLines(text)
	errs := make([]error, len(list))
	var good []Breakpoint
	var which []int
	for i, b := range list {
		at, _ := slices.BinarySearch(lines, b.Line)
		if errs[i] = checkBreakpoint(b); errs[i] == nil && at == len(lines) {
			errs[i] = fmt.Errorf("no statement begins at or below line %d", b.Line)
		}
		if errs[i] == nil {
			b.Line = lines[at]
			good, which = append(good, b), append(which, i)
		}
	}
	done := slices.Clone(list)
	for i := range done {
		done[i].ID = 0
	}
	for i, b := range d.core().SetBreakpoints(text, good) {
		done[which[i]] = b
		if what := keeping[b.Line]; what != "" && d.kept(text) {
			errs[which[i]] = fmt.Errorf("line %d is in a %s that was declared before the debugger was turned on; "+
				"run its cell again", b.Line, what)
		}
	}
	return done, errs
}

// checkBreakpoint checks a breakpoint independently of its position.
func checkBreakpoint(b Breakpoint) error {
	if b.Hit != "" {
		if err := debug.CheckHit(b.Hit); err != nil {
			return err
		}
	}
	defer syntax.ForgetLong()
	reader := syntax.Reader{Fset: token.NewFileSet()}
	if _, errs := reader.Parse(syntax.NewCell(0, b.Condition), syntax.Split(b.Condition)); len(errs) > 0 {
		return fmt.Errorf("condition %s: syntax error: %s", b.Condition, errs[0].Msg)
	}
	return nil
}

// Breakpoints returns the breakpoints by the text of their cell.
func (d *Debugger) Breakpoints() map[string][]Breakpoint { return d.core().Breakpoints() }

// SetPanics sets which panics stop.
func (d *Debugger) SetPanics(which string) {
	d.mu.Lock()
	d.panics = which
	d.mu.Unlock()
	d.setPanics(d.s.engine().machine)
}

func (d *Debugger) setPanics(m *machine) {
	d.mu.Lock()
	which := d.panics
	d.mu.Unlock()
	if which == PanicsNone {
		m.host.Raising.Store(nil)
		return
	}
	f := func(at *vm.Stopped, value any) {
		if which == PanicsUncaught && at.Deferred() {
			return
		}
		kind, msg := describeValue(m.normalize(value))
		m.debug.Break(at, "exception", kind+": "+msg)
	}
	m.host.Raising.Store(&f)
}

// Why returns why a goroutine is stopped: for a panic its kind and text, otherwise the reason and its details.
func (d *Debugger) Why() (kind, text string, err error) {
	stop, _ := d.core().Stopped()
	switch {
	case stop == nil:
		return "", "", ErrNotStopped
	case stop.Reason == "exception":
		kind, text, _ = strings.Cut(stop.Text, ": ")
		return kind, text, nil
	}
	return stop.Reason, stop.Text, nil
}

// Cells returns the texts of the cells that have run, by name.
func (d *Debugger) Cells() map[string]string {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return maps.Clone(d.s.cells)
}

// Pause stops the running cell at its next statement.
func (d *Debugger) Pause() { d.core().Pause() }

// Resume continues the stopped goroutine, or returns ErrNotStopped.
func (d *Debugger) Resume(how DebugStep) error {
	d.mu.Lock()
	d.forget()
	d.mu.Unlock()
	if !d.core().Resume(how) {
		return ErrNotStopped
	}
	return nil
}

// Threads returns the stopped goroutine and those that wait for it.
func (d *Debugger) Threads() (list []DebugThread) {
	stop, waiting := d.core().Stopped()
	if stop == nil {
		return nil
	}
	for _, s := range append([]*debug.Stop{stop}, waiting...) {
		t := DebugThread{ID: s.Thread, Name: fmt.Sprintf("goroutine %d", s.Thread)}
		if frames := d.calls(s); len(frames) > 0 {
			t.Name += " in " + frames[len(frames)-1].Cell
		}
		list = append(list, t)
	}
	return list
}

// debugFrame is a call with its number.
type debugFrame struct {
	DebugFrame
	call vm.Call
	at   *debug.Stop
}

// calls returns the calls of a goroutine in the user's code, innermost first, without numbers.
func (d *Debugger) calls(s *debug.Stop) (list []debugFrame) {
	m := d.s.engine().machine
	for _, c := range s.Calls {
		at, ok := m.written(c.Func, c.Pos)
		if !ok {
			continue
		}
		text, _ := d.s.textOf(at.Filename)
		frame := DebugFrame{Func: at.Func, Cell: at.Filename, Text: text, Line: at.Line, Col: at.Column}
		list = append(list, debugFrame{frame, c, s})
	}
	return list
}

// forget drops the listed frames and values. The caller holds the lock.
func (d *Debugger) forget() { d.of, d.frames, d.refs = nil, nil, nil }

// stop returns the stopped goroutine, and drops the data of an earlier stop.
func (d *Debugger) stop() (*debug.Stop, []*debug.Stop, error) {
	stop, waiting := d.core().Stopped()
	if d.of != stop {
		d.forget()
		d.of = stop
	}
	if stop == nil {
		return nil, nil, ErrNotStopped
	}
	return stop, waiting, nil
}

// Stack returns the calls of a goroutine, innermost first.
func (d *Debugger) Stack(thread int) (list []DebugFrame, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	stop, waiting, err := d.stop()
	if err != nil {
		return nil, err
	}
	for _, s := range append([]*debug.Stop{stop}, waiting...) {
		if s.Thread != thread {
			continue
		}
		for _, f := range d.calls(s) {
			d.last++
			f.ID = d.last
			d.frames = append(d.frames, f)
			list = append(list, f.DebugFrame)
		}
		return list, nil
	}
	return nil, fmt.Errorf("goroutine %d is not stopped", thread)
}

// frame returns a call by its number.
func (d *Debugger) frame(id int) (f debugFrame, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, _, err := d.stop(); err != nil {
		return f, err
	}
	i := slices.IndexFunc(d.frames, func(f debugFrame) bool { return f.ID == id })
	if i < 0 {
		return f, fmt.Errorf("there is no frame %d", id)
	}
	return d.frames[i], nil
}

// recompile makes the functions of the session be compiled again if a debugger has attached or detached. It is called
// before a cell runs.
func (s *Session) recompile() {
	m := s.engine().machine
	if !m.again.Load() || !m.again.Swap(false) {
		return
	}
	p := m.e.front.Again()
	if p == nil {
		return
	}
	life := newLife(m.e.front, p.Extent)
	defer life.end()
	for i, u := range p.Units {
		if m.unit(u, life, &outcome{}) != nil {
			m.e.front.Abort(p, i)
			return
		}
		m.e.front.Commit(p, i, -1)
	}
}

// reachedBy returns the position that the statements of the cell of the outermost call have reached.
func reachedBy(calls []vm.Call) token.Pos {
	if len(calls) == 0 {
		return token.NoPos
	}
	return token.Pos(calls[len(calls)-1].Pos)
}

// pending returns the variables that the running cell has declared before a position and that are not yet part of the
// session.
func (m *machine) pending(before token.Pos) (list []*types.Var) {
	code := m.now.Load()
	if code == nil {
		return nil
	}
	for v, old := range code.Vars {
		if old == nil && v.Pos() < before && !strings.Contains(v.Name(), syntax.Mark) {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	return list
}

// begin records the running unit, at its first statement.
func (m *machine) begin(u *front.Unit) (end func()) {
	if len(u.Steps) > 0 {
		m.reached.begin(u.Steps[0])
	}
	before := m.now.Swap(u.Code)
	return func() { m.now.Store(before) }
}
