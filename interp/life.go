package interp

import (
	"runtime"
	"sync/atomic"
	"weak"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// life is how long the code of a cell can run: until its functions are garbage. Then the front end need not know any
// more where places in it are.
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

// token returns what the functions of a compiled part keep.
func (l *life) token() any {
	l.held.Add(1)
	token := new(struct{ _ *life })
	runtime.AddCleanup(token, (*life).lose, l)
	return token
}

// end notes that the cell has ended.
func (l *life) end() { l.lose() }

// lose notes that the cell, or a unit of it, is no more.
func (l *life) lose() {
	if f := l.front.Value(); l.held.Add(-1) == 0 && f != nil {
		f.Forget(l.what)
	}
}
