package boxes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const text = `package p
type board [9]int
var kept board
func reads(b board) int { return b[0] + b[8] }
func stores(b board) { kept = b }
func passes(b board) int { return reads(b) }
func returns(b board) board { return b }
func starts(b board) { go reads(b) }
func joins(b board, again bool) board { for again { b = returns(b) }; return b }
`

// TestParameters: a function copies the parameters that somebody keeps; for a debugger all of them.
func TestParameters(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	isBox := func(t types.Type) bool { _, array := t.Underlying().(*types.Array); return array }
	for _, mode := range []ssa.BuilderMode{0, ssa.NaiveForm} {
		p, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", "p"), []*ast.File{f}, mode)
		if err != nil {
			t.Fatal(err)
		}
		kept := map[string]bool{"returns": true, "starts": true, "joins": true}
		for _, name := range []string{"reads", "stores", "passes", "returns", "starts", "joins"} {
			fn := p.Func(name)
			want := kept[name] || mode == ssa.NaiveForm
			if got := Find(fn, isBox, mode == ssa.NaiveForm).Kept[fn.Params[0]]; got != want {
				t.Errorf("%s, mode %v: kept %v", name, mode, got)
			}
		}
	}
}
