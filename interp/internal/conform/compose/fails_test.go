package compose

import (
	"fmt"
	"strings"
)

// assignFails generates a statement whose parts may fail, or print when they are evaluated, to show the order. Its
// block has its own variables.
func (g *gen) assignFails(s *scope, _ int) string {
	if !g.use(s, "fmt", "len", "int", "string", "any", "try", "recover", "nil", "min", "copy") || !g.may("defer") {
		return ""
	}
	g.fn.effect.prints = true
	f := &failure{g: g}
	block := strings.ReplaceAll(failingBlock, "STATEMENT", f.statement())
	return strings.ReplaceAll(block+failingEnd, "TRY", g.help("try"))
}

const failingBlock = `{
x, z, two, big := 1, 0, 2, 7
q, w := []int{1, 2, 3}, []int{4}
arr, grid := [3]int{5, 6, 7}, [2][2]int{{1, 2}, {3, 4}}
type part struct {
n, m int
at [2]int
list []int
next *part
}
v, p := part{n: 3, list: q[1:]}, &part{n: 4, next: &part{}}
first := p
var none *part
var far *[3]int
px, held := &x, any(8)
m, lists, boxes := map[int]int{1: 10}, map[string][]int{"a": {1}}, map[any]int{}
note := func(n, value int) int { fmt.Print(" ", n); return value }
change := func(n int) int { x += n; q[0]++; arr[1] += n; p.n++; z++; return x }
row := func(n int) [3]int { fmt.Print(" row", n); return [3]int{n, 2 * n, 3 * n} }
word := func(n int) string { fmt.Print(" word", n); return "abc" }
at := func(n int) *part { fmt.Print(" at", n); return p }
attempt := func() {
STATEMENT
}`

const failingEnd = `
TRY("assign", attempt)
fmt.Println(x, z, two, big, q, w, arr, grid, v, first.n,
first.m, first.at, none == nil, far == nil, *px, held, m, lists, boxes)
TRY("next", func() { fmt.Println(*first.next) })
fmt.Println(note(0, 1), change(0), row(1), word(1), at(1) == p)
}`

// failure generates the parts of such a statement.
type failure struct {
	g *gen
	n int // of what prints
}

func (f *failure) number() int { f.n++; return f.n }

// fill replaces $ with a value, # with an index, @ with a place, ^ with a place not in a map, ~ with another number
// and ? with an operator.
func (f *failure) fill(forms []string, depth int) string {
	var b strings.Builder
	for _, r := range pick(f.g, forms) {
		switch r {
		case '$':
			b.WriteString(f.value(depth - 1))
		case '#':
			b.WriteString(f.index(depth - 1))
		case '@':
			b.WriteString(f.place(depth - 1))
		case '^':
			b.WriteString(f.fill(placesButMaps, depth-1))
		case '~':
			fmt.Fprint(&b, f.number())
		case '?':
			b.WriteString(pick(f.g, []string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&^"}))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (f *failure) index(depth int) string {
	if depth <= 0 || f.g.one(2) {
		return pick(f.g, []string{"0", "1", "z", "x", "two", "big", "big", "-x"})
	}
	return f.fill([]string{
		"note(~, big)", "note(~, x)", "q[#]", "arr[#]", "len(w)",
		"change(~)", "p.n", "none.n",
	}, depth)
}

func (f *failure) place(depth int) string {
	if f.g.one(12) {
		return f.fill([]string{"m[1]", "m[#]", "m[note(~, #)]", "boxes[#]", "boxes[q[#]]"}, depth)
	}
	return f.fill(placesButMaps, depth)
}

// placesButMaps are places of numbers, not in maps: in compiled Go, but not in sessions, a map already has the
// element, as zero, when another value of the same assignment fails.
var placesButMaps = []string{
	"x", "z", "q[#]", "q[#]", "w[#]", "arr[#]", "grid[#][#]", "p.n", "p.next.m", "p.next.next.n", "none.n", "v.n",
	"p.at[#]", "v.at[#]", "none.at[#]", "v.list[#]", "p.list[#]", "none.list[#]", "far[big]", "far[z]", "*px",
	"lists[\"a\"][#]", "at(~).n", "at(~).at[#]",
}

func (f *failure) value(depth int) string {
	if depth <= 0 {
		return pick(f.g, []string{"x", "two", "z", "big", "v.n"})
	}
	return f.fill([]string{
		"@", "@", "@", "($ ? $)", "($ + $)", "note(~, $)", "change(~)",
		"row(~)[#]", "int(word(~)[#])", "len(q[#:])", "1 / z",
		"held.(int)", "int(held.(string)[#])", "min($, $)", "len(lists[\"b\"])",
		"len(q[#:two])", "func() int { @ = $; return $ }()", "int(\"text\"[#])",
	}, depth)
}

func (f *failure) statement() string {
	return f.fill([]string{
		"@ = $", "@ += $", "@ ?= $", "^, ^ = $, $", "^, ^ = $, $", "^, ^ = @, @", "^, ^, ^ = $, $, $", "@++", "@--",
		"a, b := $, $\nfmt.Println(a, b)", "fmt.Println($, $)", "fmt.Println(@, $, @)", "q = append(q, $, note(~, $))",
		"q, ^ = append(q[#:], $), $", "list := []int{$, $}\nfmt.Println(list)", "m = map[int]int{$: $}",
		"defer fmt.Println($, $)", "if a := $; a < $ {\nfmt.Println(a)\n}", "switch $ {\ncase $, $:\nfmt.Println(1)\n}",
		"^, _ = $, $", "_, ^ = $, $", "var a, b = $, $\nfmt.Println(a, b)", "v = part{n: $, m: $}",
		"*p, ^ = part{n: $}, $",
		"p, ^ = p.next, $", "q, q[#] = w, $", "^, held = held.(int), $",
		"a := func() (int, int) { return $, $ }\nfmt.Println(a())",
		"for i := range q[#:] {\n@ = i + $\n}", "copy(q[#:], w[#:])", "^, far = $, &arr",
	}, 4)
}
