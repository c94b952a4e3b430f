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

// separate starts a program in a process group of its own, so that kill reaches what it starts.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// watchdog kills the group $1 when the pipe that it reads ends without a word, because the program that holds the
// other end has died.
const watchdog = `read word || kill -s KILL -- "-$1"`

// guard has what a program has started, pipes of shells too, killed when this process dies, however it does: a shell
// of its own, in a group of its own, waits for that. release sends the shell away.
func guard(cmd *exec.Cmd) (release func()) {
	sh := exec.Command("sh", "-c", watchdog, "sh", strconv.Itoa(cmd.Process.Pid))
	sh.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := sh.StdinPipe()
	if err != nil || sh.Start() != nil {
		return func() {} // without a shell nothing else is lost
	}
	return func() {
		_, _ = pipe.Write([]byte("done\n")) // or it has ended with its group
		go sh.Wait()
	}
}

// mercy is how long a program has to end by itself.
const mercy = 300 * time.Millisecond

// kill asks the group to end, and soon makes it. A group that is gone already is what was wanted.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	time.AfterFunc(mercy, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
}

// drain puts out what is in a pipe, which holds no more than its usual size by itself, and does not wait for more.
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

// cpuTime returns what the program has used of the processor so far.
func cpuTime() (user, sys time.Duration) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, 0
	}
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())
}
