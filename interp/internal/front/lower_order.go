package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Where one statement both reads and writes a variable, the interpreter writes too early.

// frozenTargets evaluates indices and pointers in the targets of an assignment before that changes the
// variables in them, and before what is assigned is evaluated when calls tell the difference.
//
//	i, m[i] = 1, 2 → k := i; i, m[k] = 1, 2
func frozenTargets(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || x.Tok == token.DEFINE || l.simple > 0 {
		return nil
	}
	if len(x.Lhs) == 1 {
		return l.frozenMap(x)
	}
	set := map[types.Object]bool{}
	for _, e := range x.Lhs {
		if id, isID := e.(*ast.Ident); isID && l.info.ObjectOf(id) != nil {
			set[l.info.ObjectOf(id)] = true
		}
	}
	var out []ast.Stmt
	apart := len(x.Lhs) == len(x.Rhs) && l.oneByOne(x)
	freeze := func(e *ast.Expr) {
		if calls(*e) && l.value(*e).Value == nil || apart && readsMemory([]ast.Expr{*e}) || l.readsAny(*e, set) {
			out = append(out, l.freeze(x.TokPos, e))
		}
	}
	for _, e := range x.Lhs {
		l.operands(e, freeze)
	}
	return append(out, x)
}

// operands calls each with what a target of an assignment is found by: indices and pointers.
func (l *lowerer) operands(e ast.Expr, each func(*ast.Expr)) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if _, isArray := l.typeOf(e.X).Underlying().(*types.Array); isArray {
			l.operands(e.X, each)
		} else {
			each(&e.X)
		}
		each(&e.Index)
	case *ast.StarExpr:
		each(&e.X)
	case *ast.SelectorExpr:
		if isPointer(l.typeOf(e.X)) {
			each(&e.X)
		} else {
			l.operands(e.X, each)
		}
	}
}

// freeze puts a value into a variable.
func (l *lowerer) freeze(pos token.Pos, e *ast.Expr) ast.Stmt {
	name := l.temp("k")
	s := define(pos, name, *e)
	id := ident(pos, name)
	l.from[id] = *e
	*e = id
	return s
}

// frozenMap evaluates what is assigned to an element of a map by itself when it may fail: the interpreter takes what a nil pointer
// points to for a wish to delete. Of m[k] op= f() it asks f first, which may put another map in the place of m.
func (l *lowerer) frozenMap(x *ast.AssignStmt) []ast.Stmt {
	e, ok := ast.Unparen(x.Lhs[0]).(*ast.IndexExpr)
	if !ok || len(x.Rhs) != 1 {
		return nil
	}
	if _, isMap := l.typeOf(e.X).Underlying().(*types.Map); !isMap {
		return nil
	}
	var out []ast.Stmt
	if x.Tok != token.ASSIGN {
		if !calls(x.Rhs[0]) {
			return nil
		}
		out = append(out, l.freeze(x.TokPos, &e.X))
	}
	if readsPointer(x.Rhs[0]) {
		out = append(out, l.freeze(x.TokPos, &x.Rhs[0]))
	}
	return append(out, x)
}

// readsPointer says whether an expression follows a pointer, as far as its text tells.
func readsPointer(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.StarExpr:
			found = true
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// oneByOne says whether a parallel assignment must be taken apart because some of its parts may fail when others have been done: what
// is on the left through pointers and in maps, what is on the right when it is recovered from or assigned to nothing. Interfaces that hold
// different types cannot change places otherwise.
func (l *lowerer) oneByOne(x *ast.AssignStmt) bool {
	blank, elements, interfaces := false, false, false
	for _, e := range x.Lhs {
		_, isID := e.(*ast.Ident)
		if elements, interfaces = elements || !isID, interfaces || types.IsInterface(l.typeOf(e)); elements && interfaces {
			return true
		}
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			blank = blank || e.Name == "_"
		case *ast.StarExpr:
			return true
		case *ast.SelectorExpr:
			pointer := false
			l.operands(e, func(x *ast.Expr) { pointer = pointer || isPointer(l.typeOf(*x)) })
			if pointer {
				return true
			}
		case *ast.IndexExpr:
			if _, isMap := l.typeOf(e.X).Underlying().(*types.Map); isMap {
				return true
			}
		}
	}
	if !blank && !l.scope().defers {
		return false
	}
	for _, e := range x.Rhs {
		if _, fails := l.panicky(&ast.ExprStmt{X: e}); fails {
			return true
		}
	}
	return false
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
