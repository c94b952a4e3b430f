package kernel

import (
	"io"

	"github.com/msrepl/msrepl/interp"
)

// engine is the part of a session that the kernel uses: *interp.Session, or a fake in tests. EvalHere and EvalAs are
// called one at a time, the others at any time, including while a cell runs.
type engine interface {
	EvalHere(n int, src string, elsewhere func(interp.Result)) (r interp.Result, here bool)
	EvalAs(n int, src string) interp.Result
	EvalBeside(src string, sink interp.Sink, begins func()) (r interp.Result, ok bool)
	Identify(n int, id string)
	Stale() []interp.StaleCell
	Interrupt()
	Complete(src string, cursor int) interp.Completion
	Inspect(src string, cursor int) (interp.Inspection, bool)
	InspectSource(src string, cursor int) (interp.Inspection, bool)
	NotKnown(name string) string
	Call(f func()) *interp.CellError
	IsComplete(src string) (interp.Completeness, string)
	Close() error
}

// newSessionEngine starts a session whose output goes to sink.
func newSessionEngine(sink interp.Sink, stdin io.Reader) (engine, error) {
	return interp.New(interp.Options{Sink: sink, Stdin: stdin})
}
