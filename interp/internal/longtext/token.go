package longtext

import (
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// lexeme is a Go token, classified as needed for lists of constants. Its kind is n for an integer, f for a number with
// a point or an exponent, c for a character, s for a string, i for a name, the character itself for {, }, comma, colon
// and signs, o for all others, and 0 for the end.
type lexeme struct {
	kind     byte
	line     bool // a line ends before it
	from, to int
}

// reader reads the tokens of a text.
type reader struct {
	src     string
	at      int
	comment func(from, to int) // called for each comment
}

func (r *reader) next() lexeme {
	line := r.space()
	t := lexeme{line: line, from: r.at, to: r.at + 1}
	if r.at >= len(r.src) {
		t.to = r.at
		return t
	}
	switch c := r.src[r.at]; {
	case c == '"':
		t.kind, t.to = r.quoted('"', 's')
	case c == '\'':
		t.kind, t.to = r.quoted('\'', 'c')
	case c == '`':
		t.kind, t.to = 'o', len(r.src)
		if end := strings.IndexByte(r.src[r.at+1:], '`'); end >= 0 {
			t.kind, t.to = 's', r.at+end+2
		}
	case isDigit(c), c == '.' && r.at+1 < len(r.src) && isDigit(r.src[r.at+1]):
		t.kind, t.to = r.number()
	case isLetter(c):
		t.kind = 'i'
		for t.to < len(r.src) && (isLetter(r.src[t.to]) || isDigit(r.src[t.to])) {
			t.to++
		}
	case strings.IndexByte("{},:-+", c) >= 0:
		t.kind = c
	default:
		t.kind = 'o'
	}
	r.at = t.to
	return t
}

// space skips white space and comments, and reports whether they contain a line end.
func (r *reader) space() (line bool) {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == '\n':
			line = true
			r.at++
		case c == ' ' || c == '\t' || c == '\r':
			r.at++
		case c == '/' && r.at+1 < len(r.src) && (r.src[r.at+1] == '/' || r.src[r.at+1] == '*'):
			from, end := r.at, len(r.src)
			if r.src[r.at+1] == '/' {
				if n := strings.IndexByte(r.src[r.at:], '\n'); n >= 0 {
					end = r.at + n
				}
			} else {
				n := strings.Index(r.src[r.at+2:], "*/")
				if n < 0 {
					return line
				}
				end = r.at + n + 4
				line = line || strings.IndexByte(r.src[from:end], '\n') >= 0
			}
			r.at = end
			if r.comment != nil {
				r.comment(from, end)
			}
		default:
			return line
		}
	}
	return line
}

// quoted reads a quoted text, which must end on the same line. Its kind is o if it is invalid in Go.
func (r *reader) quoted(quote, kind byte) (got byte, to int) {
	chars := 0
	for i := r.at + 1; i < len(r.src); chars++ {
		switch c := r.src[i]; {
		case c == '\n':
			return 'o', i
		case c == quote && quote == '\'' && chars != 1:
			return 'o', i + 1
		case c == quote:
			return kind, i + 1
		case c == '\\':
			end := min(i+len(`\U0010ffff`), len(r.src))
			_, _, rest, err := strconv.UnquoteChar(r.src[i:end], quote)
			if err != nil {
				kind, rest = 'o', r.src[min(i+2, end):end]
			}
			i = end - len(rest)
		case c < utf8.RuneSelf || quote == '"':
			i++
		default:
			_, n := utf8.DecodeRuneInString(r.src[i:])
			i += n
		}
	}
	return 'o', len(r.src)
}

// Raw returns the raw form of an interpreted string literal, if there is one.
func Raw(lit string) (raw string, ok bool) {
	b := append(make([]byte, 0, len(lit)), '`')
	for rest := lit[1 : len(lit)-1]; rest != ""; {
		r, long, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil || r == '`' || r == '\r' || r == 0 || r == '\ufeff' {
			return "", false
		}
		if rest = tail; long {
			b = utf8.AppendRune(b, r)
		} else {
			b = append(b, byte(r))
		}
	}
	b = append(b, '`')
	return unsafe.String(&b[0], len(b)), utf8.Valid(b) // b is not used again
}

// number reads a decimal number, or a hexadecimal integer. The kind of other forms is o.
func (r *reader) number() (kind byte, to int) {
	s := r.src[r.at:]
	if len(s) > 2 && s[0] == '0' && s[1]|' ' == 'x' {
		n := 2
		for n < len(s) && (isDigit(s[n]) || s[n]|' ' >= 'a' && s[n]|' ' <= 'f') {
			n++
		}
		return r.ended('n', n, n > 2)
	}
	digits := func(n int) int {
		for n < len(s) && isDigit(s[n]) {
			n++
		}
		return n
	}
	n := digits(0)
	kind, ok := 'n', n < 2 || s[0] != '0'
	if n < len(s) && s[n] == '.' {
		n, kind, ok = digits(n+1), 'f', true
	}
	if n < len(s) && s[n]|' ' == 'e' {
		e := n + 1
		if e < len(s) && (s[e] == '-' || s[e] == '+') {
			e++
		}
		n, kind, ok = digits(e), 'f', digits(e) > e
	}
	return r.ended(byte(kind), n, ok)
}

// ended returns the end of a number of n bytes. Its kind is o if letters follow.
func (r *reader) ended(kind byte, n int, ok bool) (got byte, to int) {
	to = r.at + n
	for to < len(r.src) && (isLetter(r.src[to]) || isDigit(r.src[to]) || r.src[to] == '.') {
		to, ok = to+1, false
	}
	if !ok {
		kind = 'o'
	}
	return kind, to
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isLetter also returns true for the bytes of letters beyond ASCII.
func isLetter(c byte) bool { return 'a' <= c|' ' && c|' ' <= 'z' || c == '_' || c >= 0x80 }
