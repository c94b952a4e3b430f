package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// growth asks for room before a statement that joins two strings, or appends one slice to another: in a loop each step may
// double what there is, and the next one after the limit was noticed is twice as long again.
//
//	s += t → if len(s) + len(t) > 16 MB { rt.Room(len(s) + len(t), 1) }; s += t
func growth(l *lowerer, s ast.Stmt) []ast.Stmt {
	if l.simple > 0 || l.f.plain {
		return nil
	}
	var out []ast.Stmt
	switch x := s.(type) {
	case *ast.AssignStmt:
		if x.Tok == token.ADD_ASSIGN {
			out = l.roomFor(s, x.Lhs[0], x.Rhs[0], 1)
			break
		}
		out = l.roomForAll(x.Rhs)
	case *ast.ReturnStmt:
		out = l.roomForAll(x.Results)
	}
	if out == nil {
		return nil
	}
	return append(out, s)
}

func (l *lowerer) roomForAll(list []ast.Expr) (out []ast.Stmt) {
	for _, e := range list {
		switch x := ast.Unparen(e).(type) {
		case *ast.BinaryExpr:
			if x.Op == token.ADD {
				out = append(out, l.roomFor(x, x.X, x.Y, 1)...)
			}
		case *ast.CallExpr:
			if _, name := l.builtin(x); name == "append" && x.Ellipsis.IsValid() && len(x.Args) == 2 {
				if t, ok := l.typeOf(x).Underlying().(*types.Slice); ok {
					out = append(out, l.roomFor(x, x.Args[0], x.Args[1], int(types.SizesFor("gc", "amd64").Sizeof(t.Elem())))...)
				}
			}
		}
	}
	return out
}

// roomFor asks for room for a and b in a row, whose elements have a size. Operands that are more than variables are not evaluated twice:
// they are left to the watch over the memory.
func (l *lowerer) roomFor(at ast.Node, a, b ast.Expr, size int) []ast.Stmt {
	pos := at.Pos()
	if size == 0 || !l.measured(a) || !l.measured(b) {
		return nil
	}
	sum := quoteExpr(pos, "len(Q0) + len(Q1)", a, b)
	return quote(pos, "if Q0 > Q1 { Q2 }", sum, intLit(pos, smallMake/size), callRT(pos, "Room", quoteExpr(pos, "len(Q0) + len(Q1)", a, b), intLit(pos, size)))
}

// measured says whether an expression is a variable, or a field or an element of one, that holds a string or a slice.
func (l *lowerer) measured(e ast.Expr) bool {
	switch l.typeOf(e).Underlying().(type) {
	case *types.Slice:
	case *types.Basic:
		if b := l.typeOf(e).Underlying().(*types.Basic); b.Info()&types.IsString == 0 || l.value(e).Value != nil {
			return false
		}
	default:
		return false
	}
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x.Name != "nil" && x.Name != "_"
		case *ast.SelectorExpr:
			if s := l.info.Selections[x]; s == nil || s.Kind() != types.FieldVal || s.Indirect() {
				return false
			}
			e = x.X
		case *ast.IndexExpr:
			switch ast.Unparen(x.Index).(type) {
			case *ast.Ident, *ast.BasicLit:
				e = x.X
			default:
				return false
			}
		default:
			return false
		}
	}
}
