package interp

import (
	"runtime"
	"sync/atomic"
	"weak"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// life is the time during which the code of a cell can run: until its functions are unreachable. After that, the
// front end can drop its positions.
type life struct {
	front weak.Pointer[front.Front]
	what  front.Extent
	held  atomic.Int32
}

func newLife(f *front.Front, what front.Extent) *life {
	l := &life{front: weak.Make(f), what: what}
	l.held.Store(1)
	return l
}

// token returns a value that the functions of a compiled part keep alive.
func (l *life) token() any {
	l.held.Add(1)
	token := new(struct{ _ *life })
	runtime.AddCleanup(token, (*life).lose, l)
	return token
}

// end records the end of the cell.
func (l *life) end() { l.lose() }

// lose records that the cell, or a unit of it, is no longer reachable.
func (l *life) lose() {
	if f := l.front.Value(); l.held.Add(-1) == 0 && f != nil {
		f.Forget(l.what)
	}
}
