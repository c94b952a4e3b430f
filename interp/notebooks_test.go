package interp

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// comparedCells are a notebook: cells that run in a session and, exported, as a program, which must print the same.
// Both share a front end, so that what plain Go prints without operators on tensors is a second source for each cell
// that has it.
type comparedCells struct {
	// ends the names of its types: sessions at the same time share what is known of types that are spelled alike
	own   string
	cells []string
	plain []string
}

func (n *comparedCells) add(cell, plain string) {
	n.cells = append(n.cells, cell)
	n.plain = append(n.plain, plain)
}

// outputMark is between the outputs of the cells of a notebook, and programMark between programs.
const (
	outputMark  = "\x00"
	programMark = "\x01"
)

var declaredType = regexp.MustCompile(`\btype (\w+)`)

// marked is the notebook with cells between its cells that print a mark.
func (n *comparedCells) marked() (cells []string) {
	types := map[string]bool{}
	for _, c := range n.cells {
		for _, m := range declaredType.FindAllStringSubmatch(c, -1) {
			types[m[1]] = true
		}
	}
	for _, c := range n.cells {
		c = word.ReplaceAllStringFunc(c, func(w string) string {
			if types[w] {
				return w + n.own
			}
			return w
		})
		cells = append(cells, c, fmt.Sprintf("fmt.Print(%q)", outputMark))
	}
	return cells
}

// compareNotebooks runs notebooks in sessions, as programs and as plain Go.
func compareNotebooks(t *testing.T, all []*comparedCells) {
	t.Helper()
	for i, n := range all {
		n.own = fmt.Sprintf("_c%d_", i)
	}
	exported, plain := programOutputs(t, all)
	for i, n := range all {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for k, got := range sessionOutputs(t, n) {
				cell := strings.ReplaceAll(n.cells[k], dialectSetup, "")
				if strings.Contains(got, "panic:") {
					t.Errorf("%s\nfails: %s", cell, got)
				}
				if want := outputAt(exported[i], k); got != want {
					t.Errorf("%s\nsession  %q\nexported %q", cell, got, want)
				}
				if want := outputAt(plain[i], k); n.plain[k] != "" && got != want {
					t.Errorf("%s\nsession %q\nplain   %q", cell, got, want)
				}
			}
		})
	}
}

// outputAt is what the k-th cell of a program has printed.
func outputAt(outputs []string, k int) string {
	if k >= len(outputs) {
		return "(the program has ended)"
	}
	return pointers(exportedPackage.ReplaceAllString(outputs[k], "main."))
}

var exportedPackage = regexp.MustCompile(`\bp\d+\.`)

// sessionOutputs is what each cell of a notebook prints in a session, an error included.
func sessionOutputs(t *testing.T, n *comparedCells) (outputs []string) {
	t.Helper()
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	defer s.Reset() // its types are forgotten
	for i, c := range n.marked() {
		timer := time.AfterFunc(testenv.Patience, s.Interrupt)
		r := s.Eval(c)
		timer.Stop()
		if i%2 == 1 {
			continue
		}
		got := strings.Trim(rec.take(), outputMark)
		if r.Value != nil {
			got += r.Value.Text() + "\n"
		}
		if r.Err != nil {
			got += fmt.Sprintf("panic: %s: %s\n", r.Err.Kind, r.Err.Msg)
		}
		outputs = append(outputs, pointers(suffix.ReplaceAllString(got, "")))
	}
	return outputs
}

const runPrograms = `package main

import (
	"fmt"
%s)

func try(f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println("panic:", e)
		}
		fmt.Print("\x01")
	}()
	f()
}

func main() {
	plain.F()
%s}
`

// programOutputs compiles all notebooks into one program and runs it: each is a package, and the plain spellings are
// another.
func programOutputs(t *testing.T, all []*comparedCells) (exported, plain [][]string) {
	t.Helper()
	dir, err := os.MkdirTemp("testdata", "program")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var imports, calls strings.Builder
	put := func(name, src string) {
		file := filepath.Join(dir, name, "main.go")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		if name != "" {
			fmt.Fprintf(&imports, "%q\n", "github.com/msrepl/msrepl/interp/"+dir+"/"+name)
		}
	}
	for i, n := range all {
		put(fmt.Sprintf("p%d", i), exportedAs(t, fmt.Sprintf("p%d", i), n))
		fmt.Fprintf(&calls, "try(p%d.Main)\n", i)
	}
	put("plain", plainPackage(all))
	for i, n := range all {
		fmt.Fprintf(&calls, "try(func() {\n%s})\n", plainCalls(i, n))
	}
	put("", fmt.Sprintf(runPrograms, imports.String(), calls.String()))
	list := strings.Split(suffix.ReplaceAllString(buildAndRun(t, dir), ""), programMark)
	if len(list) != 2*len(all)+1 {
		t.Fatalf("%d outputs of %d", len(list)-1, 2*len(all))
	}
	for i := range all {
		exported = append(exported, strings.Split(list[i], outputMark))
		plain = append(plain, strings.Split(list[len(all)+i], outputMark))
	}
	return exported, plain
}

// exportedAs is the export of a notebook as a package that is no program.
func exportedAs(t *testing.T, name string, n *comparedCells) string {
	t.Helper()
	var src bytes.Buffer
	if err := Export(n.marked(), &src); err != nil {
		t.Errorf("%v\n%.300s", err, strings.ReplaceAll(strings.Join(n.cells, "\n"), dialectSetup, ""))
		return "package " + name + "\nfunc Main() {}\n"
	}
	text := strings.Replace(src.String(), "package main\n", "package "+name+"\n", 1)
	return strings.Replace(text, "\nfunc main() {", "\nfunc Main() {", 1)
}

func buildAndRun(t *testing.T, dir string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "programs")
	testenv.Build(t, bin, "./"+dir)
	return testenv.Output(t, exec.Command(bin))
}

// ours finds the packages of this module that code names.
var ours = regexp.MustCompile(`\b(tensor|nn|grad|ops|optim|np|display|ckpt|data|train|experimental|sparse|vision|transforms)\.[A-Z]`)

// below are those that are inside another.
var below = map[string]string{"optim": "nn/optim", "ckpt": "nn/ckpt", "data": "nn/data", "train": "nn/train", "experimental": "nn/experimental", "vision": "nn/data/vision", "transforms": "nn/data/transforms"}

// plainPackage is a Go file with a function for each plain spelling.
func plainPackage(all []*comparedCells) string {
	var body strings.Builder
	for i, n := range all {
		for k, p := range n.plain {
			if p != "" {
				fmt.Fprintf(&body, "func F%d_%d() {\n%s\n}\n", i, k, p)
			}
		}
	}
	imports := map[string]bool{}
	for _, m := range standard.FindAllStringSubmatch(body.String(), -1) {
		imports[cmp.Or(paths[m[1]], m[1])] = true
	}
	for _, m := range ours.FindAllStringSubmatch(body.String(), -1) {
		imports["github.com/msrepl/msrepl/"+cmp.Or(below[m[1]], m[1])] = true
	}
	var src strings.Builder
	src.WriteString("package plain\n")
	for path := range imports {
		fmt.Fprintf(&src, "import %q\n", path)
	}
	return src.String() + "func F() {}\n" + body.String()
}

// plainCalls calls the plain spellings of a notebook.
func plainCalls(i int, n *comparedCells) string {
	var b strings.Builder
	for k, p := range n.plain {
		if p != "" {
			fmt.Fprintf(&b, "plain.F%d_%d()\n", i, k)
		}
		fmt.Fprintf(&b, "fmt.Print(%q)\n", outputMark)
	}
	return b.String()
}
