package notebooks

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

// WriteDiffs writes a unified diff for each cell that differs, and the traceback of an error that is not recorded.
func (r *Report) WriteDiffs(w io.Writer, name string) {
	for i := range r.Cells {
		cr := &r.Cells[i]
		if cr.Verdict != Differs {
			continue
		}
		title := fmt.Sprintf("%s cell %d", name, cr.Number)
		if cr.Broken != "" {
			fmt.Fprintf(w, "%s: %s\n", title, cr.Broken)
		}
		recorded, replayed := cr.texts()
		d := diff.Diff(title+" recorded", []byte(recorded), title+" replayed", []byte(replayed))
		_, d, _ = bytes.Cut(d, []byte("\n")) // a line that says "diff" and the names once more
		io.WriteString(w, visible(string(d)))
		if !strings.Contains(recorded, "[error]\n") {
			writeTraceback(w, cr.Outputs)
		}
	}
}

func writeTraceback(w io.Writer, outs []Output) {
	for _, o := range outs {
		for _, line := range o.Traceback {
			fmt.Fprintln(w, visible(line))
		}
	}
}

var (
	trailing = regexp.MustCompile(`(?m)^[-+].*?([ \t]+)$`)
	controls = strings.NewReplacer("\x1b", "␛", "\r", "␍", "\b", "␈")
)

// visible shows what a terminal would hide in the lines of a diff: blanks at the end and control characters.
func visible(d string) string {
	d = trailing.ReplaceAllStringFunc(d, func(line string) string {
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

// Summary says in one line how the notebook did.
func (r *Report) Summary() string {
	s := plural(len(r.Cells), "cell")
	for _, v := range []Verdict{Same, Differs, Ignored, Skipped} {
		if n := r.Count(v); n > 0 || v == Differs {
			s += fmt.Sprintf(", %d %v", n, v)
		}
	}
	return fmt.Sprintf("%s (%v)", s, r.Took.Round(time.Millisecond))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
