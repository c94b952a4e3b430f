// Package cellline reports which line of a cell is running, for messages of packages that do not depend on sessions.
package cellline

import "sync/atomic"

// now returns the position of the running cell. It is nil while no cell runs.
var now atomic.Pointer[func() (string, bool)]

// Now returns the line of the running cell, as "cell:line", and whether a cell runs.
func Now() (string, bool) {
	f := now.Load()
	if f == nil {
		return "", false
	}
	return (*f)()
}

// With calls run. While it runs, Now returns the result of at.
func With(at func() (string, bool), run func()) {
	before := now.Swap(&at)
	defer now.Store(before)
	run()
}
