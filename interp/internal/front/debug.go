package front

import (
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Again checks the functions and methods of the session again, from their source texts, so that they can be
// recompiled: with marks for a debugger, or without. Generic functions, whose instances belong to their callers, are
// left out. It returns nil if there is nothing to compile, or if it no longer compiles.
func (f *Front) Again() *Program {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []*function
	for _, fn := range f.live() {
		if fn.keyword == "" && !isGeneric(fn.obj) && f.stale[fn.obj] == "" {
			list = append(list, fn)
		}
	}
	if len(list) == 0 {
		return nil
	}
	extent := f.begins()
	a := f.newAnalysis(&syntax.Cell{Name: "again"})
	a.quiet = true
	u := a.relinkUnit(list)
	a.checkUnit(u)
	if extent = f.ends(extent); len(a.diags) > 0 {
		a.rollback(0)
		f.drop(extent)
		return nil
	}
	a.units = []*unit{u}
	p := &Program{a: a, Extent: extent, Units: []*Unit{a.direct(u)}}
	a.forgetReused()
	return p
}

// isGeneric reports whether o is a generic function, or a generic type that has methods.
func isGeneric(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return o.Signature().TypeParams().Len() > 0
	case *types.TypeName:
		n, ok := types.Unalias(o.Type()).(*types.Named)
		return ok && n.TypeParams().Len() > 0
	}
	return false
}

// Expose makes objects that are not in the session visible to cells, variables, constants and types of a stopped
// call, until restore is called.
func (f *Front) Expose(list []types.Object) (restore func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	undo := f.expose(list)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		undo()
	}
}
