package tensors

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"runtime"
	"runtime/metrics"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// sample is a server's answer.
type sample struct {
	Name  string  `json:"name"`
	Sec   float64 `json:"sec"` // wall time of an iteration
	CPU   float64 `json:"cpu"` // time of all threads of the process
	Iters int     `json:"iters"`
	Err   string  `json:"err,omitempty"`
}

// serve answers every line of in. It keeps the last workload, so that repeating it has no setup cost.
func serve(in io.Reader, out io.Writer) {
	n, err := strconv.Atoi(*threads)
	if err != nil {
		log.Fatalf("-serve needs one number of -threads, not %q", *threads)
	}
	runtime.GOMAXPROCS(n)
	gctune.Relax() // as msrepl does
	enc := json.NewEncoder(out)
	fmt.Fprintln(out, `{"ready":1}`)
	var current workload
	var run func()
	var iters int
	for lines := bufio.NewScanner(in); lines.Scan(); {
		name := lines.Text()
		if name != current.name {
			w, ok := named(name)
			if !ok {
				enc.Encode(sample{Name: name, Err: "unknown"})
				continue
			}
			run = nil // release the memory of the last one
			runtime.GC()
			current, run = w, fresh(w)
			warm(run)
			iters = calibrate(run)
		}
		enc.Encode(measure(name, run, iters))
	}
}

// warm runs until the heap has reached its size. Until then, results are in pages that the process has not touched,
// and their page faults are not a cost of the workload.
func warm(run func()) {
	collections := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(collections)
	enough := collections[0].Value.Uint64() + 2
	for begun := time.Now(); time.Since(begun) < 6*(*target); {
		run()
		if metrics.Read(collections); collections[0].Value.Uint64() >= enough {
			return
		}
	}
}

// calibrate returns the number of iterations that take about the time of a sample.
func calibrate(run func()) int {
	run()
	for n := 1; ; {
		d := times(run, n)
		if d > *target/4 || n > 1<<28 {
			return max(1, int(float64(n)*float64(*target)/float64(d)))
		}
		n = max(2*n, min(50*n, int(float64(n)*float64(*target)/2/float64(max(d, 1)))))
	}
}

func times(run func(), n int) time.Duration {
	begun := time.Now()
	for range n {
		run()
	}
	return time.Since(begun)
}

// measure takes a sample after a short warm-up.
func measure(name string, run func(), n int) sample {
	times(run, max(1, n/20))
	before := used(unix.CLOCK_PROCESS_CPUTIME_ID)
	d := times(run, n)
	return sample{Name: name, Sec: d.Seconds() / float64(n), CPU: (used(unix.CLOCK_PROCESS_CPUTIME_ID) - before).Seconds() / float64(n), Iters: n}
}
