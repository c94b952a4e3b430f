// Bench measures msrepl beside PyTorch: matrix products, convolutions, elementwise functions, reductions, layers,
// tiny operations, optimizers, training and inference. It runs by make bench, make bench-quick and make bench-gate.
//
// A server of our own (-serve) and one of PyTorch (scripts/bench_torch.py) each take a workload's name per line and
// answer with one timed sample. The driver alternates them, sample by sample, because a machine is rarely quiet for
// long, and prints medians, the median of the paired ratios and the share of what the processor's multipliers can
// do.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"time"
)

var (
	serving  = flag.Bool("serve", false, "answer names of workloads on standard input with a timed sample each")
	list     = flag.Bool("list", false, "list the workloads")
	gating   = flag.Bool("gate", false, "check what noise cannot move: allocations per operation and equality of results")
	names    = flag.String("names", "", "measure workloads that match this regular expression")
	threads  = flag.String("threads", "1,2", "numbers of threads to measure with, or the number of a server")
	rounds   = flag.Int("rounds", 5, "samples per workload and program")
	target   = flag.Duration("time", 60*time.Millisecond, "how long a sample takes")
	write    = flag.String("write", "", "a file to write the table to, between its lines <!-- bench --> and <!-- end -->")
	by       = flag.String("by", "wall", "measure wall time, or cpu: the time of all threads of the process, for machines that are busy")
	python   = flag.String("python", "/usr/bin/python3", "the interpreter with PyTorch")
	script   = flag.String("torch", "scripts/bench_torch.py", "the server in PyTorch, none when empty")
	profiled = flag.String("profile", "", "run the workload that -names is and write a profile of the processor to this file")
	celled   = flag.Bool("cells", false, "compare training from cells with the same compiled")
	scaling  = flag.Bool("scaling", false, "measure the cost per element of small and large tensors, and with every number of threads")
	memory   = flag.Bool("memory", false, "compare the memory that training takes")
	results  = flag.Bool("results", false, "write the results that -gate compares with those of a build without assembly")
	stepping = flag.String("step", "", "repeat a workload between marks, for -gate, which counts its instructions")
	count    = flag.Bool("count", false, "print the instructions of tiny operations")
	quick    = flag.Bool("quick", false, "measure a choice of workloads in three rounds")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	flag.Parse()
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

// chosen returns the workloads that the flags name.
func chosen() (list []workload) {
	match := regexp.MustCompile(*names)
	for _, w := range workloads {
		if match.MatchString(w.name) && (!*quick || *names != "" || w.quick) {
			list = append(list, w)
		}
	}
	return list
}
