package python

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the class of a token.
type kind int

const (
	end kind = iota
	newline
	indent
	dedent
	name
	number
	str  // a string literal with its prefix and quotes
	fstr // an f-string
	op
	magic
)

// token is a lexical token of the source.
type token struct {
	kind kind
	text string
	pos  Pos
}

// SyntaxError is an error in the source, with its position.
type SyntaxError struct {
	Line, Col int // from 1; columns in characters
	Msg       string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// lexer splits the source into tokens.
type lexer struct {
	src    string
	off    int
	lines  []int  // offsets of the starts of lines
	closes []rune // the closing brackets of the open ones
	levels []int  // indentation levels
	tokens []token
	inside bool // in a replacement field of an f-string
}

func newLexer(src string) *lexer {
	l := &lexer{src: src, lines: []int{0}, levels: []int{0}}
	for i := range len(src) {
		if src[i] == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	return l
}

func (l *lexer) pos(off, end int) Pos {
	line, _ := slices.BinarySearch(l.lines, off+1)
	return Pos{off, end, line, utf8.RuneCountInString(l.src[l.lines[line-1]:off]) + 1}
}

// failf panics with a *SyntaxError, which Parse recovers.
func (l *lexer) failf(off int, format string, args ...any) {
	p := l.pos(min(off, len(l.src)), off)
	panic(&SyntaxError{p.Line, p.Col, fmt.Sprintf(format, args...)})
}

func (l *lexer) add(k kind, from int) {
	l.tokens = append(l.tokens, token{k, l.src[from:l.off], l.pos(from, l.off)})
}

// run splits the whole source.
func (l *lexer) run() []token {
	for l.off < len(l.src) {
		if l.lineStart() {
			l.beginLine()
			continue
		}
		l.next()
	}
	if len(l.closes) > 0 {
		l.failf(len(l.src), "bracket was never closed: expected %q", l.closes[len(l.closes)-1])
	}
	if n := len(l.tokens); n > 0 && l.tokens[n-1].kind != newline && l.tokens[n-1].kind != dedent {
		l.add(newline, l.off)
	}
	for range l.levels[1:] {
		l.add(dedent, l.off)
	}
	l.add(end, l.off)
	return l.tokens
}

// lineStart reports whether a logical line begins here.
func (l *lexer) lineStart() bool {
	n := len(l.tokens)
	if len(l.closes) > 0 {
		return false
	}
	if n == 0 {
		return l.off == 0
	}
	return l.tokens[n-1].kind == newline && l.src[l.off-1] == '\n'
}

// beginLine reads the indentation of a line; that of blank lines and comments is ignored.
func (l *lexer) beginLine() {
	from, width := l.off, 0
	for ; l.off < len(l.src); l.off++ {
		switch l.src[l.off] {
		case ' ':
			width++
			continue
		case '\t':
			width += 8 - width%8
			continue
		case '\f':
			width = 0
			continue
		}
		break
	}
	rest := l.src[l.off:]
	if blank := strings.TrimLeft(rest, "\r"); blank == "" || blank[0] == '\n' || blank[0] == '#' {
		l.skipLine()
		return
	}
	l.level(width, from)
	if text := l.magicLine(); text != "" {
		at := l.off
		l.off += len(text)
		l.add(magic, at)
		return
	}
	l.next()
}

// skipLine skips to the start of the next line.
func (l *lexer) skipLine() {
	i := strings.IndexByte(l.src[l.off:], '\n')
	if i < 0 {
		l.off = len(l.src)
		return
	}
	l.off += i + 1
	if len(l.tokens) == 0 { // lineStart needs a token
		l.tokens = append(l.tokens, token{newline, "", l.pos(l.off, l.off)})
	}
}

func (l *lexer) level(width, from int) {
	for width < l.levels[len(l.levels)-1] {
		l.levels = l.levels[:len(l.levels)-1]
		if width > l.levels[len(l.levels)-1] {
			l.failf(l.off, "unindent does not match any outer indentation level")
		}
		l.add(dedent, l.off)
	}
	if width > l.levels[len(l.levels)-1] {
		l.levels = append(l.levels, width)
		l.add(indent, from)
	}
}

// magicLine returns the IPython line that begins here, or "" for Python.
func (l *lexer) magicLine() string {
	text, _, _ := strings.Cut(l.src[l.off:], "\n")
	text = strings.TrimRight(text, "\r")
	switch {
	case text[0] == '%' || text[0] == '!' || text[0] == '?':
		for strings.HasSuffix(text, "\\") && l.off+len(text) < len(l.src) {
			more, _, _ := strings.Cut(l.src[l.off+len(text)+1:], "\n")
			text = l.src[l.off : l.off+len(text)+1+len(more)]
		}
		return text
	case strings.HasSuffix(strings.TrimRight(text, " "), "?") && !strings.ContainsAny(text, "#'\""):
		return text
	}
	return ""
}

// operators lists the operators, longest first.
var operators = []string{
	"**=", "//=", ">>=", "<<=", "...", "!=", ":=", "->", "==", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^=", "**", "//", "<<", ">>",
	"+", "-", "*", "/", "%", "@", "&", "|", "^", "~", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=", "!",
}

// next reads one token or white space.
func (l *lexer) next() {
	from := l.off
	c, size := utf8.DecodeRuneInString(l.src[l.off:])
	switch {
	case c == '\n' || c == '\r':
		l.off++
		if c == '\n' && len(l.closes) == 0 && !l.inside {
			l.tokens = append(l.tokens, token{newline, "", l.pos(from, from)})
		}
	case c == ' ' || c == '\t' || c == '\f' || c == '\u3000' || c == '\u00a0':
		l.off += size
	case c == '#':
		for l.off < len(l.src) && l.src[l.off] != '\n' {
			l.off++
		}
	case c == '\\':
		rest := strings.TrimLeft(l.src[l.off+1:], "\r")
		if !strings.HasPrefix(rest, "\n") {
			l.failf(from, "unexpected character after line continuation character")
		}
		l.off = len(l.src) - len(rest) + 1
	case c >= '0' && c <= '9' || c == '.' && l.off+1 < len(l.src) && isDigit(l.src[l.off+1]):
		l.number()
	case c == '_' || unicode.IsLetter(c):
		l.word()
	case c == '"' || c == '\'':
		l.quoted(from)
	default:
		l.operator()
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) number() {
	from := l.off
	digits := func(ok string) {
		for l.off < len(l.src) && (strings.IndexByte(ok, l.src[l.off]|0x20) >= 0 || l.src[l.off] == '_') {
			l.off++
		}
	}
	if l.src[l.off] == '0' && l.off+1 < len(l.src) && strings.IndexByte("xob", l.src[l.off+1]|0x20) >= 0 {
		l.off += 2
		digits("0123456789abcdef")
		l.add(number, from)
		return
	}
	isDecimal := func() {
		for l.off < len(l.src) && (isDigit(l.src[l.off]) || l.src[l.off] == '_') {
			l.off++
		}
	}
	isDecimal()
	if l.off < len(l.src) && l.src[l.off] == '.' {
		l.off++
		isDecimal()
	}
	if rest := l.src[l.off:]; len(rest) > 1 && rest[0]|0x20 == 'e' {
		if isDigit(rest[1]) || len(rest) > 2 && strings.IndexByte("+-", rest[1]) >= 0 && isDigit(rest[2]) {
			l.off += 2
			isDecimal()
		}
	}
	if l.off < len(l.src) && l.src[l.off]|0x20 == 'j' {
		l.off++
	}
	if r, _ := utf8.DecodeRuneInString(l.src[l.off:]); unicode.IsDigit(r) || r == '_' {
		l.failf(from, "invalid number")
	}
	l.add(number, from)
}

// word reads a name, or a string with its prefix.
func (l *lexer) word() {
	from := l.off
	for l.off < len(l.src) {
		c, size := utf8.DecodeRuneInString(l.src[l.off:])
		if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.Is(unicode.Mn, c) {
			break
		}
		l.off += size
	}
	if l.off < len(l.src) && strings.IndexByte("'\"", l.src[l.off]) >= 0 && isPrefix(l.src[from:l.off]) {
		l.quoted(from)
		return
	}
	l.add(name, from)
}

func isPrefix(s string) bool {
	return slices.Contains([]string{"r", "b", "u", "f", "rb", "br", "fr", "rf"}, strings.ToLower(s))
}

// quoted reads a string whose prefix begins at from and whose opening quote is here.
func (l *lexer) quoted(from int) {
	prefix := strings.ToLower(l.src[from:l.off])
	quote := l.src[l.off : l.off+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(l.src[l.off:], triple) {
		quote = triple
	}
	l.off += len(quote)
	if strings.Contains(prefix, "f") {
		l.off = l.skipF(l.off, quote)
		l.add(fstr, from)
		return
	}
	for !strings.HasPrefix(l.src[min(l.off, len(l.src)):], quote) {
		if l.off >= len(l.src) || len(quote) == 1 && l.src[l.off] == '\n' {
			l.failf(from, "unterminated string literal")
		}
		if l.src[l.off] == '\\' {
			l.off++
		}
		l.off++
	}
	l.off += len(quote)
	l.add(str, from)
}

// skipF returns the offset after the f-string whose text begins at off. Quotes in its replacement fields do not end
// it.
func (l *lexer) skipF(off int, quote string) int {
	from, depth := off, 0
	for {
		switch rest := l.src[min(off, len(l.src)):]; {
		case rest == "":
			l.failf(from, "unterminated f-string literal")
		case depth == 0 && strings.HasPrefix(rest, quote):
			return off + len(quote)
		case depth == 0 && len(quote) == 1 && rest[0] == '\n':
			l.failf(from, "unterminated f-string literal")
		case rest[0] == '\\' && depth == 0:
			off += 2
		case depth == 0 && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
			off += 2
		case depth > 0 && strings.HasPrefix(rest, quote) && !l.opens(off, quote):
			l.failf(off, "f-string: expecting '}'")
		case depth > 0 && (rest[0] == '"' || rest[0] == '\''):
			off = l.skipString(off)
		case depth == 0 && rest[0] != '{':
			off++
		default:
			depth = max(0, depth+strings.Count("{[(", rest[:1])-strings.Count("}])", rest[:1]))
			off++
		}
	}
}

// opens reports whether a quote in a replacement field begins a string: it does if the string ends on the same line.
func (l *lexer) opens(off int, quote string) bool {
	line, _, _ := strings.Cut(l.src[off+len(quote):], "\n")
	return len(quote) == 3 || strings.Contains(line, quote)
}

// skipString returns the offset after the string whose opening quote, in a replacement field, is at off.
func (l *lexer) skipString(off int) int {
	sub := &lexer{src: l.src, off: off, lines: l.lines, levels: []int{0}}
	start := off
	for start > 0 && (l.src[start-1]|0x20 >= 'a' && l.src[start-1]|0x20 <= 'z') {
		start--
	}
	if !isPrefix(l.src[start:off]) {
		start = off
	}
	sub.quoted(start)
	return sub.off
}

func (l *lexer) operator() {
	from := l.off
	i := slices.IndexFunc(operators, func(o string) bool { return strings.HasPrefix(l.src[from:], o) })
	if i < 0 {
		c, _ := utf8.DecodeRuneInString(l.src[from:])
		l.failf(from, "invalid character %q", c)
	}
	text := operators[i]
	if text == ":=" && l.inside && len(l.closes) == 0 {
		text = ":"
	}
	last := token{}
	if n := len(l.tokens); n > 0 {
		last = l.tokens[n-1]
	}
	if !l.inside && len(l.closes) == 0 && last.kind == op && last.text == "=" && (text == "!" || text == "%") {
		for l.off < len(l.src) && l.src[l.off] != '\n' {
			l.off++
		}
		l.add(magic, from)
		return
	}
	l.off += len(text)
	l.bracket(text, from)
	l.add(op, from)
}

// bracket keeps track of open brackets.
func (l *lexer) bracket(text string, from int) {
	switch n := len(l.closes); text {
	case "(", "[", "{":
		l.closes = append(l.closes, map[string]rune{"(": ')', "[": ']', "{": '}'}[text])
	case ")", "]", "}":
		switch {
		case n == 0 && l.inside:
		case n == 0:
			l.failf(from, "unmatched '%s'", text)
		case string(l.closes[n-1]) != text:
			l.failf(from, "closing parenthesis '%s' does not match, expected '%c'", text, l.closes[n-1])
		default:
			l.closes = l.closes[:n-1]
		}
	}
}
