package tensors

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// measurePeak returns the peak rate of multiply-adds of a core with the instructions of a set, counted as two
// operations each, in billions per second: the best of several tries. It is 0 if it cannot be measured.
func measurePeak(set isa.Set) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := 0.0
	for range 20 {
		before := used(unix.CLOCK_THREAD_CPUTIME_ID)
		flops := multiplyAdd(set, 1<<20)
		if d := used(unix.CLOCK_THREAD_CPUTIME_ID) - before; d > time.Millisecond {
			best = max(best, flops/d.Seconds()/1e9)
		}
	}
	return best
}

// used returns the time of a system clock that runs while this thread, or any thread of this process, runs.
func used(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
