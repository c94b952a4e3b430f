package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/interp"
)

// TestReadme runs the README: its sessions are typed, its console blocks are given to a shell.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	blocks := fences(t, filepath.Join(root, "README.md"))
	if len(blocks["text"]) == 0 || len(blocks["console"]) == 0 {
		t.Fatal("the README shows no session or no console")
	}
	for _, session := range blocks["text"] {
		checkSession(t, session)
	}
	for _, console := range blocks["console"] {
		checkConsole(t, root, console)
	}
}

// layout is what times in a table decide: how wide their columns are.
var layout = regexp.MustCompile(`\s*\d+\.\d{3} ms| +forward +backward|─+`)

// TestDebugging types the sessions of the page on debugging. Times differ, and with them the widths of tables.
func TestDebugging(t *testing.T) {
	mask := func(s string) []string {
		return strings.Split(layout.ReplaceAllStringFunc(s, func(m string) string {
			if strings.HasSuffix(m, "ms") {
				return " 0 ms"
			}
			return strings.Join(strings.Fields(strings.TrimRight(m, "─")), " ")
		}), "\n")
	}
	for _, session := range fences(t, filepath.Join("..", "..", "..", "docs", "debugging.md"))["text"] {
		if diff := cmp.Diff(mask(session), mask(playSession(t, session))); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// fences returns the fenced blocks of a Markdown file by their language.
func fences(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string][]string{}
	language, inside := "", false
	var block strings.Builder
	for line := range strings.Lines(string(text)) {
		mark, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && inside:
			blocks[language] = append(blocks[language], block.String())
			block.Reset()
			inside = false
		case isFence:
			language, inside = strings.TrimSpace(mark), true
		case inside:
			block.WriteString(line)
		}
	}
	return blocks
}

// times differ from run to run.
var times = regexp.MustCompile(`\(\d[0-9.]*m?s\)`)

// checkConsole runs what stands behind "$ " and expects the lines below it, but for times. The commands see the
// project's notebooks and bin/msrepl.
func checkConsole(t *testing.T, root, console string) {
	t.Helper()
	dir := binary(t)
	if err := os.Symlink(filepath.Join(root, "notebooks"), filepath.Join(dir, "notebooks")); err != nil {
		t.Fatal(err)
	}
	for _, step := range strings.Split("\n"+console, "\n$ ")[1:] {
		command, want, _ := strings.Cut(step, "\n")
		sh := exec.Command("sh", "-c", command)
		sh.Dir = dir
		out, _ := sh.CombinedOutput() // a message is output, too
		got := times.ReplaceAllString(strings.TrimSpace(string(out)), "(0s)")
		want = times.ReplaceAllString(strings.TrimSpace(want), "(0s)")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("$ %s\n-want +got:\n%s", command, diff)
		}
	}
}

// What the snippets of the dialect's page talk about, beside the cell that the page itself declares.
const dialectWorld = `
net := NewNet()
type Pair struct{ nn.Cell }
func (p *Pair) Construct(x *Tensor) (*Tensor, *Tensor) { return x, x }
pair := &Pair{}
f := func(x *Tensor) *Tensor { return x * x }
g := func(x, y *Tensor) *Tensor { return x * y }
x := tensor.New([][]float32{{1, 2}, {3, 4}})
y, b, s := tensor.Ones(2, 2), tensor.Ones(2), tensor.Ones(2, 2)
mask, t, weights := x > 2.5, tensor.Ones(2), net.TrainableParams()
params, name, p := net.TrainableParams(), "w", nn.NewParameter(tensor.Ones(1), "w")
loss := f(x).Sum()
var cell nn.Layer = nn.NewDense(2, 1)
lstm, words, h0, c0, n := nn.NewLSTM(2, 3), tensor.Ones(4, 1, 2), tensor.Zeros(1, 1, 3), tensor.Zeros(1, 1, 3), tensor.New([]int32{4})
attention, q, k, v := nn.NewMultiheadAttention(4, 2), tensor.Ones(3, 1, 4), tensor.Ones(3, 1, 4), tensor.Ones(3, 1, 4)
padding, causal := tensor.Zeros(1, 3).AsType(tensor.Bool), tensor.Zeros(3, 3).AsType(tensor.Bool)
seq := nn.NewSequentialCell(nn.NewDense(2, 2), nn.NewReLU(), nn.NewDense(2, 1))
cells, l := nn.NewCellList(nn.NewReLU(), nn.NewTanh()), &nn.LossBase{}
`

// TestDialect runs the Go of every row of the dialect's tables.
func TestDialect(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "dialect.md"))
	if err != nil {
		t.Fatal(err)
	}
	session, err := interp.New(interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	t.Chdir(t.TempDir()) // some rows write files
	run := func(src string) {
		t.Helper()
		if res := session.Eval(src); res.Err != nil {
			t.Error(res.Err)
		}
	}
	var declared, rows []string
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "    "):
			declared = append(declared, line)
		case strings.HasPrefix(line, "| `"):
			rows = append(rows, line)
		}
	}
	run(strings.Join(declared, "") + dialectWorld)
	for _, row := range rows {
		for _, snippet := range goSnippets(row) {
			run(snippet)
		}
	}
}

var snippet = regexp.MustCompile("`([^`]*)`")

// goSnippets returns the Go in a row of two columns, | Python | Go |. A row that describes in words has none.
func goSnippets(row string) (snippets []string) {
	columns := strings.Split(row, " | ")
	column := strings.Trim(columns[1], " |\n")
	if strings.HasPrefix(column, "the same") {
		column = columns[0]
	} else if !strings.HasPrefix(column, "`") {
		return nil
	}
	for _, m := range snippet.FindAllStringSubmatch(column, -1) {
		snippets = append(snippets, m[1])
	}
	return snippets
}
