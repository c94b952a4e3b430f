package kernel

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

const (
	// idleTrim is how long after the last cell a kernel gives memory back that it does not use: most
	// kernels wait for somebody who thinks, and share a machine with others that do.
	idleTrim = 400 * time.Millisecond
	// memoryShare is the part of a container's memory, in percent, that the collector tries to stay in.
	// The rest is for what it does not count: stacks, mapped files, the network.
	memoryShare = 90
)

// trimLater gives memory back once no cell has run for a while.
func (k *kernel) trimLater() {
	k.trim.Reset(idleTrim)
}

func (k *kernel) trimNow() {
	if k.running.Load() == nil {
		debug.FreeOSMemory()
		k.unmap.Do(unmapStart)
	}
}

// limitMemory tells the collector of the limit of the container, unless GOMEMLIMIT does. Processors need
// nothing of the kind: Go reads the container's share of them itself.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit, ok := containerMemory("/"); ok {
		debug.SetMemoryLimit(limit / 100 * memoryShare)
	}
}

// containerMemory returns the least memory limit of the control groups that this process is in. root is
// where /proc and /sys are.
func containerMemory(root string) (limit int64, ok bool) {
	groups, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return 0, false
	}
	note := func(file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			return
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && n > 0 && n < 1<<60 && (!ok || n < limit) { // version 1 says "none" with a huge number
			limit, ok = n, true
		}
	}
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		base, file := filepath.Join(root, "sys/fs/cgroup"), "memory.max"
		if fields[1] == "memory" {
			base, file = filepath.Join(base, "memory"), "memory.limit_in_bytes"
		} else if fields[0] != "0" {
			continue
		}
		for path := filepath.Clean("/" + fields[2]); ; path = filepath.Dir(path) {
			note(filepath.Join(base, path, file))
			if path == "/" {
				break
			}
		}
	}
	return limit, ok
}
