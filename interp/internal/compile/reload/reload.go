// Package reload removes redundant loads from the SSA form.
package reload

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Reuse removes loads from captured and package-level variables, and from fields of structs behind pointers, that have
// been loaded before, if there was no store or call since: list[i].age < list[j].age loads list once, and
// s.list[len(s.list)-1] loads s.list once. Pure reports whether a call changes nothing.
func Reuse(fn *ssa.Function, pure func(*ssa.Call) bool) {
	known := make([]map[ssa.Value]*ssa.UnOp, len(fn.Blocks)) // at the end of each block
	addresses, unused := fields{}, map[ssa.Instruction]bool{}
	for _, b := range fn.DomPreorder() {
		have := map[ssa.Value]*ssa.UnOp{}
		if len(b.Preds) == 1 && b != fn.Recover && known[b.Preds[0].Index] != nil {
			have = maps.Clone(known[b.Preds[0].Index])
		}
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool {
			u, ok := in.(*ssa.UnOp)
			if !ok || u.Op != token.MUL {
				if mayChange(in, pure) {
					clear(have)
				}
				return false
			}
			from := addresses.variable(u)
			if before := have[from]; before != nil {
				replace(u, before)
				forget(u.X, u, unused)
				return true
			}
			if from != nil {
				have[from] = u
			}
			return false
		})
		known[b.Index] = have
	}
	for _, b := range fn.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool { return unused[in] })
	}
}

// fields has the first of the instructions that compute the address of the same field of the same struct.
type fields map[field]*ssa.FieldAddr

type field struct {
	of    ssa.Value // the address of the struct
	index int
}

// variable returns a value that is the same for all loads of the same variable, or nil for other loads. Structs and
// arrays in structs are not included, as a load of such a value may share the memory instead of copying it.
func (f fields) variable(u *ssa.UnOp) ssa.Value {
	switch v := u.X.(type) {
	case *ssa.FreeVar, *ssa.Global:
		return v
	case *ssa.FieldAddr:
		switch u.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			return nil
		}
		return f.address(v)
	}
	return nil
}

// address returns v or an earlier instruction that computes the same address. It returns nil for a field of a local
// variable, which may be in registers.
func (f fields) address(v *ssa.FieldAddr) ssa.Value {
	of := v.X
	switch x := of.(type) {
	case *ssa.Alloc:
		return nil
	case *ssa.FieldAddr:
		if of = f.address(x); of == nil {
			return nil
		}
	}
	key := field{of, v.Field}
	if f[key] == nil {
		f[key] = v
	}
	return f[key]
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
}

// forget removes in from the users of v. If v is the address of a field that nothing else uses, it becomes unused.
func forget(v ssa.Value, in ssa.Instruction, unused map[ssa.Instruction]bool) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	*refs = slices.DeleteFunc(*refs, func(r ssa.Instruction) bool { return r == in })
	if f, ok := v.(*ssa.FieldAddr); ok && len(*refs) == 0 {
		unused[f] = true
		forget(f.X, f, unused)
	}
}
