package reload

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// text loads fields. Lines with the comment "again" load a field that an earlier load has.
const text = `package p

type part struct{ n int; list []int; next *part }
type whole struct{ a, b part; one *part; board [9]int }

func f() {}

func top(p *part) int { return p.list[len(p.list)-1] } // again

func chain(w *whole) int {
	w.a.n = 1
	return w.a.n + w.b.n + w.one.n +
		w.a.n + // again
		w.b.n + // again
		w.one.n // again
}

func stores(p, q *part) int {
	n := p.n
	q.n = 3
	n += p.n + q.n
	f()
	return n + p.n
}

func branches(p *part, ok bool) int {
	n := p.n
	if ok {
		n += p.n // again
		p.n = 2
	}
	return n + p.n
}

func loops(p *part) (n int) {
	for p.next != nil {
		p = p.next // again
		n += p.n
	}
	return n
}

func receives(p *part, c chan int) int {
	n := p.n
	n += <-c
	return n + p.n
}

func others(p, q *part, w *whole) int {
	local := part{n: p.n}
	r := &local
	r.n += q.n
	return r.n + local.n + w.board[0] + w.board[0]
}
`

func TestReuse(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := types.NewPackage("p", "")
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, p, []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	loads := map[int]int{} // by line
	count := func(fn *ssa.Function, by int) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if u, ok := in.(*ssa.UnOp); ok && u.Op == token.MUL {
					loads[fset.Position(u.X.Pos()).Line] += by
				}
			}
		}
	}
	for _, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			count(fn, 1)
			Reuse(fn, func(*ssa.Call) bool { return false })
			count(fn, -1)
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if want := strings.HasSuffix(line, "// again"); loads[i+1] > 0 != want {
			t.Errorf("%q: %d loads fewer", strings.TrimSpace(line), loads[i+1])
		}
	}
}
