// Package compose generates random Go programs. Each is valid, terminates, prints what it does, and combines features
// of the language: forms of results, defer, closures, forward references, shadowing, receivers, statements with init
// statements, jumps, conversions, copies, panics.
package compose

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Program is a generated program.
type Program struct {
	Seed   uint64
	Source string
	Pieces []string // the names of its pieces, sorted
}

// gen generates one program.
type gen struct {
	r        *rand.Rand
	excluded []Row
	main     *types.Package
	universe *scope // predeclared names and packages
	pkg      *scope

	decls   []string // finished package-level declarations
	pool    []types.Type
	models  map[*types.TypeName]string // the pieces that declare the types of the program
	labels  map[string]bool
	helpers map[string]bool // helper functions that the program uses
	pieces  map[string]bool
	fn      *function
	effects map[*types.Func]*effect
	errors  []types.Type // types of errors that the program declares
	calm    bool         // in a function value, which must neither change anything nor panic
	bounded int          // if above 0, the value may be assigned repeatedly, so it must not grow
	serial  int
	marked  []*entity // used variables, in the order of first use
}

// Generate returns the program of a seed, without the combinations of pieces in excluded.
func Generate(seed uint64, excluded []Row) *Program {
	for stream := uint64(1); ; stream++ {
		if p := generate(seed, stream, excluded); p != nil {
			return p
		}
	}
}

// generate returns the program of one random stream of a seed. It returns nil if a function must return a value of a
// type whose name is hidden by one of its variables.
func generate(seed, stream uint64, excluded []Row) (p *Program) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unfit); !ok {
				panic(r)
			}
			p = nil
		}
	}()
	g := &gen{
		r: rand.New(rand.NewPCG(seed, stream)), excluded: excluded, main: types.NewPackage("main", "main"),
		labels: map[string]bool{}, models: map[*types.TypeName]string{}, helpers: map[string]bool{},
		pieces: map[string]bool{},
	}
	g.universe = universe()
	g.pkg = newScope(g.universe)
	g.pool = append(g.pool, plainTypes...)
	for range 1 + g.r.IntN(3) {
		g.declareType()
	}
	for range g.r.IntN(3) {
		g.declareVariable()
	}
	for range 1 + g.r.IntN(3) {
		g.declareFunction()
		if g.one(4) {
			g.declareVariable()
		}
	}
	g.declareMain()
	p = &Program{Seed: seed, Source: g.source()}
	for name := range g.pieces {
		p.Pieces = append(p.Pieces, name)
	}
	slices.Sort(p.Pieces)
	return p
}

// source joins the declarations: in order of dependencies, as generated, in reverse, or shuffled.
func (g *gen) source() string {
	switch g.r.IntN(4) {
	case 0, 1:
		slices.Reverse(g.decls)
	case 2:
		g.r.Shuffle(len(g.decls), func(i, k int) { g.decls[i], g.decls[k] = g.decls[k], g.decls[i] })
	}
	for _, name := range slices.Sorted(maps.Keys(g.helpers)) {
		g.decls = append(g.decls, declared[name])
	}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	body := strings.Join(g.decls, "\n\n")
	for _, name := range imported(body) {
		fmt.Fprintf(&b, "%q\n", name)
	}
	b.WriteString(")\n\n" + body + "\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		panic(fmt.Sprintf("seed makes no Go: %v\n%s", err, b.String()))
	}
	return string(text)
}

// imported returns the packages that declarations use.
func imported(body string) (paths []string) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+body, 0)
	if err != nil {
		panic(fmt.Sprintf("seed makes no Go: %v\n%s", err, body))
	}
	for _, p := range packages {
		if slices.ContainsFunc(f.Unresolved, func(id *ast.Ident) bool { return id.Name == p }) {
			paths = append(paths, p)
		}
	}
	return paths
}

// packages are the packages that programs may import.
var packages = []string{"cmp", "errors", "fmt", "maps", "runtime", "slices", "sort", "strconv", "strings", "sync"}

// use reports whether packages can be used here, because no variable hides them.
func (g *gen) use(s *scope, names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !s.sees(name) })
}

// help returns the name of a helper function.
func (g *gen) help(name string) string {
	g.helpers[name] = true
	return name
}

// one returns true with probability 1/n.
func (g *gen) one(n int) bool { return g.r.IntN(n) == 0 }

// pick returns one of the elements.
func pick[T any](g *gen, list []T) T { return list[g.r.IntN(len(list))] }
