package tensor

import (
	"bytes"
	"fmt"
	"os"
)

// memoryLimit is how many bytes a tensor may have: the machine's memory where the system tells it, else 64 GiB. Go cannot recover from
// an allocation that fails, so one that must fail is not tried.
var memoryLimit = physicalMemory("/proc/meminfo")

// physicalMemory reads Linux's account of the memory.
func physicalMemory(name string) int {
	const otherwise = 64 << 30
	text, err := os.ReadFile(name)
	if err != nil {
		return otherwise
	}
	var kilobytes int
	for line := range bytes.Lines(text) {
		if n, _ := fmt.Sscanf(string(line), "MemTotal: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return otherwise
}

// checkMemory raises RuntimeError when a tensor does not fit into the memory.
func checkMemory(dt DType, shape []int) {
	room := memoryLimit / dt.Size()
	for _, d := range shape {
		if d == 0 {
			return
		}
		room /= d
	}
	if room == 0 {
		Throw("Tensor", RuntimeError, "Allocate memory failed: a tensor of shape %s and dtype %s does not fit into %d bytes.",
			tupleText(shape), dt, memoryLimit)
	}
}
