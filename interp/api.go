// Package interp implements a session: it runs cells of Go text and delivers output, values and errors. The terminal
// REPL, the Jupyter kernel and the notebook replayer are built on it.
package interp

import (
	"io"

	"github.com/msrepl/msrepl/display"
)

// Sink receives what a cell produces while it runs, in order. Methods may be called from any
// goroutine, one at a time.
type Sink interface {
	// Stream delivers text written to "stdout" or "stderr".
	Stream(name, text string)
	// Display, Update and Clear deliver displays of the cell.
	display.Output
}

// Cells is a Sink that keeps outputs of different cells apart. Output of a goroutine belongs to the cell that started
// it, even if another cell runs by then.
type Cells interface {
	Sink
	// Cell returns the sink for outputs of the cell that begins now which arrive after the cell has ended.
	Cell() Sink
}

// Result is the outcome of one cell.
type Result struct {
	N        int             // the execution count of the cell
	Value    *display.Bundle // the echo of a final expression, or nil
	Err      *CellError      // nil if the cell succeeded
	Quit     bool            // the cell asked to end the session (:quit)
	ExitCode int             // the argument of os.Exit, with Quit
}

// Completion is the result of a completion request: the candidates to replace src[Start:End] (byte offsets).
type Completion struct {
	Start, End int
	Items      []CompletionItem
}

// CompletionItem is one candidate.
type CompletionItem struct {
	Text   string // replaces src[Start:End]
	Kind   string // "function", "variable", "constant", "type", "module", "field", "keyword", "command", "file"
	Detail string // its Go type or signature, may be empty
}

// Completeness reports whether a cell text is complete.
type Completeness int

// The results of Session.IsComplete.
const (
	Complete   Completeness = iota // can run
	Incomplete                     // more lines must follow
	Invalid                        // more lines cannot make it valid
)

// Inspection describes the name at a position: signature, documentation, value.
type Inspection struct {
	Text     string // plain text
	Markdown string
	HTML     string
}

// Var is a variable of the session.
type Var struct {
	Name, Type, Value string
}

// Frame is a call on the stack between a cell's line and the failing line.
type Frame struct {
	Cell      string // "In[3]"
	Line, Col int
	Func      string // the user's function, or "" at the top level
	Source    string // the text of the line
	Go        bool   // it started a goroutine
}

// CellError is the error of a failed cell, with the user's line and column.
type CellError struct {
	Kind      string // the ename of Jupyter: CompileError, ValueError, …, Interrupted
	Msg       string // one or more lines, without position
	Cell      string // "In[3]"
	Line, Col int    // 1-based; 0 if unknown
	Source    string // the text of the line
	Frames    []Frame
	More      []*CellError // further messages of the checker
}

// Options configures a Session.
type Options struct {
	Sink  Sink      // where output goes; nil discards it
	Stdin io.Reader // what cells read; nil is empty
	Trace io.Writer // receives the Go code that each cell is rewritten to, for debugging; nil discards it
	Args  []string  // os.Args of cells; nil is the name of the program alone

	// MemoryLimit is the number of bytes of live memory beyond which a cell fails with a MemoryError; 0 leaves the
	// limit as it is. It applies to the whole program, which has one heap.
	MemoryLimit int64
	Batch       bool // a panic in a goroutine ends the cell, as it ends a compiled program

	// Interrupts is called with true when cells subscribe to os.Interrupt with package os/signal, which then does not
	// end a program in Go, and with false when the last subscription ends. If nil, cells receive it in addition to
	// other subscribers.
	Interrupts func(taken bool)

	Keys string // output of %help keys: the keys of the front end; "" if it has none

	// File returns the file that contains the text of a cell and the number of lines before it, for positions in
	// logs, runtime.Caller and panics of goroutines. If nil, positions name the cell.
	File func(cell string) (file string, before int, ok bool)
}
