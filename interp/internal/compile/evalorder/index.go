package evalorder

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The SSA form evaluates the index of a string, or of an array that is not addressable, before the string or the
// array.

// turned reports whether that matters for e.
func (o *order) turned(e ast.Expr) bool {
	of, index := o.aroundIndex(e)
	return (of.effect || of.fails) && index != found{} || of.risky && index.risky
}

// pulled reports whether it matters because both can fail: then the value is evaluated before the statement.
func (o *order) pulled(e ast.Expr) bool {
	of, index := o.aroundIndex(e)
	return of.risky && index.risky
}

// aroundIndex returns the effects of such a value and of its index.
func (o *order) aroundIndex(e ast.Expr) (of, index found) {
	x, ok := e.(*ast.IndexExpr)
	if ok && o.isIndexOfValue(x) && !o.settled(x.Index) {
		s := scan{o: o}
		of, index = s.one(plain(&x.X)), s.one(plain(&x.Index))
	}
	return of, index
}

func (o *order) isIndexOfValue(e *ast.IndexExpr) bool {
	tv := o.info.Types[e.X]
	if _, isVar := e.X.(*ast.Ident); isVar || !tv.IsValue() || o.info.Types[e].Addressable() {
		return false
	}
	switch tv.Type.Underlying().(type) {
	case *types.Basic, *types.Array, *types.Interface: // the last for type parameters
		return true
	}
	return false
}

// arrayFirst makes a nil pointer to an array fail before the index does: the SSA form dereferences it last. The array
// is sliced, which fails for a nil pointer, then indexed.
func (o *order) arrayFirst(e *ast.IndexExpr) {
	if p, ok := o.typeOf(e.X).Underlying().(*types.Pointer); ok && o.fails(plain(&e.Index)) {
		if _, ok := p.Elem().Underlying().(*types.Array); ok {
			o.slice(&e.X)
		}
	}
}

// slice slices all of an array, or of the array behind a pointer.
func (o *order) slice(at *ast.Expr) {
	t := o.typeOf(*at).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	all := &ast.SliceExpr{X: *at, Lbrack: (*at).End(), Rbrack: (*at).End()}
	*at = o.typed(all, types.NewSlice(t.(*types.Array).Elem()))
}

// hoistAll moves what operands evaluate first, and pulled values, before the statement.
func (o *order) hoistAll(ops ...operand) {
	for _, op := range ops {
		o.hoist(op)
	}
	o.pull(ops)
}

// pull moves what can fail before a pulled value, then the value, before the statement. What is evaluated first is
// there already.
func (o *order) pull(ops []operand) {
	last := len(ops) - 1
	for last >= 0 && !o.hasPulled(ops[last]) {
		last--
	}
	for i := range last + 1 {
		switch e := *ops[i].at; {
		case i == last:
			inner := o.operands(e)
			o.pull(inner)
			if o.pulled(e) {
				o.keep(inner[0].at)
			}
		case !ops[i].place && o.fails(ops[i]):
			o.keep(ops[i].at)
		}
	}
}

// hasPulled reports whether an operand contains a pulled value.
func (o *order) hasPulled(op operand) (found bool) {
	ast.Inspect(*op.at, func(n ast.Node) bool {
		e, ok := n.(*ast.IndexExpr)
		found = found || ok && o.pulled(e)
		_, isLit := n.(*ast.FuncLit)
		return !found && !isLit
	})
	return found
}

// mayMove is a quick check whether anything in e may have to be evaluated before operands that precede it, or can
// change variables.
func (o *order) mayMove(e ast.Expr) bool { return (&callFinder{o: o}).in(e) }

// mayCall is a quick check whether anything in e can change variables, or fail before late operands are read.
func mayCall(e ast.Expr) bool { return (&callFinder{}).in(e) }

// callFinder looks for calls and, if o is not nil, for what may have to move. It ignores the bodies of function
// literals.
type callFinder struct {
	o     *order
	found bool
}

func (s *callFinder) in(e ast.Expr) bool {
	if e != nil {
		ast.Walk(s, e)
	}
	return s.found
}

// Visit implements ast.Visitor.
func (s *callFinder) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.CallExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		s.found = true
	case *ast.UnaryExpr:
		s.found = s.found || n.Op == token.ARROW
	case *ast.IndexExpr:
		s.found = s.found || s.o != nil && (s.o.isIndexOfValue(n) || s.o.isMapElement(n))
	case *ast.CompositeLit:
		s.found = s.found || s.o != nil && s.o.turnOf(n).first
	case *ast.FuncLit:
		return nil
	}
	if s.found {
		return nil
	}
	return s
}
