//go:build !unix

package interp

import (
	"os"
	"os/exec"
	"time"
)

func separate(*exec.Cmd) {}

// guard does nothing: it needs process groups.
func guard(*exec.Cmd) (release func()) { return func() {} }

// kill kills only the program itself; without process groups, its child processes remain.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// drain does nothing: it needs pipes with deadlines.
func drain(*os.File, func([]byte)) {}

// cpuTime returns 0, so that %time shows no CPU time: the system has no getrusage.
func cpuTime() (user, sys time.Duration) { return 0, 0 }
