package bridge

import "sync/atomic"

// place says where the cell that runs has got to, nil while none runs.
var place atomic.Pointer[func() (string, bool)]

// Place returns the line of a cell that runs now, as "cell:line", and whether one does.
func Place() (string, bool) {
	f := place.Load()
	if f == nil {
		return "", false
	}
	return (*f)()
}

// WithPlaces calls run, during which Place answers with what at returns.
func WithPlaces(at func() (string, bool), run func()) {
	before := place.Swap(&at)
	defer place.Store(before)
	run()
}
