package front

import (
	"go/types"
)

// Networks: types of users that embed nn.Cell.

// cellOf returns the session type that t points to if it embeds nn.Cell, and otherwise nil.
func (f *Front) cellOf(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	return f.cellStruct(p.Elem())
}

// cellStruct returns t as a session type that embeds nn.Cell, or nil.
func (f *Front) cellStruct(t types.Type) *types.Named {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || f.nnCell == nil || n.Obj().Pkg() != f.pkg || generic(n) {
		return nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || f.embedded(st) == nil {
		return nil
	}
	return n
}

// embedded returns the field through which a struct embeds nn.Cell.
func (f *Front) embedded(st *types.Struct) *types.Var {
	for i := range st.NumFields() {
		v := st.Field(i)
		if v.Embedded() && (f.compiledCell(v.Type()) || f.cellStruct(v.Type()) != nil) {
			return v
		}
	}
	return nil
}

// compiledCell reports whether t is nn.Cell or a compiled struct that embeds it as a base class, like nn.LossBase.
func (f *Front) compiledCell(t types.Type) bool {
	if types.Identical(t, f.nnCell) {
		return true
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == f.pkg {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	return ok && f.embedded(st) != nil
}
