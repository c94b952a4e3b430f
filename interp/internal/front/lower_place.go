package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// What an operator or a built-in function computes, the interpreter writes straight to where it goes. That fails where an interface is
// expected, and of several results it takes the first one's place. In parentheses, it has a place of its own first.

// ownPlace is for operators whose value becomes an interface.
//
//	var x any = -n → var x any = (-n)
func (l *lowerer) ownPlace(e ast.Expr, to types.Type) ast.Expr {
	if to == nil || !types.IsInterface(to) || l.f.Off["own-places"] {
		return e
	}
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op != token.AND && x.Op != token.ARROW {
			return l.parenthesized(e)
		}
	case *ast.BinaryExpr:
		return l.parenthesized(e)
	}
	return e
}

// ownResult is for calls of built-in functions among several results.
//
//	return s, len(s) → return s, (len(s))
func (l *lowerer) ownResult(e ast.Expr, results int) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || results < 2 || l.f.Off["own-places"] {
		return e
	}
	id, ok := c.Fun.(*ast.Ident)
	if !ok {
		return e
	}
	if _, isBuiltin := l.info.Uses[id].(*types.Builtin); !isBuiltin {
		return e
	}
	return l.parenthesized(e)
}

func (l *lowerer) parenthesized(e ast.Expr) ast.Expr {
	x := &ast.ParenExpr{Lparen: e.Pos(), X: e, Rparen: e.End()}
	l.made[x] = l.typeOf(e)
	return x
}

// literalPlaces is for literals of structs that a variable is set to: the interpreter would give the variable another place, and
// closures and pointers keep the old one.
//
//	p := &v; v = T{1} → p := &v; v = (T{1})
func literalPlaces(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || x.Tok != token.ASSIGN || len(x.Lhs) != len(x.Rhs) {
		return []ast.Stmt{s}
	}
	for i, e := range x.Rhs {
		c, isLiteral := e.(*ast.CompositeLit)
		if !isLiteral {
			continue
		}
		if _, isStruct := l.typeOf(c).Underlying().(*types.Struct); isStruct {
			x.Rhs[i] = l.parenthesized(c)
		}
	}
	return []ast.Stmt{s}
}
