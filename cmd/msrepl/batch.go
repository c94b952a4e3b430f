package main

import (
	"fmt"
	"os"
	"os/signal"

	"github.com/msrepl/msrepl/interp"
)

// batch runs cells that are not typed at a prompt: from -e, a script or a pipe. It shows bare echoes
// and stops at the first cell that fails.
type batch struct {
	session *interp.Session
	screen  *screen
	places  map[string]place // by the session's name of the cell, "In[3]"
}

// place is where the text of a cell stands.
type place struct {
	file string
	line int // lines of the file before the cell
}

func newBatch(std stdio) (*batch, error) {
	scr := newScreen(std)
	session, err := interp.New(interp.Options{Sink: scr, Stdin: std.in})
	if err != nil {
		return nil, err
	}
	return &batch{session: session, screen: scr, places: map[string]place{}}, nil
}

// eval runs one cell. When done, no further cell may run and status is the exit status.
func (b *batch) eval(src string, at place) (status int, done bool) {
	res := b.session.Eval(src)
	if at.file != "" {
		b.places[fmt.Sprintf("In[%d]", res.N)] = at
	}
	if res.Value != nil {
		b.screen.Line(res.Value.Text())
	}
	b.screen.FreshLine()
	switch {
	case res.Err == nil:
		return 0, res.Quit
	case res.Err.Kind == "Interrupted":
		status = exitInterrupted
	default:
		status = exitFailed
	}
	b.locate(res.Err)
	b.screen.ErrorLine(res.Err.Error())
	return status, true
}

// locate rewrites the positions of e from cells to the files they came from.
func (b *batch) locate(e *interp.CellError) {
	b.move(&e.Cell, &e.Line)
	for i := range e.Frames {
		b.move(&e.Frames[i].Cell, &e.Frames[i].Line)
	}
}

func (b *batch) move(cell *string, line *int) {
	at, known := b.places[*cell]
	if !known {
		return
	}
	*cell = at.file
	if *line > 0 {
		*line += at.line
	}
}

// interruptible makes Ctrl-C interrupt the running cell. A second one, for a cell that does not listen,
// ends the program. The caller must call restore.
func interruptible(session *interp.Session) (restore func()) {
	c := make(chan os.Signal, 1)
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

// inBatch starts a session, lets body feed it cells, and ends it.
func inBatch(std stdio, body func(*batch) (status int)) int {
	b, err := newBatch(std)
	if err != nil {
		return fail(std, err)
	}
	defer b.session.Close()
	defer interruptible(b.session)()
	return body(b)
}

// evalCodes runs the cells of the flag -e.
func evalCodes(codes []string, std stdio) int {
	return inBatch(std, func(b *batch) int {
		for _, code := range codes {
			if status, done := b.eval(code, place{}); done {
				return status
			}
		}
		return 0
	})
}
