package kernel

import (
	"os"
	"runtime/debug"
	"time"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/memlimit"
)

const (
	// idleTrim is how long after the last cell a kernel gives memory back that it does not use: most
	// kernels wait for somebody who thinks, and share a machine with others that do.
	idleTrim = 400 * time.Millisecond
	// memoryShare is the part of a container's memory, in percent, that the collector tries to stay in.
	// The rest is for what it does not count: stacks, mapped files, the network.
	memoryShare = 90
)

func (k *kernel) trimNow() {
	if k.running.Load() == nil {
		debug.FreeOSMemory()
		k.unmap.Do(unmapStart)
	}
}

// limitMemory gives the collector the limit of the container, unless GOMEMLIMIT does. Processors need
// nothing of the kind: Go reads the container's share of them itself.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit, ok := memlimit.Container("/"); ok {
		gctune.Limit(limit / 100 * memoryShare)
	}
}
