//go:build unix

package testenv

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time used by this process so far. Other programs do not affect it.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
