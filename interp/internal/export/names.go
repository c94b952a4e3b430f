package export

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/typeexpr"
)

// names assigns names in the program.
type names struct {
	world   *gotypes.World
	pkg     *types.Package          // of the session
	of      map[types.Object]string // names of the session's objects
	taken   map[string]int          // number of generations of a name
	imports map[string]string       // import path → package name
	words   map[string]bool         // identifiers in the cells, which generated names must avoid
	locals  map[string]bool         // names that packages must not have
}

func newNames(f *front.Front) *names {
	n := &names{
		world: f.World(), pkg: f.Package(), of: map[types.Object]string{},
		taken:   map[string]int{"main": 1, "init": 1, "_": 1, "nil": 1},
		imports: map[string]string{}, words: map[string]bool{}, locals: map[string]bool{},
	}
	for _, name := range types.Universe.Names() {
		switch types.Universe.Lookup(name).(type) {
		case *types.TypeName, *types.Const: // the program may name them where the cells do not
			n.taken[name] = 1
		}
	}
	for _, name := range []string{"append", "new"} {
		n.taken[name] = 1
	}
	return n
}

// reserve records the identifiers of a cell, and the predeclared ones that it uses: a declaration at package level,
// unlike one of a later cell, would hide these in the whole program.
func (n *names) reserve(c *syntax.Cell, sources []*front.Source) {
	for _, l := range syntax.Lex(c.Src) {
		if l.Tok == token.IDENT {
			n.words[l.Lit] = true
		}
	}
	for _, s := range sources {
		for _, o := range s.Info.Uses {
			if types.Universe.Lookup(o.Name()) == o {
				n.taken[o.Name()] = 1
			}
		}
	}
}

// name returns the name of an object: its own, or x2, x3, … if that is taken.
func (n *names) name(o types.Object) string {
	if name, ok := n.of[o]; ok {
		return name
	}
	name := n.fresh(clean(o.Name()))
	n.of[o] = name
	return name
}

// nameTypes names the types of a session, the newest first.
func (n *names) nameTypes(parts [][]*front.Source) {
	for _, list := range slices.Backward(parts) {
		for _, s := range slices.Backward(list) {
			for _, o := range s.Defs {
				if _, ok := o.(*types.TypeName); ok {
					n.name(o)
				}
			}
		}
	}
}

func (n *names) fresh(name string) string {
	for {
		n.taken[name]++
		k := n.taken[name]
		switch numbered := fmt.Sprintf("%s%d", name, k); {
		case k == 1:
			return name
		case !n.words[numbered] && n.taken[numbered] == 0:
			n.taken[numbered]++ // another type may have a name that ends in a number
			return numbered
		}
	}
}

// importName returns the name of a package.
func (n *names) importName(path string) string {
	if name, ok := n.imports[path]; ok {
		return name
	}
	name := n.fresh(n.world.Name(path))
	if n.locals[name] {
		name = n.fresh(name + "pkg")
	}
	n.imports[path] = name
	return name
}

// session reports whether o is a package-level object of the session.
func (n *names) session(o types.Object) bool {
	return o != nil && o.Pkg() == n.pkg && n.of[o] != ""
}

// unit is a unit of a cell to be added to the program.
type unit struct {
	*names
	*front.Source
	first bool                    // of its cell
	shown bool                    // it is in the part of its cell that shows a value
	made  map[ast.Expr]types.Type // types of nodes made after the check
}

func (x *program) newUnit(s *front.Source, first, shown bool) *unit {
	for _, o := range s.Defs {
		if old := s.Reuse[o]; old != nil {
			x.of[o] = x.name(old)
		} else {
			x.name(o)
		}
	}
	if s.Body != nil {
		x.nameLabels(s)
	}
	return &unit{names: x.names, Source: s, first: first, shown: shown, made: map[ast.Expr]types.Type{}}
}

// nameLabels renames labels of statements that are already used in main.
func (x *program) nameLabels(s *front.Source) {
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.LabeledStmt:
			n.Label.Name = x.labels.name(s.Info.Defs[n.Label])
		case *ast.BranchStmt:
			if n.Label != nil {
				n.Label.Name = x.labels.name(s.Info.Uses[n.Label])
			}
		}
		return true
	})
}

// typeOf returns the type of an expression.
func (u *unit) typeOf(e ast.Expr) types.Type {
	if t := u.made[e]; t != nil {
		return t
	}
	if p, ok := e.(*ast.ParenExpr); ok {
		return u.typeOf(p.X)
	}
	if t := u.Info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// collectUses adds the session objects that a node uses.
func (u *unit) collectUses(n ast.Node, uses map[types.Object]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := u.Info.Uses[id]; u.session(o) {
				uses[u.Kept(o)] = true
			}
		}
		return true
	})
}

// renameExpr replaces session objects, packages and names visible without qualifier by their names in the program.
func renameExpr(u *unit, e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.CallExpr: // the call of a method that no longer compiles: a program has no such error
		if fun, ok := e.Fun.(*ast.SelectorExpr); ok && u.isHook(fun.X) {
			return &ast.CallExpr{Fun: syntax.QuoteExpr(e.Pos(), u.importName("errors")+".New"), Args: e.Args}
		}
	case *ast.SelectorExpr:
		if n := u.embeddedName(u.Info.Uses[e.Sel]); n != "" {
			e.Sel.Name = n
		}
	case *ast.Ident:
		return u.rename(e)
	}
	return e
}

// isHook reports whether an expression names the package of hooks of the front end.
func (u *unit) isHook(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := u.Info.Uses[id].(*types.PkgName)
	return ok && pkg.Imported().Path() == front.HooksPath
}

func (u *unit) rename(id *ast.Ident) ast.Expr {
	o := u.Info.ObjectOf(id)
	if o == nil {
		return id
	}
	if n := u.embeddedName(o); n != "" {
		id.Name = n
		return id
	}
	if v, ok := o.(*types.Var); ok && v.Embedded() && u.Info.Defs[id] == o { // also the name of the type
		o = u.Info.Uses[id]
	}
	if o == nil {
		return id
	}
	if pkg, ok := o.(*types.PkgName); ok {
		if !u.isHook(id) {
			id.Name = u.importName(pkg.Imported().Path())
		}
		return id
	}
	if u.session(o) {
		id.Name = u.name(o)
		return id
	}
	if o.Pkg() != nil && o.Pkg() != u.pkg && o.Parent() == o.Pkg().Scope() {
		return &ast.SelectorExpr{X: syntax.Ident(id.NamePos, u.importName(o.Pkg().Path())), Sel: id}
	}
	return id
}

// embeddedName returns the name of an embedded field if its type, or an alias of it, is renamed in the program, or
// "".
func (u *unit) embeddedName(o types.Object) string {
	v, ok := o.(*types.Var)
	if !ok || !v.IsField() || !v.Embedded() {
		return ""
	}
	t := v.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	name := v.Name()
	if other, ok := t.(*types.Alias); ok && u.session(other.Obj()) {
		name = u.name(other.Obj())
	} else if n, ok := types.Unalias(t).(*types.Named); ok && u.session(n.Obj()) { // not one declared in a function
		name = u.name(n.Obj())
	}
	if name == v.Name() {
		return ""
	}
	return name
}

// typeName returns the name of a type in the program, or nil if it cannot be named there.
func (u *unit) typeName(o *types.TypeName, pos token.Pos) ast.Expr {
	switch {
	case o.Pkg() == nil:
		return syntax.Ident(pos, o.Name())
	case o.Pkg() == u.pkg:
		return syntax.Ident(pos, u.name(o))
	case o.Pkg() == types.Unsafe, u.world.HasMember(o.Pkg().Path(), o.Name()):
		return &ast.SelectorExpr{X: syntax.Ident(pos, u.importName(o.Pkg().Path())), Sel: syntax.Ident(pos, o.Name())}
	}
	return nil
}

// mustType returns an expression for a type where the checked program needs to name it.
func (u *unit) mustType(t types.Type, pos token.Pos) ast.Expr {
	x := typeexpr.Writer{Name: u.typeName}.Expr(t, pos)
	if x == nil {
		return syntax.Ident(pos, "any")
	}
	return x
}

// variableOf returns an exported variable with a type that only its package can name, like binary.BigEndian, and nil
// for other types.
func (u *unit) variableOf(t types.Type) ast.Expr {
	named, ok := t.(*types.Named)
	if !ok || u.typeName(named.Obj(), token.NoPos) != nil {
		return nil
	}
	pkg := named.Obj().Pkg()
	for _, name := range pkg.Scope().Names() {
		if v, ok := pkg.Scope().Lookup(name).(*types.Var); ok && v.Exported() && types.Identical(v.Type(), t) {
			return syntax.QuoteExpr(token.NoPos, u.importName(pkg.Path())+"."+name)
		}
	}
	return nil
}
