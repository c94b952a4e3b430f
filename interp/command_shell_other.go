//go:build !unix

package interp

import (
	"os"
	"os/exec"
	"time"
)

func separate(*exec.Cmd) {}

// guard needs process groups.
func guard(*exec.Cmd) (release func()) { return func() {} }

// kill ends the program itself; where there are no process groups, what it started stays.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// drain is for pipes that take deadlines.
func drain(*os.File, func([]byte)) {}

// cpuTime is not known here.
func cpuTime() (user, sys time.Duration) { return 0, 0 }
