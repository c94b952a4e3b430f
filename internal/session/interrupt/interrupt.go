// Package interrupt stops long computations from outside. A session runs each cell under a Switch; compiled code that
// may take long regularly calls Check, which panics if the switch of its goroutine has been turned.
//
// While no switch is turned, Check costs one atomic load, cheap enough for ops, parts of parallel computations and
// loops over data.
package interrupt

import (
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// pending counts the turned switches whose functions still run.
var pending atomic.Int64

// current is the switch under which a goroutine runs.
var current gls.Var[*Switch]

// Switch stops the functions that run under it.
type Switch struct {
	value  any // what Check panics with
	turned atomic.Bool

	mu      sync.Mutex // guards the fields below, and this switch's contribution to pending
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

// add records the start or end of a function. An abandoned function keeps its switch pending until it stops.
func (s *Switch) add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running += n
	if s.turned.Load() {
		pending.Add(int64(n))
	}
}

// Turn stops functions that run under s, now or later.
func (s *Switch) Turn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turned.CompareAndSwap(false, true) {
		pending.Add(int64(s.running))
	}
}

// Check panics if the switch of the calling goroutine has been turned.
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
