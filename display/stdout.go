package display

import (
	"io"
	"os"
)

// Stdout returns the standard output of the calling cell, the one that fmt uses there, or os.Stdout outside of
// sessions. Compiled code should write output for users to it.
func Stdout() io.Writer {
	if s, ok := output().Output.(interface{ Stdout() io.Writer }); ok {
		return s.Stdout()
	}
	return os.Stdout
}

// Stderr returns the standard error of the calling cell, or os.Stderr outside of sessions.
func Stderr() io.Writer {
	if s, ok := output().Output.(interface{ Stderr() io.Writer }); ok {
		return s.Stderr()
	}
	return os.Stderr
}
