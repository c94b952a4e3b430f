package export_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/export"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/passtest"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TestWrite compares programs with cells, which lines of "// %%" part, and has go/types check each.
func TestWrite(t *testing.T) {
	passtest.Run(t, func(t *testing.T, in string) string {
		world, err := symbols.NewWorld()
		if err != nil {
			t.Fatal(err)
		}
		f, err := front.New(world, token.NewFileSet(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var cells []*syntax.Cell
		for i, src := range strings.Split(in, "// %%\n") {
			cells = append(cells, syntax.NewCell(i+1, src))
		}
		var out bytes.Buffer
		if err := export.Write(f, slices.Values(cells), &out); err != nil {
			return "error: " + err.Error()
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "main.go", out.Bytes(), 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, &out)
		}
		conf := types.Config{Importer: world, Sizes: world.Sizes()}
		if _, err := conf.Check("main", fset, []*ast.File{file}, nil); err != nil {
			t.Errorf("the program does not compile: %v", err)
		}
		return out.String()
	})
}
