// Package marking inserts marks for a debugger: each statement begins with a call of a function without a body, which
// is compiled to a mark.
package marking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile/evalorder"
)

// hidden is the path prefix of packages whose functions only the front end calls.
const hidden = "msrepl.local/"

// marking inserts marks into the syntax trees of a unit.
type marking struct {
	info *types.Info
	last token.Pos // of the previous mark
}

// Put inserts a mark before each statement of the functions in files that the user has written.
func Put(files []*ast.File, info *types.Info) {
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

// Loops inserts a mark into each loop that computes nothing: its jump alone has no position, and an interrupt has to
// report one. Without a debugger, a mark generates no code.
func Loops(info *types.Info) {
	for n := range info.Scopes {
		k := marking{info: info}
		switch n := n.(type) {
		case *ast.ForStmt:
			k.loop(n.For, n.Body)
		case *ast.RangeStmt:
			k.loop(n.For, n.Body)
		}
	}
}

func (k *marking) loop(at token.Pos, body *ast.BlockStmt) {
	if at.IsValid() && !computes(body) {
		body.List = append([]ast.Stmt{k.call(at)}, body.List...)
	}
}

// computes reports whether a body has more than names, values and statements made of them.
func computes(body *ast.BlockStmt) (does bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Ident, *ast.BasicLit, *ast.ParenExpr:
		case *ast.AssignStmt:
			does = does || n.Tok != token.ASSIGN && n.Tok != token.DEFINE
		case *ast.IncDecStmt, ast.Expr:
			does = true
		}
		return !does
	})
	return does
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

// begins reports whether a debugger can stop before a statement.
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
	if !at.IsValid() || at == k.last { // the front end has generated several from one
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

// Is reports whether c is a call of a mark.
func Is(c *ssa.CallCommon) bool {
	f, ok := c.Value.(*ssa.Function)
	return ok && f.Object() == types.Object(evalorder.Mark)
}

// deferStack is the name in the SSA form of the variable that holds the deferred calls of a function.
const deferStack = "defer$stack"

// LeaveDefers removes from the naive form of a function what only deferred calls in loops over functions need, and
// running deferred calls where there are none, as the construction of the optimized form does.
func LeaveDefers(fn *ssa.Function) {
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
