package front

import (
	"go/ast"
	"go/types"
)

// call rewrites net(x) into net.Call(x), and Parameters and numbers passed as tensors into tensors.
func (g *sugar) call(e *ast.CallExpr) ast.Expr {
	t := g.typ(e.Fun)
	if t == nil || g.isType(e.Fun) {
		return nil
	}
	if sig, ok := t.Underlying().(*types.Signature); ok {
		g.tensorArgs(e, sig)
		return nil
	}
	if tv, ok := g.info.Types[e.Fun]; ok && tv.IsBuiltin() {
		return nil
	}
	fn := g.callee(e)
	if fn == nil {
		return nil
	}
	c := &ast.CallExpr{
		Fun:    &ast.SelectorExpr{X: fn, Sel: &ast.Ident{NamePos: e.Lparen, Name: "Call"}},
		Lparen: e.Lparen, Args: e.Args, Ellipsis: e.Ellipsis, Rparen: e.Rparen,
	}
	if m := g.lookup(fn, "Call"); m != nil {
		g.note(c, result(m.Type()), span{g.span(e.Fun).lo, e.End()})
	}
	return c
}

// callee returns what has the Call method that e means: the called value, or the cell behind a
// layer of interface type.
func (g *sugar) callee(e *ast.CallExpr) ast.Expr {
	if g.lookup(e.Fun, "Call") != nil {
		return e.Fun
	}
	base := g.lookup(e.Fun, "CellBase")
	if base == nil {
		return nil
	}
	c := g.method(e.Fun, "CellBase", e.Lparen, e.Lparen+1)
	g.note(c, result(base.Type()), g.span(e.Fun))
	return c
}

// lookup finds a method of the type of e.
func (g *sugar) lookup(e ast.Expr, name string) *types.Func {
	t := g.typ(e)
	if t == nil {
		return nil
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, g.a.pkg, name)
	f, _ := o.(*types.Func)
	return f
}

// tensorArgs replaces arguments that embed a tensor, and numbers, where a tensor is wanted.
func (g *sugar) tensorArgs(e *ast.CallExpr, sig *types.Signature) {
	if g.a.tensor == nil || e.Ellipsis.IsValid() {
		return
	}
	for i, arg := range e.Args {
		want := paramType(sig, i)
		if want == nil || !types.Identical(want, g.a.tensor) || g.typ(arg) == nil || types.Identical(g.typ(arg), g.a.tensor) {
			continue
		}
		if t := g.operand(arg); t != nil {
			e.Args[i] = t
			g.changed = true
		}
	}
}

// paramType returns the type of the i-th argument of a call, nil when there is no such parameter.
func paramType(sig *types.Signature, i int) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		if s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice); ok {
			return s.Elem()
		}
		return nil // append(b, s...) on a string
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}
