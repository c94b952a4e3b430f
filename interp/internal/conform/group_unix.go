//go:build unix

package conform

import (
	"os/exec"
	"syscall"
)

// asGroup makes the processes that a program has started end with it.
func asGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
