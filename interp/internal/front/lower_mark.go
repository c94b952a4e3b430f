package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Mark is a place in a cell that running code reports it has reached.
type Mark struct {
	token.Position
	Func string // the function that holds it, "" for the cell itself
}

// markVar is the interpreter's variable that holds the index of the last mark. The interpreter's
// own positions of panics are those of functions only.
const markVar = "at" + mark

// markStmt puts a mark before a statement that can panic. Statements on plain numbers cannot, so
// tight loops pay nothing.
func markStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	if l.simple > 0 {
		return []ast.Stmt{s} // the statement around it has the mark
	}
	pos := l.panicky(s)
	if !pos.IsValid() {
		return []ast.Stmt{s}
	}
	id := len(l.f.marks)
	l.f.marks = append(l.f.marks, Mark{l.f.Position(pos), l.scope().name})
	return []ast.Stmt{assign(s.Pos(), ident(s.Pos(), markVar), intLit(s.Pos(), id)), s}
}

// Mark returns the place of a mark.
func (f *Front) Mark(id int) (Mark, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if id < 0 || id >= len(f.marks) {
		return Mark{}, false
	}
	return f.marks[id], true
}

// panicky returns where a statement can panic: at its only risky expression, or at its start when
// there are several; NoPos when it cannot. Statements inside a compound one have their own marks.
func (l *lowerer) panicky(s ast.Stmt) token.Pos {
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
		return token.NoPos
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); !ok || gd.Tok != token.VAR {
			return token.NoPos
		}
		parts = []ast.Node{s}
	default:
		parts = []ast.Node{s}
	}
	var at []token.Pos
	for _, p := range parts {
		ast.Inspect(p, func(n ast.Node) bool {
			if pos := l.riskyAt(n); pos.IsValid() {
				at = append(at, pos)
			}
			_, isFunc := n.(*ast.FuncLit)
			return !isFunc
		})
	}
	switch len(at) {
	case 0:
		return token.NoPos
	case 1:
		return at[0]
	}
	return s.Pos()
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
		if l.isType(n.Fun) {
			return token.NoPos
		}
		switch fun := n.Fun.(type) {
		case *ast.SelectorExpr:
			if id, ok := fun.X.(*ast.Ident); ok && id.Name == runtimeID {
				if fun.Sel.Name == "Panic" || fun.Sel.Name == "PanicError" {
					return n.Pos()
				}
				return token.NoPos
			}
			return fun.Sel.Pos()
		case *ast.Ident:
			if _, ok := types.Universe.Lookup(fun.Name).(*types.TypeName); ok && l.info.Uses[fun] == nil {
				return token.NoPos // a conversion that a rewrite made
			}
			if _, ok := l.info.Uses[fun].(*types.Builtin); ok && fun.Name != "close" && fun.Name != "make" {
				return token.NoPos
			}
		}
		return n.Pos()
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
