package notebooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/msrepl/msrepl/interp"
)

// PortVerdict is the result of porting a cell.
type PortVerdict string

// The verdicts of a ported cell.
const (
	PortSame      PortVerdict = "same"       // output equals that on the page
	PortRandom    PortVerdict = "random"     // output differs only in random numbers
	PortDifferent PortVerdict = "different"  // output differs
	PortLeft      PortVerdict = "not ported" // has a statement that was not understood
)

// PortVerdicts lists the verdicts in the order used in tables.
var PortVerdicts = []PortVerdict{PortSame, PortRandom, PortDifferent, PortLeft}

// PortedCell is a code cell of a page, with its translation.
type PortedCell struct {
	Cell     *Cell
	Number   int // 1 for the first code cell
	Go       string
	Verdict  PortVerdict
	Reasons  []string // why statements were not translated
	Recorded string   // output on the page
	Shown    string   // output of the translation
	Outputs  []Output
}

// Port translates the code cells of a Python notebook and runs them in order in a session. timeout limits each cell;
// 0 means no limit.
func Port(ctx context.Context, nb *Notebook, timeout time.Duration) ([]PortedCell, error) {
	var sources []string
	for _, c := range nb.CodeCells() {
		sources = append(sources, c.Source)
	}
	translated, err := interp.Port(sources)
	if err != nil {
		return nil, err
	}
	r, err := NewSessionRunner()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out []PortedCell
	for i, c := range nb.CodeCells() {
		p := PortedCell{Cell: c, Number: i + 1, Go: translated[i].Go, Recorded: shownText(c.Outputs)}
		for _, l := range translated[i].Left {
			p.Reasons = append(p.Reasons, fmt.Sprintf("line %d: %s", l.Line, l.Reason))
		}
		if err := p.run(ctx, r, timeout); err != nil {
			return out, fmt.Errorf("cell %d: %w", p.Number, err)
		}
		p.judge(translated[i].Random)
		out = append(out, p)
	}
	return out, nil
}

func (p *PortedCell) run(ctx context.Context, r Runner, timeout time.Duration) error {
	if strings.TrimSpace(p.Go) == "" {
		return nil
	}
	cell := CellReport{Cell: &Cell{Source: p.Go}}
	if err := cell.run(ctx, r, timeout); err != nil {
		if ctx.Err() != nil {
			return err
		}
		p.Shown = err.Error() + "\n" // of this cell; the session continues
		return nil
	}
	p.Outputs, p.Shown = cell.Outputs, shownText(cell.Outputs)
	for _, o := range p.Outputs {
		if o.Type == ErrorOutput && o.EName == "CompileError" {
			p.Reasons = append(p.Reasons, "the translation is not a valid cell: "+firstLine(o.EValue))
			p.Go = "// Not ported: the translation is not a valid cell: " + firstLine(o.EValue) +
				"\n" + commented(p.Cell.Source)
			p.Outputs = nil
		}
	}
	return nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// commented returns a text as comments.
func commented(src string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		b.WriteString(strings.TrimRight("//\t"+strings.TrimRight(line, "\n"), "\t ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func (p *PortedCell) judge(random bool) {
	want, got := alike(p.Recorded), alike(p.Shown)
	switch {
	case len(p.Reasons) > 0:
		p.Verdict = PortLeft
	case want == got, rounded(want, got):
		p.Verdict = PortSame
	case random && maskNumbers(want) == maskNumbers(got):
		p.Verdict = PortRandom
	default:
		p.Verdict = PortDifferent
	}
}

// shownText returns what outputs show to a reader: printed text, and values as plain text. It omits Python's
// warnings.
func shownText(outs []Output) string {
	var b strings.Builder
	for _, o := range outs {
		switch o.Type {
		case StreamOutput:
			if o.Name == "stdout" {
				b.WriteString(o.Text)
			}
		case ErrorOutput:
			b.WriteString(o.EName + ": " + o.EValue + "\n")
		default:
			if text, ok := o.Data["text/plain"]; ok {
				b.WriteString(dataText(text) + "\n")
			}
		}
	}
	return b.String()
}

var (
	longExponent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d[eE][-+])0(\d\d)\b`) })
	blankRuns    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ \t]+`) })
	afterOpening = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\[(]) `) })
	beforeEnd    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` ([\])])`) })
)

// alike normalizes differences between recordings of the same output: exponents of three digits, as on Windows, and
// runs of blanks, which pages made from Markdown have lost.
func alike(s string) string {
	s = longExponent().ReplaceAllString(strings.ReplaceAll(s, "\r\n", "\n"), "$1$2")
	s = blankRuns().ReplaceAllString(s, " ")
	s = beforeEnd().ReplaceAllString(afterOpening().ReplaceAllString(s, "$1"), "$1")
	var lines []string
	for line := range strings.Lines(s) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

var numeral = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?`) })

// rounded reports whether two texts differ only in numbers, and by no more than devices and versions differ in the
// last digits of Float32: by 1e-5 of numbers with a decimal point and at least six digits.
func rounded(want, got string) bool {
	w, g := numeral().FindAllString(want, -1), numeral().FindAllString(got, -1)
	if len(w) != len(g) || numeral().ReplaceAllString(want, "#") != numeral().ReplaceAllString(got, "#") {
		return false
	}
	for i := range w {
		if w[i] == g[i] {
			continue
		}
		x, errX := strconv.ParseFloat(w[i], 64)
		y, errY := strconv.ParseFloat(g[i], 64)
		digits := max(digitCount(w[i]), digitCount(g[i]))
		if errX != nil || errY != nil || digits < 6 || !strings.Contains(w[i], ".") || !strings.Contains(g[i], ".") || math.Abs(x-y) > 1e-5*math.Abs(x) {
			return false
		}
	}
	return true
}

// digitCount returns the number of significant digits of a number.
func digitCount(s string) int {
	s, _, _ = strings.Cut(strings.ToLower(s), "e")
	s = strings.TrimLeft(strings.ReplaceAll(strings.Trim(s, "+-"), ".", ""), "0")
	return len(s)
}

// CountPorted returns how many cells got a verdict.
func CountPorted(cells []PortedCell, v PortVerdict) int {
	n := 0
	for _, c := range cells {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// PortCommand implements `msrepl port`: it translates a Python notebook, runs the translation, compares its output
// with that on the page, and writes the notebook in Go. It returns the exit status: 0 if every cell is same or
// random, 1 if one is not, 2 for trouble.
func PortCommand(args []string, stdout, stderr io.Writer) int {
	fs := newFlagSet(
		"port", "[FLAG...] NOTEBOOK",
		"translate a Python notebook to Go and compare its outputs with the recorded ones",
		stderr,
	)
	out := fs.String(
		"o", "", "write to this `file`; the default is the notebook's name with .go before .ipynb, in the current folder",
	)
	verbose := fs.Bool("v", false, "show the Go code of every cell, and both texts of cells that differ")
	timeout := fs.Duration("timeout", 2*time.Minute, "the longest `time` that one cell may take, 0 for no limit")
	names, status := parseInterspersed(fs, args)
	if names == nil {
		return status
	}
	if len(names) != 1 {
		fmt.Fprintln(stderr, "msrepl port: want one notebook")
		return exitTrouble
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	status, err := portFile(ctx, names[0], *out, *verbose, *timeout, stdout)
	if err != nil {
		fmt.Fprintf(stderr, "msrepl port: %v\n", err)
		return exitTrouble
	}
	return status
}

func portFile(ctx context.Context, name, out string, verbose bool, timeout time.Duration, w io.Writer) (int, error) {
	nb, err := ReadFile(name)
	if err != nil {
		return 0, err
	}
	if out == "" {
		out = strings.TrimSuffix(filepath.Base(name), ".ipynb") + ".go.ipynb"
	}
	if err := checkOut(name, out, false); err != nil {
		return 0, err
	}
	if out, err = filepath.Abs(out); err != nil {
		return 0, err
	}
	cells, err := portAside(ctx, nb, timeout)
	if err != nil {
		return 0, err
	}
	status := 0
	for _, c := range cells {
		c.write(w, verbose)
		if c.Verdict == PortDifferent || c.Verdict == PortLeft {
			status = exitDiffers
		}
	}
	fmt.Fprintf(w, "%s: %s\n", name, portSummary(cells))
	if err := portedNotebook(nb, cells).WriteFile(out); err != nil {
		return 0, err
	}
	fmt.Fprintf(w, "wrote %s\n", out)
	return status, nil
}

// portAside ports a page in a temporary folder, because its cells write files.
func portAside(ctx context.Context, nb *Notebook, timeout time.Duration) (cells []PortedCell, err error) {
	back, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "msrepl-port-")
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Chdir(back), os.RemoveAll(dir)) }()
	return Port(ctx, nb, timeout)
}

func portSummary(cells []PortedCell) string {
	var parts []string
	for _, v := range PortVerdicts {
		parts = append(parts, fmt.Sprintf("%d %s", CountPorted(cells, v), v))
	}
	return cellCount(len(cells)) + ", " + strings.Join(parts, ", ")
}

// write writes the result of a cell.
func (p *PortedCell) write(w io.Writer, verbose bool) {
	if verbose {
		fmt.Fprintf(w, "--- cell %d\n%s\n", p.Number, p.Go)
	}
	switch p.Verdict {
	case PortLeft:
		fmt.Fprintf(w, "cell %d: %s: %s\n", p.Number, p.Verdict, strings.Join(p.Reasons, "; "))
	case PortDifferent:
		fmt.Fprintf(w, "cell %d: %s\n", p.Number, p.Verdict)
		if verbose {
			fmt.Fprintf(w, "the page records:\n%s\nthe translation shows:\n%s\n", p.Recorded, p.Shown)
		}
	}
}

// portedNotebook returns the page in Go. A cell that differs is followed by the output on the page.
func portedNotebook(nb *Notebook, cells []PortedCell) *Notebook {
	out := &Notebook{Minor: nb.Minor, Extra: nb.Extra, Metadata: map[string]any{
		"kernelspec":    map[string]any{"display_name": "MindSpore (Go)", "language": "go", "name": "msrepl"},
		"language_info": map[string]any{"name": "go", "file_extension": ".go", "mimetype": "text/x-go"},
	}}
	next := 0
	for _, c := range nb.Cells {
		if c.Type != "code" || next >= len(cells) {
			out.Cells = append(out.Cells, c)
			continue
		}
		p := cells[next]
		next++
		n := p.Number
		cell := &Cell{Type: "code", ID: c.ID, Source: p.Go, Outputs: p.Outputs, ExecutionCount: &n, Metadata: map[string]any{"msrepl": map[string]any{"port": string(p.Verdict)}}}
		for j := range cell.Outputs {
			if cell.Outputs[j].Type == ResultOutput {
				cell.Outputs[j].ExecutionCount = &n
			}
		}
		if p.Verdict == PortRandom {
			cell.Metadata["tags"] = []any{TagRandom}
		}
		out.Cells = append(out.Cells, cell)
		if p.Verdict == PortDifferent {
			out.Cells = append(out.Cells, differing(c, p))
		}
	}
	return out
}

// differing returns the note below a cell that differs.
func differing(c *Cell, p PortedCell) *Cell {
	note := &Cell{Type: "markdown", Metadata: map[string]any{}, Source: "**Different.** The page records:\n\n```\n" + strings.TrimRight(p.Recorded, "\n") + "\n```"}
	if c.ID != "" {
		note.ID = c.ID + "-page"
	}
	return note
}
