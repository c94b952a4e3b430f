// Package longtext keeps what is long in the text of a cell out of the parser: comments, strings, and lists of
// constants such as []float64{1.5, -2, …}, of which the syntax tree, the types of its nodes and the code would take
// some 400 times the text. A list is checked against the type of its literal here, and read when the literal runs.
package longtext

import (
	"strings"
	"unicode/utf8"
)

// Kind is what a part of a text is.
type Kind int

// Comment is a comment, or several with nothing but white space between them. String is a literal with its quotes.
// List is what a composite literal has between its braces, where that is constants, lists of them in braces, and
// keys; its commas and line ends are where Go wants them.
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

// Find returns the parts of a text of Go that are at least so many bytes long, in order. None of them holds another.
// What the scanner of Go would complain about is in none.
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
	open  []group // the braces that are open
	run   Part    // comments in a row
}

// group is an open brace.
type group struct {
	from  int  // what comes behind it
	mixed bool // it holds what no list of constants does
	none  bool // no element yet
	want  bool // a value must come, or the end
	colon bool // the element has a key
	sign  bool // a sign has come, and its number must
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

// add adds a part in place of those that it holds.
func (f *finder) add(p Part) {
	n := len(f.parts)
	for n > 0 && f.parts[n-1].From >= p.From {
		n--
	}
	f.parts = append(f.parts[:n], p)
}

// step takes the next token and reports whether there was one.
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

// value is a value, or a key, in a list.
func (g *group) value(t lexeme) {
	g.mixed = g.mixed || !g.want || g.sign && t.kind != 'n' && t.kind != 'f' && t.kind != 'c'
	g.none, g.want, g.sign = false, false, false
}

// take is a token in a list.
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
