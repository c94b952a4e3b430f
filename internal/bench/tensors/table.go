package tensors

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

func printHead(w io.Writer, set isa.Set, peak float64) {
	fmt.Fprintf(w, "%s, %s, %v; peak of multiply-add %.1f GFLOP/s per core\n", processor(), runtime.Version(), set, peak)
	fmt.Fprintf(w, "%-30s %-7s %-9s %10s %10s %7s %8s %6s\n", "workload", "set", "unit", "ours", "PyTorch", "ratio", "threads", "peak")
}

func printLine(w io.Writer, r result) {
	c := r.cells()
	fmt.Fprintf(w, "%-30s %-7v %-9s %10s %10s %7s %8s %6s\n", c[0], r.set, c[1], c[2], c[3], c[4], c[5], c[6])
}

// cells returns the columns of the row.
func (r result) cells() [7]string {
	c := [7]string{r.name, r.unit, number(r.ours), "-", "-", fmt.Sprint(r.threads), ""}
	if r.theirs > 0 {
		c[3], c[4] = number(r.theirs), fmt.Sprintf("%.2f", r.ratio)
	}
	if r.flops() && r.peak > 0 {
		c[6] = fmt.Sprintf("%.0f %%", 100*r.ours/r.peak/float64(r.threads))
	}
	return c
}

// number formats v with three digits, or more only before the decimal point.
func number(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// tableEnd ends each table of the file. It begins with the line that tableBegin returns.
const tableEnd = "<!-- end -->\n"

func tableBegin(set isa.Set) string { return "<!-- bench " + set.String() + " -->\n" }

// writeTable puts the table of a set into a Markdown file.
func writeTable(file string, set isa.Set, all []result) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin := tableBegin(set)
	before, rest, ok := bytes.Cut(text, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(tableEnd))
	if !ok || !ok2 {
		return fmt.Errorf("%s has no lines %q and %q", file, strings.TrimSpace(begin), strings.TrimSpace(tableEnd))
	}
	var b bytes.Buffer
	b.Write(before)
	b.WriteString(begin)
	fmt.Fprintf(&b, "Measured on %s, %d processors, with %s and %v; multiply-add peak %.1f GFLOP/s per core; by %s time.\n\n",
		processor(), runtime.NumCPU(), runtime.Version(), set, all[0].peak, *by)
	b.WriteString("| workload | unit | ours | PyTorch | ratio | threads | peak |\n|---|---|---|---|---|---|---|\n")
	for _, r := range all {
		c := r.cells()
		b.WriteString("| " + strings.Join(c[:], " | ") + " |\n")
	}
	b.WriteString(tableEnd)
	b.Write(after)
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// processor returns the system's name for the processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
			}
		}
	}
	return runtime.GOARCH
}
