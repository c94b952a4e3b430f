package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// rangeInt spells out "for i := range n", which crashes the interpreter.
func rangeInt(l *lowerer, s ast.Stmt) []ast.Stmt {
	rs, ok := s.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	t := l.typeOf(rs.X)
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return nil
	}
	if rs.Key != nil && b.Info()&types.IsUntyped != 0 {
		t = l.typeOf(rs.Key)
	}
	t = types.Default(t)
	pos, i, n := rs.For, l.temp("i"), l.temp("n")
	loop := quote(pos, "for "+i+", "+n+" := Q0(0), Q0(Q1); "+i+" < "+n+"; "+i+"++ {}", l.mustType(t, pos), rs.X)[0].(*ast.ForStmt)
	loop.Body = rs.Body
	if id, isID := rs.Key.(*ast.Ident); rs.Key != nil && !(isID && id.Name == "_") {
		set := &ast.AssignStmt{Lhs: []ast.Expr{rs.Key}, TokPos: pos, Tok: rs.Tok, Rhs: []ast.Expr{ident(pos, i)}}
		loop.Body.List = append([]ast.Stmt{set}, loop.Body.List...)
	}
	return []ast.Stmt{loop}
}

// endlessFor gives "for i := 0; ; {}" a condition: without one the interpreter runs init for ever.
func endlessFor(l *lowerer, s ast.Stmt) []ast.Stmt {
	if x, ok := s.(*ast.ForStmt); ok && x.Cond == nil && x.Init != nil {
		x.Cond = ident(x.For, "true")
	}
	return nil
}

// loopVars gives closures a variable of their own in each iteration, as Go has since 1.22.
func loopVars(l *lowerer, s ast.Stmt) []ast.Stmt {
	switch x := s.(type) {
	case *ast.RangeStmt:
		if x.Tok == token.DEFINE {
			x.Body.List = append(l.copies(x.Body, []ast.Expr{x.Key, x.Value}), x.Body.List...)
		}
	case *ast.ForStmt:
		init, ok := x.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE {
			return nil
		}
		return l.forCopies(x, init)
	}
	return nil
}

// copies declares each loop variable again inside the body that functions capture or the body assigns: the
// interpreter goes on with the key of a range as the body leaves it.
func (l *lowerer) copies(body *ast.BlockStmt, names []ast.Expr) (out []ast.Stmt) {
	captured := capturedNames(body)
	for _, e := range names {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" && (captured[id.Name] || changes(body, []*ast.Ident{id})) {
			out = append(out, define(id.Pos(), id.Name, ident(id.Pos(), id.Name)))
		}
	}
	return out
}

// forCopies does it for a three-clause loop. When the body may change the variable, the next
// iteration must begin with what the body made of it, in a variable of its own:
//
//	for i := 0; i < 3; i++ { body }
//
// becomes
//
//	i := 0; next := &i
//	for ; *next < 3; func() { v := *next; next = &v; *next++ }() { i := *next; next = &i; body }
func (l *lowerer) forCopies(x *ast.ForStmt, init *ast.AssignStmt) []ast.Stmt {
	captured := capturedNames(x.Body)
	var names []*ast.Ident
	var list []ast.Expr
	for _, e := range init.Lhs {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" && captured[id.Name] {
			names, list = append(names, id), append(list, id)
		}
	}
	if !changes(x.Body, names) { // the usual case: a plain copy will do
		x.Body.List = append(l.copies(x.Body, list), x.Body.List...)
		return []ast.Stmt{x}
	}
	pos := x.For
	before := []ast.Stmt{init}
	var begin, post []ast.Stmt
	for _, id := range names {
		p, v := l.temp("next"), l.temp("v")
		before = append(before, quote(pos, p+" := &"+id.Name)...)
		begin = append(begin, quote(pos, id.Name+" := *"+p+"; "+p+" = &"+id.Name)...)
		post = append(post, quote(pos, v+" := *"+p+"; "+p+" = &"+v)...)
		replaceName(x.Cond, id.Name, p)
		replaceName(x.Post, id.Name, p)
	}
	if x.Post != nil {
		post = append(post, x.Post)
	}
	x.Init, x.Post = nil, quote(pos, "func() { Q0 }()", post)[0]
	x.Body.List = append(begin, x.Body.List...)
	return []ast.Stmt{l.block(append(before, x))}
}

// capturedNames returns the names that function literals in body mention, or whose address is taken.
func capturedNames(body *ast.BlockStmt) map[string]bool {
	names := map[string]bool{}
	add := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			return true
		})
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			add(n.Body)
			return false
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X)
			}
		}
		return true
	})
	return names
}

// changes says whether body assigns one of the names.
func changes(body *ast.BlockStmt, names []*ast.Ident) bool {
	found := false
	is := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			for _, n := range names {
				found = found || n.Name == id.Name
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				is(e)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}

// replaceName puts (*p) for a name in a node.
func replaceName(n ast.Node, name, p string) {
	w := &walker{expr: func(e ast.Expr) ast.Expr {
		if id, ok := e.(*ast.Ident); ok && id.Name == name {
			return &ast.ParenExpr{Lparen: id.Pos(), X: &ast.StarExpr{Star: id.Pos(), X: ident(id.Pos(), p)}, Rparen: id.Pos()}
		}
		return e
	}}
	switch n := n.(type) {
	case ast.Expr:
		if b, ok := n.(*ast.BinaryExpr); ok {
			w.children(b)
		}
	case *ast.IncDecStmt:
		w.stmtChildren(n)
	case *ast.AssignStmt:
		w.stmtChildren(n)
	}
}

func isLoop(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}
