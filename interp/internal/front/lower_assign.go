package front

import (
	"go/ast"
	"go/token"
)

// parallel takes "a, b = 1, f()" apart: with a call, a receive or a composite literal on the right,
// the interpreter loses the other assignments. It does the same to statements that hold one as
// their init, and to var declarations.
func parallel(l *lowerer, s ast.Stmt) []ast.Stmt {
	switch x := s.(type) {
	case *ast.AssignStmt:
		return append(l.temporaries(x.TokPos, x.Lhs, x.Rhs), s)
	case *ast.IfStmt:
		return l.hoistInit(&x.Init, s)
	case *ast.SwitchStmt:
		return l.hoistInit(&x.Init, s)
	case *ast.ForStmt:
		if b, ok := x.Post.(*ast.BlockStmt); ok { // a post statement that became several
			x.Post = quote(b.Pos(), "func() { Q0 }()", b.List)[0]
		}
		return l.hoistInit(&x.Init, s)
	case *ast.DeclStmt:
		gd, ok := x.Decl.(*ast.GenDecl)
		if !ok || gd.Tok != token.VAR {
			return []ast.Stmt{s}
		}
		var out []ast.Stmt
		for _, spec := range gd.Specs {
			vs := spec.(*ast.ValueSpec)
			var lhs []ast.Expr
			for _, n := range vs.Names {
				lhs = append(lhs, n)
			}
			out = append(out, l.temporaries(gd.TokPos, lhs, vs.Values)...)
		}
		return append(out, s)
	}
	return []ast.Stmt{s}
}

// temporaries moves the values of a parallel assignment into variables of their own when one of
// them is a kind of expression that the interpreter gets wrong.
func (l *lowerer) temporaries(pos token.Pos, lhs, rhs []ast.Expr) (out []ast.Stmt) {
	if len(lhs) < 2 || len(lhs) != len(rhs) {
		return nil
	}
	risky := false
	for _, e := range rhs {
		risky = risky || l.risky(e)
	}
	if !risky {
		return nil
	}
	for i, e := range rhs {
		if tv := l.value(e); tv.Value != nil || tv.IsNil() {
			continue
		}
		name := l.temp("t")
		out = append(out, define(pos, name, e))
		id := ident(e.Pos(), name)
		l.from[id] = e
		rhs[i] = id
	}
	return out
}

func (l *lowerer) risky(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr, *ast.CompositeLit, *ast.FuncLit, *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		if _, ok := e.X.(*ast.CompositeLit); ok {
			return true
		}
		return e.Op == token.ARROW
	}
	return false
}

// hoistInit moves an init statement that became several in front of its statement.
func (l *lowerer) hoistInit(init *ast.Stmt, s ast.Stmt) []ast.Stmt {
	list := []ast.Stmt{*init}
	if b, ok := (*init).(*ast.BlockStmt); ok { // what the walker made of several
		list = b.List
	}
	if *init == nil || len(list) == 1 {
		return []ast.Stmt{s}
	}
	*init = nil
	return []ast.Stmt{l.block(append(list, s))}
}
