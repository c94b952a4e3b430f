package lineedit

import (
	"go/scanner"
	"go/token"
	"go/types"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// class is the kind of a piece of text.
type class uint8

const (
	plain class = iota
	keyword
	predeclared
	quoted
	number
	comment
	command // a line for the session, such as %time
	wrong   // an unmatched closing bracket
	partner // a pair of brackets, one of them at the cursor
	ghost   // a suggestion
	about   // text of the editor itself
	current // the part of it that matters now
	chosen  // the selected candidate of the menu
)

// sgr holds the SGR attributes of classes, in the colours of the terminal's theme.
var sgr = [...]string{
	plain: "", keyword: in(ansi.Magenta).String(), predeclared: in(ansi.Cyan).String(),
	quoted: in(ansi.Yellow).String(), number: in(ansi.Cyan).String(), comment: in(ansi.BrightBlack).String(),
	command: in(ansi.Blue).Bold().String(), wrong: in(ansi.Red).Bold().String(),
	partner: ansi.NewStyle().Reverse(true).String(), ghost: in(ansi.BrightBlack).String(),
	about: in(ansi.BrightBlack).String(), current: ansi.NewStyle().Bold().Underline(true).String(),
	chosen: ansi.NewStyle().Reverse(true).String(),
}

func in(c ansi.BasicColor) ansi.Style { return ansi.NewStyle().ForegroundColor(c) }

// span is a piece of text and its class.
type span struct {
	from, to int
	class    class
}

// colourBytes is the maximum size of a text with colours: each key scans all of it.
const colourBytes = 64 << 10

// colours returns the spans of the Go code in a cell, in order. A bracket next to the cursor is marked together with
// its partner.
func colours(text string, cursor int) []span {
	if len(text) > colourBytes {
		return nil
	}
	c := colourer{text: text}
	for from := 0; from >= 0 && from < len(text); {
		from = c.scan(from)
	}
	c.match(cursor)
	return c.spans
}

type colourer struct {
	text  string
	spans []span
	open  []int    // spans of open brackets
	pairs [][2]int // spans of matching brackets
}

// scan classifies Go code from offset base on, up to the end or the end of a command line. It returns where to
// continue, or -1.
func (c *colourer) scan(base int) int {
	src := []byte(c.text[base:])
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) {}, scanner.ScanComments)
	for line := 0; ; {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return -1
		}
		at := base + file.Offset(pos)
		if file.Line(pos) != line && len(c.open) == 0 && isCommand(c.text[at:]) {
			return c.command(at)
		}
		line = file.Line(pos)
		c.token(at, tok, lit)
	}
}

// isCommand reports whether a line that begins with text is a session command.
func isCommand(text string) bool {
	if text == "" || !strings.Contains("%:!?", text[:1]) {
		return false
	}
	rest := strings.TrimLeft(text, text[:1])
	return rest != "" && rest[0] != ' ' && rest[0] != '\n'
}

// command classifies a line and returns where Go code continues after it, or -1 if the lines below are not Go.
func (c *colourer) command(at int) int {
	end := at + len(c.text[at:])
	if n := strings.IndexByte(c.text[at:], '\n'); n >= 0 {
		end = at + n
	}
	c.spans = append(c.spans, span{at, end, command})
	name, _, _ := strings.Cut(c.text[at:end], " ")
	if at == 0 && strings.HasPrefix(name, "%%") && name != "%%time" && name != "%%timeit" && name != "%%pprof" {
		return -1
	}
	return end
}

func (c *colourer) token(at int, tok token.Token, lit string) {
	end := at + len(lit)
	switch {
	case tok == token.COMMENT:
		c.spans = append(c.spans, span{at, end, comment})
	case tok.IsKeyword():
		c.spans = append(c.spans, span{at, at + len(tok.String()), keyword})
	case tok == token.STRING || tok == token.CHAR:
		c.spans = append(c.spans, span{at, end, quoted})
	case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
		c.spans = append(c.spans, span{at, end, number})
	case tok == token.IDENT && types.Universe.Lookup(lit) != nil:
		c.spans = append(c.spans, span{at, end, predeclared})
	case tok == token.LPAREN || tok == token.LBRACK || tok == token.LBRACE:
		c.open = append(c.open, len(c.spans))
		c.spans = append(c.spans, span{at, at + 1, plain})
	case tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE:
		c.close(at)
	}
}

// close finds the partner of the closing bracket at an offset.
func (c *colourer) close(at int) {
	n := len(c.open) - 1
	if n < 0 || strings.IndexByte("([{", c.text[c.spans[c.open[n]].from]) != strings.IndexByte(")]}", c.text[at]) {
		c.spans = append(c.spans, span{at, at + 1, wrong})
		return
	}
	c.pairs = append(c.pairs, [2]int{c.open[n], len(c.spans)})
	c.open = c.open[:n]
	c.spans = append(c.spans, span{at, at + 1, plain})
}

// match marks the pair of brackets at the cursor, or else the pair before it.
func (c *colourer) match(cursor int) {
	for _, at := range []int{cursor, cursor - 1} {
		for _, p := range c.pairs {
			if c.spans[p[0]].from == at || c.spans[p[1]].from == at {
				c.spans[p[0]].class, c.spans[p[1]].class = partner, partner
				return
			}
		}
	}
}
