//go:build unix

package testenv

import (
	"syscall"
	"time"
)

// ProcessorTime is what this process has used of the processors so far. Other programs add nothing to it.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
