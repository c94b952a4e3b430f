package interp

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// Random programs on tensors whose memory is used again where nobody can see it any more. What programs compute must
// not depend on that: each runs once without, and once with memory that is poisoned when it is given back.

// tensorCells are what programs begin with. hash is all elements of a tensor, as the bits that they have.
const tensorCells = `import "math"
import "sync"
func hash(v *tensor.Tensor) (x uint32) {
	for i, f := range v.Float32s() {
		if i%7 == 0 { x = x*31 + math.Float32bits(f) }
	}
	return x
}
kept := []*tensor.Tensor{}
type box struct { t *tensor.Tensor; more map[string]*tensor.Tensor }
held := &box{more: map[string]*tensor.Tensor{}}
var mu sync.Mutex
func keep(t *tensor.Tensor) *tensor.Tensor { kept = append(kept, t); return t }
func same(t *tensor.Tensor) *tensor.Tensor { return t }
func named(t *tensor.Tensor) (r *tensor.Tensor) {
	defer func() { recover(); r = r + t }()
	r = t.Neg()
	r = r * t
	panic("x")
}
func two(s, t *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor) { u := s - t; return u, u.Tanh() }
a := tensor.Arange(2116.0).Reshape(46, 46).Sin()
b := tensor.Arange(2116.0).Reshape(46, 46).Cos()
c := (a * b).Tanh()`

// program puts cells together from the templates of testdata/temporaries.txt.
type tensorProgram struct {
	*rand.Rand
	expressions, statements []string
	names                   int
	vars                    []string
}

func newTensorProgram(t *testing.T, seed uint64) *tensorProgram {
	text, err := os.ReadFile("testdata/temporaries.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := &tensorProgram{Rand: rand.New(rand.NewPCG(seed, 19)), vars: []string{"a", "b", "c"}}
	to := &p.expressions
	for line := range strings.Lines(string(text)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "#") || line == "":
		case line == "statements:":
			to = &p.statements
		default:
			*to = append(*to, line)
		}
	}
	return p
}

// fill replaces the words of a template.
func (p *tensorProgram) fill(template string, depth int) string {
	scope, locals := len(p.vars), map[string]string{}
	var b strings.Builder
	for {
		before, word, rest, ok := cutWord(template)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		switch {
		case word == "V" || word == "E" && depth <= 0:
			b.WriteString(p.vars[p.IntN(scope)])
		case word == "E":
			b.WriteString("(" + p.fill(p.expressions[p.IntN(len(p.expressions))], depth-1) + ")")
		case word == "B":
			b.WriteString(p.block(depth - 1))
		default:
			if locals[word] == "" {
				p.names++
				locals[word] = fmt.Sprint("v", p.names)
			}
			b.WriteString(locals[word])
		}
		template = rest
	}
}

// cutWord cuts a template around its first word that is to be replaced: $ and a letter.
func cutWord(template string) (before, word, after string, ok bool) {
	before, after, ok = strings.Cut(template, "$")
	if !ok {
		return template, "", "", false
	}
	return before, after[:1], after[1:], true
}

// block is some statements; tensors that they declare are known in those that follow.
func (p *tensorProgram) block(depth int) string {
	scope := len(p.vars)
	defer func() { p.vars = p.vars[:scope] }()
	var lines []string
	for range 1 + p.IntN(3) {
		s := "$V = $E"
		if depth > 0 {
			s = p.statements[p.IntN(len(p.statements))]
		}
		text := p.fill(s, min(depth, 2))
		if s == "$N := $E" {
			name, _, _ := strings.Cut(text, " ")
			p.vars = append(p.vars, name)
			text += "; _ = " + name
		} else {
			text = "{ " + text + " }"
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// cells are those of a program: statements at the top, functions with loops, and what they have computed.
func (p *tensorProgram) cells() []string {
	list := []string{tensorCells}
	for i := range 3 {
		p.vars = []string{"s", "t", "a"}
		f := fmt.Sprintf("func f%d(s, t *tensor.Tensor) *tensor.Tensor {\n%s\nfor range 3 {\n%s\n}\nreturn s\n}",
			i, p.block(3), p.block(3))
		p.vars = []string{"a", "b", "c"}
		list = append(list, p.block(3), f, fmt.Sprintf("a, b = b, f%d(a, b).Tanh()", i),
			"c * b", fmt.Sprintf("b = Out[%d] * a", 5*i+5))
	}
	return append(list, "fmt.Println(hash(a), hash(b), hash(c), len(kept))",
		`for _, t := range append(kept, held.t, held.more["x"], held.more["y"]) {
	if t != nil && t.Size() == 2116 { fmt.Print(hash(t), " ") }
}`)
}

// sized makes the matrices of cells, which have 46 rows, have n. Small ones are used again with their headers.
func sized(cells []string, n int) []string {
	r := strings.NewReplacer("46, 46", fmt.Sprintf("%d, %d", n, n), "0:46", fmt.Sprint("0:", n), "2116", fmt.Sprint(n*n))
	for i, c := range cells {
		cells[i] = r.Replace(c)
	}
	return cells
}

// shownBy is what a session shows for cells.
func shownBy(t *testing.T, cells []string) string {
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, src := range cells {
		if r := s.Eval(src); r.Err != nil {
			rec.Stream("", fmt.Sprintf("cell %d: %v\n", i, r.Err))
		}
	}
	return rec.b.String()
}

var temporaryPrograms = flag.Int("temporaries", 25, "how many random programs TestTemporaries runs; 0: until a minute before -timeout")

// TestTemporaries holds programs whose memory is used again to the same without that.
func TestTemporaries(t *testing.T) {
	end, limited := t.Deadline()
	more := func(n int) bool {
		if *temporaryPrograms > 0 || !limited {
			return n < *temporaryPrograms
		}
		return time.Until(end) > time.Minute
	}
	failed, n := 0, 0
	for ; more(n); n++ {
		seed := uint64(n)
		cells := sized(newTensorProgram(t, seed).cells(), [...]int{46, 2, 46, 3}[seed%4])
		var want, got string
		mempool.Off(func() { want = shownBy(t, cells) })
		mempool.Poisoned(func() { got = shownBy(t, cells) })
		if want != got {
			t.Fatalf("seed %d: memory that is used again changes what is shown from\n%s\nto\n%s\nof\n%s",
				seed, want, got, strings.Join(cells, "\n-- next cell --\n"))
		}
		if strings.Contains(want, "cell ") {
			failed++
			t.Logf("seed %d: %s", seed, want)
		}
	}
	t.Logf("%d programs, %d of them with cells that fail", n, failed)
	if failed > n/3 {
		t.Error("more than a third have cells that fail")
	}
}

// TestTemporariesReused counts what loops allocate, beside the same without reuse: results of 100,000 elements, or of
// six, of which so many of a turn are used again, of so many that are made.
func TestTemporariesReused(t *testing.T) {
	const before = `x, y := tensor.Arange(100000.0).Sin(), tensor.Arange(100000.0).Cos()
r, s := tensor.Ones(2, 3), tensor.Ones(2, 3)
func small(s *tensor.Tensor) *tensor.Tensor { for range 100_000 { s = s*r + s - r }; return s }
func f(x *tensor.Tensor) *tensor.Tensor { for range 200 { x = x*y + x - y }; return x }
func two(x *tensor.Tensor) *tensor.Tensor {
	for range 200 { u := x * y; v := ops.Add(u, x).Tanh(); x = v - u }
	return x
}`
	for _, c := range []struct {
		cell         string
		reused, made int
	}{
		{"for range 200 { z := x*y + x - y; _ = z }", 3, 3},
		{"for range 200 { x * y }", 1, 1},
		{"for range 200 { fmt.Sprint((x * y).Sum()) }", 1, 1},
		{"for range 200 { if (x - y).Mean().Float() > 3 { break } }", 1, 1},
		{"for range 200 { x = x*y + x - y }", 2, 3}, // the session's variable may be seen elsewhere
		{"f(x)", 3, 3},
		{"two(x)", 4, 4},
		{"for range 200 { func() { z := x.Exp().Log1p(); _ = z.Neg() }() }", 3, 3},
		{"for i := range 200 { z := x * y; if i%2 == 0 { z = z + x }; z.Sum() }", 3, 3},
		{"for range 100_000 { s * r }", 1, 1},
		{"for range 100_000 { t := s*r + s - r; _ = t }", 3, 3},
		{"for range 100_000 { s = s*r + s - r }", 2, 3},
		{"small(s)", 3, 3},
	} {
		loop := func() float64 {
			s := newSession(t, before)
			from := testenv.Allocated()
			if r := s.Eval(c.cell); r.Err != nil {
				t.Error(r.Err)
			}
			return float64(testenv.Allocated() - from)
		}
		var without float64
		mempool.Off(func() { without = loop() })
		if with := loop(); with/without > float64(c.made-c.reused)/float64(c.made)+0.1 {
			t.Errorf("%s: %.0f bytes are allocated, %.0f without reuse", c.cell, with, without)
		}
	}
}
