package gotypes

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"sync"
)

// source is the source text of the generic part of a package, since compiled code has no generic functions or types.
type source struct {
	path string
	text string
	base int // of its positions
	once sync.Once
	fset *token.FileSet
	file *ast.File
	info *types.Info // of the bodies, where the world keeps them
	err  error
}

// go/types and the SSA form use positions to find enclosing declarations, so those of source texts must differ from
// each other and from those of cells.
const (
	firstBase = 1 << 30
	nextBase  = 1 << 22
)

// AddSource adds the generic part of the package at path, which may have a table as well. The text refers to objects
// of the package without qualifier. It must be called before the world is used.
func (w *World) AddSource(path, text string) error {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	if err != nil {
		return fmt.Errorf("source of a package: %w", err)
	}
	w.sources[path] = &source{path: path, text: text, base: firstBase + len(w.sources)*nextBase}
	w.name(path, f.Name.Name)
	return nil
}

// parse returns the file, which is parsed on first use.
func (s *source) parse() (*ast.File, error) {
	s.once.Do(func() {
		s.fset = token.NewFileSet()
		s.fset.AddFile("", s.base, 0)
		s.file, s.err = parser.ParseFile(s.fset, s.path+".go", s.text, parser.SkipObjectResolution)
		if s.err != nil {
			s.err = fmt.Errorf("source of package %s: %w", s.path, s.err)
		}
	})
	return s.file, s.err
}

// exported returns the names that the text exports.
func (s *source) exported() []string {
	file, err := s.parse()
	if err != nil {
		return nil
	}
	var names []string
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				declared(spec, add)
			}
		}
	}
	return slices.Clip(names)
}

func declared(spec ast.Spec, add func(*ast.Ident)) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		add(spec.Name)
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			add(id)
		}
	}
}

// KeepBodies makes the world check function bodies in source texts of packages, for [World.Syntax]. It must be called
// before the world is used.
func (w *World) KeepBodies() { w.bodies = true }

// Syntax returns the checked source text of the package at path, or nil if it has none or has not been imported.
func (w *World) Syntax(path string) (*ast.File, *types.Info) {
	w.mu.Lock()
	defer w.mu.Unlock()
	src := w.sources[path]
	if src == nil || src.info == nil {
		return nil, nil
	}
	return src.file, src.info
}

// check adds what src declares to pkg. Bodies are checked only if they are kept: otherwise each use has a copy of
// them.
func (w *World) check(pkg *types.Package, src *source) error {
	file, err := src.parse()
	if err != nil {
		return err
	}
	// Objects in the package's scope would be treated as declared by the text; in an enclosing scope they are only
	// visible.
	scope, outer := pkg.Scope(), types.NewScope(types.Universe, token.NoPos, token.NoPos, "table")
	for _, name := range scope.Names() {
		outer.Insert(scope.Lookup(name))
	}
	*scope = *types.NewScope(outer, token.NoPos, token.NoPos, "package "+src.path)
	var info *types.Info
	if w.bodies {
		info = NewInfo()
	}
	conf := types.Config{Importer: locked{w}, IgnoreFuncBodies: !w.bodies, DisableUnusedImportCheck: true}
	if err := types.NewChecker(&conf, src.fset, pkg, info).Files([]*ast.File{file}); err != nil {
		return fmt.Errorf("source of package %s: %w", src.path, err)
	}
	for _, name := range outer.Names() {
		scope.Insert(outer.Lookup(name))
	}
	src.info = info
	return nil
}

// NewInfo returns what a type check must fill for the SSA form of a package.
func NewInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
}
