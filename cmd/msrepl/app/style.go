package app

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// style colours what the REPL itself writes; the zero value writes plain text. It keeps to the sixteen
// colours of the terminal's own theme.
type style struct{ coloured bool }

var (
	inStyle      = ansi.NewStyle().ForegroundColor(ansi.Green)
	outStyle     = ansi.NewStyle().ForegroundColor(ansi.Red)
	faintStyle   = ansi.NewStyle().Faint()
	failureStyle = ansi.NewStyle().ForegroundColor(ansi.Red)
)

// newStyle colours unless the environment says otherwise (see no-color.org).
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

// in is the prompt of cell n.
func (s style) in(n int) string { return s.render(inStyle, fmt.Sprintf("In[%d]:", n)) + " " }

// more is the prompt of a further line of cell n, as wide as the first.
func (s style) more(n int) string {
	const mark = "...:"
	width := len(fmt.Sprintf("In[%d]:", n))
	return s.render(inStyle, strings.Repeat(" ", width-len(mark))+mark) + " "
}

// out labels the echo of cell n. Text of several lines begins on a line of its own, so that its rows
// stay aligned.
func (s style) out(n int, text string) string {
	gap := " "
	if strings.Contains(text, "\n") {
		gap = "\n"
	}
	return s.render(outStyle, fmt.Sprintf("Out[%d]:", n)) + gap + text
}

// faint is for what may be overlooked.
func (s style) faint(text string) string { return s.render(faintStyle, text) }

// failure marks the first line of a message, which says where and what.
func (s style) failure(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	return s.render(failureStyle, first) + "\n" + rest
}
