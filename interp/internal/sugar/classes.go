package sugar

import (
	"go/ast"
	"go/types"
	"strings"
)

// Python classes that are functions or plain structs here: ops.Add() and initializer.Normal(0.02).

// classCall returns the function for the constructor call of a class of ops without settings, ops.Add for ops.Add();
// nil for other calls. The call of a function that can be called without arguments is unchanged, as are those of
// classes whose function has another result.
func (g *Rewriter) classCall(e *ast.CallExpr, sig *types.Signature) ast.Expr {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	required := sig.Params().Len()
	if sig.Variadic() {
		required--
	}
	if !ok || len(e.Args) > 0 || required == 0 || g.lang.Tensor == nil {
		return nil
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	pkg, ok := g.info.ObjectOf(id).(*types.PkgName)
	if !ok || pkg.Imported().Path() != g.home()+"ops" || strings.HasPrefix(sel.Sel.Name, "Dropout") {
		return nil
	}
	name := sel.Sel.Name
	if several := name + "Moments"; pkg.Imported().Scope().Lookup(several) != nil {
		name = several
	}
	o := pkg.Imported().Scope().Lookup(name)
	if o == nil || !g.takesTensors(o.Type().(*types.Signature)) {
		return nil
	}
	n := &ast.SelectorExpr{X: sel.X, Sel: &ast.Ident{NamePos: sel.Sel.NamePos, Name: name}}
	g.note(n, o.Type(), g.Span(e))
	return n
}

// home returns the path of the directory of package tensor, with a slash at its end.
func (g *Rewriter) home() string {
	return strings.TrimSuffix(g.lang.Tensor.Elem().(*types.Named).Obj().Pkg().Path(), "tensor")
}

// takesTensors reports whether the first parameter is a tensor or a list of tensors.
func (g *Rewriter) takesTensors(sig *types.Signature) bool {
	t := sig.Params().At(0).Type()
	return g.tensors(t) || types.Identical(t, g.lang.Tensor)
}

// jitCall returns f for Jit(f), and nil for other calls. A call of Jit with nil is inserted before the statement, for
// its message.
func (g *Rewriter) jitCall(e *ast.CallExpr) ast.Expr {
	if g.lang.Tensor == nil || len(e.Args) == 0 {
		return nil
	}
	name, ok := e.Fun.(*ast.Ident)
	if sel, isSel := e.Fun.(*ast.SelectorExpr); isSel {
		name, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	f, ok := g.info.ObjectOf(name).(*types.Func)
	if !ok || f.Name() != "Jit" || f.Pkg() != g.lang.Tensor.Elem().(*types.Named).Obj().Pkg() {
		return nil
	}
	if id, isName := e.Args[0].(*ast.Ident); isName && id.Name == "nil" {
		return nil
	}
	said := &ast.Ident{NamePos: e.Pos(), Name: "nil"}
	g.jitted = &ast.ExprStmt{X: g.pkgCall("Jit", e.Pos(), g.Span(e), said)}
	return e.Args[0]
}

// initializerCall returns Normal{Sigma: 0.02} for Normal(0.02) of package initializer, and nil for other calls: the
// arguments of MindSpore's class are the fields in order.
func (g *Rewriter) initializerCall(e *ast.CallExpr) ast.Expr {
	if g.lang.Tensor == nil || !g.isType(e.Fun) {
		return nil
	}
	t := g.info.Types[e.Fun].Type
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != g.home()+"nn/initializer" {
		return nil
	}
	fields, ok := named.Underlying().(*types.Struct)
	if !ok || len(e.Args) > fields.NumFields() {
		return nil
	}
	lit := &ast.CompositeLit{Type: e.Fun, Lbrace: e.Lparen, Rbrace: e.Rparen}
	for i, arg := range e.Args {
		if u := g.TypeOf(arg); u == nil || types.ConvertibleTo(u, t) {
			return nil // a conversion
		}
		key := &ast.Ident{NamePos: arg.Pos(), Name: fields.Field(i).Name()}
		lit.Elts = append(lit.Elts, &ast.KeyValueExpr{Key: key, Colon: arg.Pos(), Value: arg})
	}
	g.note(lit, t, g.Span(e))
	return lit
}
