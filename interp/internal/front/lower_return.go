package front

import (
	"go/ast"
	"go/token"
	"strconv"
)

// localResults makes variables of named results. Those of the interpreter live where the caller puts the results and begin
// with what was there before.
//
//	func f() (n int) { n++; return } → func f() int { var n int; n++; return n }
func (l *lowerer) localResults(typ *ast.FuncType, body *ast.BlockStmt) {
	if typ == nil || typ.Results == nil || len(typ.Results.List) == 0 || len(typ.Results.List[0].Names) == 0 || l.f.Off["local-results"] {
		return
	}
	pos := body.Lbrace
	var (
		vars  []ast.Stmt
		names []string
	)
	for i, f := range typ.Results.List {
		for _, id := range f.Names {
			if id.Name == "_" {
				id.Name = "ret" + mark + strconv.Itoa(i) + "_" + strconv.Itoa(len(names))
			}
			names = append(names, id.Name)
			spec := &ast.ValueSpec{Names: []*ast.Ident{ident(pos, id.Name)}, Type: f.Type}
			vars = append(vars, &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: pos, Tok: token.VAR, Specs: []ast.Spec{spec}}})
		}
	}
	depth := 0
	w := &walker{enter: func(ast.Node) { depth++ }, leave: func(ast.Node, *ast.BlockStmt) { depth-- }}
	w.before = func(s ast.Stmt) (ast.Stmt, bool) {
		if r, ok := s.(*ast.ReturnStmt); ok && depth == 0 && len(r.Results) == 0 {
			for _, n := range names {
				r.Results = append(r.Results, ident(r.Return, n))
			}
		}
		return s, false
	}
	body.List = append(vars, w.list(body.List)...)
	typ.Results = unnamed(typ.Results)
}

// The variable of the marks is one for all functions. A function that sets it puts back, where it returns, what it
// found: what its caller does next in the same statement may fail, too.
//
//	func f(x T) R { return g(x).m() }
//
// becomes
//
//	func f(x T) R {
//		was := at
//		at = 7
//		r := g(x).m()
//		at = was
//		return r
//	}

const wasVar = "was" + mark

// restoreMarks makes a function put the mark back that it has found. Only functions that set marks pay for it, and
// returns before they have set one do not.
func (l *lowerer) restoreMarks(scope *funcScope, body *ast.BlockStmt) {
	if !scope.marked || l.f.Off["restore-marks"] {
		return
	}
	pos := body.Lbrace
	if scope.defers { // the body is a call of the guard and a return
		n := len(body.List) - 1
		body.List = append(body.List[:n:n], restored(pos), body.List[n])
	} else {
		r := returns{l: l}
		body.List = r.walk(body.List)
		if n := len(body.List); n == 0 || !ends(body.List[n-1]) {
			body.List = append(body.List, restored(body.Rbrace))
		}
	}
	body.List = append([]ast.Stmt{define(pos, wasVar, ident(pos, markVar))}, body.List...)
}

func restored(pos token.Pos) ast.Stmt { return assign(pos, ident(pos, markVar), ident(pos, wasVar)) }

// ends says whether a statement never runs to what follows it.
func ends(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.GOTO
	}
	return false
}

// returns is the walk over the returns of one function.
type returns struct {
	l     *lowerer
	dirty bool // a mark may have been set
	depth int  // of functions inside
}

func (r *returns) walk(list []ast.Stmt) []ast.Stmt {
	w := &walker{}
	w.enter = func(ast.Node) { r.depth++ }
	w.leave = func(ast.Node, *ast.BlockStmt) { r.depth-- }
	w.before = func(s ast.Stmt) (ast.Stmt, bool) {
		if r.depth == 0 {
			switch s := s.(type) {
			case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt: // may come again
				r.dirty = true
			case *ast.AssignStmt:
				r.dirty = r.dirty || setsMark(s)
			}
		}
		return s, false
	}
	w.after = func(s ast.Stmt) []ast.Stmt {
		if ret, ok := s.(*ast.ReturnStmt); ok && r.depth == 0 && r.dirty {
			return r.restore(ret)
		}
		return []ast.Stmt{s}
	}
	return w.list(list)
}

func setsMark(s *ast.AssignStmt) bool {
	id, ok := s.Lhs[0].(*ast.Ident)
	return ok && id.Name == markVar
}

// restore evaluates what may fail of the results, and puts the mark back before it returns them.
func (r *returns) restore(s *ast.ReturnStmt) (out []ast.Stmt) {
	sig := r.l.scope().sig
	if len(s.Results) == 1 && sig != nil && sig.Results().Len() > 1 {
		as := &ast.AssignStmt{TokPos: s.Return, Tok: token.DEFINE, Rhs: s.Results}
		s.Results = nil
		for range sig.Results().Len() {
			name := r.l.temp("r")
			as.Lhs = append(as.Lhs, ident(s.Return, name))
			s.Results = append(s.Results, ident(s.Return, name))
		}
		return []ast.Stmt{as, restored(s.Return), s}
	}
	for i, x := range s.Results {
		if _, fails := r.l.panicky(&ast.ExprStmt{X: x}); !fails {
			continue
		}
		if b, ok := ast.Unparen(x).(*ast.BinaryExpr); ok && (b.Op == token.SHL || b.Op == token.SHR) {
			return []ast.Stmt{s} // the type of a shift depends on where it stands
		}
		name := r.l.temp("r")
		out = append(out, define(s.Return, name, x))
		s.Results[i] = ident(s.Return, name)
	}
	return append(out, restored(s.Return), s)
}
