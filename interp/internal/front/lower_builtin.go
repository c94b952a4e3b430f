package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// builtin returns the name of the builtin that a call calls, or "".
func (l *lowerer) builtin(e ast.Expr) (*ast.CallExpr, string) {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return nil, ""
	}
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if _, ok := l.info.Uses[id].(*types.Builtin); ok {
			return c, id.Name
		}
	}
	return nil, ""
}

// minMax spells out min, max and clear, which the interpreter lacks.
func minMax(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	pos := e.Pos()
	switch name {
	case "min", "max":
		return l.minMaxCall(c, name)
	case "clear":
		t := l.typeOf(c.Args[0])
		x := l.mustType(t, pos)
		if _, ok := t.Underlying().(*types.Map); ok {
			c.Fun = quoteExpr(pos, "func(m Q0) { for k := range m { delete(m, k) } }", x)
		} else if s, ok := t.Underlying().(*types.Slice); ok {
			c.Fun = quoteExpr(pos, "func(s Q0) { var zero Q1; for i := 0; i < len(s); i++ { s[i] = zero } }", x, l.mustType(s.Elem(), pos))
		}
	}
	return e
}

// minMaxCall calls a function of the argument type that keeps the smaller or larger of two; on
// floats a NaN stays, as Go says.
func (l *lowerer) minMaxCall(c *ast.CallExpr, name string) ast.Expr {
	if tv := l.value(c); tv.Value != nil {
		return c // a constant; see constants
	}
	pos := c.Pos()
	t := types.Default(l.typeOf(c))
	op := map[string]string{"min": "<", "max": ">"}[name]
	x := l.mustType(t, pos)
	nan := ""
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
		nan = " || x != x && r == r"
	}
	c.Fun = quoteExpr(pos, "func(r Q0, l ...Q0) Q0 { for i := 0; i < len(l); i++ { x := l[i]; if x "+op+" r"+nan+" { r = x } }; return r }", x)
	return c
}

// panicCall sends panic and recover through compiled code, which keeps the panicking value as it is
// and knows the deferred calls that the guard runs.
func panicCall(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	switch name {
	case "recover":
		return callRT(e.Pos(), "Recover")
	case "panic":
		fn := "Panic"
		if t := l.typeOf(c.Args[0]); types.Implements(t, errorInterface) {
			fn = "PanicError"
		}
		return callRT(e.Pos(), fn, c.Args...)
	}
	return e
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// variadicInterfaces passes the variadic arguments of an interface type as a slice: the interpreter
// does not wrap them one by one.
func variadicInterfaces(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || c.Ellipsis.IsValid() {
		return e
	}
	sig, ok := l.typeOf(c.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || len(c.Args) < sig.Params().Len() || l.value(c.Fun).IsBuiltin() {
		return e
	}
	n := sig.Params().Len() - 1
	elem := paramType(sig, n)
	it, ok := under(elem).(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return e
	}
	if _, isTuple := l.typeOf(c.Args[n]).(*types.Tuple); isTuple {
		return e
	}
	pos := c.Args[n].Pos()
	lit := &ast.CompositeLit{
		Type: &ast.ArrayType{Lbrack: pos, Elt: l.mustType(elem, pos)}, Lbrace: pos,
		Elts: append([]ast.Expr(nil), c.Args[n:]...), Rbrace: c.Rparen,
	}
	c.Args = append(append([]ast.Expr(nil), c.Args[:n]...), lit)
	c.Ellipsis = token.Pos(max(int(c.Rparen), int(pos)))
	return e
}
