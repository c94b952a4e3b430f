package tensors

import (
	"embed"
	"fmt"
	"io"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/msrepl/msrepl/internal/compute/isa"
	"github.com/msrepl/msrepl/internal/session/gctune"
	net "github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/interp"
)

// The networks as typed in a session, each with a function train(n) that runs n steps.
//
//go:embed cells/*.cell
var cells embed.FS

// compareCells prints the speed of training in a cell relative to the same network compiled, both in this process,
// alternately.
func compareCells(out io.Writer) error {
	runtime.GOMAXPROCS(1)
	gctune.Relax() // as msrepl does
	fmt.Fprintf(out, "%-10s %12s %12s %7s\n", "training", "compiled", "from a cell", "ratio")
	for _, name := range []string{"lenet", "encoder"} {
		session, err := sessionOf(name)
		if err != nil {
			return err
		}
		w, _ := net.Named(name)
		start := w.Start
		if name == "lenet" {
			start = startLeNet
		}
		step := start()
		n := 10 * calibrate(func() { step() }) // enough steps for the compilation of the cell not to matter
		var compiled, typed, ratios []float64
		for range roundsOf() {
			c := perStep(n, func() { times(func() { step() }, n) })
			t := perStep(n, func() { session.Eval(fmt.Sprintf("train(%d)", n)) })
			compiled, typed, ratios = append(compiled, 1/c), append(typed, 1/t), append(ratios, c/t)
		}
		samples := float64(w.Samples)
		fmt.Fprintf(out, "%-10s %10.0f/s %10.0f/s %7.2f\n", name, samples*median(compiled), samples*median(typed), median(ratios))
		if err := session.Close(); err != nil {
			return err
		}
	}
	if err := compareFresh(out); err != nil {
		return err
	}
	return compareTinyCells(out)
}

// sessionOf returns a session that has run the named cell.
func sessionOf(name string) (*interp.Session, error) {
	text, err := cells.ReadFile("cells/" + name + ".cell")
	if err != nil {
		return nil, err
	}
	session, err := interp.New(interp.Options{})
	if err != nil {
		return nil, err
	}
	if r := session.Eval(string(text)); r.Err != nil {
		return nil, r.Err
	}
	return session, nil
}

// tinyCells are loops of operations on a few numbers, in tiny.cell, with the equivalent workloads in Python.
var tinyCells = []struct {
	call, peer string
	ops        int // per iteration
}{
	{"mul1", "disp/mul_1_nograd", 1},
	{"mul6", "disp/mul_2x3_nograd", 1},
	{"add6", "disp/add_2x3_nograd", 1},
	{"matmul", "disp/matmul_2x3x2_nograd", 1},
	{"chain", "disp/chain100_2x3_fwdbwd", 100},
}

// compareTinyCells prints the time of an operation on a few numbers in a loop in a cell, compared with PyTorch in a
// Python loop.
func compareTinyCells(out io.Writer) error {
	session, err := sessionOf("tiny")
	if err != nil {
		return err
	}
	peers, err := startTorch(isa.Chosen, 1)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%-10s %12s %12s %7s\n", "operation", "from a cell", "PyTorch", "ratio")
	for _, c := range tinyCells {
		run := func(n int) { session.Eval(fmt.Sprintf("%s(%d)", c.call, n)) }
		n := calibrate(func() { run(1000) }) * 1000
		var ours, theirs, ratios []float64
		for range roundsOf() {
			t := perStep(n, func() { run(n) }) / float64(c.ops)
			ours = append(ours, t)
			for _, p := range peers {
				s, err := p.ask(c.peer)
				if err != nil {
					return err
				}
				theirs, ratios = append(theirs, s.CPU/float64(c.ops)), append(ratios, s.CPU/float64(c.ops)/t)
			}
		}
		fmt.Fprintf(out, "%-10s %9.0f ns %9.0f ns %7.1f\n", c.call, 1e9*median(ours), 1e9*median(theirs), median(ratios))
	}
	for _, p := range peers {
		p.stop()
	}
	return session.Close()
}

// perStep returns the processor time of one of n steps, so that other programs do not count.
func perStep(n int, f func()) float64 {
	before := used(unix.CLOCK_PROCESS_CPUTIME_ID)
	f()
	return max(used(unix.CLOCK_PROCESS_CPUTIME_ID)-before, time.Microsecond).Seconds() / float64(n)
}
