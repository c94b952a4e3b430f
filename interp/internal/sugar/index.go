package sugar

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// element splits an index or slice of a tensor: it returns the tensor, the indices and their position. The tensor is
// nil for other expressions.
func (g *Rewriter) element(e ast.Expr) (t ast.Expr, idx []ast.Expr, pos token.Pos) {
	switch e := e.(type) {
	case *ast.IndexExpr:
		if t = g.Tensor(e.X); t != nil {
			return t, g.indices(e.Index), e.Lbrack
		}
	case *ast.IndexListExpr:
		if t = g.Tensor(e.X); t != nil {
			return t, e.Indices, e.Lbrack
		}
	case *ast.SliceExpr:
		if t = g.Tensor(e.X); t != nil {
			return t, []ast.Expr{g.slice(e.Lbrack, e.End(), e.Low, e.High, e.Max)}, e.Lbrack
		}
	}
	return nil, nil, token.NoPos
}

// indices unwraps the markers of multi-dimensional indices.
func (g *Rewriter) indices(index ast.Expr) []ast.Expr {
	c := syntax.MarkerCall(index, syntax.IndexMarker)
	if c == nil {
		return []ast.Expr{index}
	}
	var l []ast.Expr
	for _, arg := range c.Args {
		if s := syntax.MarkerCall(arg, syntax.SpanMarker); s != nil {
			bounds := make([]ast.Expr, 3)
			copy(bounds, s.Args)
			for i, b := range bounds {
				if id, ok := b.(*ast.Ident); ok && id.Name == "nil" {
					bounds[i] = nil
				}
			}
			arg = g.slice(arg.Pos(), arg.End(), bounds[0], bounds[1], bounds[2])
		}
		l = append(l, arg)
	}
	return l
}

// slice builds lo:hi:step as a value: tensor.Span(lo, hi).By(step) and its shorter forms.
func (g *Rewriter) slice(pos, end token.Pos, lo, hi, step ast.Expr) ast.Expr {
	sp := Span{pos, end}
	var c *ast.CallExpr
	switch {
	case lo != nil && hi != nil:
		c = g.pkgCall("Span", pos, sp, lo, hi)
	case lo != nil:
		c = g.pkgCall("From", pos, sp, lo)
	case hi != nil:
		c = g.pkgCall("To", pos, sp, hi)
	default:
		c = g.pkgCall("All", pos, sp)
	}
	if step != nil {
		t := g.known[c]
		c = g.method(c, "By", pos, end, step)
		g.note(c, t, sp)
	}
	return c
}

// elementValue returns an element of a tensor as a call of At, or nil for other expressions.
func (g *Rewriter) elementValue(e ast.Expr) ast.Expr {
	if t, idx, pos := g.element(e); t != nil {
		return g.at(t, e, idx, pos)
	}
	return nil
}

// at builds t.At(idx...).
func (g *Rewriter) at(t, e ast.Expr, idx []ast.Expr, pos token.Pos) ast.Expr {
	c := g.method(t, "At", pos, e.End(), idx...)
	g.note(c, g.resultOf("At"), Span{g.Span(t).Lo, e.End()})
	return c
}

// visitAssign rewrites an assignment; its targets are not values.
func (g *Rewriter) visitAssign(w *syntax.Walker, s *ast.AssignStmt) ast.Stmt {
	w.Exprs(s.Rhs)
	g.unpack(s)
	for i, l := range s.Lhs {
		switch l.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr, *ast.SliceExpr:
			w.Children(l)
			g.infer(l)
		default:
			if s.Tok != token.DEFINE {
				s.Lhs[i] = w.Visit(l)
			}
		}
	}
	if s.Tok == token.DEFINE {
		g.refuseElements(s)
	}
	if s.Tok == token.DEFINE || s.Tok == token.ASSIGN {
		g.bind(s.Lhs, s.Rhs)
	}
	return g.assign(s)
}

// refuseElements reports elements of tensors among what := declares.
func (g *Rewriter) refuseElements(s *ast.AssignStmt) {
	for _, l := range s.Lhs {
		if t, _, _ := g.element(l); t != nil {
			text := g.lang.Text(g.Span(l).Lo, g.Span(l).Hi)
			g.errorf(l, "non-name %s on left side of := (in Go: %s = …)", text, text)
		}
	}
}

func (g *Rewriter) visitIncDec(w *syntax.Walker, s *ast.IncDecStmt) ast.Stmt {
	w.Children(s.X)
	g.infer(s.X)
	if t, _, _ := g.element(s.X); t == nil && g.Tensor(s.X) == nil {
		return s
	}
	one := &ast.BasicLit{ValuePos: s.TokPos, Kind: token.INT, Value: "1"}
	g.known[one] = types.Typ[types.UntypedInt]
	op := token.ADD_ASSIGN
	if s.Tok == token.DEC {
		op = token.SUB_ASSIGN
	}
	return g.assign(&ast.AssignStmt{Lhs: []ast.Expr{s.X}, TokPos: s.TokPos, Tok: op, Rhs: []ast.Expr{one}})
}

// assign rewrites stores into tensors and compound assignments.
func (g *Rewriter) assign(s *ast.AssignStmt) ast.Stmt {
	if s.Tok == token.DEFINE {
		return s
	}
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return g.assignMany(s)
	}
	op, compound := assignOperators[s.Tok]
	l, r := s.Lhs[0], s.Rhs[0]
	if t, idx, pos := g.element(l); t != nil {
		return g.store(s, t, idx, pos, op, compound)
	}
	if !compound || g.TypeOf(l) == nil || g.Tensor(l) == nil {
		return s
	}
	if !types.Identical(g.TypeOf(l), g.lang.Tensor) {
		return g.updateHolder(s, op)
	}
	temps, l2 := g.once(l) // x += y assigns a new tensor to x
	v := g.binary(op, s.TokPos, l2, r, Span{g.Span(l).Lo, g.Span(r).Hi})
	if v == nil {
		return s
	}
	g.changed = true
	return inBlock(temps, &ast.AssignStmt{Lhs: []ast.Expr{l2}, TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{v}})
}

// store rewrites x[i] = v and x[i] op= v.
func (g *Rewriter) store(s *ast.AssignStmt, t ast.Expr, idx []ast.Expr, pos token.Pos, op token.Token, compound bool) ast.Stmt {
	l, r := s.Lhs[0], s.Rhs[0]
	var temps []ast.Stmt
	if g.operand(r) == nil && numbers(g.TypeOf(r)) { // a list, as in Python
		r = g.pkgCall("New", r.Pos(), g.Span(r), r)
	}
	v := g.operand(r)
	if compound {
		temps, t, idx = g.operandsOnce(t, idx, effects{all: g.acts(r)})
		v = g.binary(op, s.TokPos, g.at(t, l, idx, pos), r, Span{g.Span(l).Lo, g.Span(r).Hi})
	}
	if v == nil {
		if rt := g.TypeOf(r); rt != nil && !compound {
			g.errorf(r, "cannot use %s (value of type %s) as a tensor element in assignment",
				types.ExprString(r), types.TypeString(rt, g.lang.Qualify))
		}
		return s
	}
	if !compound && g.acts(r) && (g.acts(t) || slices.ContainsFunc(idx, g.acts)) {
		temps, t, idx = g.operandsOnce(t, idx, effects{all: true}) // Go evaluates calls in the target first
	}
	g.changed = true
	c := g.method(t, "SetAt", pos, g.Span(r).Hi, append([]ast.Expr{v}, idx...)...)
	return inBlock(temps, &ast.ExprStmt{X: c})
}

// numbers reports whether a type is a slice of numbers, of any depth.
func numbers(t types.Type) bool {
	if t == nil {
		return false
	}
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0 || numbers(s.Elem())
}

// updateHolder rewrites p op= v in place if p holds a tensor, like a Parameter, by AddAssign and similar methods.
func (g *Rewriter) updateHolder(s *ast.AssignStmt, op token.Token) ast.Stmt {
	name := operators[op] + "Assign"
	if g.lookup(s.Lhs[0], name) == nil {
		name = "Assign" + operators[op]
	}
	v := g.operand(s.Rhs[0])
	if v == nil || g.lookup(s.Lhs[0], name) == nil {
		return s
	}
	g.changed = true
	return &ast.ExprStmt{X: g.method(s.Lhs[0], name, s.TokPos, g.Span(s.Rhs[0]).Hi, v)}
}

// once returns e in a form that may be evaluated twice, and the statements needed before it.
func (g *Rewriter) once(e ast.Expr) ([]ast.Stmt, ast.Expr) {
	calls := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, isCall := n.(*ast.CallExpr)
		calls = calls || isCall
		return !calls
	})
	if !calls {
		return nil, e
	}
	if sel, ok := e.(*ast.SelectorExpr); ok { // a field: keep its operand
		temps, x := g.once(sel.X)
		n := &ast.SelectorExpr{X: x, Sel: sel.Sel}
		g.note(n, g.TypeOf(e), g.Span(e))
		return temps, n
	}
	return g.named(e)
}

// named assigns the value of e to a variable.
func (g *Rewriter) named(e ast.Expr) ([]ast.Stmt, ast.Expr) {
	id := &ast.Ident{NamePos: e.Pos(), Name: g.temp(e.Pos())}
	g.note(id, g.TypeOf(e), g.Span(e))
	define := &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: e.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{e}}
	return []ast.Stmt{define}, id
}

func (g *Rewriter) temp(pos token.Pos) string {
	g.temps++
	return fmt.Sprintf("v%s%d_%d", syntax.Mark, pos, g.temps)
}

func inBlock(temps []ast.Stmt, s ast.Stmt) ast.Stmt {
	if len(temps) == 0 {
		return s
	}
	return &ast.BlockStmt{Lbrace: s.Pos(), List: append(temps, s), Rbrace: s.End()}
}
