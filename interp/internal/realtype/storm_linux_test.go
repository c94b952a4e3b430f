package realtype

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// bombard sends the signal of asynchronous preemption to all threads. In a program of which the runtime
// preempts at every such signal (scripts/soak-types.sh builds one) goroutines stop at every place where they
// may.
func bombard(stop time.Time) {
	runtime.LockOSThread()
	me, pid := syscall.Gettid(), os.Getpid()
	for time.Now().Before(stop) {
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return
		}
		for range 100 {
			for _, task := range tasks {
				if tid, err := strconv.Atoi(task.Name()); err == nil && tid != me {
					syscall.Tgkill(pid, tid, syscall.SIGURG)
				}
			}
		}
	}
}
