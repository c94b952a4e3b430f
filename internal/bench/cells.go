package main

import (
	"embed"
	"fmt"
	"io"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/msrepl/msrepl/internal/collector"
	net "github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/interp"
)

// The networks as somebody types them in a session, each with a function train(n) that makes n steps.
//
//go:embed cells/*.cell
var cells embed.FS

// compareCells prints how fast training is from a cell beside the same network compiled: both in this process, in turns.
func compareCells(out io.Writer) error {
	runtime.GOMAXPROCS(1)
	collector.Relax() // as msrepl does
	fmt.Fprintf(out, "%-10s %12s %12s %7s\n", "training", "compiled", "from a cell", "ratio")
	for _, name := range []string{"lenet", "encoder"} {
		text, err := cells.ReadFile("cells/" + name + ".cell")
		if err != nil {
			return err
		}
		session, err := interp.New(interp.Options{})
		if err != nil {
			return err
		}
		if r := session.Eval(string(text)); r.Err != nil {
			return r.Err
		}
		w, _ := net.Named(name)
		step := w.Start()
		n := 10 * calibrate(func() { step() }) // so that compiling the cell does not count
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
	return nil
}

// perStep is the time of one of n steps: of the processor, so that other programs do not count.
func perStep(n int, f func()) float64 {
	before := used(unix.CLOCK_PROCESS_CPUTIME_ID)
	f()
	return max(used(unix.CLOCK_PROCESS_CPUTIME_ID)-before, time.Microsecond).Seconds() / float64(n)
}
