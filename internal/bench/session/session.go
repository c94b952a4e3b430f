// Package session measures the cost of a session to its user against targets: make bench-session.
//
// Figures are medians unless their row says otherwise. On a busy machine, wall time is too long.
package session

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/interp"
)

// fatal ends the program. It does not use package log, which writes into the sessions.
func fatal(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench session: "+format+"\n", args...)
	os.Exit(1)
}

// row is a line of the table.
type row struct {
	what     string
	figure   float64
	unit     string
	target   float64 // upper limit; 0 if there is none
	footnote string
}

var parts = []struct {
	name string
	rows func() []row
}{{"cells", cellRows}, {"completion", completionRows}, {"interrupt", interruptRows}, {"growth", growthRows}, {"loops", loopRows}, {"programs", programRows}, {"compiled", compiledRows}}

var flags = flag.NewFlagSet("bench session", flag.ExitOnError)

var only = flags.String("only", "", "measure one `part`: cells, completion, interrupt, growth, loops, programs or compiled")

// Main runs the measurements selected by args, the flags.
func Main(args []string) {
	_ = flags.Parse(args)
	gctune.Relax() // as msrepl does
	fmt.Println("by", *by, "time; medians unless a row says otherwise")
	fmt.Printf("%12s %12s\n", "measured", "target")
	over := 0
	for _, part := range parts {
		if *only != "" && *only != part.name {
			continue
		}
		for _, r := range part.rows() {
			target, mark := "", ""
			if r.target > 0 {
				target = "≤ " + number(r.target) + " " + r.unit
				if r.figure > r.target {
					mark = "over"
					over++
				}
			}
			fmt.Printf("%12s %12s %4s  %s%s\n", number(r.figure)+" "+r.unit, target, mark, r.what, r.footnote)
		}
	}
	if over > 0 {
		fatal("%d over their targets", over)
	}
}

func number(f float64) string {
	if f >= 100 {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.3g", f)
}

// session starts a session that has run the cells.
func session(cells ...string) *interp.Session {
	s, err := interp.New(interp.Options{})
	if err != nil {
		fatal("%v", err)
	}
	for _, c := range cells {
		run(s, c)
	}
	return s
}

// run runs a cell that must not fail.
func run(s *interp.Session, cell string) {
	if r := s.Eval(cell); r.Err != nil {
		fatal("%s\n%s", cell, r.Err)
	}
}

var by = flags.String("by", "wall", "what the figures of cells, completion and loops count: `wall` time, or the time of the processors, cpu, which other work on the machine hardly changes")

// times measures n calls of f.
func times(n int, f func(i int)) []time.Duration {
	took := make([]time.Duration, n)
	for i := range took {
		start := clock()
		f(i)
		took[i] = clock() - start
	}
	return took
}

var begin = time.Now()

// clock returns the time of the clock selected by the flag.
func clock() time.Duration {
	var u syscall.Rusage
	if *by != "cpu" || syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(begin)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
