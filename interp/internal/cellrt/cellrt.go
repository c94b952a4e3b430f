// Package cellrt is what a session keeps beside the code of its cells: who waits, what is to end, what is shown, which
// errors nobody has looked at. One Runtime serves one session.
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
	// Exited is called before a goroutine ends that has asked for the end of the program.
	Exited func(code int, stays bool)
	// Started returns how a goroutine that starts now calls its function.
	Started func() (within func(f func()))
	// FirstGo is called before the first goroutine of a cell starts.
	FirstGo func()
	// Group is the group of scopes in which code of cells runs, and of the goroutines that it starts.
	Group string
	// Program says that cells are the parts of a program, which is over with the first one that fails.
	Program bool
	// Stderr is where the builtin print functions write.
	Stderr io.Writer

	waits   waits
	firstGo sync.Once

	exiting atomic.Bool // no deferred function runs any more

	mu    sync.Mutex
	done  chan struct{} // closed by an interrupt
	shown []any
	show  bool

	unread []unread // errors that the cell has left unread so far
}

var runtimes atomic.Int64 // how many there have been

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

// Renew lets waits begin again after an interrupt, for code that runs beside a cell or while there is none.
func (r *Runtime) Renew() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.renew()
}

// renew is called with the lock held.
func (r *Runtime) renew() {
	select {
	case <-r.done:
		r.done = make(chan struct{})
	default:
	}
}

// Interrupt wakes everything that waits on Done.
func (r *Runtime) Interrupt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.done:
	default:
		close(r.done)
	}
}

// Shown returns the values of the last expression; ok is false when there was none.
func (r *Runtime) Shown() (values []any, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown, r.show
}

// Keep keeps the values of the last expression, as Values has them.
func (r *Runtime) Keep(values []any, results bool) {
	if values = Values(values, results); len(values) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown, r.show = values, true
}

// Values returns the values of an expression as they are now; those of a call whose last one is a nil error show
// nothing.
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

// Hide forgets these values.
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

// Stop leaves a cell that was interrupted while it waited.
func (r *Runtime) Stop() { panic(Interrupt{}) }

// Sleep is time.Sleep, cut short by an interrupt.
func (r *Runtime) Sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Done():
		r.Stop()
	}
}

// Interrupt is the panic value of interrupted cells.
type Interrupt struct{}

// Error names it.
func (Interrupt) Error() string { return "interrupted" }

// Unrecoverable says that code cannot recover from it.
func (Interrupt) Unrecoverable() {}

// Describe returns the text of a panic value. Where a method of code that makes it panics too, it says so, as fmt does.
func Describe(v any) (text string) {
	defer func() {
		if recover() != nil { // fmt does not print what the method has panicked with where that panics as well
			text = fmt.Sprintf("a value of type %T, whose text panics", v)
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
