package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"sync/atomic"

	net "github.com/msrepl/msrepl/internal/workload"
)

// compareMemory prints the most memory that is in use at a time while a network is trained, beside the tensors of PyTorch. It does so in a
// process whose collector stops the program while it looks, so that what is given up meanwhile does not count.
func compareMemory(out io.Writer) error {
	const stopping = "gcstoptheworld=1"
	if os.Getenv("GODEBUG") != stopping {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		again := exec.Command(self, os.Args[1:]...)
		again.Env, again.Stdout, again.Stderr = append(os.Environ(), "GODEBUG="+stopping), out, os.Stderr
		return again.Run()
	}
	theirs := map[string]float64{}
	if *script != "" {
		text, err := exec.Command(*python, filepath.Join(filepath.Dir(*script), "bench_memory.py")).Output()
		if err != nil {
			return fmt.Errorf("bench_memory.py: %w", err)
		}
		if err := json.Unmarshal(text, &theirs); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%-10s %10s %10s %7s\n", "training", "in use", "PyTorch's", "ratio")
	for _, w := range net.All {
		ours := float64(mostInUse(w))
		fmt.Fprintf(out, "%-10s %7.1f MB %7.1f MB %7.2f\n", w.Name, ours/1e6, theirs[w.Name]/1e6, ours/theirs[w.Name])
	}
	return nil
}

// mostInUse returns the greatest number of bytes that a collection finds reachable during some steps of training, beyond those from
// before the network was made. The collector runs all the time meanwhile.
func mostInUse(w net.Workload) int64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	runtime.GC()
	runtime.GC()
	before := live()
	step := w.Start()
	for range 2 {
		step()
	}
	var most atomic.Int64
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				close(stopped)
				return
			default:
				runtime.GC()
				most.Store(max(most.Load(), live()-before))
			}
		}
	}()
	for range 30 {
		step()
	}
	close(stop)
	<-stopped
	return most.Load()
}

// live returns the bytes that the last collection found reachable.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
