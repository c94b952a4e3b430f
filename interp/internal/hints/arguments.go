package hints

import (
	"go/ast"
	"go/types"
	"strings"
)

// Hints about arguments that Python passes as one value, or by name, and Go one by one.

// argumentHint is for an argument of the wrong type.
func (h *Hints) argumentHint(e types.Error) string {
	if !strings.Contains(e.Msg, " value in argument to ") {
		return ""
	}
	for expr := range h.Info.Types {
		call, ok := expr.(*ast.CallExpr)
		if !ok || call.Ellipsis.IsValid() || len(call.Args) == 0 || call.Args[len(call.Args)-1].Pos() != e.Pos {
			continue
		}
		if sig, ok := h.Info.TypeOf(call.Fun).(*types.Signature); ok && sig.Variadic() {
			return h.spreadHint(call, sig) + h.keptHint(call)
		}
	}
	return ""
}

// spreadHint is for a list instead of its elements as arguments: x.Reshape(y.Shape()).
func (h *Hints) spreadHint(call *ast.CallExpr, sig *types.Signature) string {
	at := len(call.Args) - 1
	last := h.Info.TypeOf(call.Args[at])
	if last == nil || at != sig.Params().Len()-1 || !types.Identical(last.Underlying(), sig.Params().At(at).Type()) {
		return ""
	}
	return " (" + h.Text(call.Args[at].Pos(), call.Args[at].End()) + "... passes its elements)"
}

// keptHint is for a bool after axes, which is Python's keepdims: x.Sum(0, true).
func (h *Hints) keptHint(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	at := len(call.Args) - 1
	if last := h.Info.TypeOf(call.Args[at]); !ok || last == nil || !types.Identical(types.Default(last), types.Typ[types.Bool]) {
		return ""
	}
	args := make([]string, len(call.Args))
	for i, arg := range call.Args {
		args[i] = h.Text(arg.Pos(), arg.End())
	}
	args[at] = "keepdims=" + args[at]
	kept := h.Python.Keeping(types.ExprString(sel), args)
	if h.Info.Types[sel.X].IsValue() {
		_, rest, ok := strings.Cut(h.Python.Keeping("x."+sel.Sel.Name, args), ".")
		if kept = ""; ok {
			kept = h.Text(sel.X.Pos(), sel.X.End()) + "." + rest
		}
	}
	if kept == "" {
		return ""
	}
	return " (" + kept + " sets whether to keep the reduced axes)"
}
