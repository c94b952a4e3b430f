package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// parallel takes "a, b = 1, f()" apart into temporaries and single assignments: with a call, a
// receive, a literal, nil or an interface among the values, the interpreter loses some of the
// assignments. It does the same to init statements and to var declarations.
func parallel(l *lowerer, s ast.Stmt) []ast.Stmt {
	switch x := s.(type) {
	case *ast.AssignStmt:
		return l.parallelAssign(x)
	case *ast.IfStmt:
		return l.hoistInit(&x.Init, s)
	case *ast.SwitchStmt:
		return l.hoistInit(&x.Init, s)
	case *ast.ForStmt:
		if b, ok := x.Post.(*ast.BlockStmt); ok { // a post statement that became several
			x.Post = quote(b.Pos(), "func() { Q0 }()", b.List)[0]
		}
		return l.hoistInit(&x.Init, s)
	case *ast.DeclStmt:
		if gd, ok := x.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			return l.parallelVar(gd, x)
		}
	}
	return nil
}

// commaOK puts the results of v, ok = x.(T), m[k] or <-c into variables of their own when they go elsewhere
// than into new ones: the interpreter takes the types of the targets for those of the results.
func commaOK(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || x.Tok != token.ASSIGN || len(x.Lhs) != 2 || len(x.Rhs) != 1 || l.simple > 0 {
		return nil
	}
	tuple, isTuple := l.typeOf(x.Rhs[0]).(*types.Tuple)
	if _, isCall := ast.Unparen(l.original(x.Rhs[0])).(*ast.CallExpr); isCall && !l.elsewhere(x.Lhs) || !isTuple {
		return nil
	}
	plain := true
	for i, e := range x.Lhs {
		id, isID := e.(*ast.Ident)
		plain = plain && isID && (id.Name == "_" || types.Identical(l.typeOf(e), tuple.At(i).Type()))
	}
	if plain {
		return nil
	}
	v, okay := l.temp("v"), l.temp("ok")
	var out []ast.Stmt
	for _, e := range x.Lhs { // what a target points through is evaluated before anything is assigned
		if star, isStar := e.(*ast.StarExpr); isStar {
			p := l.temp("p")
			out = append(out, define(x.TokPos, p, star.X))
			star.X = ident(x.TokPos, p)
		}
	}
	out = append(out, &ast.AssignStmt{Lhs: []ast.Expr{ident(x.TokPos, v), ident(x.TokPos, okay)}, TokPos: x.TokPos, Tok: token.DEFINE, Rhs: x.Rhs})
	for i, name := range []string{v, okay} {
		if id, isID := x.Lhs[i].(*ast.Ident); isID && id.Name == "_" {
			out = append(out, assign(x.TokPos, ident(x.TokPos, "_"), ident(x.TokPos, name)))
			continue
		}
		out = append(out, assign(x.TokPos, x.Lhs[i], ident(x.TokPos, name)))
	}
	return out
}

// elsewhere says whether one of some targets is an element of a map or behind a pointer.
func (l *lowerer) elsewhere(targets []ast.Expr) bool {
	for _, e := range targets {
		switch e := ast.Unparen(e).(type) {
		case *ast.StarExpr:
			return true
		case *ast.IndexExpr:
			if _, isMap := l.typeOf(e.X).Underlying().(*types.Map); isMap {
				return true
			}
		}
	}
	return false
}

// original returns what an expression was before all rewrites.
func (l *lowerer) original(e ast.Expr) ast.Expr {
	for l.from[e] != nil {
		e = l.from[e]
	}
	return e
}

func (l *lowerer) parallelAssign(x *ast.AssignStmt) []ast.Stmt {
	if len(x.Lhs) < 2 || len(x.Lhs) != len(x.Rhs) {
		return []ast.Stmt{x}
	}
	apart := l.oneByOne(x)
	if !apart && !l.anyRisky(x.Lhs, x.Rhs) {
		return []ast.Stmt{x}
	}
	out := l.temporaries(x.TokPos, x.Lhs, x.Rhs)
	for _, e := range x.Lhs {
		if _, ok := e.(*ast.Ident); !ok && !apart {
			return append(append(out, l.nils(x)...), x) // the operands of other targets must be evaluated together
		}
	}
	for i := range x.Lhs {
		id, isID := x.Lhs[i].(*ast.Ident)
		if isID && id.Name == "_" {
			continue
		}
		tok := x.Tok
		if tok == token.DEFINE && !l.isNew(id) {
			tok = token.ASSIGN
		}
		one := &ast.AssignStmt{Lhs: []ast.Expr{x.Lhs[i]}, TokPos: x.TokPos, Tok: tok, Rhs: []ast.Expr{x.Rhs[i]}}
		out = append(out, one)
	}
	return out
}

// nils puts zero values into the place of nil, of which the interpreter wants to know the type.
func (l *lowerer) nils(x *ast.AssignStmt) (out []ast.Stmt) {
	for i, e := range x.Rhs {
		if l.value(e).IsNil() {
			name := l.temp("t")
			out = append(out, quote(x.TokPos, "var "+name+" Q0", l.mustType(l.typeOf(x.Lhs[i]), x.TokPos))...)
			x.Rhs[i] = ident(e.Pos(), name)
		}
	}
	return out
}

// isNew says whether a target of := is declared by it.
func (l *lowerer) isNew(id *ast.Ident) bool { return l.info.Defs[id] != nil || l.info.Uses[id] == nil }

func (l *lowerer) parallelVar(gd *ast.GenDecl, s ast.Stmt) (out []ast.Stmt) {
	for _, spec := range gd.Specs {
		vs := spec.(*ast.ValueSpec)
		var lhs []ast.Expr
		for _, n := range vs.Names {
			lhs = append(lhs, n)
		}
		if len(lhs) < 2 || len(lhs) != len(vs.Values) || !l.anyRisky(lhs, vs.Values) {
			out = append(out, &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: gd.TokPos, Tok: token.VAR, Specs: []ast.Spec{vs}}})
			continue
		}
		out = append(out, l.temporaries(gd.TokPos, lhs, vs.Values)...)
		for i, n := range vs.Names {
			one := &ast.ValueSpec{Names: []*ast.Ident{n}, Type: vs.Type, Values: vs.Values[i : i+1]}
			out = append(out, &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: gd.TokPos, Tok: token.VAR, Specs: []ast.Spec{one}}})
		}
	}
	return out
}

// temporaries moves values into variables of their own, of the type of their targets where that is an interface of the session: in one
// assignment with others the interpreter cannot convert them.
func (l *lowerer) temporaries(pos token.Pos, targets, values []ast.Expr) (out []ast.Stmt) {
	for i, e := range values {
		tv, to := l.value(e), l.typeOf(targets[i])
		_, isCall := e.(*ast.CallExpr) // what a complex constant is
		if tv.Value != nil && (!isCall || isInvalid(to)) || tv.IsNil() {
			continue
		}
		name := l.temp("t")
		if tv.Value != nil || l.keepsTypes(to) && !types.IsInterface(l.typeOf(e)) {
			out = append(out, quote(pos, "var "+name+" Q0 = Q1", l.mustType(to, pos), e)...)
		} else {
			out = append(out, define(pos, name, e))
		}
		id := ident(e.Pos(), name)
		l.from[id] = e
		values[i] = id
	}
	return out
}

// anyRisky says whether a parallel assignment holds what the interpreter gets wrong in one.
func (l *lowerer) anyRisky(lhs, rhs []ast.Expr) bool {
	for i, e := range rhs {
		if l.risky(e) || l.value(e).IsNil() {
			return true
		}
		if types.IsInterface(l.typeOf(lhs[i])) { // variables that hold different types cannot change places
			return true
		}
	}
	return false
}

func (l *lowerer) risky(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr, *ast.CompositeLit, *ast.FuncLit, *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		if _, ok := e.X.(*ast.CompositeLit); ok {
			return true
		}
		return e.Op == token.ARROW
	}
	return false
}

// initBefore moves an assignment that begins another statement before it, in a block, where the rewrites of
// assignments find it; nil where there is none, or none that needs them.
//
//	if m[k], err = f(); err != nil { … } → { m[k], err = f(); if err != nil { … } }
func (l *lowerer) initBefore(s ast.Stmt) ast.Stmt {
	var init *ast.Stmt
	switch x := s.(type) {
	case *ast.IfStmt:
		init = &x.Init
	case *ast.SwitchStmt:
		init = &x.Init
	case *ast.TypeSwitchStmt:
		init = &x.Init
	case *ast.ForStmt:
		init = &x.Init
	default:
		return nil
	}
	as, ok := (*init).(*ast.AssignStmt)
	if !ok || as.Tok == token.DEFINE || l.f.Off["parallel"] {
		return nil
	}
	if _, plain := as.Lhs[0].(*ast.Ident); plain && len(as.Lhs) == 1 {
		return nil
	}
	*init = nil
	return l.block([]ast.Stmt{as, s})
}

// hoistInit moves an init statement that became several in front of its statement.
func (l *lowerer) hoistInit(init *ast.Stmt, s ast.Stmt) []ast.Stmt {
	list := []ast.Stmt{*init}
	if b, ok := (*init).(*ast.BlockStmt); ok { // what the walker made of several
		list = b.List
	}
	if *init == nil || len(list) == 1 {
		return []ast.Stmt{s}
	}
	*init = nil
	return []ast.Stmt{l.block(append(list, s))}
}
