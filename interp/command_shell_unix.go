//go:build unix

package interp

import (
	"os/exec"
	"syscall"
	"time"
)

// separate starts a program in a process group of its own, so that kill reaches what it starts.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// mercy is how long a program has to end by itself.
const mercy = 300 * time.Millisecond

// kill asks the group to end, and soon makes it. A group that is gone already is what was wanted.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	time.AfterFunc(mercy, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
}

// cpuTime returns what the program has used of the processor so far.
func cpuTime() (user, sys time.Duration) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, 0
	}
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())
}
