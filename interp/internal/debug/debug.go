// Package debug stops goroutines of code at marks and lets them go on: breakpoints, steps, pauses and panics. It
// knows nothing of protocols, and of texts only what its World says.
//
// One goroutine is stopped at a time. Others that come to a mark meanwhile wait there, and go on with it. What is to
// be looked at or run while a goroutine is stopped runs on that goroutine, so that it can be interrupted as its cell.
package debug

import (
	"sync"
	"weak"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// World is what a debugger asks of the session.
type World struct {
	// Place says where a mark is: the text of its cell, and the line. ok is false outside of cells.
	Place func(pos int32) (text string, line int, ok bool)
	// Test reports whether an expression is true in the innermost call.
	Test func(s *vm.Stopped, expr string) (bool, error)
	// Format returns the text of a message with expressions in braces.
	Format func(s *vm.Stopped, message string) string
	// Halted is closed when the run of the calling goroutine is to end.
	Halted func() <-chan struct{}
	// Event says that a goroutine has stopped, that one goes on without having been told to, and what a log message
	// says.
	Event func(Event)
}

// Event is what a debugger says by itself.
type Event struct {
	Kind   string // "stopped", "continued", "output", or "effective" of breakpoints that have waited for their cell
	Reason string // of a stop: "breakpoint", "step", "pause", "exception" or one that Break was given
	Text   string // of a panic, of a log message
	Thread int
	Hit    []int // the breakpoints
}

// Breakpoint is a place to stop at.
type Breakpoint struct {
	ID, Line  int
	Condition string // Go; "" for always
	Hit       string // "3" or ">= 3": how often it has been come to; "" for always
	Log       string // is said in place of a stop

	hits int
}

// How says how a goroutine goes on.
type How int

// The ways to go on.
const (
	Continue How = iota
	Over         // to the next statement of the function, or of a caller
	In           // to the next statement
	Out          // to the next statement of a caller
)

// Debugger stops goroutines. It is safe for concurrent use.
type Debugger struct {
	world World

	mu      sync.Mutex
	on      bool
	funcs   []weak.Pointer[vm.Marks]
	points  map[string][]*Breakpoint // by the text of the cell
	bound   map[*vm.Mark]*Breakpoint
	last    int // the ID given last
	step    *step
	pause   bool
	stop    *Stop
	waiting []*Stop
	release chan struct{} // closed when those that wait go on
	threads map[uintptr]int
	busy    map[uintptr]bool // goroutines that run what the debugger has asked for
}

// step is what the goroutine that was stopped last is to do.
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
	Seen   []Child   // what the reason is about, such as the results of an op

	on   *vm.Stopped
	work chan func()
	done chan struct{} // closed when it goes on
}

// New returns a debugger that is off.
func New(w World) *Debugger {
	return &Debugger{
		world: w, points: map[string][]*Breakpoint{}, bound: map[*vm.Mark]*Breakpoint{}, threads: map[uintptr]int{},
		busy: map[uintptr]bool{}, release: make(chan struct{}),
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

// Detach forgets all breakpoints and lets all goroutines go on.
func (d *Debugger) Detach() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.on, d.step, d.pause = false, nil, false
	clear(d.points)
	clear(d.bound)
	d.resume(Continue)
	d.arm()
}

// Made notes the marks of a function that has been compiled.
func (d *Debugger) Made(m *vm.Marks) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.funcs = append(d.funcs, weak.Make(m))
	d.bind(m)
}

// each calls f for the marks of each function that is not garbage. The caller holds the lock.
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

// bind finds the marks of a function that breakpoints are at: the first one of the line.
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

// SetBreakpoints replaces the breakpoints of cells with that text, and returns them with their IDs.
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

// Breakpoints returns all breakpoints by the texts of their cells.
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

// Pause stops the goroutine that comes to a mark first.
func (d *Debugger) Pause() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pause = d.stop == nil
	d.arm()
}

// Ended forgets what a goroutine was to do whose cell has ended.
func (d *Debugger) Ended() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.step != nil || d.pause {
		d.step, d.pause = nil, false
		d.arm()
	}
}

// Resume lets the stopped goroutine go on, and those that wait with it. It reports whether one was stopped.
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

// Stopped returns the goroutine that is stopped, nil when none is, and those that wait at a mark.
func (d *Debugger) Stopped() (stop *Stop, waiting []*Stop) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stop, append([]*Stop(nil), d.waiting...)
}

// Do runs f on the stopped goroutine. It reports whether f has run to its end.
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

// Quietly runs f for the debugger while nothing is stopped: a breakpoint or a pause would stop the one who could let it
// go on.
func (d *Debugger) Quietly(f func()) {
	id, _ := goabi.Goroutine()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.quietly(id, f)
}

// Busy reports whether a goroutine runs what the debugger has asked for.
func (d *Debugger) Busy(goroutine uintptr) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.busy[goroutine]
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

// quietly runs f, in which the goroutine stops nowhere. The caller holds the lock, which f does not.
func (d *Debugger) quietly(goroutine uintptr, f func()) {
	d.busy[goroutine] = true
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		delete(d.busy, goroutine)
	}()
	f()
}
