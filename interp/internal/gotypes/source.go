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

// source is a package that the interpreter ships as Go text because it is generic.
type source struct {
	path  string
	texts []string
	once  sync.Once
	fset  *token.FileSet
	files []*ast.File
	err   error
}

// AddSource adds a file of a package that is known by its source (yaegi's generic.Sources). The
// import path is the package's name, as yaegi has it. Call it before the world is used.
func (w *World) AddSource(text string) error {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	if err != nil {
		return fmt.Errorf("source of a package: %w", err)
	}
	path := f.Name.Name
	src := w.sources[path]
	if src == nil {
		src = &source{path: path}
		w.sources[path] = src
		w.name(path, path)
	}
	src.texts = append(src.texts, text)
	return nil
}

// parse returns the files, parsed on first use.
func (s *source) parse() ([]*ast.File, error) {
	s.once.Do(func() {
		s.fset = token.NewFileSet()
		for i, text := range s.texts {
			f, err := parser.ParseFile(s.fset, fmt.Sprintf("%s%d.go", s.path, i), text, parser.SkipObjectResolution)
			if err != nil {
				s.err = fmt.Errorf("source of package %s: %w", s.path, err)
				return
			}
			s.files = append(s.files, f)
		}
	})
	return s.files, s.err
}

// exported lists the names that the package exports.
func (s *source) exported() []string {
	files, err := s.parse()
	if err != nil {
		return nil
	}
	var names []string
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
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

// check builds the package of src. Bodies are not looked at: they are the interpreter's business.
func (w *World) check(path string, src *source) (*types.Package, error) {
	files, err := src.parse()
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: locked{w}, IgnoreFuncBodies: true, DisableUnusedImportCheck: true}
	pkg, err := conf.Check(path, src.fset, files, nil)
	if err != nil {
		return nil, fmt.Errorf("source of package %s: %w", path, err)
	}
	w.pkgs[path] = pkg
	return pkg, nil
}
