// Package cellrt holds the run-time state of a session that is shared with the code of its cells: waits, interrupts,
// values to show, unread errors. One Runtime serves one session.
package cellrt

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/msrepl/msrepl/internal/session/invoke"
)

// Runtime is the state that the code of cells and the session share.
type Runtime struct {
	// Exited is called before a goroutine ends that has ended the program.
	Exited func(code int, stays bool)
	// Started returns a function with which a new goroutine calls its function.
	Started func() (within func(f func()))
	// FirstGo is called before the first goroutine of a cell starts.
	FirstGo func()
	// Group is the group of scopes in which code of cells and its goroutines run.
	Group string
	// Program means that cells are parts of a program, which ends with the first one that fails.
	Program bool
	// Stderr receives the output of the built-in print functions.
	Stderr io.Writer

	waits   waits
	firstGo sync.Once

	exiting atomic.Bool // deferred functions no longer run

	mu    sync.Mutex
	done  chan struct{} // closed by an interrupt
	shown []any
	show  bool

	unread []unread // errors that the cell has not read so far
}

var runtimes atomic.Int64 // number of runtimes created

// New returns the runtime of a new session.
func New() *Runtime {
	r := &Runtime{Group: fmt.Sprint("session ", runtimes.Add(1)), done: make(chan struct{})}
	r.waits.made = &sync.Map{}
	return r
}

// Begin prepares for a unit.
func (r *Runtime) Begin() {
	r.exiting.Store(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown, r.show = nil, false
	r.renew()
}

// Renew enables waits again after an interrupt, for code that runs beside a cell or while there is none.
func (r *Runtime) Renew() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.renew()
}

// renew is Renew for callers that hold the lock.
func (r *Runtime) renew() {
	select {
	case <-r.done:
		r.done = make(chan struct{})
	default:
	}
}

// Interrupt ends everything that waits for Done.
func (r *Runtime) Interrupt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.done:
	default:
		close(r.done)
	}
}

// Shown returns the values of the last expression; ok is false if there is none.
func (r *Runtime) Shown() (values []any, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown, r.show
}

// Keep keeps the values of the last expression, as converted by Values.
func (r *Runtime) Keep(values []any, results bool) {
	if values = Values(values, results); len(values) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown, r.show = values, true
}

// Values returns the values of an expression to show; for results of a call, a nil error at their end is left out.
func Values(values []any, results bool) []any {
	if results {
		values = invoke.Shown(values)
	}
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = networks(v)
	}
	return shown
}

// Hide drops the values of the last expression.
func (r *Runtime) Hide() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown, r.show = nil, false
}

// Done returns the channel that an interrupt closes.
func (r *Runtime) Done() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

// Stop ends a cell that was interrupted while it waited.
func (r *Runtime) Stop() { panic(Interrupt{}) }

// Sleep is time.Sleep, but ends at an interrupt.
func (r *Runtime) Sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Done():
		r.Stop()
	}
}

// Interrupt is the panic value of interrupted cells. Package vm does not look for the values of size zero of other
// goroutines.
type Interrupt struct{}

// Reset is the panic value of code that belongs to a session that has been reset.
type Reset struct{ Interrupt }

// Error implements error.
func (Interrupt) Error() string { return "interrupted" }

// Unrecoverable marks the panic as one that code cannot recover.
func (Interrupt) Unrecoverable() {}

// Describe returns the text of a panic value. If a method of code called for it panics, the text says so, as in fmt.
func Describe(v any) (text string) {
	defer func() {
		if recover() != nil { // fmt does not print a panic value whose own method panics
			text = fmt.Sprintf("a value of type %T that panics when formatted", v)
		}
	}()
	switch x := v.(type) {
	case error:
		return fmt.Sprint(struct{ error }{x})
	case string:
		return x
	case fmt.Stringer:
		return fmt.Sprint(struct{ fmt.Stringer }{x})
	}
	return fmt.Sprint(Finite(v))
}
