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

// host answers what cells ask of their front end where there is a terminal or a pipe: questions. There
// are no widgets, and no other cell that could be filled.
//
// What it writes goes the way of what cells print, so that both stay in order.
type host struct {
	in     io.Reader
	screen *screen
}

// attach lets the cells of a session ask at in; the caller must call detach.
func attach(in io.Reader, s *screen) (detach func()) {
	h := host{in, s}
	face.Attach(h)
	return func() { face.Detach(h) }
}

// Interactive says whether there is a terminal: a pipe holds the next cells, not answers.
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

// readLine reads one line and not a byte more: what follows is for the one who reads next.
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

// Page prints the text; a terminal scrolls.
func (host) Page(data map[string]any) error {
	_, err := fmt.Fprintln(display.Stdout(), data["text/plain"])
	return err
}

// NextInput has no cell to fill.
func (host) NextInput(string, bool) error { return frontend.ErrNone }

// Comm has nobody to talk to.
func (host) Comm(string, *frontend.Comm, frontend.Message) error { return frontend.ErrNone }
