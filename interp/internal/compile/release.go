package compile

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// A register that nobody reads any more keeps what it points to. Where that may be megabytes, a tensor, it is
// cleared: behind the call, closure or store that uses it last, and when the function returns. All else may wait
// until the register is used again.

// heavy says whether a value leads to what compiled packages have made, or to a closure, which may have captured
// such a thing.
func heavy(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return true
	case *ssa.Alloc:
		return v.Heap && heavyType(v.Type().Underlying().(*types.Pointer).Elem())
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
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

// findHeavy notes the registers of heavy values and all values that have them.
func (x *function) findHeavy() {
	x.heavy = map[uint32][]ssa.Value{}
	for v, at := range x.loc {
		if len(at) == 1 && at[0] < out && heavy(v) {
			x.heavy[at[0]] = nil
		}
	}
	if len(x.heavy) == 0 {
		return
	}
	for v, regs := range x.loc {
		a, ok := v.(*ssa.Alloc)
		variable := ok && x.inReg[a] || x.lasting(v)
		variable = variable || x.recovers(v)
		for _, at := range regs {
			switch sharing, ok := x.heavy[at]; {
			case ok && variable: // it has no life of its own
				delete(x.heavy, at)
			case ok:
				x.heavy[at] = append(sharing, v)
			}
		}
	}
}

// recovers says whether a function that has recovered reads v to return: any instruction may lead there.
func (x *function) recovers(v ssa.Value) bool {
	if x.fn.Recover == nil || v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return r.Block() == x.fn.Recover })
}

// release clears what the instruction at pos of block b has used last, if it is a call, captures or stores something.
func (x *function) release(in ssa.Instruction, b *ssa.BasicBlock, pos int) {
	switch in.(type) {
	case *ssa.Call, *ssa.MakeClosure, *ssa.Store:
	default:
		return
	}
	for _, v := range x.uses(in) {
		if at := x.loc[v]; len(at) == 1 && heavy(v) && x.dead(at[0], in, b, pos) {
			x.emit(vm.Ins{Op: vm.LDP, A: at[0]})
		}
	}
}

// dead says whether no value that has a register is used after the instruction at pos of block b, nor made by it.
func (x *function) dead(at uint32, in ssa.Instruction, b *ssa.BasicBlock, pos int) bool {
	sharing, ok := x.heavy[at]
	return ok && !slices.ContainsFunc(sharing, func(v ssa.Value) bool { return v == value(in) || x.liveAfter(v, b, pos) })
}

// releaseAll clears all such registers but those of the results, before the function returns.
func (x *function) releaseAll(results []uint32) {
	for _, at := range slices.Sorted(maps.Keys(x.heavy)) {
		if !slices.Contains(results, at) {
			x.emit(vm.Ins{Op: vm.LDP, A: at})
		}
	}
}
