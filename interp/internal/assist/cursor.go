package assist

import (
	"cmp"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// mark replaces the text at the cursor. It contains a letter that is never typed.
const mark = "cursorꞏ"

// cursor is a position in a possibly incomplete text.
type cursor struct {
	src        string
	start, end int // of the identifier around the cursor
	at         int // the cursor itself
	tokens     []lexeme
}

// lexeme is a token with its extent.
type lexeme struct {
	start, end int
	tok        token.Token
	lit        string
}

func newCursor(src string, at int) *cursor {
	at = min(max(at, 0), len(src))
	c := &cursor{src: src, start: at, end: at, at: at, tokens: lex(src)}
	for c.start > 0 {
		r, n := utf8.DecodeLastRuneInString(src[:c.start])
		if !isLetter(r) {
			break
		}
		c.start -= n
	}
	for c.end < len(src) {
		r, n := utf8.DecodeRuneInString(src[c.end:])
		if !isLetter(r) {
			break
		}
		c.end += n
	}
	return c
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// lex returns the tokens of src, including comments, without automatic semicolons.
func lex(src string) (all []lexeme) {
	for l := range syntax.Tokens(src, scanner.ScanComments) {
		if l.Tok == token.EOF || l.Tok == token.SEMICOLON && l.Lit != ";" {
			continue
		}
		text := cmp.Or(l.Lit, l.Tok.String()) // operators have no literal
		end := l.Off + len(text)
		if !strings.Contains(text, "\r") { // the scanner leaves carriage returns out of raw strings and comments
			for i := l.Off; i < end; i++ {
				if src[i] == '\r' {
					end++
				}
			}
		}
		all = append(all, lexeme{l.Off, end, l.Tok, l.Lit})
	}
	return all
}

// before returns the tokens that begin before an offset.
func (c *cursor) before(at int) []lexeme {
	n, _ := slices.BinarySearchFunc(c.tokens, at, func(l lexeme, at int) int { return l.start - at })
	return c.tokens[:n:n]
}

// quoted returns the token that contains the cursor if it is a string, a character or a comment.
func (c *cursor) quoted() (lexeme, bool) {
	for _, l := range c.before(c.at) {
		switch l.tok {
		case token.STRING, token.CHAR:
			if c.at < l.end || !closed(l.lit) {
				return l, true
			}
		case token.COMMENT:
			open := strings.HasPrefix(l.lit, "//") || !strings.HasSuffix(l.lit, "*/")
			if c.at < l.end || open && c.at == l.end {
				return l, true
			}
		}
	}
	return lexeme{}, false
}

// closed reports whether the text of a string or character ends in its closing quote.
func closed(lit string) bool {
	last := len(lit) - 1
	backslashes := last - len(strings.TrimRight(lit[:last], `\`))
	return last > 0 && lit[last] == lit[0] && (lit[0] == '`' || backslashes%2 == 0)
}

// importing returns the part of an import path that is before the cursor.
func (c *cursor) importing() (prefix string, ok bool) {
	q, in := c.quoted()
	if !in || q.tok != token.STRING {
		return "", false
	}
	for _, l := range slices.Backward(c.before(q.start)) {
		switch l.tok {
		case token.IMPORT:
			return c.src[q.start+1 : c.at], true
		case token.STRING, token.LPAREN, token.IDENT, token.PERIOD, token.SEMICOLON:
		default:
			return "", false
		}
	}
	return "", false
}

// variants are texts with name in place of the identifier at the cursor: the whole text, and the
// text up to there with what is open closed.
func (c *cursor) variants(name string) []string {
	before := c.src[:c.start]
	if c.needsCall() {
		name += "()"
	}
	return []string{
		before + name + c.src[c.end:],
		before + name + closers(c.before(c.start)),
	}
}

// needsCall reports whether the cursor is in a go or defer statement that has no call yet: the
// parser drops such a statement whole.
func (c *cursor) needsCall() bool {
	for _, l := range slices.Backward(c.before(c.start)) {
		switch l.tok {
		case token.IDENT, token.PERIOD:
		case token.GO, token.DEFER:
			return true
		default:
			return false
		}
	}
	return false
}

// closers returns what closes the brackets that are open behind tokens, with a body for an if, for or switch that has
// none yet.
func closers(tokens []lexeme) string {
	var (
		open    []string
		heads   []int // nesting depths at which a statement waits for its body
		calls   []int // nesting depths at which a go or defer waits for the body of its function
		closing = map[token.Token]string{token.LPAREN: ")", token.LBRACK: "]", token.LBRACE: "\n}"}
	)
	for i, l := range tokens {
		switch l.tok {
		case token.IF, token.FOR, token.SWITCH, token.SELECT:
			heads = append(heads, len(open))
		case token.GO, token.DEFER:
			if i+1 < len(tokens) && tokens[i+1].tok == token.FUNC {
				calls = append(calls, len(open))
			}
		case token.LPAREN, token.LBRACK, token.LBRACE:
			closed := closing[l.tok]
			if n := len(heads); l.tok == token.LBRACE && n > 0 && heads[n-1] == len(open) {
				heads = heads[:n-1]
			} else if n := len(calls); l.tok == token.LBRACE && n > 0 && calls[n-1] == len(open) {
				calls, closed = calls[:n-1], closed+"()"
			}
			open = append(open, closed)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	var b strings.Builder
	for depth := len(open); depth >= 0; depth-- {
		if n := len(heads); n > 0 && heads[n-1] == depth {
			b.WriteString(" {}")
			heads = heads[:n-1]
		}
		if depth > 0 {
			b.WriteString(open[depth-1])
		}
	}
	return b.String()
}

// calls goes through the calls whose arguments hold the cursor, inner ones first: where what is called ends, and the
// number of the argument. What precedes a parenthesis may turn out to be no function.
func (c *cursor) calls(yield func(callee lexeme, arg int) bool) {
	depth, arg := 0, 0
	for i, l := range slices.Backward(c.before(c.at)) {
		switch l.tok {
		case token.COMMA:
			if depth == 0 {
				arg++
			}
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LPAREN, token.LBRACK, token.LBRACE:
			if depth--; depth >= 0 {
				continue
			}
			if l.tok == token.LPAREN && i > 0 && !yield(c.tokens[i-1], arg) {
				return
			}
			depth, arg = 0, 0 // a grouping parenthesis, an index or a literal inside the arguments
		}
	}
}

// afterDot reports whether the name at the cursor is being selected from something.
func (c *cursor) afterDot() bool {
	before := c.before(c.start)
	return len(before) > 0 && before[len(before)-1].tok == token.PERIOD
}
