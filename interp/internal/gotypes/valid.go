package gotypes

import "go/types"

// Valid reports whether the checker has determined a type.
func Valid(t types.Type) bool { return t != nil && t != types.Typ[types.Invalid] }

// Under returns the underlying type of t, or nil for nil.
func Under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// IsBasic reports whether values of a type are numbers, strings or booleans.
func IsBasic(t types.Type) bool {
	b, ok := Under(t).(*types.Basic)
	return ok && b.Kind() != types.Invalid && b.Kind() != types.UnsafePointer
}
