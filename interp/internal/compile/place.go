package compile

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// place assigns registers to all values.
func (x *function) place() {
	x.placeParams()
	for _, b := range x.fn.Blocks {
		x.placeBlock(b)
	}
}

func (x *function) placeParams() {
	s := x.f.Sig
	x.next = layout.Place{P: 1, N: 1}
	x.next.Add(s.Params)
	x.next.Add(s.Recv)
	x.params = x.next.P
	params, at := x.fn.Params, s.At
	if len(params) > x.fn.Signature.Params().Len() {
		x.loc[params[0]] = s.RecvAt
		params = params[1:]
	}
	for _, p := range params {
		n := len(x.leaves(p.Type()))
		x.loc[p], at = at[:n:n], at[n:]
	}
	for _, p := range x.fn.Params {
		if x.boxes.Kept[p] {
			x.prologue = append(x.prologue, vm.Ins{Op: vm.BOXLD, A: x.loc[p][0], B: x.loc[p][0], Aux: x.word(p.Type())})
		}
		if c := x.class[p]; c != nil {
			c.loc = x.loc[p]
		}
	}
}

// placeBlock assigns registers to what b defines. Values that only b uses share registers if their live ranges do not
// overlap.
func (x *function) placeBlock(b *ssa.BasicBlock) {
	free := map[string][][]uint32{}
	local := map[ssa.Value]string{}
	for pos, in := range b.Instrs {
		v, ok := in.(ssa.Value)
		if ok && !x.folded[v] && !x.placeSpecial(v) {
			shape := shapeOf(x.leaves(v.Type()))
			if list := free[shape]; x.isLocal(v, b) {
				if n := len(list); n > 0 {
					x.loc[v], free[shape] = list[n-1], list[:n-1]
				} else {
					x.loc[v] = x.next.Add(x.leaves(v.Type()))
				}
				local[v] = shape
			} else {
				x.loc[v] = x.next.Add(x.leaves(v.Type()))
			}
		}
		if _, phi := in.(*ssa.Phi); phi || ok && x.folded[v] {
			continue
		}
		for _, u := range append(x.uses(in), value(in)) {
			if shape, ok := local[u]; ok && x.lastUse[b.Index][x.id[u]] <= pos {
				delete(local, u)
				free[shape] = append(free[shape], x.loc[u])
			}
		}
	}
}

func value(in ssa.Instruction) ssa.Value {
	v, _ := in.(ssa.Value)
	return v
}

// shapeOf returns equal strings for registers that can replace each other.
func shapeOf(leaves []layout.Leaf) string {
	b := make([]byte, len(leaves))
	for i, l := range leaves {
		switch {
		case l.Pair:
			b[i] = 's'
		case l.Kind.Pointer():
			b[i] = 'p'
		default:
			b[i] = 'n'
		}
	}
	return string(b)
}

// isLocal reports whether a value is only used in its own block, and nothing keeps a pointer to its registers.
func (x *function) isLocal(v ssa.Value, b *ssa.BasicBlock) bool {
	if _, phi := v.(*ssa.Phi); phi || x.lasting(v) || x.class[v] != nil || x.liveOut[b.Index].has(x.id[v]) {
		return false
	}
	return x.usedOnlyIn(v, b)
}

func (x *function) usedOnlyIn(v ssa.Value, b *ssa.BasicBlock) bool {
	for _, r := range *v.Referrers() {
		if r.Block() != b {
			return false
		}
		if u, ok := r.(ssa.Value); ok && x.folded[u] && !x.usedOnlyIn(u, b) {
			return false
		}
	}
	return true
}

// placeSpecial assigns registers to values with special places.
func (x *function) placeSpecial(v ssa.Value) bool {
	if a, ok := v.(*ssa.Alloc); ok && x.inReg[a] {
		x.placeVariable(a)
		return true
	} else if _, once := x.boxes.Once[a]; ok && once {
		x.loc[v] = x.next.Add(pointerLeaf)
		x.prologue = append(x.prologue, vm.Ins{Op: vm.LDP, A: x.loc[v][0]}) // until its memory is allocated
		return true
	}
	if o, ok := x.argument(v); ok {
		x.loc[v] = o
		return true
	}
	if at, ok := x.storedAtOnce(v); ok {
		x.loc[v] = at
		return true
	}
	c := x.class[v]
	if c == nil {
		return false
	}
	if c.loc == nil {
		c.loc = x.next.Add(x.leaves(v.Type()))
	}
	x.loc[v] = c.loc
	return true
}

// placeVariable assigns registers to a variable; one initialized with a parameter gets those of the parameter.
func (x *function) placeVariable(a *ssa.Alloc) {
	for _, r := range *a.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != ssa.Value(a) {
			continue
		}
		if p, ok := st.Val.(*ssa.Parameter); ok && len(*p.Referrers()) == 1 && x.class[p] == nil && isFirst(st) {
			x.loc[a] = x.loc[p]
			x.skipped[st], x.skipped[a] = true, true
			return
		}
	}
	x.loc[a] = x.next.Add(x.leaves(elem(a.Type())))
}

// isFirst reports whether only variables and their first values precede a store. After that, the variable already had
// another value, which may have been read, or is read when the function panics.
func isFirst(st *ssa.Store) bool {
	for _, in := range st.Parent().Blocks[0].Instrs {
		switch in := in.(type) {
		case *ssa.Alloc, *ssa.DebugRef:
		case *ssa.Store:
			if _, ok := in.Val.(*ssa.Parameter); in == st || !ok {
				return in == st
			}
		default:
			return false
		}
	}
	return false
}

// argument finds values that can be computed directly in the place of an argument.
func (x *function) argument(v ssa.Value) ([]uint32, bool) {
	refs := *v.Referrers()
	l := x.leaves(v.Type())
	if len(refs) != 1 || x.class[v] != nil || len(l) != 1 || l[0].Kind == layout.Box {
		return nil, false
	}
	if !named(v) {
		return nil, false
	}
	in := v.(ssa.Instruction)
	call, ok := refs[0].(*ssa.Call)
	if !ok || call.Block() != in.Block() || callBetween(in, call) || call.Call.IsInvoke() || call.Call.Value == v {
		return nil, false
	}
	callee := call.Call.StaticCallee()
	if callee == nil || x.isNative(callee) || callee != call.Call.Value || x.prog.ofLibrary(callee) {
		return nil, false // a call of a library may be compiled to none
	}
	at := x.argumentPlaces(callee)
	for _, a := range call.Call.Args {
		n := len(x.leaves(a.Type()))
		if a == v {
			return at[:1], true
		}
		at = at[n:]
	}
	return nil, false
}

// named reports whether the instruction for a value names its result. Helpers do not: they are created before the
// frame of a call is known.
func named(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return true
	case *ssa.BinOp:
		t := v.X.Type()
		return isInt(t) || isBool(t) || isFloat(t) || isString(t) || isPointer(t) && isPointer(v.Y.Type())
	case *ssa.UnOp:
		return v.Op != token.ARROW && !isComplex(v.X.Type())
	}
	return false
}

// argumentPlaces returns the registers of the words of the arguments of a call, in the order of the call, beginning
// with the receiver.
func (x *function) argumentPlaces(callee *ssa.Function) []uint32 {
	s := x.fnSig(callee)
	return outgoing(append(append([]uint32(nil), s.RecvAt...), s.At...))
}

func (u *Unit) fnSig(fn *ssa.Function) *vm.Signature { return u.fnFor(fn).Sig }

func outgoing(at []uint32) []uint32 {
	o := make([]uint32, len(at))
	for i, a := range at {
		o[i] = a + out
	}
	return o
}
