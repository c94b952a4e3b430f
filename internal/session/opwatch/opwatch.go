// Package opwatch lets a debugger see every op of tensors, on the way forward and on the way back. Package tensor calls
// what is set here; nothing is called, and nothing paid but one load per gradient, while nothing is set.
package opwatch

import "sync/atomic"

// A Watch is what package tensor calls, on the goroutine that applies the op. Arguments, results and gradients are
// *tensor.Tensor, which this package cannot name.
type Watch struct {
	// Forward is called when an op has been applied that is no part of another one, nor of a gradient rule.
	Forward func(op string, in, out []any)
	// Backward is called before the gradient rule of an op runs, with the line that applied the op, "" when it is not
	// known, and the gradients of its results.
	Backward func(op, line string, gradients []any)
	// Made is called with a gradient of an argument that the rule of an op has made from those of its results.
	Made func(op, line string, from []any, gradient any)
}

var (
	now   atomic.Pointer[Watch]
	count = func(int64) {}
)

// Counted sets what Set calls with 1 when ops are to be looked at, and with -1 when they are not any more.
func Counted(f func(by int64)) { count = f }

// Set makes w the watch of all goroutines; nil ends it.
func Set(w *Watch) {
	before := now.Swap(w)
	switch {
	case before == nil && w != nil:
		count(1)
	case before != nil && w == nil:
		count(-1)
	}
}

// Get returns the watch, nil when there is none.
func Get() *Watch { return now.Load() }
