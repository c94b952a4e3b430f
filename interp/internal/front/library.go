package front

import (
	"go/ast"
	"go/types"
	"path"
	"strconv"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// Generic code of the standard library is there as text. Its functions and types are templates, of which
// each use makes a copy, like those that cells declare; but their names are those of their package.

// library is what the text of a package may name.
type library struct {
	pkg     *types.Package
	copies  *types.Package            // in which copies are checked: it may use what the library keeps to itself
	imports map[string]*types.Package // by name
}

// template returns what copies of o are made of, nil when o is not generic.
func (f *Front) template(o types.Object) *template {
	if t := f.templates[o]; t != nil || o == nil || o.Pkg() == f.pkg {
		return t
	}
	decls := f.world.Source(o)
	if len(decls) == 0 {
		return nil
	}
	lib := f.library(o.Pkg(), decls[0].Text)
	t := &template{lib: lib}
	for _, d := range decls {
		fn := &function{name: o.Name(), obj: o, cell: &Cell{Name: d.Path, Src: d.Text}, from: d.From, to: d.To}
		switch n := d.Node.(type) {
		case *ast.TypeSpec:
			fn.keyword = "type "
			t.fn, t.params = fn, typeParams(n.TypeParams)
		case *ast.FuncDecl:
			if n.Recv != nil {
				t.methods = append(t.methods, &template{fn: fn, params: receiverParams(n), lib: lib})
				continue
			}
			t.fn, t.params = fn, typeParams(n.Type.TypeParams)
		}
	}
	f.templates[o] = t
	return t
}

// library collects what the text of a package imports.
func (f *Front) library(pkg *types.Package, text string) *library {
	if lib := f.libraries[pkg]; lib != nil {
		return lib
	}
	lib := &library{pkg: pkg, copies: types.NewPackage(pkg.Path(), "main"), imports: map[string]*types.Package{}}
	for _, p := range gotypes.Imports(text) {
		if imported, err := f.world.Import(p); err == nil {
			lib.imports[imported.Name()] = imported
		}
	}
	f.libraries[pkg] = lib
	return lib
}

// lookup finds a name that the text of a package uses.
func (lib *library) lookup(name string) types.Object {
	if pkg := lib.imports[name]; pkg != nil {
		return types.NewPkgName(0, lib.copies, name, pkg)
	}
	return lib.pkg.Scope().Lookup(name)
}

// inside returns the package to check copies in, with the scope of home. It goes by the path of the library.
func (lib *library) inside(home *types.Package) *types.Package {
	*lib.copies.Scope() = *home.Scope()
	return lib.copies
}

// fillFrom shows the package what a copy of a library's text may use, in the place of what cells know.
func (a *analysis) fillFrom(scope *types.Scope, u *unit) {
	for n := range u.free {
		if u.bound[n] != nil {
			continue
		}
		if o := u.lib.lookup(n); o != nil {
			scope.Insert(o)
		}
	}
}

// libraryName returns the interpreter's name of a package without compiled parts, which the interpreter
// never hears of; an export imports it like any other.
func (l *lowerer) libraryName(p string) (string, bool) {
	if l.f.plain || l.f.world.Compiled(p) {
		return "", false
	}
	return path.Base(p), true
}

// unnamedSeq returns the function type that a generic type of a library stands for: the interpreter
// confuses such types with each other when they are named, and nobody asks for their name.
func (l *lowerer) unnamedSeq(t *types.Named) (types.Type, bool) {
	sig, ok := t.Underlying().(*types.Signature)
	return sig, ok && t.NumMethods() == 0
}

// copied says whether a type is a copy of a third party's, which shows itself as if it were compiled. Those of the standard
// library do not hold what is worth showing.
func (f *Front) copied(n *types.Named) bool {
	return n.Obj().Pkg() != nil && gotypes.ThirdParty(n.Obj().Pkg().Path()) && len(f.world.Source(n.Origin().Obj())) > 0
}

// placeholder names a type parameter that the text leaves without a name.
func placeholder(i int) string { return "T" + mark + strconv.Itoa(i) }
