package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
)

// loader parses packages, each once.
type loader struct {
	ctx  build.Context
	pkgs map[string]*pkg
}

// pkg is a parsed package.
type pkg struct {
	path  string
	files []*ast.File
	doc   *doc.Package
}

// newLoader fixes the platform, so that every machine chooses the same files.
func newLoader() *loader {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "linux", "amd64", false
	return &loader{ctx: ctx, pkgs: map[string]*pkg{}}
}

func (l *loader) load(path string) (*pkg, error) {
	if p := l.pkgs[path]; p != nil {
		return p, nil
	}
	// FindOnly goes through the go command for packages of this module; the context's own platform
	// would keep it from doing so.
	found, err := build.Import(path, ".", build.FindOnly)
	if err != nil {
		return nil, err
	}
	bp, err := l.ctx.ImportDir(found.Dir, 0)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", path, err)
	}
	p := &pkg{path: path}
	fset := token.NewFileSet()
	for _, name := range bp.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(found.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
	}
	mode := doc.PreserveAST
	if path == "builtin" {
		mode |= doc.AllDecls // its names are not exported, only known everywhere
	}
	p.doc, err = doc.NewFromFiles(fset, p.files, path, mode)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", path, err)
	}
	l.pkgs[path] = p
	return p, nil
}

// typeSpec finds the declaration of a package-level type, exported or not, and its file.
func (p *pkg) typeSpec(name string) (*ast.TypeSpec, *ast.File) {
	for _, f := range p.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok && ts.Name.Name == name {
					return ts, f
				}
			}
		}
	}
	return nil, nil
}

// resolve follows a type name written in file f of p to the package that declares it.
func (p *pkg) resolve(l *loader, f *ast.File, x ast.Expr) (*pkg, string) {
	switch x := x.(type) {
	case *ast.Ident:
		return p, x.Name
	case *ast.SelectorExpr:
		id, ok := x.X.(*ast.Ident)
		if !ok {
			return nil, ""
		}
		for _, imp := range f.Imports {
			ipath, _ := strconv.Unquote(imp.Path.Value)
			name := path.Base(ipath)
			if imp.Name != nil {
				name = imp.Name.Name
			}
			if name != id.Name {
				continue
			}
			if q, err := l.load(ipath); err == nil {
				return q, x.Sel.Name
			}
		}
	}
	return nil, ""
}
