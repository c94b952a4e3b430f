package interp

import (
	"log"
	"sync"

	"github.com/msrepl/msrepl/display"
)

// Compiled code warns through package slog, whose default handler writes to the standard logger. In sessions these
// lines belong to the cell that runs, without a time, so that a notebook's outputs are the same each time.
var catchWarnings = sync.OnceFunc(func() {
	log.SetFlags(0)
	log.SetOutput(cellStderr{})
})

// cellStderr is the standard error of the cell that writes.
type cellStderr struct{}

// Write implements io.Writer.
func (cellStderr) Write(p []byte) (int, error) { return display.Stderr().Write(p) }
