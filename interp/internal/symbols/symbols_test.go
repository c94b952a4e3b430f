package symbols

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/msrepl/msrepl/"

// public lists the names of the packages that have a table.
func public() (names []string) {
	for key := range Symbols {
		names = append(names, strings.TrimPrefix(path.Dir(key), module))
	}
	slices.Sort(names)
	return names
}

// exported parses a package and returns its exported names, with generic ones separate.
func exported(t *testing.T, name string) (plain, generic []string) {
	dir := filepath.Join("../../..", name)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			p, g := exports(d)
			plain, generic = append(plain, p...), append(generic, g...)
		}
	}
	slices.Sort(plain)
	return plain, generic
}

func exports(d ast.Decl) (plain, generic []string) {
	add := func(id *ast.Ident, params *ast.FieldList) {
		switch {
		case !id.IsExported():
		case params != nil:
			generic = append(generic, id.Name)
		default:
			plain = append(plain, id.Name)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			add(d.Name, d.Type.TypeParams)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				add(s.Name, s.TypeParams)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					add(id, nil)
				}
			}
		}
	}
	return plain, generic
}

func TestTablesAreCurrent(t *testing.T) {
	for _, name := range public() {
		var table []string
		for symbol := range Symbols[module+name+"/"+path.Base(name)] {
			if ast.IsExported(symbol) {
				table = append(table, symbol)
			}
		}
		slices.Sort(table)
		source, generic := exported(t, name)
		if !slices.Equal(table, source) {
			t.Errorf("the table of package %s is stale: run go generate ./interp/internal/symbols", name)
		}
		if len(generic) > 0 {
			t.Errorf("package %s exports generic names, which cells cannot use: %v", name, generic)
		}
	}
}

func TestAliases(t *testing.T) {
	world, err := NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := world.Import(module + "tensor")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"DType":   "type " + module + "tensor.DType uint8",
		"Float32": "const " + module + "tensor.Float32 " + module + "tensor.DType",
	} {
		if got := types.ObjectString(pkg.Scope().Lookup(name), nil); got != want {
			t.Errorf("tensor.%s: %s, want %s", name, got, want)
		}
	}
}

// TestOwnFunctions checks that the tables have the functions of the packages themselves, not replacements.
func TestOwnFunctions(t *testing.T) {
	// sessions have their own
	ends := map[string]bool{"os.Exit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true}
	for key, table := range Std() {
		pkg := path.Dir(key) // the last element is the name of the package
		for name, v := range table {
			if _, own := helpers[key]; own || ends[pkg+"."+name] || v.Kind() != reflect.Func || v.CanAddr() {
				continue
			}
			if f := runtime.FuncForPC(v.Pointer()).Name(); f != pkg+"."+name {
				t.Errorf("%s.%s is %s", pkg, name, f)
			}
		}
	}
}
