package front

import "go/ast"

// walker rewrites a syntax tree in place, children first. The zero value visits everything and
// changes nothing.
type walker struct {
	expr   func(ast.Expr) ast.Expr         // after the children
	before func(ast.Stmt) (ast.Stmt, bool) // before the children; true when they are done already
	after  func(ast.Stmt) []ast.Stmt       // after the children; only in lists may it return other than one
	enter  func(fn ast.Node)               // before a function's body
	leave  func(fn ast.Node, body *ast.BlockStmt)
	group  func([]ast.Stmt) ast.Stmt // makes one statement of several; a block when nil
	part   func(in bool)             // around statements that are part of another: init, post, case
	types  bool                      // visit type expressions, too
}

func (w *walker) exprs(l []ast.Expr) {
	for i := range l {
		l[i] = w.visit(l[i])
	}
}

func (w *walker) visit(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	w.children(e)
	if w.expr == nil {
		return e
	}
	return w.expr(e)
}

// typ visits a type expression.
func (w *walker) typ(e ast.Expr) ast.Expr {
	if e == nil || !w.types {
		return e
	}
	return w.visit(e)
}

func (w *walker) fields(l *ast.FieldList) {
	if l == nil || !w.types {
		return
	}
	for _, f := range l.List {
		f.Type = w.visit(f.Type)
	}
}

// children visits what e consists of.
func (w *walker) children(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		e.X = w.visit(e.X)
	case *ast.SelectorExpr:
		e.X = w.visit(e.X)
	case *ast.IndexExpr:
		e.X, e.Index = w.visit(e.X), w.visit(e.Index)
	case *ast.IndexListExpr:
		e.X = w.visit(e.X)
		w.exprs(e.Indices)
	case *ast.SliceExpr:
		e.X, e.Low, e.High, e.Max = w.visit(e.X), w.visit(e.Low), w.visit(e.High), w.visit(e.Max)
	case *ast.TypeAssertExpr:
		e.X, e.Type = w.visit(e.X), w.typ(e.Type)
	case *ast.CallExpr:
		e.Fun = w.visit(e.Fun)
		w.exprs(e.Args)
	case *ast.StarExpr:
		e.X = w.visit(e.X)
	case *ast.UnaryExpr:
		e.X = w.visit(e.X)
	case *ast.BinaryExpr:
		e.X, e.Y = w.visit(e.X), w.visit(e.Y)
	case *ast.KeyValueExpr:
		e.Key, e.Value = w.visit(e.Key), w.visit(e.Value)
	case *ast.CompositeLit:
		e.Type = w.typ(e.Type)
		w.exprs(e.Elts)
	case *ast.FuncLit:
		if w.types {
			w.children(e.Type)
		}
		w.function(e, e.Body)
	default:
		w.typeChildren(e)
	}
}

func (w *walker) typeChildren(e ast.Expr) {
	switch e := e.(type) {
	case *ast.FuncType:
		w.fields(e.TypeParams)
		w.fields(e.Params)
		w.fields(e.Results)
	case *ast.ArrayType:
		e.Len, e.Elt = w.typ(e.Len), w.typ(e.Elt)
	case *ast.MapType:
		e.Key, e.Value = w.typ(e.Key), w.typ(e.Value)
	case *ast.ChanType:
		e.Value = w.typ(e.Value)
	case *ast.Ellipsis:
		e.Elt = w.typ(e.Elt)
	case *ast.StructType:
		w.fields(e.Fields)
	case *ast.InterfaceType:
		w.fields(e.Methods)
	}
}

func (w *walker) function(fn ast.Node, body *ast.BlockStmt) {
	if w.enter != nil {
		w.enter(fn)
	}
	w.block(body)
	if w.leave != nil {
		w.leave(fn, body)
	}
}

func (w *walker) block(b *ast.BlockStmt) {
	if b != nil {
		b.List = w.list(b.List)
	}
}

func (w *walker) list(l []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range l {
		out = append(out, w.stmts(s)...)
	}
	return out
}

// stmts rewrites a statement that may become several.
func (w *walker) stmts(s ast.Stmt) []ast.Stmt {
	done := false
	if w.before != nil {
		if s, done = w.before(s); done {
			return []ast.Stmt{s}
		}
	}
	w.stmtChildren(s)
	if w.after == nil {
		return []ast.Stmt{s}
	}
	return w.after(s)
}

// stmt rewrites a statement where only one may stand: several become a block.
func (w *walker) stmt(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	l := w.stmts(s)
	if len(l) == 1 {
		return l[0]
	}
	if w.group != nil {
		return w.group(l)
	}
	return &ast.BlockStmt{Lbrace: s.Pos(), List: l, Rbrace: s.End()}
}

// partOf rewrites a statement that is part of another one.
func (w *walker) partOf(s ast.Stmt) ast.Stmt {
	if w.part != nil {
		w.part(true)
		defer w.part(false)
	}
	return w.stmt(s)
}

func (w *walker) stmtChildren(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.DeclStmt:
		w.decl(s.Decl)
	case *ast.ExprStmt:
		s.X = w.visit(s.X)
	case *ast.SendStmt:
		s.Chan, s.Value = w.visit(s.Chan), w.visit(s.Value)
	case *ast.IncDecStmt:
		s.X = w.visit(s.X)
	case *ast.AssignStmt:
		w.exprs(s.Rhs)
		w.exprs(s.Lhs)
	case *ast.GoStmt:
		w.call(&s.Call)
	case *ast.DeferStmt:
		w.call(&s.Call)
	case *ast.ReturnStmt:
		w.exprs(s.Results)
	default:
		w.compound(s)
	}
}

// call visits the call of a go or defer statement, which must stay a call.
func (w *walker) call(c **ast.CallExpr) {
	if x, ok := w.visit(*c).(*ast.CallExpr); ok {
		*c = x
	}
}

func (w *walker) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		s.Stmt = w.stmt(s.Stmt)
	case *ast.BlockStmt:
		w.block(s)
	case *ast.IfStmt:
		s.Init, s.Cond = w.partOf(s.Init), w.visit(s.Cond)
		w.block(s.Body)
		s.Else = w.stmt(s.Else)
	case *ast.CaseClause:
		w.exprs(s.List)
		s.Body = w.list(s.Body)
	case *ast.SwitchStmt:
		s.Init, s.Tag = w.partOf(s.Init), w.visit(s.Tag)
		w.block(s.Body)
	case *ast.TypeSwitchStmt:
		s.Init, s.Assign = w.partOf(s.Init), w.partOf(s.Assign)
		w.block(s.Body)
	case *ast.CommClause:
		s.Comm = w.partOf(s.Comm)
		s.Body = w.list(s.Body)
	case *ast.SelectStmt:
		w.block(s.Body)
	case *ast.ForStmt:
		s.Init, s.Cond, s.Post = w.partOf(s.Init), w.visit(s.Cond), w.partOf(s.Post)
		w.block(s.Body)
	case *ast.RangeStmt:
		s.Key, s.Value, s.X = w.visit(s.Key), w.visit(s.Value), w.visit(s.X)
		w.block(s.Body)
	}
}

func (w *walker) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				s.Type = w.typ(s.Type)
				w.exprs(s.Values)
			case *ast.TypeSpec:
				w.typeSpec(s)
			}
		}
	case *ast.FuncDecl:
		if w.types {
			w.fields(d.Recv)
			w.children(d.Type)
		}
		w.function(d, d.Body)
	}
}

func (w *walker) typeSpec(s *ast.TypeSpec) {
	if w.types {
		w.fields(s.TypeParams)
		s.Type = w.visit(s.Type)
	}
}
