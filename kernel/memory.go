package kernel

import (
	"os"
	"runtime/debug"
	"time"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/memlimit"
)

const (
	// idleTrim is the time after the last cell at which a kernel returns unused memory to the system: most kernels are
	// idle, and share a machine.
	idleTrim = 400 * time.Millisecond
	// memoryShare is the percentage of a container's memory that the collector's limit is set to. The rest is for
	// memory that it does not count: stacks, mapped files, network buffers.
	memoryShare = 90
)

func (k *kernel) trimNow() {
	if k.running.Load() == nil {
		debug.FreeOSMemory()
		k.unmap.Do(unmapStart)
	}
}

// limitMemory sets the collector's memory limit from that of the container, unless GOMEMLIMIT is set. Go itself reads
// the container's limit for processors.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit, ok := memlimit.Container("/"); ok {
		gctune.Limit(limit / 100 * memoryShare)
	}
}
