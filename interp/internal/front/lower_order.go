package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Where one statement both reads and writes a variable, the interpreter writes too early.

// namedReturns evaluates all that "return b, a" returns before any of the named results is set.
func namedReturns(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.ReturnStmt)
	if !ok || len(x.Results) < 2 {
		return []ast.Stmt{s}
	}
	typ := l.scope().typ
	if typ == nil || typ.Results == nil || len(typ.Results.List[0].Names) == 0 {
		return []ast.Stmt{s}
	}
	return append(l.temporaries(x.Return, x.Results), x)
}

// frozenTargets evaluates indices and pointers in the targets of an assignment before that changes the
// variables in them.
//
//	i, m[i] = 1, 2 → k := i; i, m[k] = 1, 2
func frozenTargets(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || len(x.Lhs) < 2 || x.Tok != token.ASSIGN || l.simple > 0 {
		return []ast.Stmt{s}
	}
	set := map[types.Object]bool{}
	for _, e := range x.Lhs {
		if id, isID := e.(*ast.Ident); isID && l.info.ObjectOf(id) != nil {
			set[l.info.ObjectOf(id)] = true
		}
	}
	var out []ast.Stmt
	freeze := func(e *ast.Expr) {
		if l.readsAny(*e, set) {
			name := l.temp("k")
			out = append(out, define(x.TokPos, name, *e))
			id := ident(x.TokPos, name)
			l.from[id] = *e
			*e = id
		}
	}
	for _, e := range x.Lhs {
		switch e := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			freeze(&e.Index)
			if _, isArray := l.typeOf(e.X).Underlying().(*types.Array); !isArray {
				freeze(&e.X)
			}
		case *ast.StarExpr:
			freeze(&e.X)
		case *ast.SelectorExpr:
			if isPointer(l.typeOf(e.X)) {
				freeze(&e.X)
			}
		}
	}
	return append(out, x)
}

// readsAny says whether an expression names one of some variables.
func (l *lowerer) readsAny(e ast.Expr, set map[types.Object]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && set[l.info.ObjectOf(id)] {
			found = true
		}
		return !found
	})
	return found
}

// appended collects what append adds before it writes over what the values are read from.
//
//	append(s[:1], x, s[1]) → append(s[:1], []T{x, s[1]}...)
func appended(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	if name != "append" || len(c.Args) < 3 || c.Ellipsis.IsValid() {
		return e
	}
	s, ok := l.typeOf(c.Args[0]).Underlying().(*types.Slice)
	if !ok || !readsMemory(c.Args[1:]) {
		return e
	}
	pos := c.Args[1].Pos()
	lit := quoteExpr(pos, "[]Q0{}", l.mustType(s.Elem(), pos)).(*ast.CompositeLit)
	lit.Elts = append(lit.Elts, c.Args[1:]...)
	l.made[lit] = s
	c.Args = []ast.Expr{c.Args[0], lit}
	c.Ellipsis = c.Rparen
	return e
}

// readsMemory says whether one of some expressions reads an element or through a pointer.
func readsMemory(list []ast.Expr) bool {
	found := false
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.IndexExpr, *ast.StarExpr, *ast.SelectorExpr, *ast.CallExpr:
				found = true
			}
			return !found
		})
	}
	return found
}
