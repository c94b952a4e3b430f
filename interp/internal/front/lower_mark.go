package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Mark is a place in a cell that running code reports it has reached.
type Mark struct {
	token.Position
	Func  string // the function that holds it, "" for the cell itself
	Vague bool   // it is the beginning of the function, as its line is not known

	scope int     // the number of that function, 0 for the cell itself
	calls bool    // its statement calls a function that a cell defines
	fails bool    // its statement can fail by itself
	spots []spot  // the places in its statement that can fail, where there are several
	noted []noted // the indices and slices that are noted before its statement
}

// scopeInfo is a function of a cell, for the traceback of a failure.
type scopeInfo struct {
	name     string
	from, to token.Position // of its body
	marks    []int
}

// markVar is the interpreter's variable that holds the index of the last mark. The interpreter's
// own positions of panics are those of functions only.
const markVar = "at" + mark

// markStmt puts a mark before a statement that can panic. Statements on plain numbers cannot, so
// tight loops pay nothing.
func markStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	if l.simple > 0 || l.u.lib != nil {
		return nil // the statement around it has the mark, or the one that uses the library
	}
	spots, fails := l.panicky(s)
	if len(spots) == 0 {
		return nil
	}
	id := l.f.lastMark
	l.f.lastMark++
	scope := l.scope()
	notes, noted := l.notes(s)
	m := Mark{Func: scope.name, scope: scope.id, calls: l.callsOwn(s), fails: fails, noted: noted}
	m.place(l.f, s, spots)
	l.f.marks[id] = m
	if scope.id > 0 {
		info := l.f.scopes[scope.id]
		info.marks = append(info.marks, id)
		l.f.scopes[scope.id] = info
	}
	if !fails {
		return nil // tracebacks know the mark, running code need not
	}
	scope.marked = true
	out := append([]ast.Stmt{assign(s.Pos(), ident(s.Pos(), markVar), intLit(s.Pos(), id))}, notes...)
	return append(out, s)
}

// Mark returns the place of a mark.
func (f *Front) Mark(id int) (Mark, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, ok := f.marks[id]
	return m, ok
}

// callsOwn says whether a statement calls what a cell defines: a function, a closure or a cell.
func (l *lowerer) callsOwn(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		var o types.Object
		switch fun := ast.Unparen(c.Fun).(type) {
		case *ast.Ident:
			o = l.info.Uses[fun]
		case *ast.SelectorExpr:
			o = l.info.Uses[fun.Sel]
			found = fun.Sel.Name == "Call"
		}
		switch o.(type) {
		case *types.Func, *types.Var:
			found = found || o.Pkg() == l.f.pkg
		}
		return true
	})
	return found
}

// Traceback returns the places of the functions that a panic has left, innermost first. calls are
// the beginnings of their bodies, which is all that the interpreter tells, and at is the last mark:
// it is the innermost place unless a function that was called since has marked another one, or, when not sure, another
// goroutine has. The other places are where a function calls, if there is only one such place in it.
func (f *Front) Traceback(calls []token.Position, at int, sure bool) (places []Mark) {
	f.mu.Lock()
	defer f.mu.Unlock()
	last := 0
	for _, pos := range calls {
		id := f.scopeAt(pos)
		if id == 0 || id == last {
			continue
		}
		last = id
		switch {
		case len(places) > 0:
			places = append(places, f.guess(id))
		case sure && f.marks[at].scope == id:
			places = append(places, f.marks[at])
		default:
			places = append(places, f.failing(id))
		}
	}
	return places
}

// failing returns the only place in a function that can fail, or else the function's beginning.
func (f *Front) failing(id int) Mark {
	s := f.scopes[id]
	found := -1
	for _, m := range s.marks {
		if f.marks[m].fails {
			if found >= 0 {
				return Mark{Position: s.from, Func: s.name, scope: id, Vague: true}
			}
			found = m
		}
	}
	if found < 0 {
		return f.guess(id)
	}
	return f.marks[found]
}

// scopeAt returns the innermost function around a position, the last one where a cell has been compiled again, 0 when there is none.
func (f *Front) scopeAt(pos token.Position) int {
	best := 0
	for id, s := range f.scopes {
		if s.from.Filename != pos.Filename || before(pos, s.from) || before(s.to, pos) {
			continue
		}
		if b := f.scopes[best]; best == 0 || before(b.from, s.from) || id > best && !before(s.from, b.from) {
			best = id
		}
	}
	return best
}

func before(a, b token.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
}

// guess returns the only place in a function that calls, or else the function's beginning.
func (f *Front) guess(id int) Mark {
	s := f.scopes[id]
	found := -1
	for _, m := range s.marks {
		if f.marks[m].calls {
			if found >= 0 {
				return Mark{Position: s.from, Func: s.name, scope: id, Vague: true}
			}
			found = m
		}
	}
	if found < 0 {
		return Mark{Position: s.from, Func: s.name, scope: id, Vague: true}
	}
	return f.marks[found]
}

// panicky returns what in a statement can panic. Statements inside a compound one have their own marks. What only calls
// functions that cells declare does not fail itself.
func (l *lowerer) panicky(s ast.Stmt) (spots []risk, fails bool) {
	var parts []ast.Node
	switch s := s.(type) {
	case *ast.IfStmt:
		parts = nodes(s.Init, s.Cond)
	case *ast.SwitchStmt:
		parts = nodes(s.Init, s.Tag)
	case *ast.RangeStmt:
		parts = []ast.Node{s.X}
	case *ast.ForStmt:
		parts = nodes(s.Init, s.Cond)
	case *ast.BlockStmt, *ast.LabeledStmt, *ast.SelectStmt, *ast.TypeSwitchStmt,
		*ast.CommClause, *ast.CaseClause, *ast.BranchStmt, *ast.EmptyStmt:
		return nil, false
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); !ok || gd.Tok != token.VAR {
			return nil, false
		}
		parts = []ast.Node{s}
	default:
		parts = []ast.Node{s}
	}
	for _, p := range parts {
		ast.Inspect(p, func(n ast.Node) bool {
			if pos := l.riskyAt(n); pos.IsValid() {
				spots = append(spots, risk{pos, n})
				fails = fails || !l.declared(n)
			}
			_, isFunc := n.(*ast.FuncLit)
			return !isFunc
		})
	}
	return spots, fails
}

// declared says whether a node is a call of a function, not of a method, that a cell declares.
func (l *lowerer) declared(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	fn, ok := l.info.Uses[id].(*types.Func)
	return ok && fn.Pkg() == l.f.pkg
}

// nodes returns a statement and an expression that may both be missing.
func nodes(s ast.Stmt, e ast.Expr) (l []ast.Node) {
	if s != nil {
		l = append(l, s)
	}
	if e != nil {
		l = append(l, e)
	}
	return l
}

// riskyAt returns the position of a node that can panic by itself.
func (l *lowerer) riskyAt(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.CallExpr:
		return l.riskyCall(n)
	case *ast.IndexExpr:
		if !l.inst[n] && !l.isType(n.Index) {
			return n.Lbrack
		}
	case *ast.SliceExpr:
		return n.Lbrack
	case *ast.StarExpr:
		if !l.isType(n) {
			return n.Pos()
		}
	case *ast.SelectorExpr:
		if sel := l.info.Selections[n]; sel != nil && sel.Indirect() && sel.Kind() == types.FieldVal {
			return n.Sel.Pos()
		}
	case *ast.TypeAssertExpr:
		return n.Lparen
	case *ast.BinaryExpr:
		if n.Op == token.QUO || n.Op == token.REM {
			return n.OpPos
		}
	case *ast.AssignStmt:
		if n.Tok == token.QUO_ASSIGN || n.Tok == token.REM_ASSIGN {
			return n.TokPos
		}
	}
	return token.NoPos
}

// riskyCall returns where a call may panic: at the name of the method or function. Conversions and
// most builtins cannot.
func (l *lowerer) riskyCall(c *ast.CallExpr) token.Pos {
	if l.isType(c.Fun) || l.inst[c] {
		return token.NoPos
	}
	switch fun := c.Fun.(type) {
	case *ast.SelectorExpr:
		if id, ok := fun.X.(*ast.Ident); !ok || id.Name != runtimeID {
			return fun.Sel.Pos()
		}
		if fun.Sel.Name != "Panic" && fun.Sel.Name != "PanicError" {
			return token.NoPos
		}
	case *ast.Ident:
		if _, ok := types.Universe.Lookup(fun.Name).(*types.TypeName); ok && l.info.Uses[fun] == nil {
			return token.NoPos // a conversion that a rewrite made
		}
		if _, ok := l.info.Uses[fun].(*types.Builtin); ok && fun.Name != "close" && fun.Name != "make" {
			return token.NoPos
		}
	}
	return c.Pos()
}
