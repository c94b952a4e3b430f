package gotypes

import "go/types"

// Parts calls f for the component types of an unnamed type: those of elements, fields, parameters, results, methods
// and terms, and the type that an alias denotes.
func Parts(t types.Type, f func(types.Type)) {
	switch t := t.(type) {
	case *types.Alias:
		f(types.Unalias(t))
	case *types.Map:
		f(t.Key())
		f(t.Elem())
	case interface{ Elem() types.Type }:
		f(t.Elem())
	case *types.Signature:
		f(t.Params())
		f(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			f(v.Type())
		}
	case *types.Struct:
		for v := range t.Fields() {
			f(v.Type())
		}
	case *types.Union:
		for term := range t.Terms() {
			f(term.Type())
		}
	case *types.Interface:
		for m := range t.Methods() {
			f(m.Signature())
		}
		for e := range t.EmbeddedTypes() {
			f(e)
		}
	}
}
