// Bench compares the performance of msrepl with its peers:
//
//	bench tensors   operations, layers, training and inference compared with PyTorch
//	bench training  samples per second and memory of the workloads' networks compared with PyTorch
//	bench session   cells, completion, interrupts and loops compared with targets and Python
//
// Each has flags of its own, which -h lists. The figures are in docs/performance.md and docs/perf.
package main

import (
	"log"
	"os"

	"github.com/msrepl/msrepl/internal/bench/session"
	"github.com/msrepl/msrepl/internal/bench/tensors"
	"github.com/msrepl/msrepl/internal/bench/training"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	commands := map[string]func(args []string){"tensors": tensors.Main, "training": training.Main, "session": session.Main}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		log.Fatal("usage: bench tensors|training|session [flags]")
	}
	commands[os.Args[1]](os.Args[2:])
}
