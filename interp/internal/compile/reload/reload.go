// Package reload removes redundant loads from the SSA form.
package reload

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Reuse removes loads from captured and package-level variables that have been loaded before, if there was no store
// or call since: list[i].age < list[j].age loads list once. Pure reports whether a call changes nothing.
func Reuse(fn *ssa.Function, pure func(*ssa.Call) bool) {
	known := make([]map[ssa.Value]*ssa.UnOp, len(fn.Blocks)) // at the end of each block
	for _, b := range fn.DomPreorder() {
		have := map[ssa.Value]*ssa.UnOp{}
		if len(b.Preds) == 1 && b != fn.Recover && known[b.Preds[0].Index] != nil {
			have = maps.Clone(known[b.Preds[0].Index])
		}
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool {
			u, ok := in.(*ssa.UnOp)
			if !ok || u.Op != token.MUL || !isOutside(u.X) {
				if mayChange(in, pure) {
					clear(have)
				}
				return false
			}
			if before := have[u.X]; before != nil {
				replace(u, before)
				return true
			}
			have[u.X] = u
			return false
		})
		known[b.Index] = have
	}
}

// isOutside reports whether v is the address of a variable outside of the function.
func isOutside(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

// mayChange reports whether in may change a variable outside of the function.
func mayChange(in ssa.Instruction, pure func(*ssa.Call) bool) bool {
	switch v := in.(type) {
	case *ssa.BinOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Index, *ssa.Field, *ssa.Convert, *ssa.ChangeType,
		*ssa.Extract, *ssa.Phi, *ssa.If, *ssa.Jump, *ssa.MakeInterface, *ssa.DebugRef:
		return false
	case *ssa.UnOp:
		return v.Op == token.ARROW
	case *ssa.Call:
		return !pure(v)
	}
	return true
}

// replace replaces u by v in all users of u.
func replace(u, v *ssa.UnOp) {
	var operands []*ssa.Value
	for _, r := range *u.Referrers() {
		for _, o := range r.Operands(operands[:0]) {
			if *o == ssa.Value(u) {
				*o = v
			}
		}
		*v.Referrers() = append(*v.Referrers(), r)
	}
	if refs := u.X.Referrers(); refs != nil {
		*refs = slices.DeleteFunc(*refs, func(r ssa.Instruction) bool { return r == ssa.Instruction(u) })
	}
}
