package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/chzyer/readline"

	"github.com/msrepl/msrepl/display/frontend"
)

// host answers what cells ask of their front end where there is a terminal or a pipe: questions. There
// are no widgets, and no other cell that could be filled.
type host struct{ std stdio }

var _ frontend.Host = host{}

// Ask writes the prompt and reads a line.
func (h host) Ask(prompt string, password bool) (string, error) {
	fmt.Fprint(h.std.out, prompt)
	if f, ok := h.std.in.(*os.File); ok && password && isTerminal(f) {
		secret, err := readline.ReadPassword(int(f.Fd()))
		fmt.Fprintln(h.std.out)
		return string(secret), err
	}
	return readLine(h.std.in)
}

// readLine reads one line and not a byte more: what follows is for whoever reads next.
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
func (h host) Page(data map[string]any) error {
	_, err := fmt.Fprintln(h.std.out, data["text/plain"])
	return err
}

// NextInput has no cell to fill.
func (host) NextInput(string, bool) error { return frontend.ErrNone }

// Comm has nobody to talk to.
func (host) Comm(string, *frontend.Comm, frontend.Message) error { return frontend.ErrNone }
