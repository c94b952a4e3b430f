package compile

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Texts gives the checked texts of packages whose generic parts are known as text; see gotypes.World.
type Texts interface {
	Syntax(path string) (*ast.File, *types.Info)
}

// NewInfo returns what a type check must fill for Add.
func NewInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
}

// Program is the SSA form of all that a session has declared and imported.
type Program struct {
	SSA   *ssa.Program
	texts Texts
	made  map[*types.Package]bool
	lib   map[*types.Package]bool // packages with a text, whose positions are not the user's
}

// NewProgram returns an empty program.
func NewProgram(fset *token.FileSet, texts Texts) *Program {
	return &Program{ssa.NewProgram(fset, ssa.InstantiateGenerics), texts, map[*types.Package]bool{}, map[*types.Package]bool{}}
}

// Add makes the SSA form of a package that has been type-checked. It changes files and info, so that statements are
// evaluated in compiled Go's order.
func (p *Program) Add(pkg *types.Package, files []*ast.File, info *types.Info) *ssa.Package {
	for _, d := range pkg.Imports() {
		p.declare(d)
	}
	p.made[pkg] = true
	evaluateInOrder(pkg, files, info)
	sp := p.SSA.CreatePackage(pkg, files, info, true)
	sp.Build()
	return sp
}

// declare makes an imported package and what it imports known: its functions are compiled, but for generic ones.
func (p *Program) declare(pkg *types.Package) {
	if p.made[pkg] {
		return
	}
	p.made[pkg] = true
	for _, d := range pkg.Imports() {
		p.declare(d)
	}
	file, info := p.texts.Syntax(pkg.Path())
	if file == nil {
		p.SSA.CreatePackage(pkg, nil, nil, true)
		return
	}
	p.lib[pkg] = true
	p.SSA.CreatePackage(pkg, []*ast.File{file, compiledPart(pkg, info)}, info, true)
}

// Declare makes the packages of objects known that no import statement names.
func (p *Program) Declare(pkg *types.Package) { p.declare(pkg) }

// compiledPart returns a file that declares what a package with a text has besides: functions without a body,
// variables and types.
func compiledPart(pkg *types.Package, info *types.Info) *ast.File {
	f := &ast.File{Name: ast.NewIdent(pkg.Name())}
	written := map[types.Object]bool{}
	for _, o := range info.Defs {
		written[o] = true
	}
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if written[o] {
			continue
		}
		id := ast.NewIdent(name)
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
	return f
}

// ofLibrary says whether a function comes from the text of a package.
func (p *Program) ofLibrary(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.Pkg != nil && p.lib[fn.Pkg.Pkg]
}

// build makes the SSA form of functions of a text that are not generic, when the first of them is needed.
func (p *Program) build(fn *ssa.Function) {
	if fn.Blocks == nil && fn.Pkg != nil && p.lib[fn.Pkg.Pkg] {
		fn.Pkg.Build()
	}
}
