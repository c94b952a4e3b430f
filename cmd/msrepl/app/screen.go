package app

import (
	"io"
	"os"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp"
)

// screen is the sink of a session whose output people read as text.
type screen struct {
	mu       sync.Mutex
	out, err io.Writer
	open     io.Writer // where the last output did not end its line, or nil
	shows    *display.Printer
	exact    bool            // what cells print is all that is written to out, as of a program
	editor   *terminalEditor // what may have a cell on the screen, or nil
}

var _ interp.Sink = (*screen)(nil)

func newScreen(std stdio) *screen {
	f, _ := std.out.(*os.File)
	return &screen{out: std.out, err: std.err, shows: display.NewPrinter(f, os.Getenv)}
}

// Stream writes what a cell printed.
func (s *screen) Stream(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before()
	if name == "stderr" {
		s.write(s.err, text)
		return
	}
	s.write(s.out, text)
}

// Display shows a value that a cell asked to show.
func (s *screen) Display(b display.Bundle) { s.show(func() string { return s.shows.Display(b) }) }

// Update replaces what is shown under the bundle's ID.
func (s *screen) Update(b display.Bundle) { s.show(func() string { return s.shows.Update(b) }) }

// Clear removes what was shown last.
func (s *screen) Clear(wait bool) { s.show(func() string { return s.shows.Clear(wait) }) }

// Echo shows the value of a cell; label puts the mark of a prompt before its text.
func (s *screen) Echo(b display.Bundle, label func(text string) string) {
	s.show(func() string { return s.shows.Echo(b, label) })
}

// Settle shows what was held back until the cell's end.
func (s *screen) Settle() { s.show(s.shows.Settle) }

// show writes what the printer says; a line that was left open ends before.
func (s *screen) show(text func() string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open != nil {
		s.before()
	}
	if t := text(); t != "" {
		s.endLine()
		s.write(s.out, t)
	}
}

// before makes room for other text than displays.
func (s *screen) before() { s.write(s.out, s.shows.Before()) }

// Line writes text on lines of its own.
func (s *screen) Line(text string) { s.line(s.out, text) }

// ErrorLine is Line for messages.
func (s *screen) ErrorLine(text string) { s.line(s.err, text) }

func (s *screen) line(w io.Writer, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before()
	s.endLine()
	s.write(w, strings.TrimSuffix(text, "\n")+"\n")
}

// FreshLine ends a line that a cell left open.
func (s *screen) FreshLine() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLine()
	s.shows.Forget()
}

// Touch says that something else wrote on the line: the terminal, which echoes a key as ^C.
func (s *screen) Touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = s.out
}

// Entered says that the user ended the line.
func (s *screen) Entered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = nil
}

func (s *screen) endLine() {
	if s.open != nil && !s.exact {
		s.write(s.open, "\n")
	}
}

// write needs s.mu. A screen that cannot be written to any more is no reason to stop a cell.
func (s *screen) write(w io.Writer, text string) {
	if text == "" {
		return
	}
	s.open = nil
	if s.editor != nil && s.editor.Print(w, text) {
		return
	}
	_, _ = io.WriteString(w, text)
	if !strings.HasSuffix(text, "\n") {
		s.open = w
	}
}
