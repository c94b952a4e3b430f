package front

import (
	"go/ast"
	"go/types"
	"slices"
)

// namer resolves names in a checked unit.
type namer struct {
	f    *Front
	a    *analysis
	u    *unit
	info *types.Info
	made []types.Object // definitions of the unit, with the variables of its last value
}

func (a *analysis) newNamer(u *unit) *namer {
	for _, o := range u.defs {
		a.know(o)
	}
	return &namer{f: a.Front, a: a, u: u, info: u.info, made: slices.Clip(u.defs)}
}

// typeOf returns the type of an expression.
func (l *namer) typeOf(e ast.Expr) types.Type {
	for e != nil {
		if tv, ok := l.info.Types[e]; ok && tv.Type != nil {
			return tv.Type
		}
		if id, ok := e.(*ast.Ident); ok {
			if o := l.info.ObjectOf(id); o != nil {
				return o.Type()
			}
		}
		p, ok := e.(*ast.ParenExpr)
		if !ok {
			break
		}
		e = p.X
	}
	return types.Typ[types.Invalid]
}

// value returns the type and value recorded by the checker for e.
func (l *namer) value(e ast.Expr) types.TypeAndValue { return l.info.Types[e] }

// session reports whether o is a package-level object of the session.
func (l *namer) session(o types.Object) bool {
	return o != nil && o.Pkg() == l.f.pkg && l.f.named[o]
}

// define adds a variable to those that the unit defines.
func (l *namer) define(v *types.Var) {
	l.made = append(l.made, v)
	l.f.know(v)
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// generic reports whether a type has no type arguments yet.
func generic(n *types.Named) bool { return n.TypeParams().Len() > 0 && n.TypeArgs().Len() == 0 }
