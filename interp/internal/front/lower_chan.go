package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Channel operations wait for an interrupt, too: the interpreter itself can only be stopped between
// two operations. All four rewrites select on rt.Done and leave through rt.Stop.

// prepare marks the channel operations of select clauses, which stay as they are.
func (l *lowerer) prepare(s ast.Stmt) {
	cc, ok := s.(*ast.CommClause)
	if !ok {
		return
	}
	switch c := cc.Comm.(type) {
	case *ast.SendStmt:
		l.comm[c] = true
	case *ast.ExprStmt:
		l.comm[ast.Unparen(c.X)] = true
	case *ast.AssignStmt:
		l.comm[ast.Unparen(c.Rhs[0])] = true
		l.comm[c] = true
	}
}

// receive wraps <-ch. In the two-valued form the checker has recorded a tuple as its type.
func receive(l *lowerer, e ast.Expr) ast.Expr {
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW || l.comm[e] {
		return e
	}
	pos := u.OpPos
	if tuple, ok := l.typeOf(e).(*types.Tuple); ok {
		t := l.mustType(tuple.At(0).Type(), pos)
		return quoteExpr(pos, "func() (rꞏ Q0, moreꞏ bool) { chꞏ := Q1; doneꞏ := Q2; select { case vꞏ, okꞏ := <-chꞏ: return vꞏ, okꞏ; case <-doneꞏ: Q3 }; return }()",
			t, u.X, callRT(pos, "Done"), callRT(pos, "Stop"))
	}
	return quoteExpr(pos, "func() (rꞏ Q0) { chꞏ := Q1; doneꞏ := Q2; select { case vꞏ := <-chꞏ: return vꞏ; case <-doneꞏ: Q3 }; return }()",
		l.mustType(l.typeOf(e), pos), u.X, callRT(pos, "Done"), callRT(pos, "Stop"))
}

func sendStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SendStmt)
	if !ok || l.comm[s] {
		return []ast.Stmt{s}
	}
	ch, done := l.temp("ch"), l.temp("done")
	return quote(x.Arrow, ch+" := Q0; "+done+" := Q2; select { case "+ch+" <- Q1: case <-"+done+": Q3 }",
		x.Chan, x.Value, callRT(x.Arrow, "Done"), callRT(x.Arrow, "Stop"))
}

// selectDone evaluates the channels of a select before it, and adds the case of the interrupt to a
// select that may block.
func selectDone(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SelectStmt)
	if !ok {
		return []ast.Stmt{s}
	}
	var out []ast.Stmt
	blocks := true
	for _, c := range x.Body.List {
		ch := channelOf(c.(*ast.CommClause).Comm)
		if ch == nil {
			blocks = false
			continue
		}
		if _, simple := (*ch).(*ast.Ident); !simple {
			name := l.temp("ch")
			out = append(out, define((*ch).Pos(), name, *ch))
			*ch = ident((*ch).Pos(), name)
		}
	}
	if blocks {
		done := l.temp("done")
		extra := quote(x.Select, done+" := Q0; select { case <-"+done+": Q1 }", callRT(x.Select, "Done"), callRT(x.Select, "Stop"))
		out = append(out, extra[0])
		x.Body.List = append(x.Body.List, extra[1].(*ast.SelectStmt).Body.List...)
	}
	if len(out) == 0 {
		return []ast.Stmt{s}
	}
	return []ast.Stmt{l.block(append(out, s))}
}

// channelOf returns where the clause of a select keeps its channel; nil for default.
func channelOf(comm ast.Stmt) *ast.Expr {
	recv := func(e ast.Expr) *ast.Expr {
		if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
			return &u.X
		}
		return nil
	}
	switch c := comm.(type) {
	case *ast.SendStmt:
		return &c.Chan
	case *ast.ExprStmt:
		return recv(c.X)
	case *ast.AssignStmt:
		return recv(c.Rhs[0])
	}
	return nil
}

// rangeChan turns a range over a channel into a loop of receives.
func rangeChan(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok {
		return []ast.Stmt{s}
	}
	ch, ok := l.typeOf(x.X).Underlying().(*types.Chan)
	if !ok {
		return []ast.Stmt{s}
	}
	pos, c, v, more := x.For, l.temp("c"), l.temp("v"), l.temp("ok")
	x1, m1, done := l.temp("x"), l.temp("m"), l.temp("done")
	out := quote(pos, c+" := Q0; for { var "+v+" Q1; var "+more+" bool; "+done+" := Q2; "+
		"select { case "+x1+", "+m1+" := <-"+c+": "+v+", "+more+" = "+x1+", "+m1+"; case <-"+done+": Q3 }; if !"+more+" { break } }",
		x.X, l.mustType(ch.Elem(), pos), callRT(pos, "Done"), callRT(pos, "Stop"))
	loop := out[1].(*ast.ForStmt)
	if id, isID := x.Key.(*ast.Ident); x.Key != nil && !(isID && id.Name == "_") {
		set := &ast.AssignStmt{Lhs: []ast.Expr{x.Key}, TokPos: pos, Tok: x.Tok, Rhs: []ast.Expr{ident(pos, v)}}
		loop.Body.List = append(loop.Body.List, set)
	}
	loop.Body.List = append(loop.Body.List, x.Body.List...)
	return []ast.Stmt{l.block(out)}
}

// selectAssign turns "case v = <-ch" into a definition and an assignment: the interpreter cannot
// receive into an existing variable there.
func selectAssign(l *lowerer, s ast.Stmt) []ast.Stmt {
	cc, ok := s.(*ast.CommClause)
	if !ok {
		return []ast.Stmt{s}
	}
	as, ok := cc.Comm.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN {
		return []ast.Stmt{s}
	}
	set := &ast.AssignStmt{Lhs: as.Lhs, TokPos: as.TokPos, Tok: token.ASSIGN}
	as.Lhs, as.Tok = nil, token.DEFINE
	for range set.Lhs {
		name := l.temp("v")
		as.Lhs = append(as.Lhs, ident(as.TokPos, name))
		set.Rhs = append(set.Rhs, ident(as.TokPos, name))
	}
	cc.Body = append([]ast.Stmt{set}, cc.Body...)
	return []ast.Stmt{s}
}

// breakSelect turns "break label" inside a select into a goto behind the loop, because the
// interpreter never leaves the loop otherwise.
func breakSelect(l *lowerer, s ast.Stmt) []ast.Stmt {
	ls, ok := s.(*ast.LabeledStmt)
	if !ok {
		return []ast.Stmt{s}
	}
	end := ls.Label.Name + mark + "end"
	found := false
	var visit func(n ast.Node, inSelect bool)
	visit = func(n ast.Node, inSelect bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.SelectStmt:
				if m != n {
					visit(m, true)
					return false
				}
			case *ast.BranchStmt:
				if inSelect && m.Tok == token.BREAK && m.Label != nil && m.Label.Name == ls.Label.Name {
					m.Tok, m.Label = token.GOTO, ident(m.Label.Pos(), end)
					found = true
				}
			}
			return true
		})
	}
	visit(ls.Stmt, false)
	if !found {
		return []ast.Stmt{s}
	}
	after := &ast.LabeledStmt{Label: ident(ls.End(), end), Colon: ls.End(), Stmt: &ast.ExprStmt{X: callRT(ls.End(), "Nop")}}
	return []ast.Stmt{s, after}
}
