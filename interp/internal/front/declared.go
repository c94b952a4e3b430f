package front

import (
	"go/types"
	"slices"
)

// Anew reports whether a type has been declared anew.
func (f *Front) Anew() bool { return f.anew.Load() }

// Declared returns the declaration that a name of the session has now, nil when it is no type.
func (f *Front) Declared(name string) *types.TypeName {
	f.mu.Lock()
	defer f.mu.Unlock()
	tn, _ := f.env[name].(*types.TypeName)
	return tn
}

// HasMethods reports whether the type of the session with a name, or a pointer to it, has methods of these names.
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
