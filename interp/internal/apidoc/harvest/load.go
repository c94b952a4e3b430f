// Package harvest collects from sources what reflection does not provide about a package, for package apidoc.
package harvest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

// Loader parses packages, each once.
type Loader struct {
	ctx  build.Context
	pkgs map[string]*Package
}

// Package is a parsed package.
type Package struct {
	path  string
	fset  *token.FileSet
	files []*ast.File // without test files
	doc   *doc.Package
}

// New returns a loader for a fixed platform, so that all machines choose the same files.
func New() *Loader {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "linux", "amd64", false
	return &Loader{ctx: ctx, pkgs: map[string]*Package{}}
}

// Load loads a package, found as the go command does in the working directory.
func (l *Loader) Load(path string) (*Package, error) {
	if p := l.pkgs[path]; p != nil {
		return p, nil
	}
	// FindOnly uses the go command for packages of this module, but not with the context's own platform.
	found, err := build.Import(path, ".", build.FindOnly)
	if err != nil {
		return nil, err
	}
	bp, err := l.ctx.ImportDir(found.Dir, 0)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", path, err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range slices.Concat(bp.GoFiles, bp.TestGoFiles, bp.XTestGoFiles) {
		f, err := parser.ParseFile(fset, filepath.Join(found.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return l.Add(path, fset, files)
}

// Add adds a package whose files are parsed with their comments; test files have the examples.
func (l *Loader) Add(path string, fset *token.FileSet, files []*ast.File) (*Package, error) {
	mode := doc.PreserveAST
	if path == "builtin" {
		mode |= doc.AllDecls // its names are predeclared, not exported
	}
	text, err := doc.NewFromFiles(fset, files, path, mode)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", path, err)
	}
	files = slices.DeleteFunc(files, func(f *ast.File) bool { return isTest(fset, f) })
	p := &Package{path: path, fset: fset, files: files, doc: text}
	l.pkgs[path] = p
	return p, nil
}

// typeSpec finds the declaration of a package-level type, exported or not, and its file.
func (p *Package) typeSpec(name string) (*ast.TypeSpec, *ast.File) {
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
func (p *Package) resolve(l *Loader, f *ast.File, x ast.Expr) (*Package, string) {
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
			if q, err := l.Load(ipath); err == nil {
				return q, x.Sel.Name
			}
		}
	}
	return nil, ""
}
