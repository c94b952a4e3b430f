package app

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/chzyer/readline"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/session/face"
)

// host serves the requests of cells to their front end on a terminal or a pipe. It supports input prompts, but not
// widgets or filling in the next cell.
//
// It writes through the same stream as cells, so that output stays in order.
type host struct {
	in     io.Reader
	screen *screen
}

// attach makes the cells of a session read answers from in; the caller must call detach.
func attach(in io.Reader, s *screen) (detach func()) {
	h := host{in, s}
	face.Attach(h)
	return func() { face.Detach(h) }
}

// Interactive reports whether input is a terminal: a pipe contains the next cells, not answers.
func (h host) Interactive() bool { return isTerminal(h.in) }

// Ask writes the prompt and reads a line.
func (h host) Ask(prompt string, password bool) (string, error) {
	out := display.Stdout()
	fmt.Fprint(out, prompt)
	switch f := fileOf(h.in); {
	case !isTerminal(f):
		return readLine(h.in)
	case password:
		secret, err := readline.ReadPassword(int(f.Fd()))
		fmt.Fprintln(out)
		return string(secret), err
	}
	line, err := readLine(h.in)
	if err == nil {
		h.screen.Entered()
	}
	return line, err
}

var errInterruptedRead = errors.New("interrupted")

// readLine reads one line and not a byte more: the rest is for the next reader.
func readLine(r io.Reader) (string, error) {
	var line strings.Builder
	for b := make([]byte, 1); ; {
		n, err := r.Read(b)
		switch {
		case n > 0 && b[0] == '\n':
			return strings.TrimSuffix(line.String(), "\r"), nil
		case n > 0:
			line.WriteByte(b[0])
		case errors.Is(err, io.EOF) && line.Len() > 0:
			return line.String(), nil
		case err != nil:
			return "", err
		}
	}
}

// Page prints the text; terminals can scroll.
func (host) Page(data map[string]any) error {
	_, err := fmt.Fprintln(display.Stdout(), data["text/plain"])
	return err
}

// NextInput is not supported.
func (host) NextInput(string, bool) error { return frontend.ErrNone }

// Comm is not supported.
func (host) Comm(string, *frontend.Comm, frontend.Message) error { return frontend.ErrNone }
