package tensors

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gctune"
	net "github.com/msrepl/msrepl/internal/workload"
)

// compareMemory prints the peak memory in use while a network is trained, compared with the tensors of PyTorch. It
// runs in a process with a stop-the-world collector, so that memory released during a collection does not count.
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
	fmt.Fprintf(out, "%-10s %10s %10s %7s %11s\n", "training", "in use", "PyTorch's", "ratio", "and scratch")
	for _, w := range net.All {
		tensors, scratch := maxInUse(w)
		ours := float64(tensors)
		fmt.Fprintf(out, "%-10s %7.1f MB %7.1f MB %7.2f %8.1f MB\n", w.Name, ours/1e6, theirs[w.Name]/1e6, ours/theirs[w.Name], float64(scratch)/1e6)
	}
	return nil
}

// maxInUse returns the maximum number of bytes reachable during some training steps, beyond those reachable before
// the network was created, and the maximum size of the scratch memory of products and convolutions. The collector
// runs continuously.
func maxInUse(w net.Workload) (tensors, scratch int64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	gctune.Start()             // its reserve is not in use
	runtime.MemProfileRate = 1 // count whole objects
	before, _ := live()
	step := w.Start()
	for range 2 {
		step()
	}
	var most, maxScratch atomic.Int64
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				close(stopped)
				return
			default:
				t, s := live()
				most.Store(max(most.Load(), t-before))
				maxScratch.Store(max(maxScratch.Load(), s))
			}
		}
	}()
	for range 30 {
		step()
	}
	close(stop)
	<-stopped
	return most.Load(), maxScratch.Load()
}

// live collects garbage and returns the number of reachable bytes: those of scratch memory, which PyTorch's count of
// tensors excludes as well, and all others.
func live() (others, scratch int64) {
	runtime.GC()
	var records []runtime.MemProfileRecord
	for n, ok := runtime.MemProfile(nil, false); !ok; n, ok = runtime.MemProfile(records, false) {
		records = make([]runtime.MemProfileRecord, n+50)
	}
	for i := range records {
		r := &records[i]
		if isScratch(r.Stack()) {
			scratch += r.InUseBytes()
		} else {
			others += r.InUseBytes()
		}
	}
	return others, scratch
}

// isScratch reports whether the memory allocated at stack is scratch memory of package gemm.
func isScratch(stack []uintptr) bool {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "/internal/compute/gemm.borrow") {
			return true
		}
		if !more {
			return false
		}
	}
}
