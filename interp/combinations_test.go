package interp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// combination is an expression in a place where one can stand.
type combination struct{ decl, use string }

// code is the body of a function. A variable that the use does not need is used.
func (c combination) code() string { return c.decl + "\n" + c.use }

const generics = `func same[T any](x T) T { return x }
type couple[T any] struct{ a, b T }
func pairUp[T any](a, b T) couple[T] { return couple[T]{a, b} }
`

// TestCombinations puts expressions of every kind into every place and compares what a session prints with what Go prints.
func TestCombinations(t *testing.T) {
	goTool := goCommand(t)
	values, uses := lines(t, "values.txt"), lines(t, "uses.txt")
	var all []combination
	for _, v := range values {
		decl, rest, _ := strings.Cut(v, "\t")
		typ, expr, _ := strings.Cut(rest, "\t")
		for _, use := range uses {
			all = append(all, combination{decl, strings.NewReplacer("EXPR", expr, "TYPE", typ).Replace(use)})
		}
	}
	want := compiledOutputs(t, goTool, all)
	for i := range values {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			rec := &recorder{}
			s, err := New(Options{Sink: rec})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.Eval(generics)
			for k := i * len(uses); k < (i+1)*len(uses); k++ {
				r := s.Eval("func run() {\n" + all[k].code() + "\n}\nrun()")
				got := rec.take()
				if r.Err != nil {
					t.Errorf("%s\n%v", all[k].code(), r.Err)
				} else if pointers(got) != pointers(want[k]) {
					t.Errorf("%s\ngot  %q\nwant %q", all[k].code(), got, want[k])
				}
			}
		})
	}
}

// lines reads a table.
func lines(t *testing.T, name string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/combinations", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSuffix(line, "\n"))
		}
	}
	return list
}

var address = regexp.MustCompile(`0x[0-9a-f]+`)

// pointers makes addresses equal.
func pointers(s string) string { return address.ReplaceAllString(s, "0x") }

// standard finds the packages that code names.
var standard = regexp.MustCompile(`\b(bufio|bytes|errors|json|reflect|fmt|image|io|list|math|net|os|regexp|slices|sort|strings|sync|template|time|big|url|http)\.[A-Z]`)

var paths = map[string]string{
	"json": "encoding/json", "list": "container/list", "big": "math/big", "url": "net/url", "http": "net/http", "template": "text/template",
}

// compiledOutputs is what each function prints that Go compiles and runs.
func compiledOutputs(t *testing.T, goTool string, all []combination) []string {
	t.Helper()
	const mark = "\x00"
	var body, calls strings.Builder
	imports := map[string]bool{"fmt": true}
	for i, c := range all {
		fmt.Fprintf(&body, "func f%d() {\n%s\n}\n", i, c.code())
		fmt.Fprintf(&calls, "f%d()\nfmt.Print(%q)\n", i, mark)
		for _, m := range standard.FindAllStringSubmatch(c.code(), -1) {
			imports[m[1]] = true
		}
	}
	var src strings.Builder
	src.WriteString("package main\n")
	for name := range imports {
		path := paths[name]
		if path == "" {
			path = name
		}
		fmt.Fprintf(&src, "import %q\n", path)
	}
	src.WriteString(generics + body.String() + "func main() {\n" + calls.String() + "}\n")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(src.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(goTool, "run", file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, stderr.String())
	}
	list := strings.Split(string(out), mark)
	if len(list) != len(all)+1 {
		t.Fatalf("%d outputs of %d", len(list)-1, len(all))
	}
	return list[:len(all)]
}
