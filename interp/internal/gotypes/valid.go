package gotypes

import "go/types"

// Valid says whether the checker knows a type.
func Valid(t types.Type) bool { return t != nil && t != types.Typ[types.Invalid] }

// Under returns the underlying type of t, nil for nil.
func Under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}
