package app

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
)

// errInterrupt is what ReadCell returns when Ctrl-C throws the cell away.
var errInterrupt = errors.New("interrupted")

// editor reads cells from a person. A test puts a script in its place.
type editor interface {
	// ReadCell shows a prompt, before further lines another one, and returns the cell that was typed. It returns
	// errInterrupt on Ctrl-C, io.EOF on Ctrl-D.
	ReadCell(prompt, more string) (string, error)
	// Remember adds a cell to the history.
	Remember(cell string)
	// Close gives the terminal back as it was.
	Close() error
}

// readiness says whether a text can run, or else how far to indent the line that must follow.
type readiness func(text string) (ready bool, indent string)

// readLines reads a cell line by line: it ends with the first line that makes it ready.
func readLines(prompt, more string, ready readiness, line func(prompt string) (string, error)) (string, error) {
	for cell := ""; ; prompt = more {
		next, err := line(prompt)
		if err != nil {
			return "", err
		}
		cell += next + "\n"
		if done, _ := ready(cell); done {
			return cell, nil
		}
	}
}

// plainEditor is the editor on a terminal that cannot move its cursor: the terminal's own, line by line.
type plainEditor struct {
	in      io.Reader
	out     io.Writer
	ready   readiness
	lines   chan typedLine // what has been read
	reading bool           // a read has begun whose line nobody has taken
}

type typedLine struct {
	text string
	err  error
}

func newPlainEditor(std stdio, ready readiness) editor {
	return &plainEditor{in: std.in, out: std.out, ready: ready, lines: make(chan typedLine, 1)}
}

func (e *plainEditor) ReadCell(prompt, more string) (string, error) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	defer signal.Stop(stop)
	return readLines(prompt, more, e.ready, func(prompt string) (string, error) {
		if _, err := io.WriteString(e.out, prompt); err != nil {
			return "", err
		}
		if !e.reading {
			e.reading = true
			go func() {
				text, err := readLine(e.in)
				e.lines <- typedLine{text, err}
			}()
		}
		select {
		case l := <-e.lines:
			if e.reading = false; l.err != nil {
				_, _ = io.WriteString(e.out, "\n")
			}
			return l.text, l.err
		case <-stop: // the terminal forgets what was typed of the line
			_, err := io.WriteString(e.out, "\n")
			return "", errors.Join(err, errInterrupt)
		}
	})
}

func (*plainEditor) Remember(string) {}
func (*plainEditor) Close() error    { return nil }

// dumb says whether a terminal understands no escape sequences.
func dumb(getenv func(string) string) bool {
	term := getenv("TERM")
	return term == "" || strings.HasPrefix(term, "dumb")
}
