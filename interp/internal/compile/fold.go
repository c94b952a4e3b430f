package compile

import (
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// fold finds values that their users compute themselves: addresses of fields and elements, comparisons before
// branches, lengths, and parts of values in registers.
func (x *function) fold() {
	for _, b := range x.fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				x.folded[v] = x.foldable(v, in, b)
			}
		}
	}
	x.findLists()
	x.findMade()
	x.findVariables()
}

// findMade finds slices of arrays that the SSA form has generated for make with a length that is only known at run
// time, or is wrong.
func (x *function) findMade() {
	for s := range each[*ssa.Slice](x.fn) {
		if a := made(s); a != nil {
			x.skipped[a], x.folded[a] = true, true
		}
	}
}

// each iterates over the instructions of one type in a function.
func each[T ssa.Instruction](fn *ssa.Function) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if v, ok := in.(T); ok && !yield(v) {
					return
				}
			}
		}
	}
}

func made(s *ssa.Slice) *ssa.Alloc {
	a, ok := s.X.(*ssa.Alloc)
	if !ok || s.High == nil || a.Comment != "makeslice" || len(*a.Referrers()) != 1 {
		return nil
	}
	n := elem(a.Type()).Underlying().(*types.Array).Len()
	if k, ok := immediate(s.High); ok && k >= 0 && k <= n {
		return nil
	}
	return a
}

func (x *function) foldable(v ssa.Value, in ssa.Instruction, b *ssa.BasicBlock) bool {
	refs := *v.Referrers()
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return every(refs, func(r ssa.Instruction) bool { return accesses(r, v) && r.Block() == b }) && x.fieldOffset(elem(v.X.Type()), v.Field) < maxOffset
	case *ssa.IndexAddr:
		if !isSlice(v.X.Type()) || len(refs) != 1 {
			return false
		}
		r, ok := refs[0], false
		if f, field := r.(*ssa.FieldAddr); field {
			r, ok = x.fieldOfElement(v, f)
		} else {
			ok = accesses(r, v) && x.indexedAccess(r)
		}
		return ok && r.Block() == b && !callBetween(in, r) && !x.storeBetween(in, r)
	case *ssa.BinOp:
		if len(refs) != 1 || refs[0].Block() != b {
			return false
		}
		_, isIf := refs[0].(*ssa.If)
		return isIf && x.branchable(v)
	case *ssa.Extract:
		return true
	case *ssa.Call:
		return isLen(v)
	case *ssa.Field:
		return !isBox(x.leaves(v.X.Type()))
	case *ssa.MakeClosure:
		return !x.debug && isDeferred(v)
	}
	return false
}

// onlyDeferred reports whether v is a closure that is only deferred.
func (x *function) onlyDeferred(v ssa.Value) bool {
	_, ok := v.(*ssa.MakeClosure)
	return ok && x.folded[v]
}

// isDeferred reports whether the only use of a closure is to be deferred.
func isDeferred(v *ssa.MakeClosure) bool {
	refs := *v.Referrers()
	if len(refs) != 1 || v.Fn.(*ssa.Function).Synthetic != "" {
		return false
	}
	d, ok := refs[0].(*ssa.Defer)
	return ok && d.Call.Value == ssa.Value(v) && d.Block() == v.Block() && d.DeferStack == nil
}

// maxOffset is the largest offset from a nil pointer at which an access faults, as the first page of memory is never
// mapped.
const maxOffset = 4096

func every(rs []ssa.Instruction, ok func(ssa.Instruction) bool) bool {
	for _, r := range rs {
		if !ok(r) {
			return false
		}
	}
	return len(rs) > 0
}

// accesses reports whether r loads from the address v or stores to it.
func accesses(r ssa.Instruction, v ssa.Value) bool {
	switch r := r.(type) {
	case *ssa.UnOp:
		return r.Op == token.MUL
	case *ssa.Store:
		return r.Addr == v && r.Val != v
	}
	return false
}

func isBuiltin(c *ssa.CallCommon, name string) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// isLen reports whether c is a call of len whose result is a word of the operand.
func isLen(c *ssa.Call) bool {
	if !isBuiltin(&c.Call, "len") {
		return false
	}
	t := c.Call.Args[0].Type()
	return isSlice(t) || isString(t)
}

func isCall(in ssa.Instruction) bool {
	switch v := in.(type) {
	case *ssa.Call:
		return !isLen(v)
	case *ssa.RunDefers, *ssa.Defer, *ssa.Go:
		return true
	}
	return false
}

// callBetween reports whether there is a call between a and b, which are in one block.
func callBetween(a, b ssa.Instruction) bool { return between(a, b, isCall) }

// storeBetween reports whether there is a store between them that the access to an element must not be moved across.
func (x *function) storeBetween(a, b ssa.Instruction) bool {
	return between(a, b, func(in ssa.Instruction) bool {
		switch in.(type) {
		case *ssa.Store, *ssa.MapUpdate, *ssa.Send:
			return true
		}
		return false
	})
}

func between(a, b ssa.Instruction, is func(ssa.Instruction) bool) bool {
	seen := false
	for _, in := range a.Block().Instrs {
		switch {
		case in == b:
			return false
		case seen && is(in):
			return true
		case in == a:
			seen = true
		}
	}
	return true
}

// indexedAccess reports whether a single instruction can perform an access to an element.
func (x *function) indexedAccess(r ssa.Instruction) bool {
	switch r := r.(type) {
	case *ssa.UnOp:
		l := x.leaves(r.Type())
		switch len(l) {
		case 1:
			return x.oneWord(r.Type())
		case 2:
			return l[0].Pair
		case 3:
			return l[0].Pair && x.capUnused(r)
		}
	case *ssa.Store:
		return x.oneWord(r.Val.Type())
	}
	return false
}

// oneWord reports whether values of type t are exactly one word: a last field of size zero takes extra room.
func (x *function) oneWord(t types.Type) bool {
	l := x.leaves(t)
	return len(l) == 1 && l[0].Kind != layout.Box && x.sizeOf(t) == l[0].Kind.Size()
}

// fieldOfElement returns the load of a field of an element, if that is the only use of the address i and a single
// instruction can perform it.
func (x *function) fieldOfElement(i *ssa.IndexAddr, f *ssa.FieldAddr) (ssa.Instruction, bool) {
	far := x.elemSize(i.X.Type()) >= 1<<31 || x.fieldOffset(elem(f.X.Type()), f.Field) >= maxOffset
	if far || len(*f.Referrers()) != 1 || f.Block() != i.Block() {
		return nil, false
	}
	u, ok := (*f.Referrers())[0].(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, false
	}
	_, ok = fieldLoads[kindsOf(x.leaves(u.Type()))]
	return u, ok
}

// kindsOf returns the kind of values that are one word or a string, and a different kind for all other values.
func kindsOf(l []layout.Leaf) layout.Kind {
	switch {
	case len(l) == 2 && l[0].Pair:
		return layout.Box // no other value of two words has this kind
	case len(l) != 1 || l[0].Kind == layout.Box:
		return noKind
	}
	return l[0].Kind
}

const noKind = layout.Kind(255)

// fieldLoads are the instructions that load a field of an element.
var fieldLoads = map[layout.Kind]vm.Op{
	layout.I64: vm.IXF64, layout.U64: vm.IXF64, layout.F64: vm.IXF64, layout.Pointer: vm.IXFPTR, layout.Box: vm.IX2,
}

// capUnused reports whether the capacity of a slice is not used.
func (x *function) capUnused(v ssa.Value) bool {
	if !isSlice(v.Type()) {
		return false
	}
	return every(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.IndexAddr:
			return r.X == v
		case *ssa.Call:
			return isLen(r)
		}
		return false
	})
}

// uses returns the operands of an instruction, looking through folded values.
func (x *function) uses(in ssa.Instruction) (list []ssa.Value) {
	add := func(v ssa.Value) { x.through(v, func(v ssa.Value) { list = append(list, v) }) }
	if x.skipped[in] {
		return nil
	}
	if c, ok := in.(*ssa.Call); ok && x.lists[c] != nil {
		add(c.Call.Args[0])
		for _, e := range x.lists[c].elems {
			add(e)
		}
		return list
	}
	x.operands = in.Operands(x.operands[:0])
	for _, o := range x.operands {
		add(*o)
	}
	return list
}

// through calls do for v, or for the values that v is folded from.
func (x *function) through(v ssa.Value, do func(ssa.Value)) {
	if v == nil {
		return
	}
	if _, ok := x.id[v]; !ok {
		return // a constant, a function, a package-level variable
	}
	if !x.folded[v] {
		do(v)
		return
	}
	for _, o := range v.(ssa.Instruction).Operands(nil) {
		x.through(*o, do)
	}
}

// part is a variable in registers, or some words of it.
type part struct {
	of   *ssa.Alloc
	from int
}

// findVariables finds struct variables that the SSA form leaves in memory because their fields are accessed, although
// their address does not escape: their words become registers.
func (x *function) findVariables() {
	for a := range each[*ssa.Alloc](x.fn) {
		if x.skipped[a] {
			continue
		}
		t := elem(a.Type())
		if x.debug && len(*a.Referrers()) == 0 { // the naive form has unused variables
			x.skipped[a] = true
			continue
		}
		_, ok := t.Underlying().(*types.Struct)
		if (ok && !isBox(x.leaves(t)) || x.debug && !a.Heap && len(x.leaves(t)) > 0) && x.onlyParts(a) {
			x.inReg[a] = true
			x.markParts(a, a, 0)
		}
	}
	for _, b := range x.fn.Blocks {
		for i, in := range b.Instrs {
			u, ok := in.(*ssa.UnOp)
			if !ok || u.Op != token.MUL {
				continue
			}
			if p, ok := x.alias[u.X]; ok && !x.changedBefore(p.of, u, b, i) {
				x.folded[u] = true
				x.loaded[u] = p
			}
		}
	}
}

// onlyParts reports whether an address is only used to access what it points to, and fields of that.
func (x *function) onlyParts(v ssa.Value) bool {
	return every(*v.Referrers(), func(r ssa.Instruction) bool {
		if accesses(r, v) {
			return true
		}
		switch r := r.(type) {
		case *ssa.FieldAddr:
			return !isBox(x.leaves(elem(v.Type()))) && x.onlyParts(r)
		case *ssa.DebugRef:
			return true
		}
		return false
	})
}

func (x *function) markParts(a *ssa.Alloc, v ssa.Value, from int) {
	x.alias[v] = part{a, from}
	for _, r := range *v.Referrers() {
		if f, ok := r.(*ssa.FieldAddr); ok {
			first, _ := x.fieldWords(elem(v.Type()), f.Field)
			x.folded[f] = true
			x.markParts(a, f, from+first)
		}
	}
}

// changedBefore reports whether a variable may change between a load from it, instruction i of b, and the last use of
// the loaded value.
func (x *function) changedBefore(a *ssa.Alloc, u *ssa.UnOp, b *ssa.BasicBlock, i int) bool {
	left := 0
	for _, r := range *u.Referrers() {
		if v, ok := r.(ssa.Value); r.Block() != b || ok && x.folded[v] && !(x.debug && x.usedOnlyIn(v, b)) {
			return true
		}
		if _, ok := r.(*ssa.Phi); ok {
			return true
		}
		if x.skipped[r] { // it is used at the append
			return true
		}
		left++
	}
	later := false // a folded user is evaluated anywhere in the block
	for _, in := range b.Instrs[i+1:] {
		if left == 0 && !later {
			return false
		}
		for _, o := range in.Operands(nil) {
			if *o == ssa.Value(u) {
				left--
				v, ok := in.(ssa.Value)
				later = later || ok && x.folded[v]
				break
			}
		}
		if in == ssa.Instruction(a) && (left > 0 || later) {
			return true
		}
		if s, ok := in.(*ssa.Store); ok && (left > 0 || later) {
			if p, ok := x.alias[s.Addr]; ok && p.of == a {
				return true
			}
		}
	}
	return left > 0
}
