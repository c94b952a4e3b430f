package sugar

import (
	"fmt"
	"go/ast"
	"go/types"
)

// Python operations on the result of a gradient function, which is a tensor or a tuple: r[0], r + 1, r.sum(), a, b =
// r, len(r), for d in r. Its type has the methods At, Tensor, Tuple, Len, All and Unpack2 to Unpack4.

// longestUnpacked is the largest number of variables that a result can be unpacked into.
const longestUnpacked = 4

// isResult reports whether e has the type of such results.
func (g *Rewriter) isResult(e ast.Expr) bool {
	if g.lang.Tensor == nil || g.isType(e) {
		return false
	}
	named, ok := types.Unalias(g.TypeOf(e)).(*types.Named)
	if !ok || named.Obj().Name() != "Result" || named.Obj().Pkg() == nil {
		return false
	}
	t := g.lookup(e, "Tensor")
	return t != nil && named.Obj().Pkg() == t.Pkg() && types.Identical(result(t.Type()), g.lang.Tensor)
}

// resultMethod builds e.name(args...) for a result e, at the position of at unless e has its own.
func (g *Rewriter) resultMethod(e ast.Expr, name string, at ast.Expr, args ...ast.Expr) *ast.CallExpr {
	c := g.method(e, name, at.End()-1, at.End(), args...)
	g.note(c, result(g.lookup(e, name).Type()), Span{g.Span(e).Lo, at.End()})
	return c
}

// resultElement returns r.At(i) for r[i], or nil for other expressions. Slices and multiple indices are those of a
// tensor.
func (g *Rewriter) resultElement(e *ast.IndexExpr) ast.Expr {
	if !g.isResult(e.X) {
		return nil
	}
	t := g.TypeOf(e.Index)
	if t == nil {
		return nil
	}
	if b, ok := t.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return nil
	}
	return g.resultMethod(e.X, "At", e, e.Index)
}

// resultMember returns r.Tensor().Shape for r.Shape if only tensors have such a method, and nil for other
// expressions.
func (g *Rewriter) resultMember(e *ast.SelectorExpr) ast.Expr {
	if !g.isResult(e.X) || g.lookup(e.X, e.Sel.Name) != nil {
		return nil
	}
	if o, _, _ := types.LookupFieldOrMethod(g.lang.Tensor, true, g.lang.Package, e.Sel.Name); o == nil {
		return nil
	}
	n := &ast.SelectorExpr{X: g.Tensor(e.X), Sel: e.Sel}
	g.note(n, g.member(n), g.Span(e))
	return n
}

// unpack rewrites a, b := r.
func (g *Rewriter) unpack(s *ast.AssignStmt) {
	if n := len(s.Lhs); n > 1 && n <= longestUnpacked && len(s.Rhs) == 1 && g.isResult(s.Rhs[0]) {
		s.Rhs[0] = g.resultMethod(s.Rhs[0], fmt.Sprintf("Unpack%d", n), s.Rhs[0])
		g.changed = true
	}
}

// overResult rewrites for i, d := range r.
func (g *Rewriter) overResult(s *ast.RangeStmt) {
	if g.isResult(s.X) {
		s.X = g.resultMethod(s.X, "All", s.X)
		g.changed = true
	}
}

// tensors reports whether a type is a list of tensors.
func (g *Rewriter) tensors(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), g.lang.Tensor)
}

// lengthOf returns r.Len() for len(r), or nil for other calls.
func (g *Rewriter) lengthOf(e *ast.CallExpr) ast.Expr {
	id, ok := e.Fun.(*ast.Ident)
	if !ok || g.info.ObjectOf(id) != types.Universe.Lookup("len") || len(e.Args) != 1 || !g.isResult(e.Args[0]) {
		return nil
	}
	return g.resultMethod(e.Args[0], "Len", e)
}
