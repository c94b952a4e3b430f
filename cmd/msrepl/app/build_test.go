package app

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// personalCells are what people do with packages that a personal msrepl knows, and what it prints: Go's own answers.
var personalCells = []struct{ src, want string }{
	{"stat.Mean([]float64{1, 2, 6}, nil)", "3"},
	{"r, err := shapes.NewRect(2, 3)\nfmt.Printf(\"%T %v %+v %v\\n\", r, r, *r, err)", "*shapes.Rect 2×3 {Width:2 Height:3 note:made} <nil>"},
	{"_, flat := shapes.NewRect(0, 3)\nfmt.Println(errors.Is(flat, shapes.ErrFlat), flat)", "true flat"},
	{"fmt.Println(shapes.Sum(1, 2, 3), shapes.Sum(1.5, 2), shapes.Largest(map[string]int{\"a\": 3, \"b\": 5}))", "6 3.5 5"},
	{"s := &shapes.Stack[string]{}\nfor x := range s.Push(\"a\").Push(\"b\").All() {\n\tfmt.Println(x)\n}\nfmt.Printf(\"%T %+v\\n\", s, *s)", "b\na\n*shapes.Stack[string] {items:[a b]}"},
	{"type Square struct{ Side float64 }\nfunc (q Square) Area() float64 { return q.Side * q.Side }\nfunc (q Square) String() string { return \"square\" }\nfmt.Println(shapes.Total(r, Square{4}))", "22"},
	{"var shape shapes.Shape = Square{2}\n_, isRect := shape.(*shapes.Rect)\nfmt.Println(shape.Area(), shape, isRect)", "4 square false"},
	{"fmt.Println(shapes.Angular, shapes.Limit, shapes.Golden, shapes.Debt, shapes.Loss, grid.Cells(2, 3))", "angular 1099511627776 1.618 -2 -0.5 6"},
	{"fmt.Println(paper.Width * paper.Height / 10.0)", "6237"},
	{"fmt.Println(2*r.Sides() + 1)", "[5. 7.]"},
}

// TestBuild makes a msrepl that knows a package of a folder and one of the module cache, without a network.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	// a new module cache lacks what the tests themselves need not know
	_ = exec.Command("go", "list", "-m", "all").Run()
	t.Setenv("GOPROXY", "off")
	msrepl := filepath.Join(t.TempDir(), "mine")
	shapes := filepath.Join("testdata", "build", "shapes")
	var out, errs strings.Builder
	args := []string{
		"build", "-with", "./" + shapes, "-with", "./" + shapes + "/grid", "-with", "./" + shapes + "/paper", "-with",
		"gonum.org/v1/gonum/stat", "-o", msrepl,
	}
	if status := Run(args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	for _, want := range []string{
		"with example.org/shapes from ", "with example.org/shapes/grid from ", "with gonum.org/v1/gonum/stat v0.",
		"without shapes.Noted: uses note, which is unexported\n", "wrote " + msrepl + "\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	t.Run("cells", func(t *testing.T) { runPersonal(t, msrepl) })
	t.Run("inspection", func(t *testing.T) { inspectPersonal(t, msrepl) })
	t.Run("export", func(t *testing.T) { exportPersonal(t, msrepl) })
	t.Run("completion", func(t *testing.T) { completePersonal(t, msrepl) })
}

func runPersonal(t *testing.T, msrepl string) {
	var args []string
	var want strings.Builder
	for _, c := range personalCells {
		args = append(args, "-e", c.src)
		want.WriteString(c.want + "\n")
	}
	if diff := cmp.Diff(want.String(), output(t, exec.Command(msrepl, args...))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func inspectPersonal(t *testing.T, msrepl string) {
	for _, c := range []struct{ src, want string }{
		{"?shapes.NewRect", "func shapes.NewRect(width units.Metre, height units.Metre) (*shapes.Rect, error)\n\nNewRect returns a rectangle of the given width and height.\n"},
		{"?shapes.Sum", "Sum adds up numbers.\n"},
		{"?shapes.Rect.Area", "Area returns the area of r.\n"},
		{"?grid", "Package grid counts cells.\n"},
		{"?stat.Mean", "Mean computes the weighted mean of the data set.\n"},
		{"?stat.Mean", "Example:\n\n\tx := []float64{"},
	} {
		if got := output(t, exec.Command(msrepl, "-e", c.src)); !strings.Contains(got, c.want) {
			t.Errorf("%s: no %q in\n%s", c.src, c.want, got)
		}
	}
	if got := output(t, exec.Command(msrepl, "version")); !strings.Contains(got, "\nwith example.org/shapes\n") {
		t.Errorf("version says %s", got)
	}
}

// exportPersonal compiles the export of a session with the packages, and runs it.
func exportPersonal(t *testing.T, msrepl string) {
	dir := t.TempDir()
	var cells []map[string]any
	want := ""
	for _, c := range personalCells[1:] {
		cells = append(cells, map[string]any{"cell_type": "code", "id": string(rune('a' + len(cells))), "metadata": map[string]any{}, "execution_count": nil, "outputs": []any{}, "source": c.src})
		want += c.want + "\n"
	}
	text, err := json.Marshal(map[string]any{"cells": cells, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 5})
	if err != nil {
		t.Fatal(err)
	}
	root := abs(t, filepath.Join("..", "..", ".."))
	shapes := abs(t, filepath.Join("testdata", "build", "shapes"))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod := "module export\n\ngo 1.26.0\n\nrequire (\n\texample.org/shapes v0.0.0\n\tgithub.com/msrepl/msrepl v0.0.0\n)\n\n" +
		"replace (\n\texample.org/shapes => " + shapes + "\n\texample.org/units => " + filepath.Join(filepath.Dir(shapes), "units") +
		"\n\tgithub.com/msrepl/msrepl => " + root + "\n)\n"
	for name, text := range map[string]string{"n.ipynb": string(text), "go.mod": mod, "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	output(t, exec.Command(msrepl, "export", filepath.Join(dir, "n.ipynb"), "-o", filepath.Join(dir, "main.go")))
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir = dir
	if diff := cmp.Diff(want, output(t, run)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func completePersonal(t *testing.T, msrepl string) {
	m := startProgram(t, t.TempDir(), msrepl)
	m.text("shapes.NewR")
	m.keys("Tab")
	m.text("(2, 3)[0]")
	m.keys("C-c")
	m.text("var k shapes.Ki")
	m.keys("Tab", "Enter")
	m.wait("In[2]:")
	m.text("stat.CircularM")
	m.keys("Tab")
	m.wait("In[2]: stat.CircularMean")
	m.keys("C-c")
	m.line("k")
	rows := m.wait("Out[2]: ?")
	for _, want := range []string{"In[1]: shapes.NewRect(2", "In[1]: var k shapes.Kind"} {
		if !strings.Contains(rows, want) {
			t.Errorf("no %q in\n%s", want, rows)
		}
	}
}

// TestBuildErrors holds every failure to one line that says what to do.
func TestBuildErrors(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	dir := t.TempDir()
	shapes := "./" + filepath.Join("testdata", "build", "shapes")
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "build needs a package: -with example.org/pkg@v1.2.3, or -with ./folder"},
		{"-with " + dir + "/nowhere", "no such folder"},
		{"-with " + dir, "has no Go files"},
		{"-with ./testdata/build", "has no Go files"},
		{"-with example.org/pkg@", "is not an import path"},
		{"-with example.org/pkg/internal/x@v1.0.0", "can only be imported within its own module"},
		{"-with net/netip", "all sessions already have net/netip"},
		{"-with " + shapes + "/broken", "example.org/shapes/broken does not compile: "},
		{"-with " + shapes + "/broken", "broken.go:5:26: cannot use 1 (untyped int constant) as string value in return statement"},
		{"-with " + shapes + "/program", "example.org/shapes/program is a program, not a package that can be imported"},
		{"-with " + shapes + "/internal/hidden", "can only be imported within its own module"},
		{"-with example.org/unknown@v1.0.0", "it is not on this machine, and it cannot be fetched: no network"},
		{"-with net/netip -o " + dir, dir + " is a folder"},
		{"-with net/netip -o " + dir + "/no/where", "cannot write " + dir + "/no/where: no such file or directory"},
		{"-with net/netip -msrepl " + dir, dir + " is not the folder of module github.com/msrepl/msrepl"},
	} {
		var out, errs strings.Builder
		status := Run(append([]string{"build"}, strings.Fields(c.args)...), strings.NewReader(""), &out, &errs)
		if got := errs.String(); status != exitFailed || !strings.Contains(got, c.want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: status %d and %q, want %q in a line", c.args, status, got, c.want)
		}
	}
	t.Setenv("PATH", dir)
	var out, errs strings.Builder
	Run([]string{"build", "-with", "net/netip"}, strings.NewReader(""), &out, &errs)
	if want := "build needs the go command, which is not in PATH"; !strings.Contains(errs.String(), want) {
		t.Errorf("%q, want %q", &errs, want)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".msrepl-*")); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, &errs)
	}
	return string(out)
}

func abs(t *testing.T, path string) string {
	t.Helper()
	p, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
