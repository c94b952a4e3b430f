package display

import (
	"io"
	"os"
)

// Stdout is the standard output of the cell that calls, as fmt has it there; outside of sessions os.Stdout. Compiled
// code that prints for a user writes to it.
func Stdout() io.Writer {
	if s, ok := output().Output.(interface{ Stdout() io.Writer }); ok {
		return s.Stdout()
	}
	return os.Stdout
}

// Stderr is the standard error of the cell that calls; outside of sessions os.Stderr.
func Stderr() io.Writer {
	if s, ok := output().Output.(interface{ Stderr() io.Writer }); ok {
		return s.Stderr()
	}
	return os.Stderr
}
