package interp

import (
	"log"
	"sync"

	"github.com/msrepl/msrepl/display"
)

// catchWarnings redirects warnings of compiled code. It warns through package slog, whose default handler writes to
// the standard logger. In sessions these lines belong to the running cell and have no time, so that the outputs of a
// notebook are reproducible.
var catchWarnings = sync.OnceFunc(func() {
	log.SetFlags(0)
	log.SetOutput(cellStderr{})
})

// cellStderr is the standard error of the cell that writes.
type cellStderr struct{}

// Write implements io.Writer.
func (cellStderr) Write(p []byte) (int, error) { return display.Stderr().Write(p) }
