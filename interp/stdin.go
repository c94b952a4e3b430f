package interp

import (
	"io"
	"strings"
)

// stdin returns the standard input of cells, which is empty by default.
func stdin(opts Options) io.Reader {
	if opts.Stdin == nil {
		return strings.NewReader("")
	}
	return opts.Stdin
}
