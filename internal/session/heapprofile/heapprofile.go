// Package heapprofile disables the sampling of allocations until a cell may read the samples, as Go's linker does in
// programs that never read them.
package heapprofile

import (
	"runtime"
	"sync"
)

var (
	mu   sync.Mutex
	rate int // original runtime.MemProfileRate, 0 while it is unchanged
)

// Off disables sampling. A sample, one per half megabyte, takes one or two microseconds: 4 to 7 % of the time of code
// that computes with tensors of 100,000 elements, or trains LeNet.
func Off() {
	mu.Lock()
	defer mu.Unlock()
	rate, runtime.MemProfileRate = max(rate, runtime.MemProfileRate), 0
}

// Used resumes the sampling that [Off] disabled, if a cell uses a package that can read samples.
func Used(cell interface{ Uses(path string) bool }) {
	mu.Lock()
	defer mu.Unlock()
	if rate != 0 && (cell.Uses("runtime") || cell.Uses("runtime/pprof") || cell.Uses("net/http/pprof")) {
		rate, runtime.MemProfileRate = 0, rate
	}
}
