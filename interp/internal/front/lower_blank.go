package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/msrepl/msrepl/internal/bridge"
)

// blankValues evaluates what is assigned to _ for its panics only: the interpreter leaves it out.
func blankValues(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || x.Tok != token.ASSIGN || len(x.Rhs) != 1 || l.simple > 0 {
		return nil
	}
	for _, e := range x.Lhs {
		if id, isID := e.(*ast.Ident); !isID || id.Name != "_" {
			return nil
		}
	}
	switch e := ast.Unparen(x.Rhs[0]).(type) {
	case *ast.StarExpr, *ast.IndexExpr, *ast.SelectorExpr:
	case *ast.BinaryExpr:
		if e.Op != token.EQL && e.Op != token.NEQ {
			return nil
		}
	default:
		return nil
	}
	if tv := l.value(x.Rhs[0]); tv.Value != nil || !tv.IsValue() {
		return nil
	}
	return []ast.Stmt{&ast.ExprStmt{X: callRT(x.TokPos, "Same", x.Rhs[0])}}
}

// blankElements drops what a literal puts into fields called _, which stay zero.
func blankElements(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CompositeLit)
	if !ok {
		return e
	}
	st, ok := l.typeOf(c).Underlying().(*types.Struct)
	if !ok || len(c.Elts) != st.NumFields() {
		return e
	}
	for i, x := range c.Elts {
		if _, keyed := x.(*ast.KeyValueExpr); keyed || st.Field(i).Name() != "_" {
			continue
		}
		t := l.mustType(st.Field(i).Type(), x.Pos())
		c.Elts[i] = quoteExpr(x.Pos(), "func(_ Q0) Q0 { var zeroꞏ Q0; return zeroꞏ }(Q1)", t, x)
	}
	return c
}

// blankFields gives fields called _ names of their own: the interpreter cannot have two of one name.
func blankFields(l *lowerer, e ast.Expr) ast.Expr {
	st, ok := e.(*ast.StructType)
	if !ok {
		return e
	}
	tellNames(st)
	n := 0
	for _, f := range st.Fields.List {
		for _, id := range f.Names {
			if id.Name == "_" {
				id.Name += mark + strconv.Itoa(n)
			}
			n++
		}
		if len(f.Names) == 0 {
			n++
		}
	}
	return e
}

// tellNames tells compiled code the names of private fields, which the interpreter changes.
func tellNames(st *ast.StructType) {
	for _, f := range st.Fields.List {
		names := f.Names
		if len(names) == 0 {
			names = []*ast.Ident{embeddedName(f.Type)}
		}
		for _, id := range names {
			if id.IsExported() {
				bridge.Public(id.Name)
			} else {
				bridge.Private(id.Name)
			}
		}
	}
}

// embeddedName returns the name of the field that embeds a type.
func embeddedName(t ast.Expr) *ast.Ident {
	switch t := ast.Unparen(t).(type) {
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.Ident:
		return t
	}
	return ident(t.Pos(), "_")
}
