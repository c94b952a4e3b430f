package app

import (
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp"
)

// cell is a piece of program text with its position.
type cell struct {
	src     string
	file    string // "" if messages name the cell instead, as in In[3]
	line    int    // lines of the file before the cell
	program bool   // of a package main
	hidden  bool   // not the user's own text
	fails   bool   // the notebook marks it as expected to fail
}

// batch runs cells that are not typed at a prompt: from -e, a script or a pipe. It prints echoes without labels and
// stops at the first cell that fails.
type batch struct {
	session *interp.Session
	screen  *screen
	last    int  // the number of the last cell
	counts  bool // cells that contain only commands are numbered, too, as in Jupyter

	mu    sync.Mutex      // guards the fields below
	files map[string]cell // by the session's name of the cell, "In[3]"
}

// inBatch starts a session, calls body to run cells in it, and closes it. Cells see args as os.Args.
func inBatch(std stdio, args []string, body func(*batch) (status int)) int {
	scr := newScreen(std)
	b := &batch{screen: scr, files: map[string]cell{}}
	signals := make(interrupts, 1)
	session, err := interp.New(interp.Options{
		Sink: scr, Stdin: std.in, Args: args, Batch: true, File: b.file, Interrupts: signals.taken,
	})
	if err != nil {
		return fail(std, err)
	}
	defer signals.watch(session)()
	defer session.Close()
	defer attach(std.in, scr)()
	b.session = session
	return body(b)
}

// evalCodes runs the cells of the flag -e.
func evalCodes(codes []string, std stdio) int {
	return inBatch(std, nil, func(b *batch) int {
		for _, code := range codes {
			if status, done := b.eval(cell{src: code}); done {
				return status
			}
		}
		return 0
	})
}

// eval runs one cell. If done, no further cell may run and status is the exit status.
func (b *batch) eval(c cell) (status int, done bool) {
	var res interp.Result
	if c.hidden {
		res = b.session.EvalAs(0, c.src)
	} else {
		b.expect(c)
		n := b.last + 1
		res = b.session.EvalAs(n, c.src)
		if b.last = res.N; b.counts {
			b.last = max(n, res.N)
		}
	}
	b.screen.Settle()
	if res.Value != nil {
		b.screen.Echo(*res.Value, func(text string) string { return text })
	}
	b.screen.FreshLine()
	if res.Err == nil {
		return 0, res.Quit
	}
	if status, ok := exitStatus(res.Err); ok {
		return status, true
	}
	if c.hidden && res.Err.Kind == "CompileError" {
		res.Err = &interp.CellError{Kind: res.Err.Kind, Msg: c.file + ": function main is undeclared in package main"}
	}
	b.locate(res.Err)
	b.screen.ErrorLine(res.Err.Error())
	if res.Err.Kind == "Interrupted" {
		return exitInterrupted, true
	}
	if c.program && res.Err.Kind != "CompileError" {
		return exitFatal, true
	}
	return exitFailed, true
}

// expect registers the next cell of the session.
func (b *batch) expect(c cell) {
	if c.file == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.files[fmt.Sprintf("In[%d]", b.last+1)] = c
}

// from returns the cell that the session calls name.
func (b *batch) from(name string) (c cell, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, known = b.files[name]
	return c, known
}

// file returns the file of a cell and the number of its lines before the cell.
func (b *batch) file(name string) (file string, before int, ok bool) {
	c, known := b.from(name)
	return c.file, c.line, known
}

// exitStatus returns the status that the cell passed to os.Exit, if that is how it ended.
func exitStatus(e *interp.CellError) (status int, ok bool) {
	if e == nil || e.Kind != "SystemExit" {
		return 0, false
	}
	status, err := strconv.Atoi(e.Msg)
	return status, err == nil
}

// place matches further positions and cells in messages: "already declared at In[2]:3:10", "the T of an earlier
// declaration has it, from In[2];".
var place = regexp.MustCompile(`\b(In\[\d+\]):(\d+)(:\d+)|, from (In\[\d+\]);`)

// locate rewrites the positions of e, and those in its message, from cells to the files that contain them.
func (b *batch) locate(e *interp.CellError) {
	b.move(&e.Cell, &e.Line)
	if e.Kind == "CompileError" {
		e.Msg = place.ReplaceAllStringFunc(e.Msg, b.intoFile)
	}
	// The callers of the failing line, innermost last, without frames outside the user's text.
	e.Frames = slices.DeleteFunc(e.Frames, func(f interp.Frame) bool { return !strings.HasPrefix(f.Cell, "In[") })
	for i := range e.Frames {
		b.move(&e.Frames[i].Cell, &e.Frames[i].Line)
	}
	for _, more := range e.More {
		b.locate(more)
	}
}

// intoFile converts a position in a message to one in the file of its cell.
func (b *batch) intoFile(at string) string {
	part := place.FindStringSubmatch(at)
	if c, known := b.from(part[1]); known {
		line, _ := strconv.Atoi(part[2]) // digits
		return fmt.Sprintf("%s:%d%s", c.file, c.line+line, part[3])
	}
	if c, known := b.from(part[4]); known {
		return fmt.Sprintf(", from %s:%d;", c.file, c.line+1)
	}
	return at
}

func (b *batch) move(name *string, line *int) {
	c, known := b.from(*name)
	if !known {
		return
	}
	*name = c.file
	if *line > 0 {
		*line += c.line
	}
}

// interrupts receives the signals of Ctrl-C.
type interrupts chan os.Signal

// taken stops or resumes receiving signals while cells receive them.
func (c interrupts) taken(by bool) {
	if by {
		signal.Stop(c)
	} else {
		signal.Notify(c, os.Interrupt)
	}
}

// watch makes Ctrl-C interrupt the running cell. A second one, for a cell that does not listen, ends the program. The
// caller must call restore.
func (c interrupts) watch(session *interp.Session) (restore func()) {
	signal.Notify(c, os.Interrupt)
	go func() {
		if _, ok := <-c; ok {
			signal.Stop(c)
			session.Interrupt()
		}
	}()
	return func() {
		signal.Stop(c)
		close(c)
	}
}
