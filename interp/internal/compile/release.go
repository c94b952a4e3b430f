package compile

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// A register that nobody reads any more keeps what it points to. Where that may be megabytes, a tensor, it is cleared: behind the call or
// closure that uses it last, and when the function returns. All else may wait until the register is used again.

// heavy says whether a value leads to what compiled packages have made, or to a closure, which may have captured such a thing.
func (x *function) heavy(v ssa.Value) bool {
	if _, ok := v.(*ssa.MakeClosure); !ok {
		return false // clearing other registers has been seen to lose values
	}
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return true
	case *ssa.Alloc:
		return v.Heap && heavyType(v.Type().Underlying().(*types.Pointer).Elem())
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.FreeVar, *ssa.Builtin:
		return false
	default:
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			_, made := v.(*ssa.Call)
			return made
		}
		return heavyType(v.Type())
	}
}

// heavyType says whether t points to a type of a compiled package.
func heavyType(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() != "main"
}

// release clears what the instruction at pos of block b has used last, if it is a call, captures or stores something.
func (x *function) release(in ssa.Instruction, b *ssa.BasicBlock, pos int) {
	var made ssa.Value
	switch in := in.(type) {
	case *ssa.Call:
		made = in
	case *ssa.MakeClosure:
		made = in
	case *ssa.Store:
	default:
		return
	}
	for _, v := range x.uses(in) {
		at := x.loc[v]
		if !x.heavy(v) || len(at) != 1 || !x.alone(v) || !within(v, b) || x.liveAfter(v, b, pos) || made != nil && slices.Contains(x.loc[made], at[0]) {
			continue
		}
		x.emit(vm.Ins{Op: vm.LDP, A: at[0]})
	}
}

// releaseAll clears all such registers but those of the results, before the function returns.
func (x *function) releaseAll(results []uint32) {
	regs := map[uint32]bool{}
	for v, at := range x.loc {
		if len(at) == 1 && x.heavy(v) && x.alone(v) && v.Referrers() != nil && within(v, x.defAt[v].b) {
			regs[at[0]] = true
		}
	}
	for _, at := range slices.Sorted(maps.Keys(regs)) {
		if !slices.Contains(results, at) {
			x.emit(vm.Ins{Op: vm.LDP, A: at})
		}
	}
}

// alone says whether no other value has the register of v.
func (x *function) alone(v ssa.Value) bool {
	at := x.loc[v][0]
	for w, regs := range x.loc {
		if w != v && slices.Contains(regs, at) {
			return false
		}
	}
	return true
}

// within says whether a value is made by a call and used in one block only, by what does not keep it in another register.
func within(v ssa.Value, b *ssa.BasicBlock) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Block() != b {
		return false
	}
	for _, in := range *call.Referrers() {
		if _, used := in.(*ssa.Call); !used || in.Block() != b {
			return false
		}
	}
	return true
}
