// Package passtest tests passes of the front end as text transformations, without a session.
package passtest

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Run compares the outputs of pass with those in testdata/*.txtar. An archive has pairs of files, "name" and
// "name => out".
func Run(t *testing.T, pass func(t *testing.T, in string) string) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata/*.txtar (%v)", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list := txtar.Parse(data).Files
		for len(list) > 1 {
			in, out := list[0], list[1]
			list = list[2:]
			if out.Name != in.Name+" => out" {
				t.Fatalf("%s: %q follows %q", file, out.Name, in.Name)
			}
			t.Run(in.Name, func(t *testing.T) {
				got := strings.TrimSpace(pass(t, string(in.Data)))
				if want := strings.TrimSpace(string(out.Data)); got != want {
					t.Errorf("%s:\n%s\ngot:\n%s\nwant:\n%s", file, in.Data, got, want)
				}
			})
		}
		if len(list) > 0 {
			t.Fatalf("%s: %q has no pair", file, list[0].Name)
		}
	}
}

// Checked is a text that was checked as a package, possibly with errors.
type Checked struct {
	Fset    *token.FileSet
	File    *ast.File
	Package *types.Package
	Info    *types.Info
	Errors  []error
	Tensor  *types.Pointer // *tensor.Tensor

	text  string
	world *gotypes.World
}

// Check parses and checks package declarations without imports. Indices with commas and steps are rewritten as in
// cells. The text can name the packages that cells can name.
func Check(t *testing.T, text string) *Checked {
	t.Helper()
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	c := &Checked{Fset: token.NewFileSet(), world: world, text: syntax.MultiIndex("package main; "+text, 1, 1)}
	if c.File, err = parser.ParseFile(c.Fset, "cell", c.text, parser.SkipObjectResolution); err != nil {
		t.Fatal(err)
	}
	tensor, err := world.Import("github.com/msrepl/msrepl/tensor")
	if err != nil {
		t.Fatal(err)
	}
	c.Tensor = types.NewPointer(tensor.Scope().Lookup("Tensor").Type())
	c.Package = types.NewPackage("main", "main")
	c.Again(t)
	return c
}

// Again checks the current tree.
func (c *Checked) Again(t *testing.T) {
	t.Helper()
	c.Errors = nil
	c.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{},
	}
	around := types.NewScope(types.Universe, token.NoPos, token.NoPos, "packages")
	*c.Package.Scope() = *types.NewScope(around, token.NoPos, token.NoPos, "main")
	ast.Inspect(c.File, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				c.imported(t, around, id.Name)
			}
		}
		return true
	})
	conf := types.Config{Sizes: c.world.Sizes(), DisableUnusedImportCheck: true, Error: func(err error) {
		if e, ok := err.(types.Error); !ok || !e.Soft {
			c.Errors = append(c.Errors, err)
		}
	}}
	// The error is the first of Errors.
	_ = types.NewChecker(&conf, c.Fset, c.Package, c.Info).Files([]*ast.File{c.File})
}

// imported declares the package with a name in a scope.
func (c *Checked) imported(t *testing.T, scope *types.Scope, name string) {
	paths := c.world.PathsNamed(strings.TrimSuffix(name, syntax.Mark))
	if len(paths) == 0 {
		return
	}
	pkg, err := c.world.Import(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	scope.Insert(types.NewPkgName(token.NoPos, c.Package, name, pkg))
}

// Source returns the parsed text.
func (c *Checked) Source() string { return c.text }

// Text returns the source text from lo to hi.
func (c *Checked) Text(lo, hi token.Pos) string {
	file := c.Fset.File(lo)
	return c.text[file.Offset(lo):file.Offset(hi)]
}

// Print returns a tree as formatted text, with the marks of generated names removed.
func Print(t *testing.T, n any) string {
	t.Helper()
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), syntax.Mark, "")
}

// Main returns the function named main.
func (c *Checked) Main(t *testing.T) *ast.FuncDecl {
	t.Helper()
	for _, d := range c.File.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == "main" {
			return fd
		}
	}
	t.Fatal("no function main")
	return nil
}

// Body returns the body of the function named main, and the other declarations.
func (c *Checked) Body(t *testing.T) (body *ast.BlockStmt, decls []ast.Decl) {
	t.Helper()
	main := c.Main(t)
	for _, d := range c.File.Decls {
		if d != main {
			decls = append(decls, d)
		}
	}
	return main.Body, decls
}
