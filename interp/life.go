package interp

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"weak"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// life is how long the code of a cell can run: until the interpreter's trees of it are garbage. Each closure and each function
// holds on to the whole tree in which it is written. Then the front end need not know any more where places in it are.
type life struct {
	front weak.Pointer[front.Front] // which leads to the trees
	what  front.Extent
	held  atomic.Int32
	trees []*byte // while the cell runs, and while its error is put into words
}

func newLife(f *front.Front, what front.Extent) *life {
	l := &life{front: weak.Make(f), what: what}
	l.held.Store(1)
	return l
}

// of makes the tree of a compiled part a part of the life. Should another version of the interpreter have no such field, it never ends.
func (l *life) of(p *yaegi.Program) {
	l.held.Add(1)
	root := reflect.ValueOf(p).Elem().FieldByName("root")
	if !isStruct(root) {
		return
	}
	tree := (*byte)(root.UnsafePointer())
	l.trees = append(l.trees, tree)
	runtime.AddCleanup(tree, (*life).lose, l)
}

// token returns what the functions of a compiled part keep.
func (l *life) token() any {
	l.held.Add(1)
	token := new(struct{ _ *life })
	runtime.AddCleanup(token, (*life).lose, l)
	return token
}

// end notes that the cell has ended.
func (l *life) end() {
	l.trees = nil
	l.lose()
}

// lose notes that the cell, or a tree of it, is no more.
func (l *life) lose() {
	if f := l.front.Value(); l.held.Add(-1) == 0 && f != nil {
		f.Forget(l.what)
	}
}
