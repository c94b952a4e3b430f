package compile

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A register that is no longer read keeps alive what it points to. If that may be megabytes, such as a tensor, the
// register is cleared: after the call, closure or store that uses it last, and when the function returns. All others
// may wait until the register is reused.

// heavy reports whether a value refers to values made by compiled packages, or to a closure, which may have captured
// such values.
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

// heavyType reports whether t points to a type of a compiled package.
func heavyType(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() != "main"
}

// findHeavy finds the registers of heavy values and all values in these registers.
func (x *function) findHeavy() {
	x.heavy = map[uint32][]ssa.Value{}
	x.watches = !x.debug && watches(outermost(x.fn))
	for v, at := range x.loc {
		if len(at) == 1 && at[0] < out && heavy(v) {
			x.heavy[at[0]] = nil
		}
		if x.watches && !x.variable(v) {
			for i, leaf := range x.leaves(v.Type()) {
				if leaf.Kind.Pointer() && at[i] < out {
					x.heavy[at[i]] = nil
				}
			}
		}
	}
	if len(x.heavy) == 0 {
		return
	}
	for v, regs := range x.loc {
		variable := x.variable(v)
		for _, at := range regs {
			switch sharing, ok := x.heavy[at]; {
			case ok && variable: // it has no live range
				delete(x.heavy, at)
			case ok:
				x.heavy[at] = append(sharing, v)
			}
		}
	}
}

// variable reports whether v is in its registers for as long as the function runs, or may be read at any instruction.
func (x *function) variable(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	return ok && x.inReg[a] || x.lasting(v) || x.recovers(v)
}

// recovers reports whether a function that has recovered reads v to return: any instruction may lead there.
func (x *function) recovers(v ssa.Value) bool {
	if x.fn.Recover == nil || v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return r.Block() == x.fn.Recover })
}

// release clears registers last used by the instruction at pos of block b, if it is a call, a capture or a store.
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

// dead reports whether no value in a register is used after the instruction at pos of block b, or made by it.
func (x *function) dead(at uint32, in ssa.Instruction, b *ssa.BasicBlock, pos int) bool {
	if _, ok := x.heavy[at]; !ok || slices.Contains(x.loc[value(in)], at) {
		return false
	}
	lives := x.livesIn(b, at)
	begun, _ := slices.BinarySearchFunc(lives, pos+1, func(l life, pos int) int { return l.from - pos })
	return begun == 0 || lives[begun-1].to <= pos
}

// life is a live range of a register within a block: from the instruction that makes a value to the last one that
// uses it, including uses by folded instructions.
type life struct{ from, to int }

// livesIn returns the live ranges of a register in a block, in ascending order. They are computed once: in a long
// block, thousands of values share a register, and thousands of instructions query it.
func (x *function) livesIn(b *ssa.BasicBlock, at uint32) []life {
	if x.livesOf != b {
		x.livesOf, x.lives = b, map[uint32][]life{}
	}
	lives, ok := x.lives[at]
	if ok {
		return lives
	}
	for _, v := range x.heavy[at] {
		l := life{-1, -1}
		if d, ok := x.defAt[v]; ok && d.b == b {
			l.from = d.pos
		}
		if id := x.id[v]; x.liveOut[b.Index].has(id) {
			l.to = len(b.Instrs)
		} else if last, ok := x.lastUse[b.Index][id]; ok {
			l.to = last
		}
		if l.to > l.from {
			lives = append(lives, l)
		}
	}
	slices.SortFunc(lives, func(l, m life) int { return l.from - m.from })
	for i := range lives[min(1, len(lives)):] {
		lives[i+1].to = max(lives[i+1].to, lives[i].to)
	}
	x.lives[at] = lives
	return lives
}

// releaseAll clears all such registers except those of the results, before the function returns.
func (x *function) releaseAll(results []uint32) {
	for _, at := range slices.Sorted(maps.Keys(x.heavy)) {
		if !slices.Contains(results, at) {
			x.emit(vm.Ins{Op: vm.LDP, A: at})
		}
	}
}

// A function that runs the garbage collector, or registers a finalizer or the like, can observe what its registers
// keep alive. In such a function, all registers are cleared at the beginning, and each call begins by clearing those
// that are no longer read.

// watcher reports whether f runs the garbage collector or allows to observe when a value is collected.
func watcher(f *types.Func) bool {
	if f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	switch f.Pkg().Path() {
	case "runtime":
		return slices.Contains([]string{"GC", "SetFinalizer", "AddCleanup", "KeepAlive"}, f.Name())
	case "runtime/debug":
		return f.Name() == "FreeOSMemory"
	}
	return f.Pkg().Path() == "weak" && f.Name() == "Make"
}

// outermost returns the function declaration that contains a function literal.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// watches reports whether a function, or a function literal in it, calls a watcher.
func watches(fn *ssa.Function) bool {
	for c := range each[ssa.CallInstruction](fn) {
		if callee := c.Common().StaticCallee(); callee != nil {
			if f, ok := callee.Object().(*types.Func); ok && watcher(f) {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, watches)
}

// clearing returns the instructions that clear the registers of such a function when it begins.
func (x *function) clearing() (list []vm.Ins) {
	for slot := x.params; slot < x.next.P; slot++ {
		list = append(list, vm.Ins{Op: vm.LDP, A: slot * layout.SlotSize})
	}
	return list
}

// clearDead clears what neither the call at pos of block b nor any later instruction uses.
func (x *function) clearDead(in ssa.Instruction, b *ssa.BasicBlock, pos int) {
	if _, ok := in.(*ssa.Call); !ok || !x.watches {
		return
	}
	uses := slices.Clone(x.uses(in))
	for _, at := range slices.Sorted(maps.Keys(x.heavy)) {
		needed := func(v ssa.Value) bool { return slices.Contains(uses, v) || x.liveAfter(v, b, pos) }
		if !slices.ContainsFunc(x.heavy[at], needed) {
			x.emit(vm.Ins{Op: vm.LDP, A: at})
		}
	}
}
