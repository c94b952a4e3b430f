package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// fatal has what would end the program, in packages log and flag, end the cell.
//
//	log.Fatalf → rt.Fatalf(log.Printf)
//	flags.Parse → rt.FlagsParse(flags)
func fatal(l *lowerer, e ast.Expr) ast.Expr {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || l.f.plain {
		return e
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return e
	}
	path, name := fn.Pkg().Path(), sel.Sel.Name
	if path != "log" || !strings.HasPrefix(name, "Fatal") {
		if path != "flag" || name != "Parse" {
			return e
		}
	}
	var call *ast.CallExpr
	s := l.info.Selections[sel]
	switch {
	case s == nil && path == "flag":
		return &ast.SelectorExpr{X: ident(e.Pos(), runtimeID), Sel: ident(sel.Sel.NamePos, "ParseCommandLine")}
	case s == nil:
		prints := "Print" + strings.TrimPrefix(name, "Fatal")
		call = callRT(e.Pos(), strings.TrimSuffix(name, "ln"), &ast.SelectorExpr{X: sel.X, Sel: ident(sel.Sel.NamePos, prints)})
	case s.Kind() == types.MethodVal:
		x := l.way(sel.X, s)
		if !isPointer(l.typeOf(x)) {
			x = &ast.UnaryExpr{OpPos: e.Pos(), Op: token.AND, X: x}
		}
		call = callRT(e.Pos(), map[string]string{"log": "Logger", "flag": "Flags"}[path]+name, x)
	default:
		return e // a method expression
	}
	l.made[call] = fn.Signature()
	return call
}
