// Package training prints the training speed of the workloads of package workload, in samples per second, and the
// peak memory of the process, compared with the same work in PyTorch if scripts/bench_train.py finds it. It also
// compares the first losses. It is run by make bench-train.
//
// Each figure comes from a separate process, and the two programs alternate, because the machine is not quiet for
// long.
package training

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"github.com/msrepl/msrepl/internal/workload"
)

var flags = flag.NewFlagSet("bench training", flag.ExitOnError)

var (
	rounds = flags.Int("rounds", 3, "how often each program runs; the median counts")
	span   = flags.Duration("time", 2*time.Second, "how long a run trains")
	torch  = flags.String("torch", "scripts/bench_train.py", "the program in PyTorch, none when empty")
	python = flags.String("python", "/usr/bin/python3", "the interpreter of -torch")
	only   = flags.String("run", "", "measure this workload in this process and print JSON")
)

// figure is the result of one run; the PyTorch program prints the same.
type figure struct {
	Samples float64   `json:"samples_per_second"`
	Losses  []float64 `json:"losses"` // of the first ten steps
	Peak    float64   `json:"-"`      // memory in MB
}

// Main runs the measurements selected by args, the flags.
func Main(args []string) {
	_ = flags.Parse(args)
	if *only != "" {
		if err := json.NewEncoder(os.Stdout).Encode(measure(*only)); err != nil {
			log.Fatal(err)
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%-10s %14s %10s %14s %10s %8s  %s\n", "", "samples/s", "peak MB", "PyTorch", "peak MB", "ratio", "first losses")
	for _, w := range workload.All {
		var ours, theirs []figure
		for range *rounds {
			ours = append(ours, run(self, "training", "-run", w.Name, "-time", span.String()))
			if *torch != "" && hasTorch() {
				theirs = append(theirs, run(*python, *torch, w.Name, fmt.Sprint(span.Seconds())))
			}
		}
		print(w, ours, theirs)
	}
}

// measure trains for a while after ten steps whose losses it records.
func measure(name string) figure {
	w, ok := workload.Named(name)
	if !ok {
		log.Fatalf("bench: no workload %q", name)
	}
	step := w.Start()
	var f figure
	for range w.Losses {
		f.Losses = append(f.Losses, step().Float())
	}
	begun, steps := time.Now(), 0
	for time.Since(begun) < *span {
		step()
		steps++
	}
	f.Samples = float64(steps*w.Samples) / time.Since(begun).Seconds()
	return f
}

func hasTorch() bool { return exec.Command(*python, "-c", "import torch").Run() == nil }

// run starts a program that prints a figure, and adds its peak memory.
func run(program string, args ...string) figure {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		log.Fatalf("bench: %s: %v", program, err)
	}
	var f figure
	if err := json.Unmarshal(out, &f); err != nil {
		log.Fatalf("bench: %s: %v", program, err)
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f.Peak = float64(usage.Maxrss) / 1024 // Linux reports KiB
	}
	return f
}

func print(w workload.Workload, ours, theirs []figure) {
	mine := median(ours, func(f figure) float64 { return f.Samples })
	fmt.Printf("%-10s %14.1f %10.0f ", w.Name, mine, median(ours, func(f figure) float64 { return f.Peak }))
	if len(theirs) == 0 {
		fmt.Printf("%14s %10s %8s", "-", "-", "-")
	} else {
		other := median(theirs, func(f figure) float64 { return f.Samples })
		fmt.Printf("%14.1f %10.0f %8.2f", other, median(theirs, func(f figure) float64 { return f.Peak }), mine/other)
	}
	worst := 0.0
	for _, f := range slices.Concat(ours, theirs) {
		for i, l := range f.Losses {
			worst = max(worst, math.Abs(l-w.Losses[i]))
		}
	}
	fmt.Printf("  within %.0e\n", worst)
}

func median(figures []figure, of func(figure) float64) float64 {
	var v []float64
	for _, f := range figures {
		v = append(v, of(f))
	}
	slices.Sort(v)
	return v[len(v)/2]
}
