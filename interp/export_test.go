package interp

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExport runs the cells of the transcripts in testdata/export as a session and as an exported
// program, which must print the same.
func TestExport(t *testing.T) {
	names, err := filepath.Glob("testdata/export/*.repl")
	if err != nil || len(names) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, name := range names {
		for _, s := range readTranscript(t, name) {
			t.Run(s.title, func(t *testing.T) {
				if problem := s.run(); problem != "" {
					t.Fatal(problem)
				}
				var cells []string
				want := ""
				for _, c := range s.cells {
					cells = append(cells, c.src)
					want += c.want
				}
				got := runProgram(t, cells)
				if strings.Join(trimRight(got), "\n") != strings.Join(trimRight(want), "\n") {
					t.Errorf("the program prints\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

// TestExportParts: the Go code around commands runs in parts. Code that a command runs sets _, and only the last part
// shows a value.
func TestExportParts(t *testing.T) {
	cells := []string{
		"z := 3", "%time z * 2\nw := _\nw", "%time z * 5\nz * 6\n%pwd", "_",
		"%time z * 7\nfunc next() int { return _ + 1 }\nnext()", "%time defer fmt.Println(z)\nfmt.Println(_)",
	}
	if got := runProgram(t, cells); got != "6\n18\n22\n3\n22\n" {
		t.Errorf("the program prints %q", got)
	}
}

// TestExportRefusesGenericMethods checks that methods of generic types cannot change in a program, as no variable
// holds a generic function: neither by being declared again nor because of something that they use.
func TestExportRefusesGenericMethods(t *testing.T) {
	const typ, uses = "type S[T any] struct{}", " is declared again, and the method S.M uses it"
	const cannot = ": methods of generic types cannot change in a Go program; keep one of the declarations"
	const f, f2, c1, e = "func f() int { return 1 }", "func f[X any](X) int { return 2 }", "const c = 1", "type E struct{}"
	const generic, get = "func f[X any](X) int { return 1 }", "func get[X any](X) any { return v }"
	for _, c := range []struct {
		cells []string
		want  string
	}{
		{
			[]string{typ, "func (S[T]) M() int { return 1 }", "func (S[E]) M() int { return 2 }"},
			"In[3]:1:13: S.M is declared again",
		},
		{[]string{generic, typ + "\nfunc (s S[T]) M() int { return f(s) }", f2}, "In[3]:1:6: f" + uses},
		{[]string{f, typ + "\nfunc (S[T]) M() any { return f() }", "func f() string { return \"\" }"}, "In[3]:1:6: f" + uses},
		{[]string{c1, typ + "\nfunc (*S[T]) M() int { return c }", "\nconst c = 2"}, "In[3]:2:7: c" + uses},
		{[]string{"v := 1", typ, get, "func (s S[T]) M() any { return get(s) }", "v := \"a\""}, "In[5]:1:1: v" + uses},
		{[]string{e, typ + "\nfunc (S[T]) M() any { return E{} }", "type E struct{ n int }"}, "In[3]:1:6: E" + uses},
	} {
		if err := Export(c.cells, io.Discard); err == nil || !strings.Contains(err.Error(), c.want+cannot) {
			t.Errorf("%q: Export = %v", c.cells, err)
		}
	}
}

// runProgram exports cells into a directory of this module and runs them.
func runProgram(t *testing.T, cells []string) string {
	t.Helper()
	var src bytes.Buffer
	if err := Export(cells, &src); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("testdata", "program")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, src.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out := runGo(t, "./"+file)
	if t.Failed() {
		t.Log(src.String())
	}
	return out
}
