package app

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// style colours the REPL's own output; the zero value is plain text. It uses only the sixteen colours of the
// terminal's theme.
type style struct{ coloured bool }

var (
	inStyle      = ansi.NewStyle().ForegroundColor(ansi.Green)
	outStyle     = ansi.NewStyle().ForegroundColor(ansi.Red)
	faintStyle   = ansi.NewStyle().Faint()
	failureStyle = ansi.NewStyle().ForegroundColor(ansi.Red)
)

// newStyle returns a coloured style unless the environment disables colours (see no-color.org).
func newStyle(getenv func(string) string) style {
	term := getenv("TERM")
	return style{coloured: getenv("NO_COLOR") == "" && term != "" && term != "dumb"}
}

func (s style) render(with ansi.Style, text string) string {
	if !s.coloured {
		return text
	}
	return with.Styled(text)
}

// in returns the prompt of cell n.
func (s style) in(n int) string { return s.render(inStyle, fmt.Sprintf("In[%d]:", n)) + " " }

// more returns the prompt of a further line of cell n, as wide as the first.
func (s style) more(n int) string {
	const mark = "...:"
	width := len(fmt.Sprintf("In[%d]:", n))
	return s.render(inStyle, strings.Repeat(" ", width-len(mark))+mark) + " "
}

// out labels the echo of cell n. Text of several lines begins on a new line, so that its rows stay aligned.
func (s style) out(n int, text string) string {
	gap := " "
	if strings.Contains(text, "\n") {
		gap = "\n"
	}
	return s.render(outStyle, fmt.Sprintf("Out[%d]:", n)) + gap + text
}

// faint styles secondary text.
func (s style) faint(text string) string { return s.render(faintStyle, text) }

// failure styles the first line of a message, which states where and what failed.
func (s style) failure(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	return s.render(failureStyle, first) + "\n" + rest
}
