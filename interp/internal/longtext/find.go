// Package longtext keeps long parts of a cell out of the parser: comments, strings, and lists of constants such as
// []float64{1.5, -2, …}, whose syntax tree, node types and code would take about 400 times the size of the text. A
// list is checked against the type of its literal here, and read when the literal is evaluated.
package longtext

import (
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a part of a text.
type Kind int

// Comment is a comment, or several with only white space between them. String is a literal with its quotes. List is
// the text between the braces of a composite literal that consists of constants, lists of constants in braces, and
// keys, with valid commas and line ends.
const (
	Comment Kind = iota
	String
	List
)

// Part is a part of a text from one byte offset to another.
type Part struct {
	Kind     Kind
	From, To int
}

// Find returns the parts of Go source that are at least least bytes long, in order. They are not nested, and have
// nothing that Go's scanner would reject.
func Find(src string, least int) []Part {
	f := finder{reader: reader{src: src}, least: least}
	f.comment = f.commented
	for f.step() {
	}
	f.endComments()
	valid := f.parts[:0]
	for _, p := range f.parts {
		if text := src[p.From:p.To]; utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\ufeff") {
			valid = append(valid, p)
		}
	}
	return valid
}

// finder looks for long parts.
type finder struct {
	reader
	least int
	parts []Part
	open  []group // the open braces
	run   Part    // consecutive comments
}

// group is an open brace.
type group struct {
	from  int  // the offset after the brace
	mixed bool // it has something other than constants, so it is not a list
	none  bool // no element yet
	want  bool // a value or the end must be next
	colon bool // the element has a key
	sign  bool // a number must be next, after its sign
}

func (f *finder) commented(from, to int) {
	if f.run.To > 0 && strings.TrimSpace(f.src[f.run.To:from]) == "" {
		f.run.To = to
		return
	}
	f.endComments()
	f.run = Part{Comment, from, to}
}

func (f *finder) endComments() {
	if f.run.To-f.run.From >= f.least {
		f.add(f.run)
	}
	f.run = Part{}
}

// add adds a part and removes those inside it.
func (f *finder) add(p Part) {
	n := len(f.parts)
	for n > 0 && f.parts[n-1].From >= p.From {
		n--
	}
	f.parts = append(f.parts[:n], p)
}

// step processes the next token. It reports whether there was one.
func (f *finder) step() bool {
	t := f.next()
	if t.kind == 0 {
		return false
	}
	if f.run.To > 0 && f.run.To <= t.from {
		f.endComments()
	}
	if t.kind == 's' && t.to-t.from >= f.least {
		f.add(Part{String, t.from, t.to})
	}
	switch n := len(f.open); {
	case t.kind == '{':
		if n > 0 {
			f.open[n-1].value(t)
		}
		f.open = append(f.open, group{from: t.to, none: true, want: true})
	case n == 0:
	case t.kind == '}':
		f.close(t)
	default:
		f.open[n-1].take(t, f.src)
	}
	return true
}

// close ends the innermost group.
func (f *finder) close(t lexeme) {
	n := len(f.open) - 1
	g := f.open[n]
	f.open = f.open[:n]
	mixed := g.mixed || g.sign || g.want && g.colon || !g.want && t.line
	if n > 0 {
		f.open[n-1].mixed = f.open[n-1].mixed || mixed
	}
	if !mixed && !g.none && t.from-g.from >= f.least {
		f.add(Part{List, g.from, t.from})
	}
}

// value processes a value, or a key, in a list.
func (g *group) value(t lexeme) {
	g.mixed = g.mixed || !g.want || g.sign && t.kind != 'n' && t.kind != 'f' && t.kind != 'c'
	g.none, g.want, g.sign = false, false, false
}

// take processes a token in a list.
func (g *group) take(t lexeme, src string) {
	switch t.kind {
	case 'n', 'f', 'c', 's':
		g.value(t)
	case 'i': // the name of a field
		g.value(t)
		g.mixed = g.mixed || g.colon || !strings.HasPrefix(strings.TrimLeft(src[t.to:], " \t"), ":")
	case '-', '+':
		g.mixed = g.mixed || !g.want || g.sign
		g.sign = true
	case ',':
		g.mixed = g.mixed || g.want || t.line || g.sign
		g.want, g.colon = true, false
	case ':':
		g.mixed = g.mixed || g.want || t.line || g.colon || g.sign
		g.want, g.colon = true, true
	default:
		g.mixed = true
	}
}
