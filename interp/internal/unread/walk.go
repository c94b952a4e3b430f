package unread

import (
	"go/ast"
	"go/token"
)

// stmt records what a statement reads and assigns, in order of execution. add inserts a note after it; it is nil if
// nothing may follow.
func (x *finder) stmt(s ast.Stmt, add addNote) {
	switch s := s.(type) {
	case nil:
	case *ast.AssignStmt:
		x.assign(s, add)
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			x.vars(s, gd, add)
		}
	case *ast.BlockStmt:
		x.list(&s.List)
	case *ast.LabeledStmt:
		x.stmt(s.Stmt, add)
	case *ast.IfStmt:
		x.ifStmt(s)
	case *ast.ForStmt:
		x.stmt(s.Init, atFront(&s.Body.List))
		x.loop(s, func() {
			x.expr(s.Cond)
			x.stmt(s.Body, nil)
			x.stmt(s.Post, atFront(&s.Body.List))
		})
	case *ast.RangeStmt:
		x.rangeStmt(s)
	case *ast.SwitchStmt:
		x.stmt(s.Init, inEveryClause(s.Body))
		x.expr(s.Tag)
		x.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		x.stmt(s.Init, inEveryClause(s.Body))
		x.stmt(s.Assign, nil)
		x.clauses(s.Body)
	case *ast.SelectStmt:
		x.clauses(s.Body)
	case *ast.BranchStmt:
		x.jumps = x.jumps || s.Tok == token.GOTO
	case *ast.DeferStmt:
		x.later(s.Call)
	case *ast.GoStmt:
		x.later(s.Call)
	default:
		x.read(s)
	}
}

// later visits a call that is deferred or runs in a goroutine: the variables of its function may be used at any time.
func (x *finder) later(call *ast.CallExpr) {
	x.read(call)
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		x.usedBy(lit.Body, &x.always)
	}
}

func (x *finder) expr(e ast.Expr) {
	if e != nil {
		x.read(e)
	}
}

func (x *finder) assign(s *ast.AssignStmt, add addNote) {
	for _, r := range s.Rhs {
		x.read(r)
	}
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE { // x += y
		for _, l := range s.Lhs {
			x.read(l)
		}
		return
	}
	for i, l := range s.Lhs {
		x.target(s, l, add, len(s.Lhs) == len(s.Rhs) && x.declaredError(l, s.Rhs[i], false))
	}
}

func (x *finder) vars(s ast.Stmt, gd *ast.GenDecl, add addNote) {
	for _, spec := range gd.Specs {
		vs, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for _, v := range vs.Values {
			x.read(v)
		}
		for i, n := range vs.Names {
			x.target(s, n, add, len(vs.Values) == 0 || len(vs.Values) == len(vs.Names) && x.declaredError(n, vs.Values[i], true))
		}
	}
}

// list visits the statements of a block, into which notes may be inserted.
func (x *finder) list(list *[]ast.Stmt) {
	for _, s := range append([]ast.Stmt{}, *list...) {
		x.stmt(s, func(note func() ast.Stmt) { *list = insertBehind(*list, s, note()) })
	}
}

// insertBehind inserts a note after a statement of a list.
func insertBehind(list []ast.Stmt, s, note ast.Stmt) (out []ast.Stmt) {
	for _, x := range list {
		if out = append(out, x); x == s {
			out = append(out, note)
		}
	}
	return out
}

// atFront returns a function that inserts a note before the statements of a list.
func atFront(list *[]ast.Stmt) addNote {
	return func(note func() ast.Stmt) { *list = append([]ast.Stmt{note()}, *list...) }
}

// inEveryClause returns a function that inserts a note at the start of every clause, adding a default clause if there
// is none.
func inEveryClause(body *ast.BlockStmt) addNote {
	return func(note func() ast.Stmt) {
		rest := true
		for _, s := range body.List {
			c := s.(*ast.CaseClause)
			rest = rest && c.List != nil
			atFront(&c.Body)(note)
		}
		if rest {
			body.List = append(body.List, &ast.CaseClause{Case: body.Rbrace, Colon: body.Rbrace, Body: []ast.Stmt{note()}})
		}
	}
}

func (x *finder) ifStmt(s *ast.IfStmt) {
	x.stmt(s.Init, func(note func() ast.Stmt) {
		atFront(&s.Body.List)(note)
		b, ok := s.Else.(*ast.BlockStmt)
		if !ok {
			b = &ast.BlockStmt{Lbrace: s.End(), Rbrace: s.End()}
			if s.Else != nil {
				b.List = []ast.Stmt{s.Else}
			}
			s.Else = b
		}
		atFront(&b.List)(note)
	})
	x.expr(s.Cond)
	x.stmt(s.Body, nil)
	x.stmt(s.Else, nil)
}

func (x *finder) rangeStmt(s *ast.RangeStmt) {
	x.expr(s.X)
	x.loop(s, func() {
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil {
				x.target(s, e, atFront(&s.Body.List), false)
			}
		}
		x.stmt(s.Body, nil)
	})
}

// loop visits the statements of a loop.
func (x *finder) loop(s ast.Node, visit func()) {
	x.loops = append(x.loops, s)
	visit()
	x.loops = x.loops[:len(x.loops)-1]
}

func (x *finder) clauses(body *ast.BlockStmt) {
	for _, s := range body.List {
		switch c := s.(type) {
		case *ast.CaseClause:
			for _, e := range c.List {
				x.read(e)
			}
			x.list(&c.Body)
		case *ast.CommClause:
			x.stmt(c.Comm, atFront(&c.Body))
			x.list(&c.Body)
		}
	}
}
