// Package tensors compares the performance of msrepl with PyTorch: matrix products, convolutions, elementwise
// functions, reductions, layers, tiny operations, optimizers, training and inference. It runs by make bench, make
// bench-quick and make bench-gate.
//
// Our server (-serve) and one for PyTorch (scripts/bench_torch.py) each read a workload's name per line and answer
// with one timed sample. The driver alternates between them, sample by sample, because a machine is rarely quiet for
// long. It prints medians, the median of the paired ratios, and the fraction of the processor's peak rate of
// multiply-adds.
package tensors

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"time"
)

var flags = flag.NewFlagSet("bench tensors", flag.ExitOnError)

var (
	serving  = flags.Bool("serve", false, "answer names of workloads on standard input with a timed sample each")
	list     = flags.Bool("list", false, "list the workloads")
	gating   = flags.Bool("gate", false, "check what noise cannot move: allocations per operation and equality of results")
	names    = flags.String("names", "", "measure workloads that match this regular expression")
	threads  = flags.String("threads", "1,2", "numbers of threads to measure with, or the number of a server")
	rounds   = flags.Int("rounds", 5, "samples per workload and program")
	target   = flags.Duration("time", 60*time.Millisecond, "how long a sample takes")
	write    = flags.String("write", "", "a file to write the table to, between its lines <!-- bench SET --> and <!-- end -->")
	by       = flags.String("by", "wall", "measure wall time, or cpu: the time of all threads of the process, for machines that are busy")
	python   = flags.String("python", "/usr/bin/python3", "the interpreter with PyTorch")
	script   = flags.String("torch", "scripts/bench_torch.py", "the server in PyTorch, none when empty")
	profiled = flags.String("profile", "", "run the workload that -names is and write a profile of the processor to this file")
	celled   = flags.Bool("cells", false, "compare training from cells with the same compiled")
	scaling  = flags.Bool("scaling", false, "measure the cost per element of small and large tensors, and with every number of threads")
	memory   = flags.Bool("memory", false, "compare the memory that training takes")
	results  = flags.Bool("results", false, "write the results that -gate compares between instruction sets")
	stepping = flags.String("step", "", "repeat a workload between marks, for -gate, which counts its instructions")
	count    = flags.Bool("count", false, "print the instructions of tiny operations")
	quick    = flags.Bool("quick", false, "measure a choice of workloads in three rounds")
)

// Main runs the measurements selected by args, the flags.
func Main(args []string) {
	_ = flags.Parse(args)
	switch {
	case *list:
		for _, w := range workloads {
			fmt.Printf("%-34s %s\n", w.name, w.unit)
		}
	case *profiled != "":
		if err := profile(*names, *profiled); err != nil {
			log.Fatal(err)
		}
	case *serving:
		serve(os.Stdin, os.Stdout)
	case *celled:
		if err := compareCells(os.Stdout); err != nil {
			log.Fatal(err)
		}
	case *scaling:
		scale(os.Stdout)
	case *memory:
		if err := compareMemory(os.Stdout); err != nil {
			log.Fatal(err)
		}
	case *results:
		if err := printResults(os.Stdout); err != nil {
			log.Fatal(err)
		}
	case *stepping != "":
		stepAlong(*stepping)
	case *count:
		printSteps(os.Stdout)
	case *gating:
		if !gate() {
			os.Exit(1)
		}
	default:
		if err := compare(); err != nil {
			log.Fatal(err)
		}
	}
}

// chosen returns the workloads selected by the flags.
func chosen() (list []workload) {
	match := regexp.MustCompile(*names)
	for _, w := range workloads {
		if match.MatchString(w.name) && (!*quick || *names != "" || w.quick) {
			list = append(list, w)
		}
	}
	return list
}
