package interp

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// combination is a piece of the language in a place where it can stand.
type combination struct {
	row   string // what combinations of one session have in common
	decl  string // what it declares at package level
	code  string // what runs
	apart bool   // its declarations are cells of their own, which between separates

	refusable bool // a limit that the session reports is no error
}

// between is between declarations that can be cells of their own.
const between = ";;"

// cells is the combination as it is in a session.
func (c combination) cells() []string {
	if c.apart && c.decl != "" {
		return append(strings.Split(c.decl, between), c.code)
	}
	return []string{strings.ReplaceAll(c.decl, between, "\n") + "\n" + c.code}
}

func (c combination) String() string { return strings.Join(c.cells(), "\n-- next cell --\n") }

const generics = `func same[T any](x T) T { return x }
type couple[T any] struct{ a, b T }
func pairUp[T any](a, b T) couple[T] { return couple[T]{a, b} }
`

const shownTypes = `func show(v any) { fmt.Printf("%T %v\n", v, v) }
type Celsius float64
func (c Celsius) String() string { return fmt.Sprintf("%.1f°", float64(c)) }
type Pt struct{ X, Y int }
func (p *Pt) String() string { return fmt.Sprintf("(%d %d)", p.X, p.Y) }
type Names []string
func (n Names) String() string { return "names " + strings.Join(n, "+") }
type Fn func(int) int
func (f Fn) Twice(a int) int { return f(f(a)) }
`

// TestExpressions puts expressions of every kind into every place and compares what a session prints with what Go
// prints.
func TestExpressions(t *testing.T) {
	var all []combination
	for _, v := range table(t, "values.txt") {
		for _, use := range table(t, "uses.txt") {
			code := strings.NewReplacer("EXPR", v[2], "TYPE", v[1]).Replace(use[0])
			all = append(all, combination{row: v[0] + v[2], decl: "func run() {\n" + v[0] + "\n" + code + "\n}", code: "run()"})
		}
	}
	compare(t, generics, all)
}

// TestStatements puts statements of every kind into every place.
func TestStatements(t *testing.T) {
	var all []combination
	for i, s := range table(t, "statements.txt") {
		for k, p := range table(t, "places.txt") {
			put := strings.NewReplacer("BODY", "\n"+s[1]+"\n")
			all = append(all, combination{row: s[1], decl: s[0] + "\n" + put.Replace(p[0]), code: put.Replace(p[1]), apart: (i+k)%2 == 0})
		}
	}
	compare(t, "", all)
}

// sampled is one of how many assignments are tried, unless MSREPL_COMBINATIONS=all asks for all of them.
const sampled = 8

// TestAssignments assigns values of every type to everything that can be assigned to.
func TestAssignments(t *testing.T) {
	places := []combination{
		{code: "BODY"},
		{decl: "func run() {\nBODY\n}", code: "run()"},
		{code: "run := func() {\nBODY\n}; run()"},
		{decl: "func run[U9 any](a9 U9) {\nBODY\n}", code: "run(2)"},
		{code: "done9 := make(chan bool); go func() { defer close(done9)\nBODY\n}(); <-done9"},
	}
	var all []combination
	every := os.Getenv("MSREPL_COMBINATIONS") == "all"
	for i, target := range table(t, "targets.txt") {
		for j, typ := range table(t, "types.txt") {
			for k, a := range table(t, "assignments.txt") {
				if !every && (i+j+k)%sampled > 0 {
					continue
				}
				values := strings.NewReplacer("TARGET", target[1], "ONE", typ[1], "TWO", typ[2])
				body := strings.ReplaceAll(target[0]+"\n"+values.Replace(a[0]), "TYPE", typ[0])
				put, p := strings.NewReplacer("BODY", body), places[(i+j+k/sampled)%len(places)]
				all = append(all, combination{row: target[0] + target[1] + typ[0] + typ[1], decl: put.Replace(p.decl), code: put.Replace(p.code)})
			}
		}
	}
	compare(t, generics+shownTypes, all)
}

const generalRoles = `func mapTo[A, B any](l []A, f func(A) B) (r []B) { for _, a := range l { r = append(r, f(a)) }; return }
type holder[T any] struct{ v T }
func (h *holder[T]) put(v T) { h.v = v }
func (h holder[T]) get() T { return h.v }
func total[T interface{ Get() int }](l []T) (n int) { for _, v := range l { n += v.Get() }; return }
func indexOf[T comparable](l []T, v T) int { for i, w := range l { if v == w { return i } }; return -1 }
type heapOf[T interface{ Get() int }] []T
func (h heapOf[T]) Len() int { return len(h) }
func (h heapOf[T]) Less(i, j int) bool { return h[i].Get() < h[j].Get() }
func (h heapOf[T]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *heapOf[T]) Push(x any) { *h = append(*h, x.(T)) }
func (h *heapOf[T]) Pop() any { l := *h; x := l[len(l)-1]; *h = l[:len(l)-1]; return x }
type source[T any] struct { l []T; rest string }
func (s *source[T]) Read(p []byte) (int, error) {
	if s.rest == "" && len(s.l) > 0 { s.rest, s.l = fmt.Sprintln(s.l[0]), s.l[1:] }
	if s.rest == "" { return 0, io.EOF }
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
type sink[T any] struct { v T; n int }
func (s *sink[T]) Write(p []byte) (int, error) { s.n += len(p); return len(p), nil }
type failure[T any] struct { v T; err error }
func (f *failure[T]) Error() string { return fmt.Sprint("failure of ", f.v) }
func (f *failure[T]) Unwrap() error { return f.err }
func (f *failure[T]) Is(target error) bool { return target == io.ErrNoProgress }
type texts[T any] struct { V T ` + "`" + `json:"-"` + "`" + `; S string }
func (t texts[T]) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%v/%s", t.V, t.S), nil }
type page[T any] struct { v T; n int }
func (p *page[T]) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.n++; fmt.Fprintln(w, p.v, r.URL.Path, p.n) }
type answer struct { of http.Header; text []byte }
func (a *answer) Header() http.Header { return a.of }
func (a *answer) Write(p []byte) (int, error) { a.text = append(a.text, p...); return len(p), nil }
func (a *answer) WriteHeader(int) {}
func serve(h http.Handler, path string) string {
	a := &answer{of: http.Header{}}
	r, err := http.NewRequest("GET", path, nil)
	h.ServeHTTP(a, r)
	return fmt.Sprint(string(a.text), err)
}
`

// TestDeclarations gives types that a session declares every role that they fit: each type in three sessions, which
// declare it in the cell that uses it, in a cell before, and each declaration in a cell of its own, at top level and
// in functions.
func TestDeclarations(t *testing.T) {
	var all []combination
	roles := table(t, "roles.txt")
	for i, typ := range table(t, "declarations.txt") {
		for way := range 3 {
			for k, role := range roles {
				if (i+k)%3 != way || !fits(strings.Fields(typ[0]), strings.Fields(role[0])) {
					continue
				}
				c := combination{row: fmt.Sprint(typ[1], way), decl: typ[1], apart: way > 0, refusable: true}
				c.code = strings.NewReplacer("TT", typ[2], "VV", typ[3], "WW", typ[4]).Replace(role[1])
				if way == 1 {
					c.decl = strings.ReplaceAll(c.decl, between, "\n")
				}
				if k%2 == 0 {
					c.decl, c.code = c.decl+"\nfunc run() { "+c.code+" }", "run()"
				}
				all = append(all, c)
			}
		}
	}
	compare(t, generalRoles, all)
}

// fits reports whether a type has everything that a role requires.
func fits(has, wants []string) bool {
	return !slices.ContainsFunc(wants, func(w string) bool { return !slices.Contains(has, w) })
}

// table reads rows of cells.
func table(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/combinations", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

// compare runs combinations in sessions, a session per row, and compares with what Go prints.
func compare(t *testing.T, common string, all []combination) {
	t.Helper()
	want := compiledOutputs(t, common, all)
	for i := 0; i < len(all); {
		from := i
		for i < len(all) && all[i].row == all[from].row {
			i++
		}
		part, outputs := all[from:i], want[from:i]
		t.Run("", func(t *testing.T) {
			t.Parallel()
			rec := &recorder{}
			s, err := New(Options{Sink: rec})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			defer s.Reset() // its types are forgotten
			// sessions at the same time share what is known of types that are spelled alike
			own := fmt.Sprintf("_c%d_", from)
			s.Eval(ownNames(combination{decl: common}, common, own).decl)
			for k, c := range part {
				got := suffix.ReplaceAllString(outputOf(s, rec, ownNames(c, common, own)), "")
				if pointers(got) != pointers(outputs[k]) && !(c.refusable && strings.Contains(got, "(a limit of the session)")) {
					t.Errorf("%s\ngot  %q\nwant %q", c, got, outputs[k])
				}
			}
		})
	}
}

// outputOf is what a session prints for a combination, an error included.
func outputOf(s *Session, rec *recorder, c combination) string {
	failed := ""
	for _, cell := range c.cells() {
		timer := time.AfterFunc(testenv.Patience, s.Interrupt)
		r := s.Eval(cell)
		timer.Stop()
		if r.Err != nil {
			failed = fmt.Sprint(r.Err)
			break
		}
	}
	return rec.take() + failed
}

var address = regexp.MustCompile(`0x[0-9a-f]+`)

// pointers makes addresses equal.
func pointers(s string) string { return address.ReplaceAllString(s, "0x") }

// standard finds the packages that code names.
var standard = regexp.MustCompile(`\b(atomic|bufio|runtime|bytes|context|errors|heap|iter|json|reflect|fmt|image|io|list|math|net|os|regexp|slices|sort|maps|cmp|strconv|strings|sync|template|time|big|url|http)\.[A-Z]`)

var paths = map[string]string{
	"json": "encoding/json", "list": "container/list", "heap": "container/heap", "big": "math/big", "url": "net/url", "http": "net/http",
	"template": "text/template", "atomic": "sync/atomic",
}

var suffix = regexp.MustCompile(`_c\d+_`)

// compiledOutputs is what each combination prints that Go compiles and runs.
func compiledOutputs(t *testing.T, common string, all []combination) []string {
	t.Helper()
	goTool := testenv.Program(t, "go")
	const mark = "\x00"
	var body, calls strings.Builder
	for i, c := range all {
		own := ownNames(c, "", fmt.Sprintf("_c%d_", i))
		fmt.Fprintf(&body, "%s\nfunc f%d() {\n%s\n}\n", strings.ReplaceAll(own.decl, between, "\n"), i, own.code)
		fmt.Fprintf(&calls, "f%d()\nfmt.Print(%q)\n", i, mark)
	}
	text := common + body.String()
	imports := map[string]bool{"fmt": true}
	for _, m := range standard.FindAllStringSubmatch(text, -1) {
		imports[m[1]] = true
	}
	var src strings.Builder
	src.WriteString("package main\n")
	for name := range imports {
		fmt.Fprintf(&src, "import %q\n", cmp.Or(paths[name], name))
	}
	src.WriteString(text + "func main() {\n" + calls.String() + "}\n")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(src.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out := testenv.Output(t, exec.Command(goTool, "run", file))
	list := strings.Split(suffix.ReplaceAllString(out, ""), mark)
	if len(list) != len(all)+1 {
		t.Fatalf("%d outputs of %d", len(list)-1, len(all))
	}
	return list[:len(all)]
}

var word = regexp.MustCompile(`\w+`)

// ownNames gives what a combination declares, and what is declared for all of them, names of its own.
func ownNames(c combination, common, suffix string) combination {
	names := append(declared(c.decl), declared(common)...)
	own := func(text string) string {
		return word.ReplaceAllStringFunc(text, func(w string) string {
			if slices.Contains(names, w) {
				return w + suffix
			}
			return w
		})
	}
	return combination{decl: own(c.decl), code: own(c.code), apart: c.apart}
}

// declared returns the names that declarations give to functions, types, variables and constants.
func declared(decls string) (names []string) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+strings.ReplaceAll(decls, between, "\n"), parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprint(decls, err))
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}
