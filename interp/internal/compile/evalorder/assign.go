package evalorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// If several operands of an assignment can fail, it is observable which is evaluated first. Compiled Go copies what
// an earlier assignment of the statement may change, then assigns one after the other, evaluating each value before
// its place. In x += y it reads x before y.

// fails reports whether an expression can fail.
func (o *order) fails(op operand) bool {
	if *op.at == nil {
		return false
	}
	f := (&scan{o: o}).one(op)
	return f.risky || f.fails
}

// placeFails reports whether evaluating the operands of a place can fail, apart from accessing the place itself.
func (o *order) placeFails(l ast.Expr) bool {
	return slices.ContainsFunc(o.operands(ast.Unparen(l)), o.fails)
}

// settle puts the parts of an assignment that no longer has calls into the order of compiled Go.
func (o *order) settle(s *ast.AssignStmt) {
	switch {
	case s.Tok == token.DEFINE || len(s.Lhs) != len(s.Rhs):
	case len(s.Lhs) > 1:
		o.oneByOne(s)
	case s.Tok == token.ASSIGN || o.isMapElement(s.Lhs[0]) && s.Tok != token.QUO_ASSIGN && s.Tok != token.REM_ASSIGN:
		o.valueFirst(s)
	default:
		o.placeFirst(s)
	}
}

// placeFirst rewrites x += y to x = x + y if both can fail: the SSA form reads x last. The operands of x are still
// evaluated once.
func (o *order) placeFirst(s *ast.AssignStmt) {
	x, y := s.Lhs[0], s.Rhs[0]
	if o.isMapElement(x) || !o.fails(plain(&x)) || !o.fails(plain(&y)) {
		return
	}
	o.once(&s.Lhs[0])
	op := s.Tok - token.ADD_ASSIGN + token.ADD
	s.Tok = token.ASSIGN
	s.Rhs[0] = o.typed(&ast.BinaryExpr{X: s.Lhs[0], OpPos: s.Pos(), Op: op, Y: y}, o.typeOf(x))
}

// once saves the operands of a place in variables, so that the place can be named twice.
func (o *order) once(at *ast.Expr) {
	switch x := (*at).(type) {
	case *ast.ParenExpr:
		o.once(&x.X)
	case *ast.StarExpr:
		o.name(&x.X)
	case *ast.SelectorExpr:
		if ops := o.selected(x); ops != nil && ops[0].place {
			o.once(&x.X)
		} else if ops != nil {
			o.name(&x.X)
		}
	case *ast.IndexExpr:
		o.arrayFirst(x)
		if holder := o.holder(&x.X); holder.place && o.fails(holder) && o.fails(plain(&x.Index)) {
			o.slice(&x.X)
			o.keep(&x.X)
		} else if holder.place {
			o.once(&x.X)
		} else {
			o.name(&x.X)
		}
		o.name(&x.Index)
	}
}

// name saves a value in a variable unless it is one.
func (o *order) name(at *ast.Expr) {
	if _, ok := (*at).(*ast.Ident); !ok && !o.settled(*at) {
		o.keep(at)
	}
}

func (o *order) isMapElement(e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, ok = o.typeOf(x.X).Underlying().(*types.Map)
	return ok
}

// valueFirst makes the value of an assignment be evaluated before its place.
func (o *order) valueFirst(s *ast.AssignStmt) {
	if o.fails(plain(&s.Rhs[0])) && o.placeFails(s.Lhs[0]) {
		o.hoist(addressOf(&s.Lhs[0]))
		o.keep(&s.Rhs[0])
	}
}

// oneByOne splits an assignment to several variables.
func (o *order) oneByOne(s *ast.AssignStmt) {
	var ops []operand
	for i := range s.Lhs {
		ops = append(ops, addressOf(&s.Lhs[i]))
	}
	for i := range s.Rhs {
		ops = append(ops, plain(&s.Rhs[i]))
	}
	risks := 0
	first := false // something can fail, or is called, that compiled Go evaluates before it makes copies
	for _, op := range ops {
		f := (&scan{o: o}).one(op)
		first = first || f.fails || f.effect
		if f.fails || f.risky {
			risks += o.failures(*op.at)
		}
	}
	if risks < 2 {
		return
	}
	if first {
		for _, op := range ops {
			o.hoist(op)
		}
	}
	early := earlier{order: o, assigned: map[*types.Var]bool{}}
	for i := range s.Lhs {
		v := early.place(&s.Lhs[i])
		early.save(&s.Rhs[i])
		early.assign(v, isBlank(s.Lhs[i]))
	}
	last := len(s.Lhs) - 1
	for i := range last {
		one := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.ASSIGN, Lhs: s.Lhs[i : i+1], Rhs: s.Rhs[i : i+1]}
		o.oneOfSeveral(one)
		o.pre = append(o.pre, one)
	}
	s.Lhs, s.Rhs = s.Lhs[last:], s.Rhs[last:]
	o.oneOfSeveral(s)
}

func (o *order) oneOfSeveral(s *ast.AssignStmt) {
	if !o.isMapElement(s.Lhs[0]) {
		o.valueFirst(s)
	}
}

// failures counts the operations in an expression that can fail.
func (o *order) failures(e ast.Expr) (n int) {
	ast.Inspect(e, func(node ast.Node) bool {
		if x, ok := node.(ast.Expr); ok && o.canFail(x) {
			n++
		}
		_, isLit := node.(*ast.FuncLit)
		return !isLit
	})
	return max(n, 1)
}

// earlier records what the assignments of one statement have changed so far.
type earlier struct {
	*order
	assigned map[*types.Var]bool
	memory   bool // any memory other than these
}

// place saves the operands of a place, and returns the variable that the place is, or nil if it is none.
func (e *earlier) place(at *ast.Expr) *types.Var {
	switch x := (*at).(type) {
	case *ast.ParenExpr:
		return e.place(&x.X)
	case *ast.Ident:
		v, _ := e.info.ObjectOf(x).(*types.Var)
		return v
	case *ast.StarExpr:
		e.save(&x.X)
	case *ast.SelectorExpr:
		ops := e.selected(x)
		switch {
		case ops == nil: // package-level
		case ops[0].place:
			return e.place(&x.X)
		default:
			e.save(&x.X)
		}
	case *ast.IndexExpr:
		if e.holder(&x.X).place {
			e.save(&x.Index)
			return e.place(&x.X)
		}
		e.save(&x.X)
		e.save(&x.Index)
	}
	return nil
}

// assign records the assignment to a place.
func (e *earlier) assign(v *types.Var, blank bool) {
	switch {
	case blank:
	case v == nil || e.inMemory(v):
		e.memory = true
		fallthrough
	default:
		if v != nil {
			e.assigned[v] = true
		}
	}
}

// save copies a value that may have changed by now.
func (e *earlier) save(at *ast.Expr) {
	if !e.settled(*at) && e.affected(*at) {
		e.keep(at)
	}
}

// affected reports whether the value of an expression may have changed by now.
func (e *earlier) affected(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = true // literals are not analyzed
		case *ast.Ident:
			v, ok := e.info.Uses[n].(*types.Var)
			found = found || ok && !v.IsField() && (e.assigned[v] || e.memory && e.inMemory(v))
		case *ast.StarExpr:
			found = found || e.memory
		case *ast.SelectorExpr:
			ops := e.selected(n)
			found = found || e.memory && ops != nil && !ops[0].place
		case *ast.IndexExpr:
			found = found || e.memory
		}
		return !found
	})
	return found
}

// inMemory reports whether compiled Go keeps a variable in memory that others may access.
func (o *order) inMemory(v *types.Var) bool {
	outside := o.lit != nil && (v.Pos() < o.lit.Pos() || v.Pos() > o.lit.End())
	if o.global(v) || o.kept == nil || outside {
		return true
	}
	o.findKept()
	return o.kept.known[v]
}
