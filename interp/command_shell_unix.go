//go:build unix

package interp

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// separate starts a program in its own process group, so that kill reaches its child processes.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// watchdog kills the group $1 when the pipe that it reads ends without data, because the process at the other end has
// died.
const watchdog = `read word || kill -s KILL -- "-$1"`

// guard makes sure that a program and its child processes, including pipes of shells, are killed when this process
// dies for any reason: a shell in a separate process group waits for that. release ends that shell.
func guard(cmd *exec.Cmd) (release func()) {
	sh := exec.Command("sh", "-c", watchdog, "sh", strconv.Itoa(cmd.Process.Pid))
	sh.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := sh.StdinPipe()
	if err != nil || sh.Start() != nil {
		return func() {} // without a shell, only this protection is missing
	}
	return func() {
		_, _ = pipe.Write([]byte("done\n")) // fails if it has ended with its group
		go sh.Wait()
	}
}

// mercy is how long a program has to end after a signal.
const mercy = 300 * time.Millisecond

// kill signals the group to end, and kills it after that time. It is no error if the group has already ended.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	time.AfterFunc(mercy, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
}

// drain delivers the contents of a pipe, up to its normal capacity, without waiting for more.
func drain(r *os.File, put func([]byte)) {
	c, err := r.SyscallConn()
	if err != nil {
		return
	}
	const size = 64 << 10
	buf := make([]byte, size)
	for left := size; left > 0; {
		n, failed := 0, error(nil)
		err := c.Read(func(fd uintptr) bool {
			n, failed = syscall.Read(int(fd), buf[:left])
			return true
		})
		if errors.Is(failed, syscall.EINTR) {
			continue
		}
		if err != nil || n <= 0 {
			return
		}
		put(buf[:n])
		left -= n
	}
}

// cpuTime returns the CPU time of the program so far.
func cpuTime() (user, sys time.Duration) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, 0
	}
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())
}
