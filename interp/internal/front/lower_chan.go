package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Channel operations go through compiled code. The interpreter's own cannot be interrupted while they
// wait; its select shares its state between goroutines, never leaves a loop by "break label", cannot
// receive into an existing variable and computes the values that it sends wrongly.

// prepare marks the channel operations of select clauses, which the rewrite of the select takes apart.
func (l *lowerer) prepare(s ast.Stmt) {
	if isLoop(s) {
		l.scope().loops++
	}
	switch s := s.(type) {
	case *ast.LabeledStmt:
		put(&l.labels, s.Stmt, s.Label.Name)
	case *ast.IfStmt:
		l.noteCertain(s)
	}
	cc, ok := s.(*ast.CommClause)
	if !ok {
		return
	}
	switch c := cc.Comm.(type) {
	case *ast.SendStmt:
		l.comm.add(c)
	case *ast.ExprStmt:
		l.comm.add(ast.Unparen(c.X))
	case *ast.AssignStmt:
		l.comm.add(ast.Unparen(c.Rhs[0]))
		l.comm.add(c)
	}
}

// receive rewrites <-ch. In the two-valued form the checker has recorded a tuple as its type.
func receive(l *lowerer, e ast.Expr) ast.Expr {
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW || l.comm[e] {
		return e
	}
	pos := u.OpPos
	if tuple, ok := l.typeOf(e).(*types.Tuple); ok {
		return quoteExpr(pos, "func(cꞏ Q0) (Q1, bool) { var vꞏ Q1; okꞏ := rtꞏ.Receive(cꞏ, &vꞏ); return vꞏ, okꞏ }(Q2)",
			l.mustType(l.typeOf(u.X), pos), l.mustType(tuple.At(0).Type(), pos), u.X)
	}
	return quoteExpr(pos, "func(cꞏ Q0) Q1 { var vꞏ Q1; rtꞏ.Receive(cꞏ, &vꞏ); return vꞏ }(Q2)",
		l.mustType(l.typeOf(u.X), pos), l.mustType(l.typeOf(e), pos), u.X)
}

// sendStmt rewrites ch <- v.
func sendStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SendStmt)
	if !ok || l.comm[s] {
		return nil
	}
	c, v := l.temp("c"), l.temp("v")
	return quote(x.Arrow, c+" := Q0; var "+v+" Q1; "+v+" = Q2; rtꞏ.Send("+c+", &"+v+")", x.Chan, l.elem(x.Chan), x.Value)
}

// elem spells the element type of a channel.
func (l *lowerer) elem(ch ast.Expr) ast.Expr {
	return l.mustType(l.typeOf(ch).Underlying().(*types.Chan).Elem(), ch.Pos())
}

// rangeChan turns a range over a channel into a loop of receives.
func rangeChan(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	if _, ok := l.typeOf(x.X).Underlying().(*types.Chan); !ok {
		return nil
	}
	pos, c, v := x.For, l.temp("c"), l.temp("v")
	out := quote(pos, c+" := Q0; for { var "+v+" Q1; if !rtꞏ.Receive("+c+", &"+v+") { break } }", x.X, l.elem(x.X))
	loop := out[1].(*ast.ForStmt)
	if id, isID := x.Key.(*ast.Ident); x.Key != nil && !(isID && id.Name == "_") {
		set := &ast.AssignStmt{Lhs: []ast.Expr{x.Key}, TokPos: pos, Tok: x.Tok, Rhs: []ast.Expr{ident(pos, v)}}
		loop.Body.List = append(loop.Body.List, set)
	}
	loop.Body.List = append(loop.Body.List, x.Body.List...)
	return []ast.Stmt{l.block(out)}
}

// selectStmt turns a select into a call that waits and a switch over its clauses:
//
//	select { case v := <-a: A; case b <- x: B; default: C }
//
// becomes
//
//	a1 := a; var v1 T; b1 := b; var x1 U; x1 = x
//	i, ok := rt.Select(false, []any{a1, b1}, rt.List(&v1, &x1), []bool{false, true})
//	switch i { case 0: v := v1; A; case 1: B; case -1: C }
func selectStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SelectStmt)
	if !ok {
		return nil
	}
	pos := x.Select
	i, more := l.temp("i"), l.temp("ok")
	var (
		out   []ast.Stmt
		chans = quoteExpr(pos, "[]any{}").(*ast.CompositeLit)
		ptrs  = callRT(pos, "List")
		sends = quoteExpr(pos, "[]bool{}").(*ast.CompositeLit)
		sw    = &ast.SwitchStmt{Switch: pos, Tag: ident(pos, i), Body: &ast.BlockStmt{Lbrace: x.Body.Lbrace, Rbrace: x.Body.Rbrace}}
		block = "true"
	)
	for _, stmt := range x.Body.List {
		cc := stmt.(*ast.CommClause)
		c := &commCase{l: l, clause: cc, more: more}
		c.take()
		clause := &ast.CaseClause{Case: cc.Case, Colon: cc.Colon, Body: append(c.body, cc.Body...)}
		sw.Body.List = append(sw.Body.List, clause)
		if c.ch == "" {
			block = "false"
			clause.List = []ast.Expr{quoteExpr(pos, "-1")}
			continue
		}
		clause.List = []ast.Expr{intLit(pos, len(chans.Elts))}
		out = append(out, c.before...)
		chans.Elts = append(chans.Elts, ident(pos, c.ch))
		ptrs.Args = append(ptrs.Args, quoteExpr(pos, "&"+c.value))
		sends.Elts = append(sends.Elts, ident(pos, c.isSend))
	}
	out = append(out, quote(pos, i+", "+more+" := rtꞏ.Select("+block+", Q0, Q1, Q2); _ = "+more, chans, ptrs, sends)...)
	return []ast.Stmt{l.block(append(out, sw))}
}

// commCase is one clause of a select on its way.
type commCase struct {
	l      *lowerer
	clause *ast.CommClause
	more   string // whether the channel was open
	ch     string // the variable of the channel, "" for default
	value  string // the variable that is sent or received into
	isSend string
	before []ast.Stmt
	body   []ast.Stmt // what comes before the body of the clause
}

func (c *commCase) take() {
	switch s := c.clause.Comm.(type) {
	case *ast.SendStmt:
		c.begin(s.Chan, "true")
		c.before = append(c.before, quote(s.Arrow, c.value+" = Q0", s.Value)...)
	case *ast.ExprStmt:
		c.begin(ast.Unparen(s.X).(*ast.UnaryExpr).X, "false")
	case *ast.AssignStmt:
		c.begin(ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr).X, "false")
		for i, name := range []string{c.value, c.more}[:len(s.Lhs)] {
			if id, ok := s.Lhs[i].(*ast.Ident); ok && id.Name == "_" {
				continue
			}
			set := &ast.AssignStmt{Lhs: s.Lhs[i : i+1], TokPos: s.TokPos, Tok: s.Tok, Rhs: []ast.Expr{ident(s.TokPos, name)}}
			c.body = append(c.body, set)
		}
	}
}

// begin evaluates the channel and declares the variable of the clause.
func (c *commCase) begin(ch ast.Expr, isSend string) {
	c.ch, c.value, c.isSend = c.l.temp("c"), c.l.temp("v"), isSend
	c.before = quote(ch.Pos(), c.ch+" := Q0; var "+c.value+" Q1", ch, c.l.elem(ch))
}
