package sugar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Assignments have two phases: the operands of the targets and the values are evaluated first, in this order, then
// the targets are assigned from left to right. Elements of tensors are set by calls, so their operands are assigned
// to variables first.

// assignMany splits "a, x[0] = f(), 1.0" if a target is a tensor element.
func (g *Rewriter) assignMany(s *ast.AssignStmt) ast.Stmt {
	elements := 0
	for _, l := range s.Lhs {
		if t, _, _ := g.element(l); t != nil {
			elements++
		}
	}
	if elements == 0 || s.Tok != token.ASSIGN || g.changed && !g.typed(s.Rhs) {
		return s
	}
	p := &phases{effects: g.effectsOf(s), values: &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}}
	p.plain = &ast.AssignStmt{TokPos: s.TokPos, Tok: token.ASSIGN}
	for i, l := range s.Lhs {
		g.part(p, s, i, l)
	}
	g.changed = true
	list := append(p.operands, p.values)
	if len(p.plain.Lhs) > 0 {
		list = append(list, p.plain)
	}
	return &ast.BlockStmt{Lbrace: s.Pos(), List: append(append(list, p.copies...), p.stores...), Rbrace: s.End()}
}

// phases are the statements that replace an assignment.
type phases struct {
	effects  effects
	operands []ast.Stmt      // variables for the operands of targets
	values   *ast.AssignStmt // variables for the values
	plain    *ast.AssignStmt // of targets that are not elements, together
	copies   []ast.Stmt      // of values that an earlier store might change, because they are views
	stores   []ast.Stmt
}

// part adds the i-th target of s.
func (g *Rewriter) part(p *phases, s *ast.AssignStmt, i int, l ast.Expr) {
	if id, ok := l.(*ast.Ident); ok && id.Name == "_" {
		p.values.Lhs = append(p.values.Lhs, id)
		return
	}
	tmp := g.temp(l.Pos())
	name := func() ast.Expr { return &ast.Ident{NamePos: l.Pos(), Name: tmp} }
	p.values.Lhs = append(p.values.Lhs, name())
	t, idx, pos := g.element(l)
	if t == nil {
		var pre []ast.Stmt
		pre, l = g.place(l, p.effects)
		p.operands = append(p.operands, pre...)
		p.plain.Lhs, p.plain.Rhs = append(p.plain.Lhs, l), append(p.plain.Rhs, name())
		return
	}
	pre, t, idx := g.operandsOnce(t, idx, p.effects)
	p.operands = append(p.operands, pre...)
	value := g.valueType(s.Rhs, i)
	if len(p.stores) > 0 && value != nil && types.Identical(value, g.lang.Tensor) {
		p.copies = append(p.copies, &ast.AssignStmt{
			Lhs: []ast.Expr{name()}, TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{g.method(name(), "Clone", l.Pos(), l.End())},
		})
	}
	store := &ast.IndexListExpr{X: t, Lbrack: pos, Indices: idx, Rbrack: l.End() - 1}
	g.note(store, g.lang.Tensor, g.Span(l))
	p.stores = append(p.stores, &ast.AssignStmt{Lhs: []ast.Expr{store}, TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{name()}})
}

// typed reports whether the types of all values are known.
func (g *Rewriter) typed(values []ast.Expr) bool {
	return !slices.ContainsFunc(values, func(v ast.Expr) bool { return g.TypeOf(v) == nil })
}

// valueType returns the type of the value for the i-th target, or nil if it is not known.
func (g *Rewriter) valueType(values []ast.Expr, i int) types.Type {
	if i < len(values) && len(values) > 1 {
		return g.TypeOf(values[i])
	}
	if t, ok := g.TypeOf(values[0]).(*types.Tuple); ok && i < t.Len() {
		return t.At(i).Type()
	}
	return nil
}

// place assigns calls in the operands of a target to variables, and returns the remaining target.
func (g *Rewriter) place(l ast.Expr, c effects) ([]ast.Stmt, ast.Expr) {
	if !g.acts(l) {
		return nil, l
	}
	switch x := l.(type) {
	case *ast.IndexExpr:
		pre, base := g.place(x.X, c)
		more, index := g.snapshot(x.Index, c)
		return append(pre, more...), &ast.IndexExpr{X: base, Lbrack: x.Lbrack, Index: index, Rbrack: x.Rbrack}
	case *ast.SelectorExpr:
		pre, base := g.place(x.X, c)
		return pre, &ast.SelectorExpr{X: base, Sel: x.Sel}
	case *ast.StarExpr:
		pre, base := g.snapshot(x.X, c)
		return pre, &ast.StarExpr{Star: x.Star, X: base}
	}
	return g.snapshot(l, c)
}

// operandsOnce assigns the operands of an element that must not be evaluated twice, or later, to variables.
func (g *Rewriter) operandsOnce(t ast.Expr, idx []ast.Expr, c effects) (temps []ast.Stmt, tensor ast.Expr, indices []ast.Expr) {
	temps, tensor = g.snapshot(t, c)
	for _, x := range idx {
		pre, x := g.snapshot(x, c)
		temps, indices = append(temps, pre...), append(indices, x)
	}
	return temps, tensor, indices
}

// effects describes what a statement may change before it is done.
type effects struct {
	all  bool
	vars map[types.Object]bool
}

// effectsOf returns what an assignment may change.
func (g *Rewriter) effectsOf(s *ast.AssignStmt) effects {
	c := effects{vars: map[types.Object]bool{}}
	for _, r := range s.Rhs {
		c.all = c.all || g.acts(r)
	}
	for _, l := range s.Lhs {
		id, isName := ast.Unparen(l).(*ast.Ident)
		if isName {
			c.vars[g.info.ObjectOf(id)] = true
		}
		t, _, _ := g.element(l)
		c.all = c.all || g.acts(l) || t == nil && !isName
	}
	return c
}

// snapshot assigns the value of an expression to a variable if it contains calls or c may change it.
func (g *Rewriter) snapshot(e ast.Expr, c effects) ([]ast.Stmt, ast.Expr) {
	fixed := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			o := g.info.ObjectOf(n)
			_, isVar := o.(*types.Var)
			fixed = fixed && !c.vars[o] && !(c.all && isVar)
		case *ast.CallExpr:
			fixed = fixed && g.bounds(n)
		case *ast.FuncLit, *ast.CompositeLit:
			fixed = false
		}
		return fixed
	})
	if fixed {
		return nil, e
	}
	return g.named(e)
}

// bounds reports whether a call represents lo:hi:step.
func (g *Rewriter) bounds(c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || !g.operator(c) {
		return false
	}
	switch sel.Sel.Name {
	case "Span", "From", "To", "All", "By":
		return true
	}
	return false
}

// acts reports whether an expression calls something that the user wrote, whose effects may matter to other operands.
func (g *Rewriter) acts(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			found = found || !g.isType(n.Fun) && !g.operator(n)
		}
		return !found
	})
	return found
}

// operator reports whether a call represents an operator, an index or a number.
func (g *Rewriter) operator(c *ast.CallExpr) bool {
	if _, made := g.spans[c]; !made {
		return false
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	return !ok || sel.Sel.Name != "Call" && sel.Sel.Name != "CellBase"
}
