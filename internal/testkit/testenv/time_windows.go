package testenv

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time used by this process so far. Other programs do not affect it.
func ProcessorTime() time.Duration {
	var created, ended, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err == nil {
		err = syscall.GetProcessTimes(self, &created, &ended, &kernel, &user)
	}
	if err != nil {
		panic(err)
	}
	return 100 * (ticks(kernel) + ticks(user))
}

// ticks converts t from units of 100 nanoseconds.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32 | int64(t.LowDateTime))
}
