// Package interp is the session behind the terminal REPL, the Jupyter kernel and the notebook
// replayer: cells of Go text in, output, values and errors out.
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
	// Display, Update and Clear deliver what the cell asked to show.
	display.Output
}

// Cells is a Sink that keeps outputs of different cells apart. Output of a goroutine belongs to the cell that started
// it, even if another cell runs by then.
type Cells interface {
	Sink
	// Cell returns where the outputs of the cell that begins now go once it has ended.
	Cell() Sink
}

// Result is the outcome of one cell.
type Result struct {
	N        int             // the execution count that the cell got
	Value    *display.Bundle // the echo of a last bare expression, nil when there is none
	Err      *CellError      // nil when the cell succeeded
	Quit     bool            // the cell asked to leave the session (:quit)
	ExitCode int             // what the cell gave to os.Exit, with Quit
}

// Completion is the answer to a request for completions: the candidates that may replace
// src[Start:End] (byte offsets).
type Completion struct {
	Start, End int
	Items      []CompletionItem
}

// CompletionItem is one candidate.
type CompletionItem struct {
	Text   string // what replaces src[Start:End]
	Kind   string // "function", "variable", "constant", "type", "module", "field", "keyword", "command", "file"
	Detail string // its Go type or signature, may be empty
}

// Completeness says whether a cell text is complete.
type Completeness int

// The answers of Session.IsComplete.
const (
	Complete   Completeness = iota // may run
	Incomplete                     // more lines must follow
	Invalid                        // cannot become valid by more lines
)

// Inspection describes what is at a position: signature, documentation, value.
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
	Func      string // the user's function, "" at the top level
	Source    string // the text of the line
	Go        bool   // what it started is a goroutine
}

// CellError says why a cell failed, at the user's line and column.
type CellError struct {
	Kind      string // ename: CompileError, ValueError, …, Interrupted
	Msg       string // in one or more lines, without position
	Cell      string // "In[3]"
	Line, Col int    // 1-based; 0 when unknown
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

	// Interrupts is called with true when cells ask package os/signal for os.Interrupt, with which Go does not end a
	// program then, and with false when none does any more. With nil they get it beside who else does.
	Interrupts func(taken bool)

	Keys string // what %help keys prints: the keys of the front end; "" where it has none of its own

	// File says which file the text of a cell is from and how many lines are before it there, for what names places:
	// logs, runtime.Caller, panics of goroutines. With nil they name the cell.
	File func(cell string) (file string, before int, ok bool)
}
