package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile/evalorder"
	"github.com/msrepl/msrepl/interp/internal/compile/marking"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// program is the SSA form of a unit, and as much of what it uses as that needs.
type program struct {
	c        *Compiler
	u        *Unit
	SSA      *ssa.Program
	made     map[*types.Package]bool
	lib      map[*types.Package]bool // packages with source text, whose positions are not the user's
	declared map[*types.Func]*ssa.Function
	local    map[*types.Func]map[token.Pos]*types.TypeName   // types that generic functions declare
	copied   map[*ssa.Function]map[token.Pos]*types.TypeName // the copies of those in an instance
	vars     map[token.Pos][]*types.Var                      // of the unit, for a debugger
	names    []types.Object                                  // constants and types of its functions, for a debugger
}

func newProgram(c *Compiler) *program {
	mode := ssa.InstantiateGenerics | ssa.BareInits
	if c.marked != nil {
		mode |= ssa.NaiveForm
	}
	return &program{
		c: c, SSA: ssa.NewProgram(c.fset, mode), vars: map[token.Pos][]*types.Var{}, made: map[*types.Package]bool{},
		lib: map[*types.Package]bool{}, declared: map[*types.Func]*ssa.Function{},
		local: map[*types.Func]map[token.Pos]*types.TypeName{}, copied: map[*ssa.Function]map[token.Pos]*types.TypeName{},
	}
}

// generic is a generic function, or a generic type with its methods, of an earlier unit.
type generic struct {
	decls []ast.Decl
	lives []any       // of the units of decls, whose positions instances have
	info  *types.Info // for what is in decls
}

// add builds the SSA form of a unit.
func (p *program) add(pkg *types.Package, files []*ast.File, info *types.Info) *ssa.Package {
	if p.u.debug {
		p.noteVars(info)
		marking.Put(files, info)
	} else {
		marking.Loops(info)
	}
	evalorder.Apply(pkg, files, info, p.u)
	w := &wants{
		p: p, pkg: pkg, own: map[types.Object]bool{}, objects: map[*types.Package][]types.Object{},
		taken: map[*generic]bool{}, seen: map[types.Object]bool{}, types: map[types.Type]bool{},
	}
	for _, o := range info.Defs {
		if o != nil {
			w.own[o] = true
		}
	}
	p.keepGenerics(files, info)
	p.numberLocals(files, info)
	all := p.withStubs(w, files, info)
	p.findLocals(all, info)
	p.made[pkg] = true
	sp := p.SSA.CreatePackage(pkg, all, info, true)
	for _, f := range files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if o, ok := info.Defs[fd.Name].(*types.Func); ok && !isGeneric(o) && p.SSA.FuncValue(o) != nil {
					p.declared[o] = p.SSA.FuncValue(o)
				}
			}
		}
	}
	sp.Build()
	return sp
}

// isGeneric reports whether a function is only compiled for type arguments.
func isGeneric(o *types.Func) bool {
	sig := o.Signature()
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}

// withStubs returns the files of a unit with what they use of earlier units: declarations without a body, and the
// source of generic code.
func (p *program) withStubs(w *wants, files []*ast.File, info *types.Info) []*ast.File {
	w.info(info)
	var again []ast.Decl
	var lives []any // of the units of the generics
	for len(w.generics) > 0 {
		g := w.generics[0]
		w.generics = w.generics[1:]
		for _, d := range g.decls {
			if !w.own[defined(info, d)] {
				again = append(again, d)
			}
		}
		lives = append(lives, g.lives...)
		w.info(g.info)
		merge(info, g.info)
		if p.u.debug {
			p.noteVars(g.info)
		}
	}
	if lives != nil {
		p.u.life = append(lives, p.u.life)
	}
	stubs := &ast.File{Name: ast.NewIdent(w.pkg.Name()), Decls: again}
	for of, list := range w.objects {
		if of == w.pkg {
			stub(stubs, info, list)
			continue
		}
		if p.made[of] {
			continue
		}
		p.made[of] = true
		f, defs := &ast.File{Name: ast.NewIdent(of.Name())}, &types.Info{Defs: map[*ast.Ident]types.Object{}}
		stub(f, defs, list)
		p.SSA.CreatePackage(of, []*ast.File{f}, defs, true)
	}
	if len(stubs.Decls) == 0 {
		return files
	}
	return append(files[:len(files):len(files)], stubs)
}

// stub declares objects without bodies or values.
func stub(f *ast.File, info *types.Info, list []types.Object) {
	for _, o := range list {
		id := ast.NewIdent(o.Name())
		info.Defs[id] = o
		switch o.(type) {
		case *types.Func:
			f.Decls = append(f.Decls, &ast.FuncDecl{Name: id, Type: &ast.FuncType{Params: &ast.FieldList{}}})
		case *types.Var:
			f.Decls = append(f.Decls, &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id}}}})
		case *types.TypeName:
			f.Decls = append(f.Decls, &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{&ast.TypeSpec{Name: id}}})
		case *types.Const:
			f.Decls = append(f.Decls, &ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id}}}})
		}
	}
}

// wants collects what a unit uses but does not declare.
type wants struct {
	p        *program
	pkg      *types.Package
	own      map[types.Object]bool
	objects  map[*types.Package][]types.Object // functions and variables
	generics []*generic
	taken    map[*generic]bool
	seen     map[types.Object]bool
	types    map[types.Type]bool
}

func (w *wants) info(info *types.Info) {
	for _, o := range info.Uses {
		w.object(o)
	}
	for _, s := range info.Selections {
		w.typ(s.Recv())
	}
	for _, in := range info.Instances {
		w.typ(in.Type)
		for i := range in.TypeArgs.Len() {
			w.typ(in.TypeArgs.At(i))
		}
	}
}

func (w *wants) object(o types.Object) {
	if o == nil || o.Pkg() == nil || w.seen[o] {
		return
	}
	w.seen[o] = true
	switch o := o.(type) {
	case *types.PkgName:
		w.library(o.Imported())
		return
	case *types.Func:
		w.typ(o.Type())
		w.function(o)
	case *types.Var:
		w.typ(o.Type())
		if w.own[o] || o.IsField() {
			return
		}
		at := w.p.u.variable(o)
		if at != nil {
			w.p.u.declares[o] = at
		}
		if (at != nil || o.Parent() == o.Pkg().Scope()) && !w.library(o.Pkg()) {
			w.objects[o.Pkg()] = append(w.objects[o.Pkg()], o)
		}
	case *types.TypeName:
		w.typ(o.Type())
	}
}

func (w *wants) function(o *types.Func) {
	o = o.Origin()
	if f := w.p.c.objects[o]; f != nil && !w.own[o] {
		w.p.u.uses[o] = f
	}
	recv := o.Signature().Recv()
	switch {
	case recv != nil:
		w.typ(recv.Type())
	case w.own[o] || w.library(o.Pkg()):
	case isGeneric(o):
		w.generic(o)
	default:
		w.objects[o.Pkg()] = append(w.objects[o.Pkg()], o)
	}
}

func (w *wants) generic(o types.Object) {
	if g := w.p.c.generics[o]; g != nil && !w.own[o] && !w.taken[g] {
		w.taken[g] = true
		w.generics = append(w.generics, g)
	}
}

// library declares a package with source text, and reports whether pkg is one.
func (w *wants) library(pkg *types.Package) bool {
	if pkg == w.pkg {
		return false
	}
	if file, _ := w.p.c.env.packages.Syntax(pkg.Path()); file == nil {
		return false
	}
	w.p.declare(pkg)
	return true
}

// typ finds instances of generic types.
func (w *wants) typ(t types.Type) {
	if t == nil || w.types[t] {
		return
	}
	w.types[t] = true
	n, ok := t.(*types.Named)
	if !ok {
		gotypes.Parts(t, w.typ)
		return
	}
	if n.TypeArgs().Len() > 0 || n.TypeParams().Len() > 0 {
		for arg := range n.TypeArgs().Types() {
			w.typ(arg)
		}
		if o := n.Origin().Obj(); o.Pkg() != nil && !w.library(o.Pkg()) {
			w.generic(o)
		}
	}
	if n.Obj().Pkg() == w.pkg {
		w.typ(n.Underlying())
	}
}

// keepGenerics keeps the generic declarations of a unit for later units.
func (p *program) keepGenerics(files []*ast.File, info *types.Info) {
	keep := func(o types.Object, d ast.Decl) {
		g := p.c.generics[o]
		if g == nil {
			g = &generic{info: gotypes.NewInfo()}
			p.c.generics[o] = g
		}
		g.replace(info, d)
		g.decls, g.lives = append(g.decls, d), append(g.lives, p.u.life)
		restrict(g.info, info, d)
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				o, ok := info.Defs[d.Name].(*types.Func)
				if !ok || !isGeneric(o) {
					continue
				}
				if recv := o.Signature().Recv(); recv != nil {
					keep(base(recv.Type()).Origin().Obj(), d)
				} else {
					keep(o, d)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					ts, ok := s.(*ast.TypeSpec)
					if ok && ts.TypeParams != nil && d.Tok == token.TYPE {
						keep(info.Defs[ts.Name], &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{ts}})
					}
				}
			}
		}
	}
}

// defined returns the method or function that d declares.
func defined(info *types.Info, d ast.Decl) types.Object {
	if fd, ok := d.(*ast.FuncDecl); ok {
		return info.Defs[fd.Name]
	}
	return nil
}

// replace drops an earlier declaration of the method that d declares.
func (g *generic) replace(info *types.Info, d ast.Decl) {
	o := defined(info, d)
	i := slices.IndexFunc(g.decls, func(old ast.Decl) bool { return o != nil && defined(g.info, old) == o })
	if i < 0 {
		return
	}
	g.decls, g.lives = slices.Delete(g.decls, i, i+1), slices.Delete(g.lives, i, i+1)
	all := g.info
	g.info = gotypes.NewInfo()
	for _, d := range g.decls {
		restrict(g.info, all, d)
	}
}

// base returns the named type of a receiver.
func base(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t).(*types.Named)
}

// restrict copies to one info the entries of another one for the nodes below root.
func restrict(to, from *types.Info, root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			copyOf(to.Types, from.Types, e)
		}
		switch x := n.(type) {
		case nil:
			return true
		case *ast.Ident:
			copyOf(to.Defs, from.Defs, x)
			copyOf(to.Uses, from.Uses, x)
			copyOf(to.Instances, from.Instances, x)
		case *ast.SelectorExpr:
			copyOf(to.Selections, from.Selections, x)
		}
		copyOf(to.Implicits, from.Implicits, n)
		copyOf(to.Scopes, from.Scopes, n)
		return true
	})
}

// copyOf copies the entry for a key from one map to another.
func copyOf[K comparable, V any](to, from map[K]V, key K) {
	if v, ok := from[key]; ok {
		to[key] = v
	}
}

func merge(to, from *types.Info) {
	maps.Copy(to.Types, from.Types)
	maps.Copy(to.Defs, from.Defs)
	maps.Copy(to.Uses, from.Uses)
	maps.Copy(to.Implicits, from.Implicits)
	maps.Copy(to.Selections, from.Selections)
	maps.Copy(to.Scopes, from.Scopes)
	maps.Copy(to.Instances, from.Instances)
}

// declare declares an imported package and its imports: their functions are compiled, except for generic ones.
func (p *program) declare(pkg *types.Package) {
	if p.made[pkg] {
		return
	}
	p.made[pkg] = true
	for _, d := range pkg.Imports() {
		p.declare(d)
	}
	file, info := p.c.env.packages.Syntax(pkg.Path())
	if file == nil {
		p.SSA.CreatePackage(pkg, nil, nil, true)
		return
	}
	p.lib[pkg] = true
	rest := p.c.parts[pkg]
	if rest == nil {
		evalorder.Apply(pkg, []*ast.File{file}, info, p.u)
		rest = compiledPart(pkg, info)
		p.c.parts[pkg] = rest
	}
	p.SSA.CreatePackage(pkg, []*ast.File{file, rest}, info, true)
}

// compiledPart returns a file that declares the compiled part of a package with source text: functions without a
// body, variables and types.
func compiledPart(pkg *types.Package, info *types.Info) *ast.File {
	f := &ast.File{Name: ast.NewIdent(pkg.Name())}
	written := map[types.Object]bool{}
	for _, o := range info.Defs {
		written[o] = true
	}
	var rest []types.Object
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); !written[o] {
			rest = append(rest, o)
		}
	}
	stub(f, info, rest)
	return f
}

// ofLibrary reports whether a function comes from the source text of a package.
func (p *program) ofLibrary(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.Pkg != nil && p.lib[fn.Pkg.Pkg]
}

// build builds the SSA form of non-generic functions of a source text when the first of them is needed.
func (p *program) build(fn *ssa.Function) {
	if fn.Blocks == nil && fn.Pkg != nil && p.lib[fn.Pkg.Pkg] {
		fn.Pkg.Build()
	}
}
