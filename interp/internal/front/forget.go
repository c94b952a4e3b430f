package front

import (
	"go/token"
)

// Extent is the range of files with the positions of one cell. It is forgotten when the code can no longer run.
type Extent struct{ files [2]int }

// begins returns the extent of a cell that begins now.
func (f *Front) begins() (x Extent) {
	x.files[0] = f.fset.Base()
	return x
}

// ends returns the extent of a cell that has begun with x and ends now.
func (f *Front) ends(x Extent) Extent {
	x.files[1] = f.fset.Base()
	return x
}

// Forget schedules an extent to be dropped before the next cell. It may be called at any time.
func (f *Front) Forget(x Extent) {
	f.deadMu.Lock()
	defer f.deadMu.Unlock()
	f.dead = append(f.dead, x)
}

// dropScheduled drops the extents scheduled for removal.
func (f *Front) dropScheduled() {
	f.deadMu.Lock()
	dead := f.dead
	f.dead = nil
	f.deadMu.Unlock()
	for _, x := range dead {
		f.drop(x)
	}
}

func (f *Front) drop(x Extent) {
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
