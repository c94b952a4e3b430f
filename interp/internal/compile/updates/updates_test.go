package updates

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// text has assignments to elements of maps. Those with the comment "found" have been looked up.
const text = `package p

type point struct{ x, y int }

var all = map[string]int{}

func f(int) {}

func once(m map[string]int, k string, l map[string][]int, d map[float64]int, i map[any]int, p map[point]int) {
	m[k]++ // found
	m[k] = m[k]*2 + len(k) // found
	m["a"] += 3 // found
	m["a"] = m["a"] + 1 // found
	m["a"] = m["b"] + 1
	l[k] = append(l[k], 1, 2) // found
	d[1.5]++
	i[k]++
	p[point{1, 2}] += 2 // found
	all[k]++ // found
	m[k] = l[k][0]
	m[k] = 1
}

func branches(m map[string]int, k string, n int) {
	v, ok := m[k]
	if !ok {
		v = n
	} else if n > 3 {
		v += n
	}
	m[k] = v // found
	if m[k] > 3 {
		m[k] = 0 // found
	} else {
		m[k] = 7 // found
	}
}

func calls(m map[string]int, k string, c chan int) {
	v := m[k]
	f(v)
	m[k] = v
	v = m[k]
	delete(m, "x")
	m[k] = v
	v = m[k]
	m["y"] = 1
	m[k] = v
	v = m[k]
	v += <-c
	m[k] = v
	v = m[k]
	defer f(1)
	m[k] = v
	v = m[k]
	if v > 1 {
		f(v)
	}
	m[k] = v
}

func loops(m map[int]int, k int) {
	v := m[k]
	for i := range 3 {
		m[k] = v + i
	}
	for i := range 3 {
		m[i] = m[i] + m[k] // found
	}
	w := m[k]
	for w < 9 {
		w *= 2
	}
	m[k] = w // found
	for i := 0; i < 3; i++ {
		m[k] = i
		w = m[k]
	}
	_ = w
}

func other(m, n map[string]int, k, j string) {
	m[k] = n[k]
	m[k] = m[j]
	j = k + j
	m[k] = n[j]
	if k != j {
		k = j
	}
	m[k] += n[k] // found
}
`

func TestFind(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: importer.Default()}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("p", ""), []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]bool{}
	for _, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			for u, l := range Find(fn) {
				line := fset.Position(u.Pos()).Line
				found[line] = true
				if l.X != u.Map {
					t.Errorf("line %d has the look-up of another map", line)
				}
			}
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if want := strings.HasSuffix(line, "// found"); found[i+1] != want {
			t.Errorf("%q: found %v", strings.TrimSpace(line), found[i+1])
		}
	}
}
