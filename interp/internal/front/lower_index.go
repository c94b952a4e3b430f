package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// The interpreter does not tell which index was out of range, or which bound of a slice. Where a statement has
// nothing in it that could change the operands of its index and slice expressions, these and the lengths are
// noted before it: the first of them that does not fit is the one that has failed. Indices in bare arithmetic
// in loops go without, as notes would take as long.

// elementAddress spells out the pointer in &p[i] for a pointer p to an array, of which the interpreter takes no address.
func elementAddress(l *lowerer, e ast.Expr) ast.Expr {
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return e
	}
	x, ok := ast.Unparen(u.X).(*ast.IndexExpr)
	if !ok || !isPointer(l.typeOf(x.X)) {
		return e
	}
	t := l.typeOf(x.X).Underlying().(*types.Pointer).Elem()
	star := &ast.StarExpr{Star: x.X.Pos(), X: x.X}
	l.made[star] = t
	x.X = &ast.ParenExpr{Lparen: x.X.Pos(), X: star, Rparen: x.X.End()}
	return e
}

// Index is a pair of numbers that code has noted: an index and the length of what it went into, the two bounds
// of a slice, or the third one and the most that it may be.
type Index struct{ I, Len int }

// noted is what a mark knows of an index or slice expression whose operands are noted.
type noted struct {
	at      token.Position
	slice   bool
	lo, hi  bool // the slice has this bound
	max     bool
	limited string // what limits the slice: its capacity or its length
}

// pairs is how many pairs of numbers the expression takes.
func (n noted) pairs() int {
	if n.slice {
		return 2
	}
	return 1
}

// maxIndices is how many pairs of variables there are for notes, which are called index0, length0 and so on.
const maxIndices = 6

func indexVar(i int) string  { return "index" + mark + string(rune('0'+i)) }
func lengthVar(i int) string { return "length" + mark + string(rune('0'+i)) }

// notes returns what notes the indices and slices of a statement, and where they are.
func (l *lowerer) notes(s ast.Stmt) (out []ast.Stmt, at []noted) {
	switch s.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt, *ast.IncDecStmt:
	default:
		return nil, nil
	}
	found, calls, ok := l.indices(s)
	if !ok || len(found) == 0 {
		return nil, nil
	}
	bare := l.scope().loops > 0 && calls == 0
	pos, k := s.Pos(), 0
	pair := func(x, y ast.Expr) {
		out = append(out, assign(pos, ident(pos, indexVar(k)), x), assign(pos, ident(pos, lengthVar(k)), y))
		k++
	}
	size := func(name string, x ast.Expr) ast.Expr {
		return &ast.CallExpr{Fun: ident(pos, name), Args: []ast.Expr{x}}
	}
	for _, e := range found {
		n := noted{at: l.f.Position(e.Pos())}
		switch x := e.(type) {
		case *ast.IndexExpr:
			if bare {
				return nil, nil
			}
			n.at = l.f.Position(x.Lbrack)
			if k+1 > maxIndices {
				return nil, nil
			}
			pair(l.asInt(x.Index), size("len", x.X))
		case *ast.SliceExpr:
			if k+2 > maxIndices {
				return nil, nil
			}
			n = l.notedSlice(x)
			bounds := [3]ast.Expr{intLit(pos, 0), size("len", x.X), intLit(pos, 0)}
			for i, b := range []ast.Expr{x.Low, x.High, x.Max} {
				if b != nil {
					bounds[i] = l.asInt(b)
				}
			}
			pair(bounds[0], bounds[1])
			pair(bounds[2], size(map[string]string{"capacity": "cap", "length": "len"}[n.limited], x.X))
		}
		at = append(at, n)
	}
	return out, at
}

// notedSlice returns what a mark keeps of a slice expression.
func (l *lowerer) notedSlice(x *ast.SliceExpr) noted {
	n := noted{at: l.f.Position(x.Lbrack), slice: true, lo: x.Low != nil, hi: x.High != nil, max: x.Max != nil, limited: "length"}
	if _, isSlice := l.typeOf(x.X).Underlying().(*types.Slice); isSlice {
		n.limited = "capacity"
	}
	return n
}

// asInt is an index as an int.
func (l *lowerer) asInt(index ast.Expr) ast.Expr {
	if types.Identical(l.typeOf(index), types.Typ[types.Int]) {
		return index
	}
	return &ast.CallExpr{Fun: ident(index.Pos(), "int"), Args: []ast.Expr{index}}
}

// indices returns the index and slice expressions of a statement that may be out of range, in the order in
// which they are evaluated, and how many calls there are around them; ok is false when one of them cannot be
// noted.
func (l *lowerer) indices(s ast.Stmt) (found []ast.Expr, calls int, ok bool) {
	ok = true
	var open []ast.Node
	note := func(x ast.Expr) {
		around := 0
		for _, o := range open {
			if c, isCall := o.(*ast.CallExpr); isCall && !l.harmless(c) {
				around++
			}
		}
		found = append(found, x)
		ok = ok && around == calls
	}
	ast.Inspect(s, func(n ast.Node) bool {
		if n == nil {
			open = open[:len(open)-1]
			return true
		}
		switch x := n.(type) {
		case *ast.FuncLit, *ast.TypeAssertExpr:
			ok = false
		case *ast.SliceExpr:
			note(x)
			ok = ok && l.pureBounds(x)
		case *ast.BinaryExpr:
			ok = ok && x.Op != token.LAND && x.Op != token.LOR
		case *ast.UnaryExpr:
			ok = ok && x.Op != token.ARROW
		case *ast.CallExpr:
			if !l.harmless(x) {
				calls++
			}
		case *ast.IndexExpr:
			if l.inst[x] || l.isType(x.Index) {
				break
			}
			switch l.typeOf(x.X).Underlying().(type) {
			case *types.Map:
				ok = ok && l.pure(x)
			case *types.Slice, *types.Array, *types.Basic:
				note(x)
				ok = ok && l.pure(x)
			default:
				ok = false
			}
		}
		open = append(open, n)
		return true
	})
	return found, calls, inOrder(s, found, calls) && ok
}

// inOrder sorts what was found in a statement by when it is evaluated, and reports whether that is known.
func inOrder(s ast.Stmt, found []ast.Expr, calls int) (ok bool) {
	ok = true
	if as, isAssign := s.(*ast.AssignStmt); isAssign {
		rhs := as.Rhs[0].Pos()
		ok = ok && (calls == 0 || !slices.ContainsFunc(found, func(x ast.Expr) bool { return x.Pos() < rhs }))
		slices.SortStableFunc(found, func(a, b ast.Expr) int {
			if left := a.Pos() < rhs; left != (b.Pos() < rhs) {
				return map[bool]int{true: 1, false: -1}[left]
			}
			return int(a.End() - b.End())
		})
	} else {
		slices.SortStableFunc(found, func(a, b ast.Expr) int { return int(a.End() - b.End()) })
	}
	return ok
}

// pureBounds says whether the operands of a slice expression can be evaluated once more, and fit numbers of
// type int.
func (l *lowerer) pureBounds(x *ast.SliceExpr) bool {
	for _, b := range []ast.Expr{x.Low, x.High, x.Max} {
		if b == nil {
			continue
		}
		t, _ := l.typeOf(b).Underlying().(*types.Basic)
		if !l.pure(b) || t == nil || t.Info()&types.IsUnsigned != 0 {
			return false
		}
	}
	return l.pure(x.X)
}

// harmless says whether a call runs no code of anybody: len, cap and conversions.
func (l *lowerer) harmless(c *ast.CallExpr) bool {
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok && (id.Name == "len" || id.Name == "cap") {
		_, builtin := l.info.Uses[id].(*types.Builtin)
		return builtin
	}
	return l.isType(c.Fun) && len(c.Args) == 1
}

// pure says whether an expression can be evaluated once more without a difference.
func (l *lowerer) pure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.ParenExpr:
		return l.pure(e.X)
	case *ast.SelectorExpr:
		sel := l.info.Selections[e]
		return sel == nil && l.isPackage(e.X) || sel != nil && sel.Kind() == types.FieldVal && l.pure(e.X)
	case *ast.IndexExpr:
		return l.pure(e.X) && l.pure(e.Index)
	case *ast.UnaryExpr:
		return e.Op == token.SUB && l.pure(e.X)
	case *ast.BinaryExpr:
		return l.pure(e.X) && l.pure(e.Y)
	case *ast.CallExpr:
		return l.harmless(e) && l.pure(e.Args[0])
	}
	return false
}

// isPackage says whether an expression names a package.
func (l *lowerer) isPackage(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = l.info.Uses[id].(*types.PkgName)
	return ok
}

// Failed returns what Go says of the first of the noted expressions at a mark that does not fit, and where that is.
func (m Mark) Failed(pairs []Index) (detail string, at token.Position, ok bool) {
	for _, n := range m.noted {
		if len(pairs) < n.pairs() {
			break
		}
		if n.slice {
			detail = n.badSlice(pairs[0], pairs[1])
		} else {
			detail = badIndex(pairs[0])
		}
		if detail != "" {
			return detail, n.at, true
		}
		pairs = pairs[n.pairs():]
	}
	return "", m.Position, false
}

func badIndex(x Index) string {
	switch {
	case x.I < 0:
		return fmt.Sprintf(" [%d]", x.I)
	case x.I >= x.Len:
		return fmt.Sprintf(" [%d] with length %d", x.I, x.Len)
	}
	return ""
}

// badSlice says which bound is wrong: the last one must fit, each one the next.
func (n noted) badSlice(bounds, limit Index) string {
	lo, hi, most, end := bounds.I, bounds.Len, limit.Len, ""
	if n.max {
		switch end = ":"; {
		case limit.I < 0:
			return fmt.Sprintf(" [::%d]", limit.I)
		case limit.I > most:
			return fmt.Sprintf(" [::%d] with %s %d", limit.I, n.limited, most)
		}
	}
	switch {
	case n.hi && hi < 0:
		return fmt.Sprintf(" [:%d%s]", hi, end)
	case n.max && hi > limit.I:
		return fmt.Sprintf(" [:%d:%d]", hi, limit.I)
	case hi > most:
		return fmt.Sprintf(" [:%d] with %s %d", hi, n.limited, most)
	case n.lo && lo < 0:
		return fmt.Sprintf(" [%d:%s]", lo, end)
	case lo > hi:
		return fmt.Sprintf(" [%d:%d%s]", lo, hi, end)
	}
	return ""
}
