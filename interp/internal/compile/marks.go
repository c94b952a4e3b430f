package compile

import (
	"go/token"
	"go/types"
	"slices"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Code for a debugger. Each statement begins with a call of a function without a body, which is compiled to a mark.
// The SSA form is naive, so that each variable has one place for all of its lifetime: registers, if its address does
// not escape.

// Debug makes all later units be compiled for a debugger. made is called with the marks of each function, under the
// lock of the compiler. If it is nil, later units are compiled without marks.
func (c *Compiler) Debug(made func(*vm.Marks)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marked = made
}

// mark compiles a mark.
func (x *function) mark(at token.Pos) {
	if x.marks == nil || !at.IsValid() || x.library {
		return
	}
	x.cur = at
	k := &vm.Mark{Pos: int32(at), In: x.marks}
	x.marks.List = append(x.marks.List, k)
	x.emit(vm.Ins{Op: vm.MARK, Aux: unsafe.Pointer(k)})
}

// noteVars records the variables that a unit declares, by position, and the constants and types of its functions.
func (p *program) noteVars(info *types.Info) {
	note := func(o types.Object) {
		switch o := o.(type) {
		case *types.Var:
			if !o.IsField() && o.Parent() != nil {
				p.vars[o.Pos()] = append(p.vars[o.Pos()], o)
			}
		case *types.Const, *types.TypeName:
			if o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
				p.names = append(p.names, o)
			}
		}
	}
	for _, o := range info.Defs {
		note(o)
	}
	for _, o := range info.Implicits {
		note(o)
	}
}

// findVars records the places of the variables of a function, and the constants and types in its scopes.
func (x *function) findVars() {
	for _, v := range x.fn.FreeVars {
		x.addVar(v, v.Name(), true)
	}
	for a := range each[*ssa.Alloc](x.fn) {
		if len(*a.Referrers()) > 0 || x.inReg[a] {
			x.addVar(a, a.Comment, !x.inReg[a])
		}
	}
	for _, o := range x.prog.names {
		x.addName(o)
	}
	slices.SortStableFunc(x.marks.Vars, func(a, b vm.Var) int { return int(a.From - b.From) })
}

// addName records a constant or a type if it is in scope in the source text of the function. In an instance of a
// generic function, the name of a type parameter denotes its argument, and that of another type the copy of the
// instance. Aliases are left out, as they may depend on a parameter.
func (x *function) addName(o types.Object) {
	from, to := scopeOf(o)
	if at := x.fn.Syntax(); at == nil || to <= at.Pos() || at.End() <= from {
		return
	}
	if t, ok := o.(*types.TypeName); ok {
		outer := x.fn
		for outer.Parent() != nil {
			outer = outer.Parent()
		}
		args := outer.TypeArgs()
		param, isParam := t.Type().(*types.TypeParam)
		own := x.prog.copied[outer][t.Pos()]
		switch {
		case isParam && param.Index() < len(args):
			o = types.NewTypeName(t.Pos(), t.Pkg(), t.Name(), nil)
			types.NewAlias(o.(*types.TypeName), args[param.Index()])
		case own != nil:
			o = own
		case isParam || len(args) > 0:
			return
		}
	}
	x.marks.Vars = append(x.marks.Vars, vm.Var{Name: o.Name(), Object: o, From: int32(from), To: int32(to)})
}

// scopeOf returns the positions between which o is in scope.
func scopeOf(o types.Object) (from, to token.Pos) {
	return max(o.Pos()+token.Pos(len(o.Name())), o.Parent().Pos()), o.Parent().End()
}

// addVar records the place of a variable whose address is v.
func (x *function) addVar(v ssa.Value, name string, memory bool) {
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || name == "_" || x.loc[v] == nil {
		return
	}
	var known *types.Var
	for _, o := range x.prog.vars[v.Pos()] {
		if o.Name() == name && (known == nil || types.Identical(o.Type(), p.Elem())) {
			known = o
		}
	}
	if known == nil {
		return
	}
	t := p.Elem()
	from, to := scopeOf(known)
	x.marks.Vars = append(x.marks.Vars, vm.Var{
		Name: name, Object: t, Type: x.rtype(t), From: int32(from), To: int32(to),
		At: x.loc[v], Leaves: x.leaves(t), Memory: memory,
	})
}

// lasting reports whether the register of v, the address of a variable, must stay valid for a debugger.
func (x *function) lasting(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok && x.debug
}

// finishMarks returns the marks of the function, or nil if it has none.
func (x *function) finishMarks() *vm.Marks {
	if x.marks == nil || len(x.marks.List) == 0 {
		return nil
	}
	if x.marked != nil {
		x.marked(x.marks)
	}
	return x.marks
}

// storedAtOnce reports whether an instruction can compute its value in the registers of the variable that the next
// instruction stores it to.
func (x *function) storedAtOnce(v ssa.Value) ([]uint32, bool) {
	refs := *v.Referrers()
	if !x.debug || len(refs) != 1 || x.class[v] != nil || !named(v) {
		return nil, false
	}
	st, ok := refs[0].(*ssa.Store)
	if !ok || st.Val != v {
		return nil, false
	}
	p, ok := x.alias[st.Addr]
	if l := x.leaves(v.Type()); !ok || len(l) != 1 || x.loc[p.of] == nil {
		return nil, false
	}
	in := v.(ssa.Instruction)
	list := in.Block().Instrs
	for i, o := range list[:len(list)-1] {
		if o == in {
			return x.partRegs(p, v.Type()), list[i+1] == ssa.Instruction(st)
		}
	}
	return nil, false
}
