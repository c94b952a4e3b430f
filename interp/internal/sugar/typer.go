package sugar

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TypeOf returns the type of e if it is certain, or nil.
func (g *Rewriter) TypeOf(e ast.Expr) types.Type {
	if tv, ok := g.info.Types[e]; ok && gotypes.Valid(tv.Type) {
		return tv.Type
	}
	if t := g.known[e]; t != nil {
		return t
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.TypeOf(e.X)
	case *ast.Ident:
		if v, ok := g.info.ObjectOf(e).(*types.Var); ok {
			if gotypes.Valid(v.Type()) {
				return v.Type()
			}
			return g.vars[v]
		}
	}
	return nil
}

func (g *Rewriter) isType(e ast.Expr) bool {
	tv, ok := g.info.Types[e]
	return ok && tv.IsType()
}

// infer infers the type of a node that the checker gave up on from its operands: without it, every line of a chain of
// tensor operations would need its own round.
func (g *Rewriter) infer(e ast.Expr) {
	if tv, ok := g.info.Types[e]; ok && gotypes.Valid(tv.Type) || g.known[e] != nil {
		return
	}
	if t := g.inferred(e); t != nil {
		g.known[e] = t
	}
}

func (g *Rewriter) inferred(e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.TypeOf(e.X)
	case *ast.SelectorExpr:
		return g.member(e)
	case *ast.CallExpr:
		return g.callResult(e)
	case *ast.BinaryExpr:
		return g.ask(e, []ast.Expr{e.X, e.Y}, func(l []ast.Expr) ast.Expr {
			return &ast.BinaryExpr{X: l[0], OpPos: e.OpPos, Op: e.Op, Y: l[1]}
		})
	case *ast.StarExpr:
		if p, ok := gotypes.Under(g.TypeOf(e.X)).(*types.Pointer); ok {
			return p.Elem()
		}
	case *ast.UnaryExpr:
		switch t := g.TypeOf(e.X); {
		case t == nil:
		case e.Op == token.AND:
			return types.NewPointer(t)
		case e.Op == token.ARROW:
			if c, ok := gotypes.Under(t).(*types.Chan); ok {
				return c.Elem()
			}
		}
	case *ast.IndexExpr:
		switch u := gotypes.Under(g.TypeOf(e.X)).(type) {
		case *types.Slice:
			return u.Elem()
		case *types.Array:
			return u.Elem()
		case *types.Map:
			return u.Elem()
		}
	}
	return nil
}

// member infers the type of x.f where x is a value.
func (g *Rewriter) member(e *ast.SelectorExpr) types.Type {
	if id, ok := e.X.(*ast.Ident); ok {
		if _, isPkg := g.info.ObjectOf(id).(*types.PkgName); isPkg {
			return nil
		}
	}
	t := g.TypeOf(e.X)
	if t == nil || g.isType(e.X) {
		return nil
	}
	if o, _, _ := types.LookupFieldOrMethod(t, true, g.lang.Package, e.Sel.Name); o != nil {
		return o.Type()
	}
	return nil
}

func (g *Rewriter) callResult(e *ast.CallExpr) types.Type {
	if ft := g.TypeOf(e.Fun); ft != nil && !g.isType(e.Fun) {
		if t := result(ft); t != nil {
			return t
		}
	}
	return g.ask(e, e.Args, func(l []ast.Expr) ast.Expr {
		c := *e
		c.Args = l
		return &c
	})
}

// ask lets go/types determine the type of e with its operands replaced by variables of their known types: generic
// calls, built-in functions, conversions, plain arithmetic.
func (g *Rewriter) ask(e ast.Expr, args []ast.Expr, build func([]ast.Expr) ast.Expr) types.Type {
	var operands []ast.Expr
	for i, arg := range args {
		t := g.TypeOf(arg)
		if _, several := t.(*types.Tuple); t == nil || several {
			return nil // no variable can hold the value of a call without a result, or with several
		}
		if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 || g.isType(arg) {
			operands = append(operands, arg)
			continue
		}
		name := fmt.Sprintf("p%s%d_%d", syntax.Mark, e.Pos(), i)
		g.lang.Package.Scope().Insert(types.NewVar(token.NoPos, g.lang.Package, name, t))
		operands = append(operands, &ast.Ident{NamePos: arg.Pos(), Name: name})
	}
	x := build(operands)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if types.CheckExpr(g.lang.Fset, g.lang.Package, token.NoPos, x, info) != nil {
		return nil
	}
	t := info.Types[x].Type
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() == 0 {
		return nil
	}
	return t
}

// bind sets the types of the targets of := and var to those of their values.
func (g *Rewriter) bind(lhs, rhs []ast.Expr) {
	set := func(l ast.Expr, t types.Type) {
		id, ok := l.(*ast.Ident)
		if !ok || t == nil {
			return
		}
		if o := g.info.ObjectOf(id); o != nil && !gotypes.Valid(o.Type()) {
			g.vars[o] = types.Default(t)
		}
	}
	switch {
	case len(rhs) == len(lhs):
		for i := range lhs {
			set(lhs[i], g.TypeOf(rhs[i]))
		}
	case len(rhs) == 1:
		if tuple, ok := g.TypeOf(rhs[0]).(*types.Tuple); ok && tuple.Len() == len(lhs) {
			for i := range lhs {
				set(lhs[i], tuple.At(i).Type())
			}
		}
	}
}

func (g *Rewriter) bindVars(d *ast.DeclStmt) {
	gd, ok := d.Decl.(*ast.GenDecl)
	if !ok || gd.Tok != token.VAR {
		return
	}
	for _, s := range gd.Specs {
		if vs := s.(*ast.ValueSpec); vs.Type == nil {
			var lhs []ast.Expr
			for _, n := range vs.Names {
				lhs = append(lhs, n)
			}
			g.bind(lhs, vs.Values)
		}
	}
}
