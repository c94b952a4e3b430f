package sugar

import (
	"go/ast"
	"go/parser"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// fillDefaults adds the omitted arguments of an op that have defaults in MindSpore: ops.GELU(x) is ops.GELU(x,
// "none"). Options may follow.
func (g *Rewriter) fillDefaults(e *ast.CallExpr, sig *types.Signature) {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || e.Ellipsis.IsValid() || g.lang.Defaults == nil {
		return
	}
	n, given := sig.Params().Len(), len(e.Args)
	if sig.Variadic() {
		n--
		option := sig.Params().At(n).Type().(*types.Slice).Elem()
		given = slices.IndexFunc(e.Args, func(x ast.Expr) bool { return g.TypeOf(x) == option })
		if given < 0 {
			given = len(e.Args)
		}
	}
	if given >= n {
		return
	}
	if given == 1 {
		if _, several := g.TypeOf(e.Args[0]).(*types.Tuple); several {
			return
		}
	}
	f := g.opCalled(sel)
	if f == nil || !types.Identical(f.Type(), sig) {
		return
	}
	for i, code := range g.lang.Defaults(f, given) {
		x, err := parser.ParseExpr(code)
		if err != nil {
			panic(err) // a bug: the table is generated
		}
		syntax.Place(x, e.Rparen)
		e.Args = slices.Insert(e.Args, given+i, x)
		g.changed = true
	}
}

// opCalled returns the function of package ops, or the method of tensors, that a call names, including methods of
// types that embed one, like Parameter.
func (g *Rewriter) opCalled(sel *ast.SelectorExpr) (f *types.Func) {
	if g.packageOf(sel.X) != "" {
		f, _ = g.info.Uses[sel.Sel].(*types.Func)
	} else if x := g.Tensor(sel.X); x != nil {
		f = g.lookup(x, sel.Sel.Name)
	}
	return f
}
