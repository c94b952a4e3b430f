package sugar

import (
	"go/ast"
	"go/types"
)

// call rewrites net(x) to net.Call(x), calls in Python's form, and arguments that replace tensors.
func (g *Rewriter) call(e *ast.CallExpr) ast.Expr {
	if n := g.lengthOf(e); n != nil {
		return n
	}
	if n := g.initializerCall(e); n != nil {
		return n
	}
	t := g.TypeOf(e.Fun)
	if t == nil || g.isType(e.Fun) {
		return nil
	}
	if sig, ok := t.Underlying().(*types.Signature); ok {
		if f := g.jitCall(e); f != nil {
			return f
		}
		if f := g.classCall(e, sig); f != nil {
			return f
		}
		g.fillDefaults(e, sig)
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
		g.note(c, result(m.Type()), Span{g.Span(e.Fun).Lo, e.End()})
	}
	return c
}

// callee returns the value with the Call method for e: the called value, or the cell behind an interface type of a
// layer.
func (g *Rewriter) callee(e *ast.CallExpr) ast.Expr {
	if g.lookup(e.Fun, "Call") != nil {
		return e.Fun
	}
	base := g.lookup(e.Fun, "CellBase")
	if base == nil {
		return nil
	}
	c := g.method(e.Fun, "CellBase", e.Lparen, e.Lparen+1)
	g.note(c, result(base.Type()), g.Span(e.Fun))
	return c
}

// lookup finds a method of the type of e.
func (g *Rewriter) lookup(e ast.Expr, name string) *types.Func {
	t := g.TypeOf(e)
	if t == nil {
		return nil
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, g.lang.Package, name)
	f, _ := o.(*types.Func)
	return f
}

// tensorArgs converts arguments that embed a tensor, and numbers, where a tensor is expected, and tensors that are
// bounds of a slice to numbers.
func (g *Rewriter) tensorArgs(e *ast.CallExpr, sig *types.Signature) {
	if g.lang.Tensor == nil || e.Ellipsis.IsValid() {
		return
	}
	bounds := g.bounds(e)
	for i, arg := range e.Args {
		if t := g.Tensor(arg); bounds && t != nil {
			e.Args[i] = g.method(t, "Index", arg.Pos(), arg.End())
			g.note(e.Args[i], types.Typ[types.Int], g.Span(arg))
			g.changed = true
			continue
		}
		want := paramType(sig, i)
		if want != nil && g.isResult(arg) && g.tensors(want) {
			e.Args[i] = g.resultMethod(arg, "Tuple", arg)
			g.changed = true
			continue
		}
		if want == nil || !types.Identical(want, g.lang.Tensor) || g.TypeOf(arg) == nil || types.Identical(g.TypeOf(arg), g.lang.Tensor) {
			continue
		}
		if t := g.operand(arg); t != nil {
			e.Args[i] = t
			g.changed = true
		}
	}
}

// paramType returns the type of the parameter for the i-th argument of a call, or nil.
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
