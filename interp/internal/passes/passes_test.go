package passes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// functions returns the functions and methods of a package below interp/internal, or of its tests.
func functions(t *testing.T, dir string, tests bool) map[string]*ast.FuncDecl {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no package %s (%v)", dir, err)
	}
	set := map[string]*ast.FuncDecl{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") != tests {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				set[fd.Name.Name] = fd
			}
		}
	}
	return set
}

func cut(name string) (dir, function string) {
	i := strings.LastIndexByte(name, '.')
	return name[:i], name[i+1:]
}

// TestListed finds each pass and its test.
func TestListed(t *testing.T) {
	for _, p := range List() {
		dir, name := cut(p.Where)
		if functions(t, dir, false)[name] == nil {
			t.Errorf("passes.txt: %s: there is no function %s", p.Name, p.Where)
		}
		if strings.HasSuffix(p.Test, ".repl") || !strings.Contains(p.Test, ".") {
			if _, err := os.Stat(filepath.Join("../../testdata", p.Test)); err != nil {
				t.Errorf("passes.txt: %s: %v", p.Name, err)
			}
			continue
		}
		if dir, name = cut(p.Test); functions(t, path.Join("..", dir), true)[name] == nil {
			t.Errorf("passes.txt: %s: there is no test %s", p.Name, p.Test)
		}
	}
}

// others are calls, in the functions that run the passes, of functions that are not passes.
var others = map[string][]string{
	"front.analyse": {"analyseItems", "parsed", "IsProgram"},
	"front.analyseItems": {
		"newAnalysis", "Silent", "IsProgram", "reader", "syntaxDiags", "take", "note", "checkUnit", "wholeAgain", "rollback", "analyse",
		"initCycles", "noteUnread", "advise", "schedule", "stopped",
	},
	"front.checkUnit": {"converge", "restore", "kept", "Name", "staleReason", "leaveCycle", "besideLapsed"},
	"front.converge":  {"compares", "notation", "more", "sugar.New"},
	"front.direct":    {"newNamer", "body", "Imported", "Path"},
	"compile.compile": {"build", "Pos", "String", "IsValid", "ofLibrary", "Settle", "marksOf", "measure"},
}

// helpers are functions that these call and that are not passes.
var helpers = []string{"len", "panic", "recover", "append", "make", "declaredNames", "joined", "useOuts", "unwritten"}

// isPackage reports whether a package below interp/internal has this name: two passes may both be called Rewrite.
func isPackage(name string) bool {
	below, _ := filepath.Glob(filepath.Join("../*", name))
	same, _ := filepath.Glob(filepath.Join("..", name))
	return len(below)+len(same) > 0
}

// TestComplete looks for passes that are not listed.
func TestComplete(t *testing.T) {
	for driver, known := range others {
		dir, name := cut(driver)
		listed := slices.Clone(known)
		for _, p := range List() {
			home, fn := cut(p.Where)
			listed = append(listed, fn, path.Base(home)+"."+fn)
		}
		ast.Inspect(functions(t, dir, false)[name], func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			called, own := "", false
			switch f := c.Fun.(type) {
			case *ast.SelectorExpr:
				called = f.Sel.Name
				if x, ok := f.X.(*ast.Ident); ok { // a function of another package
					if own = slices.Contains([]string{"syntax", "types", "maps", "slices"}, x.Name); isPackage(x.Name) {
						called = x.Name + "." + called
					}
				}
			case *ast.Ident:
				called = f.Name
				own = slices.Contains(helpers, called)
			}
			if called != "" && !own && !slices.Contains(listed, called) {
				t.Errorf("%s calls %s: add it to passes.txt, or to others (passes_test.go) if it is none", driver, called)
			}
			return true
		})
	}
}

// TestDocumented compares the page about the architecture with the list.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), Table()) {
		t.Error("docs/architecture.md has another table; go generate writes it")
	}
}
