package evalorder

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// mapLiteral rewrites a map literal to assignments of its entries to a new map.
func (o *order) mapLiteral(lit *ast.CompositeLit, at *ast.Expr) {
	o.constantsFirst(lit)
	elts, t := lit.Elts, o.typeOf(lit)
	lit.Elts = nil
	o.keep(at)
	for _, e := range elts {
		kv := e.(*ast.KeyValueExpr)
		m := t.Underlying().(*types.Map)
		left := o.typed(&ast.IndexExpr{X: o.again(*at), Lbrack: kv.Key.Pos(), Index: o.whole(kv.Key, m.Key())}, m.Elem())
		set := &ast.AssignStmt{Lhs: []ast.Expr{left}, TokPos: kv.Colon, Tok: token.ASSIGN, Rhs: []ast.Expr{o.whole(kv.Value, m.Elem())}}
		o.pre = append(o.pre, o.together(set))
	}
}

// constantsFirst moves the constant entries of a map before the others, in the order of compiled Go: of equal keys
// the last one counts.
func (o *order) constantsFirst(lit *ast.CompositeLit) {
	m, ok := o.typeOf(lit).Underlying().(*types.Map)
	if !ok {
		return
	}
	rank := func(e ast.Expr) int {
		if kv := e.(*ast.KeyValueExpr); o.isStatic(kv.Key, m.Key()) && o.isStatic(kv.Value, m.Elem()) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(lit.Elts, func(a, b ast.Expr) int { return cmp.Compare(rank(a), rank(b)) })
}

// isStatic reports whether e, converted to type t, is a constant, nil, or an array or a struct of these. A constant
// in an interface is not static.
func (o *order) isStatic(e ast.Expr, t types.Type) bool {
	if tv := o.info.Types[e]; tv.Value != nil || tv.IsNil() {
		return tv.IsNil() || !types.IsInterface(t)
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || !types.Identical(o.typeOf(lit), t) { // a pointer, or in an interface
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		return !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			return !o.isStatic(e, t.Elem())
		})
	case *types.Struct:
		for i, e := range lit.Elts {
			f := t.Field(min(i, t.NumFields()-1))
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e, f = kv.Value, o.info.ObjectOf(kv.Key.(*ast.Ident)).(*types.Var)
			}
			if !o.isStatic(e, f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
