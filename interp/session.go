package interp

import (
	"fmt"
	"io"
)

// Session runs cells one after the other and keeps what they define.
type Session struct{ opts Options }

// New starts a session.
func New(opts Options) (*Session, error) { return &Session{opts: opts}, nil }

// Eval runs one cell.
func (s *Session) Eval(src string) Result { return Result{} }

// Interrupt stops the running cell, if any.
func (s *Session) Interrupt() {}

// Complete returns the candidates at byte offset cursor of src.
func (s *Session) Complete(src string, cursor int) Completion { return Completion{} }

// Inspect describes what stands at byte offset cursor of src.
func (s *Session) Inspect(src string, cursor int) (Inspection, bool) { return Inspection{}, false }

// IsComplete says whether src can run, and the indentation of the next line when it cannot yet.
func (s *Session) IsComplete(src string) (Completeness, string) { return Complete, "" }

// Reset forgets all definitions.
func (s *Session) Reset() {}

// Vars lists the variables of the session.
func (s *Session) Vars() []Var { return nil }

// Close ends the session.
func (s *Session) Close() error { return nil }

// Export writes the cells as one plain Go program.
func Export(cells []string, w io.Writer) error { return nil }

// Error formats the error with the source line and a caret.
func (e *CellError) Error() string { return fmt.Sprintf("%s: %s", e.Kind, e.Msg) }

// Traceback returns the error as lines for a notebook.
func (e *CellError) Traceback() []string { return []string{e.Error()} }
