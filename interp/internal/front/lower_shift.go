package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The interpreter takes a negative count of a shift for a very large one, where Go panics.

// shiftCounts checks the count of a shift that may be negative.
//
//	x << n → x << rt.Count(n)
func shiftCounts(l *lowerer, e ast.Expr) ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if ok && (b.Op == token.SHL || b.Op == token.SHR) && l.value(e).Value == nil {
		b.Y = l.checkedCount(b.Y)
	}
	return e
}

// hoistCounts checks counts that no part of their statement changes by a plain comparison before it, and those of x <<= n.
//
//	x << n → if n < 0 { panic }; x << n
func hoistCounts(l *lowerer, s ast.Stmt) []ast.Stmt {
	var part ast.Node
	switch x := s.(type) {
	case *ast.AssignStmt:
		if x.Tok == token.SHL_ASSIGN || x.Tok == token.SHR_ASSIGN {
			x.Rhs[0] = l.checkedCount(x.Rhs[0])
		}
		part = x
	case *ast.ReturnStmt, *ast.ExprStmt:
		part = x
	case *ast.IfStmt:
		if x.Init == nil {
			part = x.Cond
		}
	}
	if part == nil || l.simple > 0 || !l.straight(part) {
		return nil
	}
	var out []ast.Stmt
	for { // counts in counts come first
		more := l.hoistable(part)
		if len(more) == 0 && out == nil {
			return nil
		}
		if len(more) == 0 {
			return append(out, s)
		}
		out = append(out, more...)
	}
}

// hoistable takes the checks of counts without others in them out of an expression.
func (l *lowerer) hoistable(part ast.Node) (checks []ast.Stmt) {
	plain := func(y *ast.Expr) {
		if n := l.counts[*y]; n != nil && l.pure(n) {
			checks = append(checks, quote(n.Pos(), "if Q0 < 0 { rtꞏ.NegativeShift() }", n)...)
			*y = n
		}
	}
	ast.Inspect(part, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.BinaryExpr:
			plain(&x.Y)
		case *ast.AssignStmt:
			plain(&x.Rhs[0])
		}
		return true
	})
	return checks
}

// checkedCount wraps a count that may be negative.
func (l *lowerer) checkedCount(n ast.Expr) ast.Expr {
	t, ok := l.typeOf(n).Underlying().(*types.Basic)
	if !ok || t.Info()&types.IsInteger == 0 || t.Info()&types.IsUnsigned != 0 || l.value(n).Value != nil || l.neverNegative(n) {
		return n
	}
	x := callRT(n.Pos(), "Count", &ast.CallExpr{Fun: ident(n.Pos(), "int"), Lparen: n.Pos(), Args: []ast.Expr{n}, Rparen: n.Pos()})
	l.made[x] = types.Typ[types.Int]
	put(&l.counts, ast.Expr(x), ast.Expr(n))
	return x
}

// neverNegative says whether a whole number is seen to be none below zero: a length, or one of which a mask takes the sign.
func (l *lowerer) neverNegative(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		_, name := l.builtin(e)
		return name == "len" || name == "cap"
	case *ast.BinaryExpr:
		for _, part := range []ast.Expr{e.X, e.Y} {
			if v := l.value(part).Value; e.Op == token.AND && v != nil && v.String()[0] != '-' {
				return true
			}
		}
	}
	return false
}

// straight says whether all of a statement is evaluated whenever it runs, and none of it runs code of others before the rest.
func (l *lowerer) straight(n ast.Node) bool {
	ok := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.CallExpr:
			ok = ok && (l.counts[x] != nil || l.harmless(x) || isInt(x))
		case *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && x.Op != token.ARROW
		case *ast.BinaryExpr:
			ok = ok && x.Op != token.LAND && x.Op != token.LOR
		}
		return ok
	})
	return ok
}

// isInt says whether a call is one of the conversions that checkedCount makes.
func isInt(c *ast.CallExpr) bool {
	id, ok := c.Fun.(*ast.Ident)
	return ok && id.Name == "int" && len(c.Args) == 1
}
