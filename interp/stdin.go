package interp

import (
	"io"
	"strings"
)

// stdin returns what cells read; without one they find it empty.
func stdin(opts Options) io.Reader {
	if opts.Stdin == nil {
		return strings.NewReader("")
	}
	return opts.Stdin
}
