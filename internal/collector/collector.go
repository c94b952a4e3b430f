// Package collector sets the garbage collector for programs that compute with tensors.
package collector

import (
	"os"
	"runtime/debug"
)

// heapGrowth is how much the heap may grow, in percent, before the garbage collector runs. A session's heap holds the interpreter
// and its tables, some tens of megabytes that are marked again in every cycle, while training throws away megabytes per
// step: collecting takes 18 % of the time of a LeNet at Go's default of 100, 4 % at 400. A soft memory limit, which a
// kernel and :limit set, makes the collector run earlier.
const heapGrowth = 400

// Relax applies heapGrowth unless the environment says something else.
func Relax() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}
