package front

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// mediaMethods are the methods by which a type shows itself, see package display.
var mediaMethods = []string{"HTML", "Markdown", "Latex", "SVG", "PNG", "JPEG", "MIME"}

// showsArguments says whether fn is a function of package display that shows its arguments.
func showsArguments(fn *types.Func) bool {
	return fn.Pkg().Path() == displayPath && slices.Contains([]string{"Show", "ShowID", "Update", "Echo"}, fn.Name())
}

// withMedia wraps a value in compiled ones that know the methods by which it shows itself. Cells need none: their type
// tells compiled code whose methods are theirs.
func (l *lowerer) withMedia(e ast.Expr) ast.Expr {
	t := l.typeOf(e)
	wrapped := l.withText(e)
	if types.IsInterface(t) || l.f.cellOf(t) != nil {
		return wrapped
	}
	calls := ""
	for _, name := range mediaMethods {
		if m, _, _ := types.LookupFieldOrMethod(t, false, l.f.pkg, name); m != nil && !l.future[m] && isMediaMethod(m.Type()) {
			calls += fmt.Sprintf("xꞏ = %s.Medium(xꞏ, `%s`, []func() any{func() any { return vꞏ.%s() }}[0]); ", runtimeID, name, name)
		}
	}
	if calls == "" {
		return wrapped
	}
	x := quoteExpr(e.Pos(), "func(vꞏ Q0, xꞏ any) any { "+calls+"return xꞏ }(Q1, Q2)", l.mustType(t, e.Pos()), e, wrapped)
	l.made[x] = types.Universe.Lookup("any").Type()
	return x
}

// isMediaMethod says whether a method takes nothing and returns one value.
func isMediaMethod(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 1
}
