package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"unicode"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/msrepl/msrepl/interp/internal/depends"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// View is the information about a name in a possibly incomplete text. It is valid only during the call of View that
// passes it.
type View struct {
	a     *analysis
	unit  *unit
	path  []ast.Node // from the file to the name
	scope *types.Scope
}

// World returns the packages that the session may use.
func (f *Front) World() *gotypes.World { return f.world }

// View checks a text as if it were the next cell and calls use with the name at byte offset at. It takes the first of
// several variants of the text that has no syntax errors, or otherwise the first one in which the name can be parsed.
// It reports whether it found the name. The text leaves nothing behind.
func (f *Front) View(variants []string, at int, use func(*View)) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, clean := range []bool{true, false} {
		for _, src := range variants {
			if f.view(src, at, clean, use) {
				return true
			}
		}
	}
	return false
}

func (f *Front) view(src string, at int, clean bool, use func(*View)) bool {
	a := f.newAnalysis(&syntax.Cell{Name: "view", Src: src})
	a.quiet = true
	pieces, errs := f.reader().Parse(a.cell, syntax.Split(src))
	defer f.forget(pieces)
	if clean == (len(errs) > 0) {
		return false
	}
	defer a.rollback(0)
	for _, u := range a.schedule(a.usable(pieces)) {
		a.checkUnit(u)
		if v := a.find(u, at); v != nil {
			use(v)
			return true
		}
	}
	return false
}

// usable drops what could not be parsed, and processes the imports.
func (a *analysis) usable(pieces []*syntax.Piece) []*syntax.Piece {
	var usable []*syntax.Piece
	for _, p := range pieces {
		if p.File == nil || p.Kind == syntax.StmtItem && p.Body == nil {
			continue
		}
		if p.Kind == syntax.ImportItem {
			a.importDecl(p)
		}
		a.note(p)
		usable = append(usable, p)
	}
	return usable
}

// forget removes the files of a view from the session's file set, which would otherwise grow with every keystroke.
func (f *Front) forget(pieces []*syntax.Piece) {
	for _, p := range pieces {
		if p.File == nil {
			continue
		}
		if file := f.fset.File(p.File.FileStart); file != nil {
			f.fset.RemoveFile(file)
		}
	}
}

// find looks for the name at an offset of the text.
func (a *analysis) find(u *unit, at int) *View {
	if u.info == nil {
		return nil
	}
	line, col := a.cell.LineCol(at)
	word := a.cell.Src[at : at+identLen(a.cell.Src[at:])]
	var stack, path []ast.Node
	for _, f := range u.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			if id, ok := n.(*ast.Ident); ok && id.Name == word && path == nil {
				if p := a.fset.Position(id.Pos()); p.Line == line && p.Column == col {
					path = append(path, stack...)
				}
			}
			return true
		})
	}
	if path == nil {
		return nil
	}
	v := &View{a: a, unit: u, path: path}
	v.scope = v.innermost()
	return v
}

// innermost finds the innermost scope that contains the name.
func (v *View) innermost() *types.Scope {
	pos := v.Ident().Pos()
	best := v.a.pkg.Scope()
	for _, s := range v.unit.info.Scopes {
		if s.Contains(pos) && (best.Pos() == token.NoPos || best.Pos() <= s.Pos() && s.End() <= best.End()) {
			best = s
		}
	}
	return best
}

// Ident returns the name itself.
func (v *View) Ident() *ast.Ident { return v.path[len(v.path)-1].(*ast.Ident) }

// Parent returns the parent node of the name.
func (v *View) Parent() ast.Node {
	if len(v.path) < 2 {
		return nil
	}
	return v.path[len(v.path)-2]
}

// Labels returns the labels of the statements around the name, inner ones first.
func (v *View) Labels() (names []string) {
	for _, n := range slices.Backward(v.path) {
		if l, ok := n.(*ast.LabeledStmt); ok {
			names = append(names, l.Label.Name)
		}
	}
	return names
}

// Home returns the package that all objects of the session belong to.
func (v *View) Home() *types.Package { return v.a.pkg }

// TypeOf returns the type of an expression around the name, including sugar, or nil if it is unknown.
func (v *View) TypeOf(e ast.Expr) types.Type {
	if tv, ok := v.unit.info.Types[e]; ok && gotypes.Valid(tv.Type) {
		return tv.Type
	}
	if v.unit.sugar == nil {
		return nil
	}
	return v.unit.sugar.TypeOf(e)
}

// IsType reports whether an expression denotes a type.
func (v *View) IsType(e ast.Expr) bool { return v.unit.info.Types[e].IsType() }

// Object returns the object that the name denotes, or nil.
func (v *View) Object() types.Object {
	id := v.Ident()
	if o := v.unit.info.ObjectOf(id); o != nil {
		return o
	}
	if sel, ok := v.Parent().(*ast.SelectorExpr); ok && sel.Sel == id {
		t := v.TypeOf(sel.X)
		if x, ok := sel.X.(*ast.Ident); ok && t == nil { // go/types wants type arguments of a generic type
			if generic, ok := v.Lookup(x.Name).(*types.TypeName); ok {
				t = generic.Type()
			}
		}
		if t == nil {
			return nil
		}
		o, _, _ := types.LookupFieldOrMethod(t, true, v.a.pkg, id.Name)
		return o
	}
	return v.Lookup(id.Name)
}

// Callee returns the function whose argument list contains the name, and the index of the argument; nil if it is not
// in a call of a known function.
func (v *View) Callee() (fn *types.Func, arg int) {
	for i := len(v.path) - 2; i >= 0; i-- {
		c, ok := v.path[i].(*ast.CallExpr)
		if !ok {
			switch v.path[i].(type) {
			case *ast.SelectorExpr, *ast.ParenExpr, *ast.UnaryExpr:
				continue
			}
			return nil, 0
		}
		for k, a := range c.Args {
			if ast.Node(a) != v.path[i+1] {
				continue
			}
			fn, _ := typeutil.Callee(v.unit.info, c).(*types.Func)
			return fn, k
		}
	}
	return nil, 0
}

// Lookup returns what a name denotes outside of functions: in the text, the session, or package tensor.
func (v *View) Lookup(name string) types.Object {
	if o := v.a.get(name); o != nil {
		return o
	}
	if o := types.Universe.Lookup(name); o != nil {
		return o
	}
	return v.a.dotted(name)
}

// Package returns the package that an expression names, or nil.
func (v *View) Package(e ast.Expr) *types.Package {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	if pkg, ok := v.unit.info.ObjectOf(id).(*types.PkgName); ok {
		return pkg.Imported()
	}
	return nil
}

// Locals calls yield for all objects in scope at the name that are declared in the text, inner scopes first.
func (v *View) Locals(yield func(types.Object)) {
	pos := v.Ident().Pos()
	for s := v.scope; s != nil && s != v.a.pkg.Scope() && s != types.Universe; s = s.Parent() {
		for _, name := range s.Names() {
			o := s.Lookup(name)
			if _, visible := v.scope.LookupParent(name, pos); visible == o {
				yield(o)
			}
		}
	}
}

// Session calls yield for the session's names and those that the text has declared so far.
func (v *View) Session(yield func(name string, o types.Object)) {
	for name, o := range v.a.overlay {
		yield(name, o)
	}
	for name, o := range v.a.env {
		if v.a.overlay[name] == nil {
			yield(name, o)
		}
	}
}

// Unqualified returns the objects of package tensor with a wanted name, which cells may use without qualifier. The
// package is loaded only if there is such a name: that takes 30 ms and 10 MB.
func (v *View) Unqualified(wanted func(name string) bool) (found []types.Object) {
	f := v.a.Front
	for _, name := range f.unqualified() {
		if !wanted(name) {
			continue
		}
		if o := f.dotted(name); o != nil {
			found = append(found, o)
		}
	}
	return found
}

// Footprint splits the Go of a cell into parts. It must not run while another text is parsed.
func (f *Front) Footprint(src string) []depends.Part {
	f.mu.Lock()
	defer f.mu.Unlock()
	return depends.Of(src)
}

// definition is the place of a definition: the name of a cell and a line of it.
type definition struct {
	cell string
	line int
}

// Origin returns the name of the cell that defined a session object or a field, or "" if it is not known, and the
// line. A method counts as part of its type.
func (v *View) Origin(o types.Object) (cell string, line int) {
	owner, name, member := o, o.Name(), false // of a struct or an interface, with a line of its own
	if f, ok := o.(*types.Var); ok {
		member = f.IsField()
	}
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		t := f.Signature().Recv().Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok {
			owner, name = n.Obj(), n.Obj().Name()+"."+name
		}
		member = types.IsInterface(t)
	}
	for _, fn := range v.a.functions {
		if fn.obj == owner && fn.name == name {
			line, _ = fn.cell.LineCol(fn.from)
			return fn.cell.Name, line
		}
	}
	if member {
		if at := v.a.Position(o.Pos()); at.Filename != v.a.cell.Name {
			return at.Filename, at.Line
		}
	}
	at := v.a.origin[owner]
	return at.cell, at.line
}

// identLen returns the length of the identifier that s begins with.
func identLen(s string) int {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(s)
}
