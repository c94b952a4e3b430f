// Package debug stops goroutines of code at marks and resumes them: breakpoints, steps, pauses and panics. It is
// independent of protocols, and gets information on source texts only from its World.
//
// Only one goroutine is stopped at a time. Others that reach a mark in the meantime wait there, and resume with it.
// Inspections and evaluations while a goroutine is stopped run on that goroutine, so that they can be interrupted
// like its cell.
package debug

import (
	"sync"
	"weak"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// World gives a debugger access to the session.
type World struct {
	// Place returns the position of a mark: the text of its cell, and the line. ok is false outside of cells.
	Place func(pos int32) (text string, line int, ok bool)
	// Test evaluates a condition in the innermost call.
	Test func(s *vm.Stopped, expr string) (bool, error)
	// Format formats a message with expressions in braces.
	Format func(s *vm.Stopped, message string) string
	// Halted returns a channel that is closed when the run of the calling goroutine is halted.
	Halted func() <-chan struct{}
	// Event reports that a goroutine has stopped, that one has resumed without a command, and log messages.
	Event func(Event)
}

// Event is a message of a debugger.
type Event struct {
	Kind   string // "stopped", "continued", "output", or "effective" for breakpoints that have waited for their cell
	Reason string // for a stop: "breakpoint", "step", "pause", "exception" or the argument of Break
	Text   string // of a panic, of a log message
	Thread int
	Hit    []int // the breakpoints
}

// Breakpoint is a position to stop at.
type Breakpoint struct {
	ID, Line  int
	Condition string // Go; "" for always
	Hit       string // "3" or ">= 3": condition on the number of hits; "" for always
	Log       string // message to log instead of stopping

	hits int
}

// How is a way to resume a goroutine.
type How int

// The ways to resume.
const (
	Continue How = iota
	Over         // to the next statement of the function, or of a caller
	In           // to the next statement
	Out          // to the next statement of a caller
)

// Debugger stops goroutines. It is safe for concurrent use.
type Debugger struct {
	world World

	mu         sync.Mutex
	on         bool
	funcs      []weak.Pointer[vm.Marks]
	points     map[string][]*Breakpoint // by cell text
	bound      map[*vm.Mark]*Breakpoint
	last       int // the latest ID
	step       *step
	pause      bool
	stop       *Stop
	waiting    []*Stop
	release    chan struct{} // closed to resume waiting goroutines
	threads    map[uintptr]int
	evaluating map[uintptr]bool // goroutines that evaluate something for the debugger
}

// step is the pending step of the goroutine that was stopped last.
type step struct {
	how       How
	goroutine uintptr
	depth     vm.Depth
	home      vm.Depth // of the call whose text runs; less than depth in the body of a loop over a function
	in        *vm.Marks
}

// Stop is a goroutine that is stopped or waits.
type Stop struct {
	Thread int
	Reason string
	Text   string
	Calls  []vm.Call // innermost first
	Seen   []Child   // values related to the reason, such as the results of an op

	on   *vm.Stopped
	work chan func()
	done chan struct{} // closed when it resumes
}

// New returns a debugger that is off.
func New(w World) *Debugger {
	return &Debugger{
		world: w, points: map[string][]*Breakpoint{}, bound: map[*vm.Mark]*Breakpoint{}, threads: map[uintptr]int{},
		evaluating: map[uintptr]bool{}, release: make(chan struct{}),
	}
}

// On reports whether the debugger is attached.
func (d *Debugger) On() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.on
}

// Attach switches the debugger on.
func (d *Debugger) Attach() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.on = true
	d.arm()
}

// Detach deletes all breakpoints and resumes all goroutines.
func (d *Debugger) Detach() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.on, d.step, d.pause = false, nil, false
	clear(d.points)
	clear(d.bound)
	d.resume(Continue)
	d.arm()
}

// Made records the marks of a compiled function.
func (d *Debugger) Made(m *vm.Marks) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.funcs = append(d.funcs, weak.Make(m))
	d.bind(m)
}

// each calls f for the marks of each reachable function. The caller holds the lock.
func (d *Debugger) each(f func(*vm.Marks)) {
	live := d.funcs[:0]
	for _, p := range d.funcs {
		if m := p.Value(); m != nil {
			live = append(live, p)
			f(m)
		}
	}
	clear(d.funcs[len(live):])
	d.funcs = live
}

// bind finds the marks of a function for breakpoints: the first one of the line.
func (d *Debugger) bind(m *vm.Marks) {
	taken := map[*Breakpoint]bool{}
	for _, k := range m.List {
		delete(d.bound, k)
		if len(d.points) > 0 {
			text, line, _ := d.world.Place(k.Pos)
			for _, b := range d.points[text] {
				if b.Line == line && !taken[b] {
					taken[b], d.bound[k] = true, b
				}
			}
		}
		k.Set(d.on && (d.armed() || d.bound[k] != nil))
	}
}

// armed reports whether code stops at every mark. The caller holds the lock.
func (d *Debugger) armed() bool { return d.step != nil || d.pause || d.stop != nil }

// arm switches all marks on or off.
func (d *Debugger) arm() {
	all := d.armed()
	d.each(func(m *vm.Marks) {
		for _, k := range m.List {
			k.Set(d.on && (all || d.bound[k] != nil))
		}
	})
}

// SetBreakpoints replaces the breakpoints of cells with a text, and returns them with their IDs.
func (d *Debugger) SetBreakpoints(text string, list []Breakpoint) []Breakpoint {
	d.mu.Lock()
	defer d.mu.Unlock()
	points := make([]*Breakpoint, len(list))
	for i := range list {
		d.last++
		list[i].ID = d.last
		b := list[i]
		points[i] = &b
	}
	if d.points[text] = points; len(points) == 0 {
		delete(d.points, text)
	}
	clear(d.bound)
	d.each(d.bind)
	return list
}

// Breakpoints returns all breakpoints by cell text.
func (d *Debugger) Breakpoints() map[string][]Breakpoint {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := map[string][]Breakpoint{}
	for text, list := range d.points {
		for _, b := range list {
			all[text] = append(all[text], *b)
		}
	}
	return all
}

// Pause stops the next goroutine that reaches a mark.
func (d *Debugger) Pause() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pause = d.stop == nil
	d.arm()
}

// Ended cancels the step of a goroutine whose cell has ended.
func (d *Debugger) Ended() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.step != nil || d.pause {
		d.step, d.pause = nil, false
		d.arm()
	}
}

// Resume resumes the stopped goroutine, and those that wait with it. It reports whether one was stopped.
func (d *Debugger) Resume(how How) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.resume(how)
}

func (d *Debugger) resume(how How) bool {
	s := d.stop
	if s == nil {
		return false
	}
	d.stop, d.step = nil, nil
	if how != Continue {
		d.step = &step{how, s.on.Goroutine(), s.on.Depth(), s.on.Depth(), nil}
		if len(s.Calls) > 0 {
			d.step.in, d.step.home = s.Calls[0].Marks, s.Calls[0].Home().Depth()
		}
	}
	close(s.done)
	close(d.release)
	d.release = make(chan struct{})
	d.arm()
	return true
}

// Stopped returns the stopped goroutine, or nil, and those that wait at a mark.
func (d *Debugger) Stopped() (stop *Stop, waiting []*Stop) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stop, append([]*Stop(nil), d.waiting...)
}

// Do runs f on the stopped goroutine. It reports whether f has completed.
func (d *Debugger) Do(f func()) bool {
	d.mu.Lock()
	s := d.stop
	d.mu.Unlock()
	if s == nil {
		return false
	}
	ran, over := make(chan struct{}), false
	select {
	case s.work <- func() {
		defer close(ran)
		f()
		over = true
	}:
		<-ran
		return over
	case <-s.done:
		return false
	}
}

// Quietly runs f for the debugger while nothing is stopped: f must not stop at a breakpoint or a pause, as its caller
// could not resume it.
func (d *Debugger) Quietly(f func()) {
	id, _ := goabi.Goroutine()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.quietly(id, f)
}

// Busy reports whether a goroutine evaluates something for the debugger.
func (d *Debugger) Busy(goroutine uintptr) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.evaluating[goroutine]
}

// thread returns the number of a goroutine. The caller holds the lock.
func (d *Debugger) thread(goroutine uintptr) int {
	n, ok := d.threads[goroutine]
	if !ok {
		n = len(d.threads) + 1
		d.threads[goroutine] = n
	}
	return n
}

// quietly runs f with stops of the goroutine disabled. The caller holds the lock, which is released during f.
func (d *Debugger) quietly(goroutine uintptr, f func()) {
	d.evaluating[goroutine] = true
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		delete(d.evaluating, goroutine)
	}()
	f()
}
