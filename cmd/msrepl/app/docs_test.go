package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
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

// TestInstall gives the README's way to install to a shell, with this checkout in the place of the one on the
// network.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("builds msrepl twice")
	}
	root, dir := abs(t, filepath.Join("..", "..", "..")), t.TempDir()
	for _, name := range []string{"git", "make", "go"} {
		testenv.Program(t, name)
	}
	if err := exec.Command("git", "-C", root, "rev-parse", "HEAD").Run(); err != nil {
		testenv.Lacking(t, "this is no checkout: ", err)
	}
	const address = "https://github.com/msrepl/msrepl"
	commands := fences(t, filepath.Join(root, "README.md"))["sh"][0]
	if !strings.Contains(commands, "git clone "+address+" ") {
		t.Fatalf("the first commands of the README install nothing: %s", commands)
	}
	sh := exec.Command("sh", "-e", "-c", strings.Replace(commands, address, "'"+root+"' msrepl", 1))
	bin := filepath.Join(dir, "gobin")
	sh.Dir, sh.Env = dir, append(os.Environ(), "GOBIN="+bin, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*")
	testenv.Output(t, sh)
	for _, msrepl := range []string{filepath.Join(dir, "msrepl", "bin", "msrepl"), filepath.Join(bin, "msrepl")} {
		if got := testenv.Output(t, exec.Command(msrepl, "-e", "6 * 7")); got != "42\n" {
			t.Errorf("%s prints %q", msrepl, got)
		}
	}
}

// link matches the target of a link or picture in Markdown.
var link = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)

// TestLinks: what the project's pages link to in the project is there.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(more) == 0 {
		t.Fatal("no docs", err)
	}
	for _, page := range append(pages, more...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
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

// checkConsole runs what is behind "$ " and expects the lines below it, but for times. The commands see the
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

// dialectWorld declares the names that snippets of docs/dialect.md use and the page itself does not declare.
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
scale, bias, variance, gamma, beta := tensor.Ones(2), tensor.Zeros(2), tensor.Ones(2), tensor.Ones(2), tensor.Zeros(2)
mean := tensor.Zeros(2)
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
