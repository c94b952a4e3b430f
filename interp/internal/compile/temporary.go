package compile

import (
	"go/types"
	"slices"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/internal/session/lastuse"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// Tensors that only registers of a function refer to end after their last use, so that the next result can reuse
// their memory; package lastuse has the rules of ops. A register may also hold tensors from elsewhere, and may escape
// later (`for … { x = x.Mul(y) }; return x`). Then only at run time is it known whether a tensor belongs to the
// function: the result of an op is marked here, and the mark is removed before the tensor may escape.

// lifetime is the set of values of a function that may be the same tensor: results of ops and the phis that they flow
// into. Other values may flow into these phis.
type lifetime struct {
	x       *function
	members []ssa.Value
	marked  bool // tensors belong to the function only while they are marked
	unknown bool // a tensor may escape before that can be recorded
}

// findTemporaries finds the lifetimes of tensors. It does nothing for a debugger, which may show them at any time.
func (x *function) findTemporaries() {
	if x.debug {
		return
	}
	x.lifetimes = map[ssa.Value]*lifetime{}
	for c := range each[*ssa.Call](x.fn) {
		if x.lifetimes[c] == nil && x.useOf(c)&lastuse.Fresh != 0 {
			l := &lifetime{x: x}
			l.add(c)
		}
	}
}

// useOf returns the rule for the function that c calls.
func (x *function) useOf(c *ssa.Call) lastuse.Use {
	callee := c.Call.StaticCallee()
	if callee == nil || callee != c.Call.Value || !x.isNative(callee) {
		return 0
	}
	f, ok := callee.Object().(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Name() != "tensor" && f.Pkg().Name() != "ops" {
		return 0
	}
	use, ok := x.lastUses[f]
	if !ok {
		use = lastuse.Now.Of(f.FullName())
		x.lastUses[f] = use
	}
	return use
}

func (l *lifetime) add(v ssa.Value) {
	l.x.lifetimes[v] = l
	l.members = append(l.members, v)
	if p, ok := v.(*ssa.Phi); ok {
		for _, e := range p.Edges {
			l.from(e)
		}
	}
	for _, r := range *v.Referrers() {
		l.use(r)
	}
}

// from adds the operands of a phi.
func (l *lifetime) from(v ssa.Value) {
	if l.x.lifetimes[v] != nil {
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		l.add(v)
		return
	case *ssa.Call:
		if l.x.useOf(v)&lastuse.Fresh != 0 {
			l.add(v)
			return
		}
	}
	l.marked = true
}

// use adds a use of a member.
func (l *lifetime) use(r ssa.Instruction) {
	if p, ok := r.(*ssa.Phi); ok {
		if l.x.lifetimes[p] == nil {
			l.add(p)
		}
		return
	}
	if l.x.reads(r) {
		return
	}
	l.marked = true
	v, ok := r.(ssa.Value)
	if l.x.skipped[r] || ok && l.x.folded[v] { // it has no register
		l.unknown = true
	}
}

// reads reports whether a tensor does not escape through an instruction that uses it.
func (x *function) reads(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.If: // a comparison
		return true
	case *ssa.Call:
		return x.useOf(in)&lastuse.Reads != 0
	}
	return false
}

// before emits the instructions before one that tensors escape through, and returns the registers whose tensors end
// with the instruction at pos of block b.
func (x *function) before(in ssa.Instruction, b *ssa.BasicBlock, pos int) (ends []ending) {
	if len(x.lifetimes) == 0 {
		return nil
	}
	reads := x.reads(in)
	var seen []ssa.Value
	for _, v := range x.uses(in) {
		l := x.lifetimes[v]
		if l == nil || l.unknown || slices.Contains(seen, v) {
			continue
		}
		seen = append(seen, v)
		at := x.reg(v)
		switch {
		case !reads:
			if l.marked {
				x.help(&vm.Helper{Name: "shared tensor", Run: func(_ *vm.Machine, fp unsafe.Pointer) {
					lastuse.Now.Share(*vm.Ptr(fp, at))
				}})
			}
		case l.endsAt(in, b, pos):
			if r := value(in); r != nil && len(x.loc[r]) == 1 && x.loc[r][0] == at { // the result overwrites it
				kept := x.temp(layout.Pointer)
				x.op(vm.MOVP, kept, at, 0)
				at = kept
			}
			ends = append(ends, ending{at, v.Type(), l.marked})
		}
	}
	return ends
}

// ending is a register whose tensor ends.
type ending struct {
	at     uint32
	typ    types.Type
	marked bool
}

// endsAt reports whether the instruction at pos of block b is the last that uses a tensor of l, apart from one that
// it makes.
func (l *lifetime) endsAt(in ssa.Instruction, b *ssa.BasicBlock, pos int) bool {
	return !slices.ContainsFunc(l.members, func(v ssa.Value) bool { return v != value(in) && l.x.liveAfter(v, b, pos) })
}

// endLifetimes adds to an instruction what follows it: tensors end, and the lifetime of its result begins.
func (x *function) endLifetimes(in ssa.Instruction, ends []ending) {
	r, result := value(in), vm.None
	if r != nil && len(ends) > 0 && types.Identical(r.Type(), ends[0].typ) {
		result = x.reg(r)
	}
	for i, e := range ends {
		x.then(in, e.end(result, ends[:i]))
	}
	c, ok := in.(*ssa.Call)
	if !ok || x.lifetimes[c] == nil {
		return
	}
	switch l, at := x.lifetimes[c], x.reg(c); {
	case x.endsAtOnce(c):
		x.then(in, ending{at: at}.end(vm.None, nil))
	case l.marked && !l.unknown:
		own := lastuse.Now.Own
		x.then(in, func(fp unsafe.Pointer) { own(*vm.Ptr(fp, at)) })
	}
}

// endsAtOnce reports whether the result of c is a tensor that is never used.
func (x *function) endsAtOnce(c *ssa.Call) bool {
	return x.lifetimes[c] != nil && len(*c.Referrers()) == 0
}

// then calls f after in: as part of the instruction, if that calls a compiled function.
func (x *function) then(in ssa.Instruction, f func(fp unsafe.Pointer)) {
	if _, ok := in.(*ssa.Call); ok && x.code[len(x.code)-1].Op == vm.NATIVE {
		n := (*vm.Native)(x.code[len(x.code)-1].Aux)
		if before := n.Then; before != nil {
			n.Then = func(fp unsafe.Pointer) { before(fp); f(fp) }
		} else {
			n.Then = f
		}
		return
	}
	x.help(&vm.Helper{Name: "end of a tensor", Run: func(_ *vm.Machine, fp unsafe.Pointer) { f(fp) }})
}

// end returns the function that ends the tensor after the instruction has set register result, if it has one. The
// function does nothing if an earlier ending had the same tensor, whose memory another goroutine may already use.
func (e ending) end(result uint32, before []ending) func(fp unsafe.Pointer) {
	end := lastuse.Now.End
	return func(fp unsafe.Pointer) {
		var made unsafe.Pointer
		if result != vm.None {
			made = *vm.Ptr(fp, result)
		}
		t := *vm.Ptr(fp, e.at)
		for _, b := range before {
			if *vm.Ptr(fp, b.at) == t {
				return
			}
		}
		end(t, made, e.marked)
	}
}
