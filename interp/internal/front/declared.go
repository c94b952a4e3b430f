package front

import (
	"go/types"
	"slices"
)

// Anew reports whether any type has been redeclared.
func (f *Front) Anew() bool { return f.anew.Load() }

// Declared returns the current declaration of a type of the session, or nil if the name is not a type.
func (f *Front) Declared(name string) *types.TypeName {
	f.mu.Lock()
	defer f.mu.Unlock()
	tn, _ := f.env[name].(*types.TypeName)
	return tn
}

// HasMethods reports whether the type of the session with a name, or a pointer to it, has the given methods.
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
