package front

import (
	"go/ast"
	"go/types"
	"slices"
)

// writesJSON says whether a call is one of package json that writes its first argument.
func (l *lowerer) writesJSON(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || l.f.Off["json"] {
		return false
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "encoding/json" && slices.Contains([]string{"Marshal", "MarshalIndent", "Encode"}, fn.Name())
}

// asJSON hands a value to package json in a form that keeps the methods, tags and embedded fields of types that cells declare.
func (l *lowerer) asJSON(e ast.Expr) ast.Expr {
	t := l.typeOf(e)
	if l.value(e).IsNil() || !types.IsInterface(t) && !l.declares(t) && !l.holdsStruct(t, 0) {
		return e
	}
	arg := e
	if !types.IsInterface(t) && l.boxes(t) {
		arg = l.box(e)
	}
	x := callRT(e.Pos(), "JSON", arg)
	l.made[x] = types.Universe.Lookup("any").Type()
	return x
}
