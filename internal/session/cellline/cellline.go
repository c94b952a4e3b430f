// Package cellline says which line of a cell runs, for messages of packages that know nothing of sessions.
package cellline

import "sync/atomic"

// now says where the cell that runs is, nil while none runs.
var now atomic.Pointer[func() (string, bool)]

// Now returns the line of a cell that runs now, as "cell:line", and whether one does.
func Now() (string, bool) {
	f := now.Load()
	if f == nil {
		return "", false
	}
	return (*f)()
}

// With calls run, during which Now answers with what at returns.
func With(at func() (string, bool), run func()) {
	before := now.Swap(&at)
	defer now.Store(before)
	run()
}
