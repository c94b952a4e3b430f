package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// The interpreter does not tell which index was out of range. Where a statement has nothing in it that could change
// the operands of its index expressions, the indices and the lengths are noted before it: the first pair of them that
// does not fit is the one that has failed. Bare arithmetic in loops goes without, as notes would take as long.

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

// Index is an index and the length of what it went into.
type Index struct{ I, Len int }

// maxIndices is how many pairs of variables there are for notes, which are called index0, length0 and so on.
const maxIndices = 3

func indexVar(i int) string  { return "index" + mark + string(rune('0'+i)) }
func lengthVar(i int) string { return "length" + mark + string(rune('0'+i)) }

// notes returns what notes the indices of a statement, and where they are.
func (l *lowerer) notes(s ast.Stmt) (out []ast.Stmt, at []token.Position) {
	switch s.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt, *ast.IncDecStmt:
	default:
		return nil, nil
	}
	found, calls, ok := l.indices(s)
	if !ok || len(found) == 0 || len(found) > maxIndices || l.scope().loops > 0 && calls == 0 {
		return nil, nil
	}
	pos := s.Pos()
	for i, x := range found {
		at = append(at, l.f.Position(x.Lbrack))
		index := x.Index
		if !types.Identical(l.typeOf(index), types.Typ[types.Int]) {
			index = &ast.CallExpr{Fun: ident(pos, "int"), Args: []ast.Expr{index}}
		}
		out = append(out, assign(pos, ident(pos, indexVar(i)), index),
			assign(pos, ident(pos, lengthVar(i)), &ast.CallExpr{Fun: ident(pos, "len"), Args: []ast.Expr{x.X}}))
	}
	return out, at
}

// indices returns the index expressions of a statement that may be out of range, in the order in which they are
// evaluated, and how many calls there are around them; ok is false when one of them cannot be noted.
func (l *lowerer) indices(s ast.Stmt) (found []*ast.IndexExpr, calls int, ok bool) {
	ok = true
	var open []ast.Node
	ast.Inspect(s, func(n ast.Node) bool {
		if n == nil {
			open = open[:len(open)-1]
			return true
		}
		switch x := n.(type) {
		case *ast.FuncLit, *ast.SliceExpr, *ast.TypeAssertExpr:
			ok = false
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
				around := 0
				for _, o := range open {
					if c, isCall := o.(*ast.CallExpr); isCall && !l.harmless(c) {
						around++
					}
				}
				found = append(found, x)
				ok = ok && l.pure(x) && around == calls
			default:
				ok = false
			}
		}
		open = append(open, n)
		return true
	})
	if as, isAssign := s.(*ast.AssignStmt); isAssign {
		rhs := as.Rhs[0].Pos()
		ok = ok && (calls == 0 || !slices.ContainsFunc(found, func(x *ast.IndexExpr) bool { return x.Pos() < rhs }))
		slices.SortStableFunc(found, func(a, b *ast.IndexExpr) int {
			if left := a.Pos() < rhs; left != (b.Pos() < rhs) {
				return map[bool]int{true: 1, false: -1}[left]
			}
			return int(a.End() - b.End())
		})
	} else {
		slices.SortStableFunc(found, func(a, b *ast.IndexExpr) int { return int(a.End() - b.End()) })
	}
	return found, calls, ok
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

// Failed returns the first of the noted pairs at a mark that does not fit, and where that index is.
func (m Mark) Failed(noted []Index) (x Index, at token.Position, ok bool) {
	for i, x := range noted[:min(len(m.indices), len(noted))] {
		if x.I < 0 || x.I >= x.Len {
			return x, m.indices[i], true
		}
	}
	return Index{}, m.Position, false
}
