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
)

// notebook is cells that are run in a session and, exported, as a program, which must print the same. What plain Go prints that
// is written without operators on tensors is a second source for each cell that has it.
type notebook struct {
	own   string // ends the names of its types: sessions at the same time share what is known of types that are spelled alike
	cells []string
	plain []string
}

// outputMark stands between the outputs of the cells of a notebook.
const outputMark = "\x00"

func (n *notebook) add(cell, plain string) {
	n.cells = append(n.cells, cell)
	n.plain = append(n.plain, plain)
}

var typeName = regexp.MustCompile(`\btype (\w+)`)

// marked is the notebook with cells between its cells that print a mark.
func (n *notebook) marked() (cells []string) {
	types := map[string]bool{}
	for _, c := range n.cells {
		for _, m := range typeName.FindAllStringSubmatch(c, -1) {
			types[m[1]] = n.own != ""
		}
	}
	for _, c := range n.cells {
		c = word.ReplaceAllStringFunc(c, func(w string) string {
			if types[w] {
				return w + n.own
			}
			return w
		})
		cells = append(cells, c, `fmt.Print("\x00")`)
	}
	return cells
}

// compareNotebooks runs notebooks in sessions, as programs and as plain Go.
func compareNotebooks(t *testing.T, common string, all []*notebook) {
	t.Helper()
	exported, plain := programOutputs(t, common, all)
	for i, n := range all {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			got := sessionOutputs(t, n)
			for k := range n.cells {
				if strings.Contains(got[k], "panic:") {
					t.Errorf("%s\nfails: %s", short(n.cells[k]), got[k])
				}
				want := func(of [][]string) string {
					if k >= len(of[i]) {
						return "(the program has ended)"
					}
					return ownPackage.ReplaceAllString(pointers(of[i][k]), "main.")
				}
				if e := want(exported); pointers(got[k]) != e {
					t.Errorf("%s\nsession  %q\nexported %q", short(n.cells[k]), got[k], e)
				}
				if p := want(plain); n.plain[k] != "" && pointers(got[k]) != p {
					t.Errorf("%s\nsession %q\nplain   %q", short(n.cells[k]), got[k], p)
				}
			}
		})
	}
}

// sessionOutputs is what each cell of a notebook prints in a session, an error included.
func sessionOutputs(t *testing.T, n *notebook) (outputs []string) {
	t.Helper()
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	defer s.Reset()
	for i, c := range n.marked() {
		timer := time.AfterFunc(time.Minute, s.Interrupt)
		r := s.Eval(c)
		timer.Stop()
		if i%2 == 1 {
			continue
		}
		got := strings.TrimSuffix(rec.take(), outputMark)
		got = strings.TrimPrefix(got, outputMark)
		if r.Value != nil {
			got += r.Value.Text() + "\n"
		}
		if r.Err != nil {
			got += fmt.Sprintf("panic: %s: %s\n", r.Err.Kind, r.Err.Msg)
		}
		outputs = append(outputs, suffix.ReplaceAllString(got, ""))
	}
	return outputs
}

const runPrograms = `package main

import (
	"fmt"
%s)

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println("panic:", e)
		}
		fmt.Print("\x01")
	}()
	f()
}

func main() {
%s}
`

// programOutputs compiles all notebooks into one program and runs it: each as a package that was exported, and one
// package of the plain spellings.
func programOutputs(t *testing.T, common string, all []*notebook) (exported, plain [][]string) {
	t.Helper()
	goTool := goCommand(t)
	dir, err := os.MkdirTemp("testdata", "dialect")
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
		var src bytes.Buffer
		if err := Export(n.marked(), &src); err != nil {
			t.Errorf("%v\n%.300s", err, strings.ReplaceAll(strings.Join(n.cells, "\n"), dialectSetup, ""))
			src.Reset()
			src.WriteString("package main\n\nfunc main() {}\n")
		}
		name := fmt.Sprintf("p%d", i)
		text := strings.Replace(src.String(), "package main\n", "package "+name+"\n", 1)
		text = strings.Replace(text, "\nfunc main() {", "\nfunc Main() {", 1)
		put(name, text)
		fmt.Fprintf(&calls, "try(%q, %s.Main)\n", name, name)
	}
	put("plain", plainPackage(common, all)+"\nfunc F() {}\n")
	calls.WriteString("plain.F()\n")
	for i, n := range all {
		fmt.Fprintf(&calls, "try(\"plain\", func() {\n")
		for k := range n.plain {
			if n.plain[k] != "" {
				fmt.Fprintf(&calls, "plain.F%d_%d()\n", i, k)
			}
			fmt.Fprintf(&calls, "fmt.Print(\"\\x00\")\n")
		}
		calls.WriteString("})\n")
	}
	put("", fmt.Sprintf(runPrograms, imports.String(), calls.String()))
	bin := filepath.Join(t.TempDir(), "programs")
	if out, err := exec.Command(goTool, "build", "-o", bin, "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.8000s", err, out)
	}
	cmd := exec.Command(bin)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%.4000s", err, stderr.String())
	}
	list := strings.Split(suffix.ReplaceAllString(string(out), ""), "\x01")
	if len(list) != 2*len(all)+1 {
		t.Fatalf("%d outputs of %d", len(list)-1, 2*len(all))
	}
	for i, text := range list[:2*len(all)] {
		if i < len(all) {
			exported = append(exported, strings.Split(text, outputMark))
		} else {
			plain = append(plain, strings.Split(text, outputMark))
		}
	}
	return exported, plain
}

var ownPackage = regexp.MustCompile(`\bp\d+\.`)

var ours = regexp.MustCompile(`\b(tensor|nn|grad|ops|optim|np|display|ckpt|data|train|tensor)\.[A-Z]`)

// plainPackage is a Go file with a function for each plain spelling.
func plainPackage(common string, all []*notebook) string {
	var body strings.Builder
	for i, n := range all {
		for k, p := range n.plain {
			if p != "" {
				fmt.Fprintf(&body, "func F%d_%d() {\n%s\n}\n", i, k, p)
			}
		}
	}
	text := common + body.String()
	imports := map[string]bool{}
	for _, m := range standard.FindAllStringSubmatch(text, -1) {
		imports[cmp.Or(paths[m[1]], m[1])] = true
	}
	for _, m := range ours.FindAllStringSubmatch(text, -1) {
		imports["github.com/msrepl/msrepl/"+cmp.Or(map[string]string{"optim": "nn/optim", "ckpt": "nn/ckpt", "data": "nn/data", "train": "nn/train"}[m[1]], m[1])] = true
	}
	var src strings.Builder
	src.WriteString("package plain\n")
	for path := range imports {
		fmt.Fprintf(&src, "import %q\n", path)
	}
	return src.String() + text
}

const dialectSetup = `x := tensor.New([][]float32{{1, -2, 3}, {4, 5, -6}}); y := tensor.New([]float32{0.5, 2, -1}); i := tensor.New([]int{1, 2, 3}); i8 := tensor.New([]int8{7, -3, 100}); u := tensor.New([]uint8{200, 100, 7}); h := tensor.New([]float32{1, 0.1, -3}, tensor.Float16); b := tensor.New([]bool{true, false, true}); d := tensor.New([]float64{0.1, 2, 1e9}); z := tensor.New(3.0); p := nn.NewParameter(tensor.New([]float32{3, 0.25, -1}), "w"); k, f, k8, f32, cx := 2, 1.5, int8(3), float32(0.1), complex(1, 2); const c, cf = 7, 0.1; type Deg float64; deg := Deg(36.6); _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _ = x, y, i, i8, u, h, b, d, z, p, k, f, k8, f32, cx, c, cf, deg
`

// TestDialectExpressions puts tensor expressions of every kind into every place.
func TestDialectExpressions(t *testing.T) {
	var all []*notebook
	for _, v := range table(t, "dialect_values.txt") {
		n := &notebook{}
		for i, use := range table(t, "dialect_uses.txt") {
			put := func(expr, use string) string {
				return dialectSetup + strings.NewReplacer("EXPR", expr, "TYPE", "*tensor.Tensor").Replace(use)
			}
			plain := use[0]
			if len(use) > 1 {
				plain = use[1]
			}
			cell := put(v[0], use[0])
			switch i % 3 {
			case 1:
				cell = "func() {\n" + cell + "\n}()"
			case 2:
				n.add("func run() {\n"+cell+"\n}", "")
				cell = "run()"
			}
			n.add(cell, put(v[1], plain))
		}
		all = append(all, n)
	}
	compareNotebooks(t, dialectCommon, all)
}

const dialectCommon = `func same[T any](x T) T { return x }
type couple[T any] struct{ a, b T }
func pairUp[T any](a, b T) couple[T] { return couple[T]{a, b} }
`

func short(cell string) string { return strings.ReplaceAll(cell, dialectSetup, "") }

// TestDialectCells gives networks of every kind every use that they fit.
func TestDialectCells(t *testing.T) {
	var all []*notebook
	for i, net := range table(t, "dialect_nets.txt") {
		for way := range 2 {
			n := &notebook{own: fmt.Sprintf("_c%d_", len(all))}
			decls := []string{strings.ReplaceAll(net[1], between, "\n")}
			if way == 1 {
				decls = strings.Split(net[1], between)
			}
			for _, d := range decls {
				n.add(d, "")
			}
			for k, use := range table(t, "dialect_netuses.txt") {
				if (i+k)%2 != way || !fits(strings.Fields(net[0]), strings.Fields(use[0])) {
					continue
				}
				cell := "x, y := tensor.New([]float32{1, 2}), tensor.New([]float32{0.5, -3}); _, _ = x, y\n" + strings.NewReplacer("NEW", net[3], "TYPE", net[2], "ARGS", net[4]).Replace(use[1])
				switch k % 3 {
				case 1:
					cell = "func() {\n" + cell + "\n}()"
				case 2:
					n.add("func run() {\n"+cell+"\n}", "")
					cell = "run()"
				}
				n.add(cell, "")
			}
			all = append(all, n)
		}
	}
	compareNotebooks(t, "", all)
}
