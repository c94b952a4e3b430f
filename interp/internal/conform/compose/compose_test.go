package compose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestPrograms checks that generated programs are valid Go.
func TestPrograms(t *testing.T) {
	imports := standardLibrary()
	made := map[string]int{}
	// A name hides what a discarded expression needed, or the type of a result; a function of one named type cannot be
	// used as another.
	seeds := []uint64{1795366652, 7413, 794505, 795258, 93003195}
	for seed := range uint64(300) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		p := Generate(seed, Known())
		for _, name := range p.Pieces {
			made[name]++
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "main.go", p.Source, 0)
		if err != nil {
			t.Fatal(err)
		}
		var errs []error
		conf := types.Config{Importer: imports, Error: func(err error) { errs = append(errs, err) }}
		conf.Check("main", fset, []*ast.File{f}, nil)
		if len(errs) > 0 {
			t.Errorf("seed %d: %v", seed, errs)
		}
		if q := Generate(seed, Known()); q.Source != p.Source {
			t.Errorf("seed %d: another program the second time", seed)
		}
	}
	for _, p := range pieces {
		if made[p.name] == 0 {
			t.Errorf("no program has %s", p.name)
		}
	}
}
