package app

import (
	"io"
	"os"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp"
)

// screen is the sink of a session whose output is shown as text.
type screen struct {
	mu       sync.Mutex
	out, err io.Writer
	open     io.Writer // the stream whose last line is not terminated, or nil
	shows    *display.Printer
	exact    bool            // only what cells print is written to out, as for a program
	editor   *terminalEditor // the editor that may show a cell on the screen, or nil
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

// Display shows a value displayed by a cell.
func (s *screen) Display(b display.Bundle) { s.show(func() string { return s.shows.Display(b) }) }

// Update replaces the display with the bundle's ID.
func (s *screen) Update(b display.Bundle) { s.show(func() string { return s.shows.Update(b) }) }

// Clear removes the last output.
func (s *screen) Clear(wait bool) { s.show(func() string { return s.shows.Clear(wait) }) }

// Echo shows the value of a cell; label puts the mark of a prompt before its text.
func (s *screen) Echo(b display.Bundle, label func(text string) string) {
	s.show(func() string { return s.shows.Echo(b, label) })
}

// Settle shows what was deferred to the end of the cell.
func (s *screen) Settle() { s.show(s.shows.Settle) }

// show writes the printer's text, after ending an unterminated line.
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

// before prepares for text other than displays.
func (s *screen) before() { s.write(s.out, s.shows.Before()) }

// Line writes text on separate lines.
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

// FreshLine ends an unterminated line.
func (s *screen) FreshLine() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLine()
	s.shows.Forget()
}

// Touch records that something else wrote on the line, such as the terminal, which echoes ^C.
func (s *screen) Touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = s.out
}

// Entered records that the user ended the line.
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

// write requires s.mu. It ignores errors: a failed write to the screen must not stop a cell.
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
