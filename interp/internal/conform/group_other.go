//go:build !unix

package conform

import "os/exec"

// asGroup does nothing on systems without process groups.
func asGroup(*exec.Cmd) {}
