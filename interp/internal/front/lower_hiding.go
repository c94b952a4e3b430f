package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// clearNames renames what functions declare under a name that lowered code may need for something else, and
// labels: the interpreter knows both by their names alone.
//
//	func f(suit suit) bool { return suit == hearts } → func f(suitꞏ suit) bool { return suitꞏ == suit(0) }
func (l *lowerer) clearNames(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if o := l.info.ObjectOf(n); o != nil && l.hides(o) {
				n.Name += mark
			}
		case *ast.TypeSwitchStmt: // what it declares has an object for each clause
			if as, ok := n.Assign.(*ast.AssignStmt); ok {
				if id := as.Lhs[0].(*ast.Ident); l.hiding(id.Name) {
					id.Name += mark
				}
			}
		case *ast.LabeledStmt:
			l.renameLabel(n.Label)
		case *ast.BranchStmt:
			if l.renameLabel(n.Label); n.Tok == token.GOTO {
				l.jumps.add(n.Label.Name)
			}
		}
		return true
	})
}

func (l *lowerer) renameLabel(id *ast.Ident) {
	if id != nil && id.Name != "_" && !l.f.Off["label-names"] {
		id.Name += mark
	}
}

// hides says whether an object of a function has a name that lowered code may need: of a type that the session
// declares, or of what Go itself declares.
func (l *lowerer) hides(o types.Object) bool {
	switch o := o.(type) {
	case *types.Var:
		if o.IsField() {
			return false
		}
	case *types.Const:
	default:
		return false
	}
	return o.Pkg() == l.f.pkg && !l.session(o) && !l.declaredHere(o) && l.hiding(o.Name())
}

// declaredHere says whether the unit declares an object for the session.
func (l *lowerer) declaredHere(o types.Object) bool {
	for _, d := range l.u.defs {
		if d == o {
			return true
		}
	}
	return false
}

func (l *lowerer) hiding(name string) bool {
	if l.f.Off["hiding-names"] || name == "_" {
		return false
	}
	if types.Universe.Lookup(name) != nil {
		return true
	}
	_, isType := l.a.get(name).(*types.TypeName)
	return isType
}

// elidedPointers spells out the type of an element that is a pointer to a literal: of a compiled type of maps
// the interpreter does not know it.
//
//	fstest.MapFS{"a": {Data: b}} → fstest.MapFS{"a": &fstest.MapFile{Data: b}}
func elidedPointers(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CompositeLit)
	if !ok || c.Type != nil {
		return e
	}
	p, ok := l.typeOf(c).Underlying().(*types.Pointer)
	if !ok || l.f.cellOf(l.typeOf(c)) != nil {
		return e
	}
	c.Type = l.mustType(p.Elem(), c.Pos())
	in := *c
	l.made[&in] = p.Elem()
	l.convertElements(&in)
	return &ast.UnaryExpr{OpPos: c.Pos(), Op: token.AND, X: &in}
}
