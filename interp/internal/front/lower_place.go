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
		return nil
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
	return nil
}

// packageTargets is for variables of compiled packages: what a call or a literal gives, the interpreter writes
// elsewhere.
//
//	os.Args = []string{"x"} → t := []string{"x"}; os.Args = t
func packageTargets(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || x.Tok == token.DEFINE || len(x.Lhs) != 1 || len(x.Rhs) != 1 || l.simple > 0 {
		return nil
	}
	if !l.ofPackage(x.Lhs[0]) {
		return nil
	}
	t := l.typeOf(x.Lhs[0])
	if op, isOp := assignOps[x.Tok]; isOp {
		sum := &ast.BinaryExpr{X: x.Lhs[0], OpPos: x.TokPos, Op: op, Y: &ast.ParenExpr{Lparen: x.TokPos, X: x.Rhs[0], Rparen: x.TokPos}}
		l.made[sum] = t
		x.Tok, x.Rhs[0] = token.ASSIGN, sum
	}
	name := l.temp("t")
	out := quote(x.TokPos, "var "+name+" Q0 = Q1", l.mustType(t, x.TokPos), x.Rhs[0])
	id := ident(x.TokPos, name)
	l.made[id] = t
	x.Rhs[0] = id
	return append(out, s)
}

// assignOps are the operators of assignments.
var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR, token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
	token.AND_NOT_ASSIGN: token.AND_NOT,
}

// ofPackage says whether an expression names a variable of a compiled package.
func (l *lowerer) ofPackage(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if star, isStar := ast.Unparen(e).(*ast.StarExpr); isStar {
		sel, ok = star.X.(*ast.SelectorExpr)
		return ok && l.from[e] != nil && sel.Sel.Name == profileRate
	}
	if !ok {
		return false
	}
	v, ok := l.info.Uses[sel.Sel].(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && v.Pkg() != l.f.pkg
}

// profileRate is the one variable of a compiled package that is a number, which the interpreter takes for a
// constant.
const profileRate = "MemProfileRate"

// packageNumbers is for that variable.
//
//	runtime.MemProfileRate → *rt.MemProfileRate
func packageNumbers(l *lowerer, e ast.Expr) ast.Expr {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != profileRate || l.f.plain {
		return e
	}
	v, ok := l.info.Uses[sel.Sel].(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Pkg().Path() != "runtime" {
		return e
	}
	x := &ast.StarExpr{Star: e.Pos(), X: &ast.SelectorExpr{X: ident(e.Pos(), runtimeID), Sel: ident(e.Pos(), profileRate)}}
	l.made[x] = types.Typ[types.Int]
	return x
}
