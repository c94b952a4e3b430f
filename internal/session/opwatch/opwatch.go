// Package opwatch lets a debugger observe every op of tensors, in the forward and the backward pass. Package tensor
// calls the functions set here. While none is set, the only cost is one load per gradient.
package opwatch

import "sync/atomic"

// A Watch holds the functions that package tensor calls, on the goroutine that applies the op. Arguments, results and
// gradients are *tensor.Tensor, which this package cannot name.
type Watch struct {
	// Forward is called after an op that is not part of another op or of a gradient rule.
	Forward func(op string, in, out []any)
	// Backward is called before the gradient rule of an op runs, with the line that applied the op, "" if unknown, and
	// the gradients of its results.
	Backward func(op, line string, gradients []any)
	// Made is called with the gradient of an argument that the rule of an op has computed from those of its results.
	Made func(op, line string, from []any, gradient any)
}

var (
	now   atomic.Pointer[Watch]
	count = func(int64) {}
)

// Counted sets the function that Set calls with 1 when watching starts, and with -1 when it ends.
func Counted(f func(by int64)) { count = f }

// Set makes w the watch of all goroutines; nil ends watching.
func Set(w *Watch) {
	before := now.Swap(w)
	switch {
	case before == nil && w != nil:
		count(1)
	case before != nil && w == nil:
		count(-1)
	}
}

// Get returns the watch, or nil if there is none.
func Get() *Watch { return now.Load() }
