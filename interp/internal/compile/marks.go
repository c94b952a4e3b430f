package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile/evalorder"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Code for a debugger. Each statement of the text begins with a call of a function without a body, which becomes a
// mark; the SSA form is naive, so that each variable has one place for all of its life, in registers where nobody
// keeps its address.

// Debug has units that are made from now on compiled for a debugger, and made called with the marks of each
// function, under the lock of the compiler. With nil they are compiled without marks again.
func (c *Compiler) Debug(made func(*vm.Marks)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marked = made
}

// hidden is the path that packages begin with whose functions the front end calls behind the user's back.
const hidden = "msrepl.local/"

// marking puts marks into the text of a unit.
type marking struct {
	info *types.Info
	last token.Pos // of the mark before
}

// mark puts a mark before each statement of the functions in files that the user has written.
func mark(files []*ast.File, info *types.Info) {
	k := &marking{info: info}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				return n.Body != nil && n.Body.Lbrace.IsValid() || n.Name.Name == "_"
			case *ast.BlockStmt:
				n.List = k.list(n.List)
			case *ast.CaseClause:
				n.Body = k.list(n.Body)
			case *ast.CommClause:
				n.Body = k.list(n.Body)
			}
			return true
		})
	}
}

func (k *marking) list(list []ast.Stmt) []ast.Stmt {
	done := make([]ast.Stmt, 0, 2*len(list))
	for _, s := range list {
		if k.begins(s) {
			done = append(done, k.call(s.Pos()))
		}
		done = append(done, s)
	}
	return done
}

// begins says whether a debugger can stop before a statement.
func (k *marking) begins(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.CaseClause, *ast.CommClause, *ast.EmptyStmt, *ast.BlockStmt:
		return false
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok != token.VAR {
			return false
		}
	case *ast.ExprStmt:
		if c, ok := s.X.(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok {
				o := k.info.Uses[id]
				return o == nil || o.Pkg() == nil || !strings.HasPrefix(o.Pkg().Path(), hidden)
			}
		}
	}
	at := s.Pos()
	if !at.IsValid() || at == k.last { // several that the front end has made of one
		return false
	}
	k.last = at
	return true
}

func (k *marking) call(at token.Pos) ast.Stmt {
	id := &ast.Ident{NamePos: at, Name: evalorder.Mark.Name()}
	c := &ast.CallExpr{Fun: id, Lparen: at, Rparen: at}
	k.info.Uses[id] = evalorder.Mark
	k.info.Types[id] = types.TypeAndValue{Type: evalorder.Mark.Type()}
	k.info.Types[c] = types.TypeAndValue{Type: types.NewTuple()}
	return &ast.ExprStmt{X: c}
}

// isMark says whether a call is that of a mark.
func isMark(c *ssa.CallCommon) bool {
	f, ok := c.Value.(*ssa.Function)
	return ok && f.Object() == types.Object(evalorder.Mark)
}

// mark makes the instruction of a mark.
func (x *function) mark(at token.Pos) {
	if x.marks == nil || !at.IsValid() || x.library {
		return
	}
	x.cur = at
	k := &vm.Mark{Pos: int32(at), In: x.marks}
	x.marks.List = append(x.marks.List, k)
	x.emit(vm.Ins{Op: vm.MARK, Aux: unsafe.Pointer(k)})
}

// deferStack is what the SSA form calls the variable that holds the deferred calls of a function.
const deferStack = "defer$stack"

// leaveDefers takes out of the naive form of a function what only deferred calls in loops over functions need, and
// running deferred calls where there are none, as making the form that is not naive does.
func leaveDefers(fn *ssa.Function) {
	stack := slices.IndexFunc(fn.Blocks[0].Instrs, func(in ssa.Instruction) bool {
		a, ok := in.(*ssa.Alloc)
		return ok && a.Comment == deferStack
	})
	if stack < 0 || fn.Blocks[0].Instrs[stack].(*ssa.Alloc).Heap {
		return
	}
	a := fn.Blocks[0].Instrs[stack].(*ssa.Alloc)
	gone, defers := map[ssa.Instruction]bool{a: true}, false
	for _, r := range *a.Referrers() {
		gone[r] = true
		if st, ok := r.(*ssa.Store); ok {
			gone[st.Val.(ssa.Instruction)] = true
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok {
				d.DeferStack, defers = nil, true
			}
		}
	}
	for _, b := range fn.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool {
			_, runs := in.(*ssa.RunDefers)
			return gone[in] || runs && !defers
		})
	}
}

// noteVars notes the variables that a text declares, by their places, for code that is compiled of it.
func (p *program) noteVars(info *types.Info) {
	note := func(o types.Object) {
		if v, ok := o.(*types.Var); ok && !v.IsField() && v.Parent() != nil {
			p.vars[v.Pos()] = append(p.vars[v.Pos()], v)
		}
	}
	for _, o := range info.Defs {
		note(o)
	}
	for _, o := range info.Implicits {
		note(o)
	}
}

// findVars notes where the variables of a function are.
func (x *function) findVars() {
	for _, v := range x.fn.FreeVars {
		x.addVar(v, v.Name(), true)
	}
	for _, b := range x.fn.Blocks {
		for _, in := range b.Instrs {
			if a, ok := in.(*ssa.Alloc); ok && (len(*a.Referrers()) > 0 || x.inReg[a]) {
				x.addVar(a, a.Comment, !x.inReg[a])
			}
		}
	}
}

// addVar notes where a variable is whose address is v.
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
	scope, t := known.Parent(), p.Elem()
	from := max(known.Pos()+token.Pos(len(name)), scope.Pos())
	x.marks.Vars = append(x.marks.Vars, vm.Var{
		Name: name, Object: t, Type: x.rtype(t), From: int32(from), To: int32(scope.End()),
		At: x.loc[v], Leaves: x.leaves(t), Memory: memory,
	})
}

// lasting says whether the register of a value, the address of a variable, is to stay what it is for a debugger.
func (x *function) lasting(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok && x.debug
}

// finishMarks returns the marks of the function, nil if it has none.
func (x *function) finishMarks() *vm.Marks {
	if x.marks == nil || len(x.marks.List) == 0 {
		return nil
	}
	if x.marked != nil {
		x.marked(x.marks)
	}
	return x.marks
}

// storedAtOnce says whether the value of an instruction can be computed in the registers of the variable that the
// next instruction stores it to.
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
