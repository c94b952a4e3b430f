// Package heapprofile keeps the runtime from sampling allocations until a cell may look at the samples, as Go's linker
// does in programs that never look.
package heapprofile

import (
	"runtime"
	"sync"
)

var (
	mu   sync.Mutex
	rate int // what runtime.MemProfileRate is to be again, 0 while it is not changed
)

// Off ends sampling. A sample, of every half megabyte, takes a microsecond or two: 4 to 7 % of the time of code that
// computes with tensors of 100,000 elements, or trains LeNet.
func Off() {
	mu.Lock()
	defer mu.Unlock()
	rate, runtime.MemProfileRate = max(rate, runtime.MemProfileRate), 0
}

// Used begins sampling as it was before [Off], if a cell uses a package that can read samples.
func Used(cell interface{ Uses(path string) bool }) {
	mu.Lock()
	defer mu.Unlock()
	if rate != 0 && (cell.Uses("runtime") || cell.Uses("runtime/pprof") || cell.Uses("net/http/pprof")) {
		rate, runtime.MemProfileRate = 0, rate
	}
}
