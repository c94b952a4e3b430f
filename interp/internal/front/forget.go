package front

import (
	"fmt"
	"go/token"
)

// Extent is what the tables of a session hold for one cell: the places that its code notes, its functions, and the files in which
// positions are looked up. It is forgotten when the code can run no more.
type Extent struct{ marks, scopes, files [2]int }

// begins returns the extent of a cell that begins now.
func (f *Front) begins() (x Extent) {
	x.marks[0], x.scopes[0], x.files[0] = f.lastMark, f.lastScope, f.fset.Base()
	return x
}

// ends returns the extent of a cell that has begun with x and ends now.
func (f *Front) ends(x Extent) Extent {
	x.marks[1], x.scopes[1], x.files[1] = f.lastMark, f.lastScope, f.fset.Base()
	return x
}

// Places calls note with each place of an extent, "In[5]:3".
func (f *Front) Places(x Extent, note func(mark int, place string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id := x.marks[0]; id < x.marks[1]; id++ {
		if m, ok := f.marks[id]; ok {
			note(id, fmt.Sprintf("%s:%d", m.Filename, m.Line))
		}
	}
}

// Extent returns that of all cells so far.
func (f *Front) Extent() Extent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ends(Extent{})
}

// Forget lets go of an extent before the next cell. It may be called at any time.
func (f *Front) Forget(x Extent) {
	f.deadMu.Lock()
	defer f.deadMu.Unlock()
	f.dead = append(f.dead, x)
}

// bury forgets the extents that are due.
func (f *Front) bury() {
	f.deadMu.Lock()
	dead := f.dead
	f.dead = nil
	f.deadMu.Unlock()
	for _, x := range dead {
		f.drop(x)
	}
}

func (f *Front) drop(x Extent) {
	for id := x.marks[0]; id < x.marks[1]; id++ {
		delete(f.marks, id)
	}
	for id := x.scopes[0] + 1; id <= x.scopes[1]; id++ {
		delete(f.scopes, id)
	}
	for base := x.files[0]; base < x.files[1]; {
		file := f.fset.File(token.Pos(base))
		if file == nil { // of a view
			base++
			continue
		}
		base = int(file.End()) + 1
		f.fset.RemoveFile(file)
	}
}
