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
	f.anew.Store(true)
}

// Anew says whether a type has been declared anew.
func (f *Front) Anew() bool { return f.anew.Load() }

// Declared returns the declaration that a name of the session has now, nil when it is no type.
func (f *Front) Declared(name string) *types.TypeName {
	f.mu.Lock()
	defer f.mu.Unlock()
	tn, _ := f.env[name].(*types.TypeName)
	return tn
}

// HasMethods says whether the type of the session with a name, or a pointer to it, has methods of these names.
func (f *Front) HasMethods(name string, pointer bool, methods []string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	tn, ok := f.env[name].(*types.TypeName)
	if !ok {
		return false
	}
	t := tn.Type()
	if pointer {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	return !slices.ContainsFunc(methods, func(m string) bool { return set.Lookup(f.pkg, m) == nil })
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
		delete(f.named, tn)
		delete(f.origin, tn)
		return true
	})
}
