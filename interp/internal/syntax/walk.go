package syntax

import "go/ast"

// Walker rewrites a syntax tree in place, children first. The zero value visits everything and
// changes nothing.
type Walker struct {
	Expr   func(ast.Expr) ast.Expr         // after the children
	Before func(ast.Stmt) (ast.Stmt, bool) // before the children; returns true if it has processed them
	After  func(ast.Stmt) []ast.Stmt       // after the children; only in lists may it return other than one
	Types  bool                            // visit type expressions, too
}

func (w *Walker) Exprs(l []ast.Expr) {
	for i := range l {
		l[i] = w.Visit(l[i])
	}
}

func (w *Walker) Visit(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	w.Children(e)
	if w.Expr == nil {
		return e
	}
	return w.Expr(e)
}

// typ visits a type expression.
func (w *Walker) typ(e ast.Expr) ast.Expr {
	if e == nil || !w.Types {
		return e
	}
	return w.Visit(e)
}

func (w *Walker) fields(l *ast.FieldList) {
	if l == nil || !w.Types {
		return
	}
	for _, f := range l.List {
		f.Type = w.Visit(f.Type)
	}
}

// Children visits the operands of e.
func (w *Walker) Children(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		e.X = w.Visit(e.X)
	case *ast.SelectorExpr:
		e.X = w.Visit(e.X)
	case *ast.IndexExpr:
		e.X, e.Index = w.Visit(e.X), w.Visit(e.Index)
	case *ast.IndexListExpr:
		e.X = w.Visit(e.X)
		w.Exprs(e.Indices)
	case *ast.SliceExpr:
		e.X, e.Low, e.High, e.Max = w.Visit(e.X), w.Visit(e.Low), w.Visit(e.High), w.Visit(e.Max)
	case *ast.TypeAssertExpr:
		e.X, e.Type = w.Visit(e.X), w.typ(e.Type)
	case *ast.CallExpr:
		e.Fun = w.Visit(e.Fun)
		w.Exprs(e.Args)
	case *ast.StarExpr:
		e.X = w.Visit(e.X)
	case *ast.UnaryExpr:
		e.X = w.Visit(e.X)
	case *ast.BinaryExpr:
		e.X, e.Y = w.Visit(e.X), w.Visit(e.Y)
	case *ast.KeyValueExpr:
		e.Key, e.Value = w.Visit(e.Key), w.Visit(e.Value)
	case *ast.CompositeLit:
		e.Type = w.typ(e.Type)
		w.Exprs(e.Elts)
	case *ast.FuncLit:
		if w.Types {
			w.Children(e.Type)
		}
		w.Block(e.Body)
	default:
		w.typeChildren(e)
	}
}

func (w *Walker) typeChildren(e ast.Expr) {
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

func (w *Walker) Block(b *ast.BlockStmt) {
	if b != nil {
		b.List = w.List(b.List)
	}
}

func (w *Walker) List(l []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range l {
		out = append(out, w.Stmts(s)...)
	}
	return out
}

// Stmts rewrites a statement, possibly to several.
func (w *Walker) Stmts(s ast.Stmt) []ast.Stmt {
	done := false
	if w.Before != nil {
		s, done = w.Before(s)
	}
	if !done {
		w.stmtChildren(s)
	}
	if w.After == nil {
		return []ast.Stmt{s}
	}
	return w.After(s)
}

// stmt rewrites a statement where only one is allowed: several become a block.
func (w *Walker) stmt(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	l := w.Stmts(s)
	if len(l) == 1 {
		return l[0]
	}
	return &ast.BlockStmt{Lbrace: s.Pos(), List: l, Rbrace: s.End()}
}

func (w *Walker) stmtChildren(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.DeclStmt:
		w.Decl(s.Decl)
	case *ast.ExprStmt:
		s.X = w.Visit(s.X)
	case *ast.SendStmt:
		s.Chan, s.Value = w.Visit(s.Chan), w.Visit(s.Value)
	case *ast.IncDecStmt:
		s.X = w.Visit(s.X)
	case *ast.AssignStmt:
		w.Exprs(s.Rhs)
		w.Exprs(s.Lhs)
	case *ast.GoStmt:
		w.call(&s.Call)
	case *ast.DeferStmt:
		w.call(&s.Call)
	case *ast.ReturnStmt:
		w.Exprs(s.Results)
	default:
		w.compound(s)
	}
}

// call visits the call of a go or defer statement, which must stay a call.
func (w *Walker) call(c **ast.CallExpr) {
	if x, ok := w.Visit(*c).(*ast.CallExpr); ok {
		*c = x
	}
}

func (w *Walker) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		s.Stmt = w.stmt(s.Stmt)
	case *ast.BlockStmt:
		w.Block(s)
	case *ast.IfStmt:
		s.Init, s.Cond = w.stmt(s.Init), w.Visit(s.Cond)
		w.Block(s.Body)
		s.Else = w.stmt(s.Else)
	case *ast.CaseClause:
		w.Exprs(s.List)
		s.Body = w.List(s.Body)
	case *ast.SwitchStmt:
		s.Init, s.Tag = w.stmt(s.Init), w.Visit(s.Tag)
		w.Block(s.Body)
	case *ast.TypeSwitchStmt:
		s.Init, s.Assign = w.stmt(s.Init), w.stmt(s.Assign)
		w.Block(s.Body)
	case *ast.CommClause:
		s.Comm = w.stmt(s.Comm)
		s.Body = w.List(s.Body)
	case *ast.SelectStmt:
		w.Block(s.Body)
	case *ast.ForStmt:
		s.Init, s.Cond, s.Post = w.stmt(s.Init), w.Visit(s.Cond), w.stmt(s.Post)
		w.Block(s.Body)
	case *ast.RangeStmt:
		s.Key, s.Value, s.X = w.Visit(s.Key), w.Visit(s.Value), w.Visit(s.X)
		w.Block(s.Body)
	}
}

func (w *Walker) Decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				s.Type = w.typ(s.Type)
				w.Exprs(s.Values)
			case *ast.TypeSpec:
				w.typeSpec(s)
			}
		}
	case *ast.FuncDecl:
		if w.Types {
			w.fields(d.Recv)
			w.Children(d.Type)
		}
		w.Block(d.Body)
	}
}

func (w *Walker) typeSpec(s *ast.TypeSpec) {
	if w.Types {
		w.fields(s.TypeParams)
		s.Type = w.Visit(s.Type)
	}
}

// Leaves reports whether statements leave their function, other than by running to the end.
func Leaves(list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt, *ast.DeferStmt:
				found = true
			}
			return !found
		})
	}
	return found
}
