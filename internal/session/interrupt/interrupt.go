// Package interrupt stops long computations from outside. A session runs each cell under a Switch; compiled code that
// may take long calls Check every now and then, which panics when the switch that its goroutine runs under has been
// turned.
//
// While nothing is being stopped Check is one atomic load, so that ops, pieces of a shared computation and loops
// over data can afford it.
package interrupt

import (
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// pending counts the switches that are turned and whose function still runs.
var pending atomic.Int64

// current is the switch that a goroutine runs under.
var current gls.Var[*Switch]

// Switch stops the functions that run under it.
type Switch struct {
	value  any // what Check panics with
	turned atomic.Bool

	mu      sync.Mutex // guards what follows, and pending's share
	running int
}

// New returns a switch that makes Check panic with value.
func New(value any) *Switch { return &Switch{value: value} }

// Within calls f under s. Goroutines that f starts are under s until f ends.
func (s *Switch) Within(f func()) {
	s.add(1)
	defer s.add(-1)
	current.With(s, f)
}

// add notes that a function begins or ends. One that is left behind keeps its switch pending until it notices.
func (s *Switch) add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running += n
	if s.turned.Load() {
		pending.Add(int64(n))
	}
}

// Turn stops what runs under s, now and later.
func (s *Switch) Turn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turned.CompareAndSwap(false, true) {
		pending.Add(int64(s.running))
	}
}

// Check panics if the calling goroutine is to stop.
func Check() {
	if pending.Load() != 0 {
		check()
	}
}

func check() {
	if s, ok := current.Get(); ok && s.turned.Load() {
		panic(s.value)
	}
}
