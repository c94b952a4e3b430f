package front

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestOwners looks for changes of what the session has defined outside of state.go, and of what is known of a checked
// unit outside of the files that check.
func TestOwners(t *testing.T) {
	owned(t, reflect.TypeFor[state](), "state.go")
	owned(t, reflect.TypeFor[checked](), "check.go", "methods.go", "sametype.go", "synthesize.go")
}

func owned(t *testing.T, of reflect.Type, owners ...string) {
	var fields []string
	for f := range of.Fields() {
		fields = append(fields, f.Name)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if slices.Contains(owners, file) || strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		changed := func(e ast.Expr) {
			if x, ok := e.(*ast.IndexExpr); ok {
				e = x.X
			}
			if sel, ok := e.(*ast.SelectorExpr); ok && slices.Contains(fields, sel.Sel.Name) {
				t.Errorf("%s changes %s", fset.Position(e.Pos()), sel.Sel.Name)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					changed(e)
				}
			case *ast.CallExpr:
				switch f := n.Fun.(type) {
				case *ast.Ident:
					if f.Name == "delete" || f.Name == "clear" {
						changed(n.Args[0])
					}
				case *ast.SelectorExpr:
					if f.Sel.Name == "Copy" || f.Sel.Name == "DeleteFunc" {
						changed(n.Args[0])
					}
				}
			}
			return true
		})
	}
}
