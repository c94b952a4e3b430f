package front

import (
	"go/ast"
	"go/types"
	"strings"
)

// fatal has loggers panic where they would end the program.
func fatal(l *lowerer, e ast.Expr) ast.Expr {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(sel.Sel.Name, "Fatal") {
		return e
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if ok && fn.Pkg() != nil && fn.Pkg().Path() == "log" && fn.Signature().Recv() != nil && !l.f.plain {
		sel.Sel = ident(sel.Sel.NamePos, "Panic"+strings.TrimPrefix(sel.Sel.Name, "Fatal"))
		l.info.Uses[sel.Sel] = fn
	}
	return e
}
