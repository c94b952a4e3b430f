package app

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
)

// errInterrupt is returned by ReadCell when Ctrl-C discards the cell.
var errInterrupt = errors.New("interrupted")

// editor reads cells typed by a user. Tests replace it by a script.
type editor interface {
	// ReadCell shows prompt, and more before further lines, and returns the typed cell. It returns errInterrupt on
	// Ctrl-C and io.EOF on Ctrl-D.
	ReadCell(prompt, more string) (string, error)
	// Remember adds a cell to the history.
	Remember(cell string)
	// Close restores the terminal.
	Close() error
}

// readiness reports whether a text can run; otherwise it returns the indentation of the next line.
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

// plainEditor is the editor for terminals that cannot move the cursor: it uses the terminal's own line editing.
type plainEditor struct {
	in      io.Reader
	out     io.Writer
	ready   readiness
	lines   chan typedLine // lines read
	reading bool           // a read is in progress, or its line has not been taken
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
		case <-stop: // the terminal discards the incomplete line
			_, err := io.WriteString(e.out, "\n")
			return "", errors.Join(err, errInterrupt)
		}
	})
}

func (*plainEditor) Remember(string) {}
func (*plainEditor) Close() error    { return nil }

// dumb reports whether the terminal does not support escape sequences.
func dumb(getenv func(string) string) bool {
	term := getenv("TERM")
	return term == "" || strings.HasPrefix(term, "dumb")
}
