package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// missingValues sets v to its zero value where "v, ok := m[k]" or "v, ok := x.(T)" finds nothing: the interpreter leaves in it
// what was there, in a loop the value of an earlier turn.
func missingValues(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || len(x.Lhs) != 2 || len(x.Rhs) != 1 || l.certain[s] {
		return nil
	}
	v, isID := x.Lhs[0].(*ast.Ident)
	if !isID || v.Name == "_" {
		return nil
	}
	switch e := ast.Unparen(x.Rhs[0]).(type) {
	case *ast.TypeAssertExpr:
	case *ast.IndexExpr:
		if _, isMap := l.typeOf(e.X).Underlying().(*types.Map); !isMap {
			return nil
		}
	default:
		return nil
	}
	tuple, isTuple := l.typeOf(x.Rhs[0]).(*types.Tuple)
	if !isTuple {
		return nil
	}
	pos := x.TokPos
	out := []ast.Stmt{x}
	if found, isID := x.Lhs[1].(*ast.Ident); isID && found.Name == "_" {
		found.Name = l.temp("ok")
		if x.Tok == token.ASSIGN {
			out = append(quote(pos, "var "+found.Name+" bool"), x)
		}
	}
	return append(out, quote(pos, "if !Q0 { var zeroꞏ Q1; Q2 = zeroꞏ }", x.Lhs[1], l.mustType(tuple.At(0).Type(), pos), ident(pos, v.Name))...)
}

// noteCertain notes "if v, ok := m[k]; ok { … }", which needs no zero value.
func (l *lowerer) noteCertain(s *ast.IfStmt) {
	x, ok := s.Init.(*ast.AssignStmt)
	if !ok || len(x.Lhs) != 2 || s.Else != nil {
		return
	}
	found, isID := x.Lhs[1].(*ast.Ident)
	cond, isCond := ast.Unparen(s.Cond).(*ast.Ident)
	if isID && isCond && found.Name != "_" && l.info.ObjectOf(found) != nil && l.info.ObjectOf(found) == l.info.ObjectOf(cond) {
		if x.Tok == token.DEFINE {
			l.certain.add(x)
		}
	}
}
