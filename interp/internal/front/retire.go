package front

import (
	"go/types"
	"slices"
)

// A type that is declared anew leaves its earlier declaration behind, with its package, methods and scopes. Variables
// and functions of the session may still have it; when none has, the compiler may forget it.

// retire notes an earlier declaration of a type, and lets go of what only its name led to.
func (f *Front) retire(tn *types.TypeName) {
	delete(f.types, tn)
	f.functions = slices.DeleteFunc(f.functions, func(fn *function) bool { return fn.obj == tn })
	f.retired = append(f.retired, tn)
	f.retireSoon = true
}

// bid adds to what is gone the retired types that nothing in the session has any more.
func (f *Front) bid() {
	if !f.retireSoon {
		return
	}
	f.retireSoon = false
	if len(f.retired) == 0 {
		return
	}
	s := &madeFrom{found: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
	for _, o := range f.env {
		if o.Pkg() == f.pkg {
			s.typ(o.Type())
		}
	}
	for done := map[*types.TypeName]bool{}; len(done) < len(s.found); {
		for tn := range s.found {
			if !done[tn] {
				done[tn] = true
				s.declared(tn)
			}
		}
	}
	f.retired = slices.DeleteFunc(f.retired, func(tn *types.TypeName) bool {
		if s.found[tn] {
			return false
		}
		f.gone = append(f.gone, tn)
		delete(f.names, tn)
		delete(f.origin, tn)
		return true
	})
}
