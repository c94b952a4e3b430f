package front

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/typeexpr"
)

// namer knows what the names in a checked unit stand for, and which names a program has for them.
type namer struct {
	f    *Front
	a    *analysis
	u    *unit
	info *types.Info
	defs map[types.Object]bool   // new objects of the session
	made map[ast.Expr]types.Type // types of nodes that were made after the check
}

func (a *analysis) newNamer(u *unit) *namer {
	n := &namer{f: a.Front, a: a, u: u, info: u.info, defs: map[types.Object]bool{}, made: map[ast.Expr]types.Type{}}
	for _, o := range u.defs {
		n.defs[o] = true
		if old := u.reuse[o]; old != nil {
			a.names[o] = a.name(old)
		} else {
			a.name(o)
		}
	}
	return n
}

// typeOf returns the type of an expression.
func (l *namer) typeOf(e ast.Expr) types.Type {
	for e != nil {
		if t := l.made[e]; t != nil {
			return t
		}
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

// value returns what the checker knows of e beyond its type.
func (l *namer) value(e ast.Expr) types.TypeAndValue { return l.info.Types[e] }

// builtin returns the name of the builtin that a call calls, or "".
func (l *namer) builtin(e ast.Expr) (*ast.CallExpr, string) {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return nil, ""
	}
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if _, ok := l.info.Uses[id].(*types.Builtin); ok {
			return c, id.Name
		}
	}
	return nil, ""
}

// session says whether o is a package-level object of the session.
func (l *namer) session(o types.Object) bool {
	if o == nil || o.Pkg() != l.f.pkg {
		return false
	}
	_, named := l.f.names[o]
	return named || l.defs[o]
}

// define adds a variable to those of the unit.
func (l *namer) define(v *types.Var) {
	l.u.defs = append(l.u.defs, v)
	l.defs[v] = true
	l.f.name(v)
}

// importName returns the name of a package in an exported program.
func (l *namer) importName(path string) string {
	if n, ok := l.f.imports[path]; ok {
		return n
	}
	n := l.f.fresh(l.f.world.Name(path))
	if l.f.locals[n] {
		n = l.f.fresh(n + "pkg")
	}
	l.f.imports[path] = n
	return n
}

// renameExpr gives session objects, packages and names visible without qualifier the names that they have in an
// exported program.
func renameExpr(l *namer, e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if n := l.embeddedName(l.info.Uses[e.Sel]); n != "" {
			e.Sel.Name = n
		}
	case *ast.Ident:
		return l.rename(e)
	}
	return e
}

func (l *namer) rename(id *ast.Ident) ast.Expr {
	o := l.info.ObjectOf(id)
	if o == nil {
		return id
	}
	if n := l.embeddedName(o); n != "" {
		id.Name = n
		return id
	}
	if v, ok := o.(*types.Var); ok && v.Embedded() && l.info.Defs[id] == o { // it is the name of the type, too
		o = l.info.Uses[id]
	}
	if o == nil {
		return id
	}
	if pkg, ok := o.(*types.PkgName); ok {
		id.Name = l.importName(pkg.Imported().Path())
		return id
	}
	if l.session(o) {
		id.Name = l.f.name(o)
		return id
	}
	if o.Pkg() != nil && o.Pkg() != l.f.pkg && o.Parent() == o.Pkg().Scope() {
		return &ast.SelectorExpr{X: syntax.Ident(id.NamePos, l.importName(o.Pkg().Path())), Sel: id}
	}
	return id
}

// embeddedName returns the name of an embedded field whose type, or other name of a type, has another name in the
// program, or "".
func (l *namer) embeddedName(o types.Object) string {
	v, ok := o.(*types.Var)
	if !ok || !v.IsField() || !v.Embedded() {
		return ""
	}
	t := v.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	name := v.Name()
	if other, ok := t.(*types.Alias); ok && l.session(other.Obj()) {
		name = l.f.name(other.Obj())
	} else if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == l.f.pkg {
		name = l.f.name(n.Obj())
	}
	if name == v.Name() {
		return ""
	}
	return name
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// generic says whether a type is still without its type arguments.
func generic(n *types.Named) bool { return n.TypeParams().Len() > 0 && n.TypeArgs().Len() == 0 }

// typeName returns what a named type is called in an exported program, nil when it cannot be named there.
func (l *namer) typeName(o *types.TypeName, pos token.Pos) ast.Expr {
	switch {
	case o.Pkg() == nil:
		return syntax.Ident(pos, o.Name())
	case o.Pkg() == l.f.pkg:
		return syntax.Ident(pos, l.f.name(o))
	case l.f.world.HasMember(o.Pkg().Path(), o.Name()):
		return &ast.SelectorExpr{X: syntax.Ident(pos, l.importName(o.Pkg().Path())), Sel: syntax.Ident(pos, o.Name())}
	}
	return nil
}

// mustType spells a type that the checker has accepted in a place where it needs a name.
func (l *namer) mustType(t types.Type, pos token.Pos) ast.Expr {
	x := typeexpr.Writer{Name: l.typeName}.Expr(t, pos)
	if x == nil {
		return syntax.Ident(pos, "any")
	}
	return x
}
