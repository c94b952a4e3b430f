package notebooks

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

// WriteDiffs writes a unified diff for each cell that differs, and the traceback of an error that is not recorded.
func (r *Report) WriteDiffs(w io.Writer, name string) {
	for i := range r.Cells {
		r.Cells[i].writeDiff(w, name)
	}
}

func (cr *CellReport) writeDiff(w io.Writer, name string) {
	if cr.Verdict != Differs {
		return
	}
	title := fmt.Sprintf("%s cell %d", name, cr.Number)
	if cr.Broken != "" {
		fmt.Fprintf(w, "%s: %s\n", title, cr.Broken)
	}
	recorded, replayed := cr.texts()
	switch {
	case cr.Broken == "" && cr.neverRun():
		fmt.Fprintf(w, "%s: nothing to compare with: it was never run (msrepl replay --update records its outputs)\n",
			title)
	case cr.Broken != "" && len(cr.Outputs) == 0: // there are no outputs to compare
	default:
		d := diff.Diff(title+" recorded", []byte(recorded), title+" replayed", []byte(replayed))
		_, d, _ = bytes.Cut(d, []byte("\n")) // a line with "diff" and the names again
		io.WriteString(w, visible(readable(string(d))))
	}
	if !strings.Contains(recorded, "[error]\n") {
		writeTraceback(w, cr.Outputs)
	}
}

// neverRun reports whether the cell in the notebook has never been run.
func (cr *CellReport) neverRun() bool {
	return cr.Cell.ExecutionCount == nil && len(cr.Cell.Outputs) == 0
}

// readable shortens very long lines of a diff: pages and vector graphics are often one line. Of a line and its
// replacement, it shows the place where they begin to differ.
func readable(d string) string {
	lines := strings.Split(d, "\n")
	var old []int // removed lines, whose replacements follow
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "-"):
			old = append(old, i)
			continue
		case strings.HasPrefix(line, "+") && len(old) > 0:
			same := commonPrefix(lines[old[0]][1:], line[1:])
			lines[old[0]], lines[i] = excerpt(lines[old[0]], same), excerpt(line, same)
			old = old[1:]
			continue
		}
		for _, k := range old {
			lines[k] = excerpt(lines[k], 0)
		}
		old, lines[i] = nil, excerpt(line, 0)
	}
	return strings.Join(lines, "\n")
}

// excerpt returns the part of a long line of a diff around its letter at index at.
func excerpt(line string, at int) string {
	const most, before = 240, 40
	r := []rune(line)
	if len(r) <= most {
		return line
	}
	from := max(0, min(at-before, len(r)-most)) + 1
	to := min(from+most, len(r))
	s := string(r[from:to])
	if from > 1 {
		s = "…" + s
	}
	if to < len(r) {
		s += "…"
	}
	return string(r[0]) + s
}

func commonPrefix(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

func writeTraceback(w io.Writer, outs []Output) {
	for _, o := range outs {
		for _, line := range o.Traceback {
			fmt.Fprintln(w, visible(line))
		}
	}
}

var (
	trailing = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[-+].*?([ \t]+)$`) })
	controls = strings.NewReplacer("\x1b", "␛", "\r", "␍", "\b", "␈")
)

// visible makes visible what a terminal would hide in the lines of a diff: trailing blanks and control characters.
func visible(d string) string {
	d = trailing().ReplaceAllStringFunc(d, func(line string) string {
		text := strings.TrimRight(line, " \t")
		return text + strings.NewReplacer(" ", "·", "\t", "→").Replace(line[len(text):])
	})
	return controls.Replace(d)
}

// WriteCells writes one line per code cell.
func (r *Report) WriteCells(w io.Writer) {
	for _, c := range r.Cells {
		first, _, _ := strings.Cut(strings.TrimSpace(c.Cell.Source), "\n")
		fmt.Fprintf(w, "  cell %-3d %-9s %7.3fs  %s\n", c.Number, c.Verdict, c.Took.Seconds(), first)
	}
}

// Summary returns a one-line summary of the report.
func (r *Report) Summary() string {
	s := cellCount(len(r.Cells))
	for _, v := range []Verdict{Same, Differs, Ignored, Skipped} {
		if n := r.Count(v); n > 0 || v == Differs {
			s += fmt.Sprintf(", %d %v", n, v)
		}
	}
	return fmt.Sprintf("%s (%v)", s, r.Took.Round(time.Millisecond))
}

func cellCount(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}
