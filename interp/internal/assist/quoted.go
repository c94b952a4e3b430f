package assist

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// inString completes inside a string: the tag of a field, or otherwise a file name.
func (c *cursor) inString(q lexeme) (items []Item, start int) {
	if q.tok != token.STRING || q.start+1 > c.at {
		return nil, c.at
	}
	typed := c.src[q.start+1 : c.at]
	if field := c.tagged(q); field != "" {
		word := typed[strings.LastIndexByte(typed, ' ')+1:]
		for _, key := range []string{"json", "ms", "yaml", "xml"} {
			if text := key + `:"` + pyrepr.Snake(field) + `"`; strings.HasPrefix(text, word) {
				items = append(items, Item{text, Field, "tag of " + field})
			}
		}
		return items, c.at - len(word)
	}
	quote := c.src[q.start : q.start+1]
	begin, err := strconv.Unquote(quote + typed + quote)
	if err != nil {
		return nil, c.at
	}
	for _, path := range Files(begin) {
		rest := path[len(begin):]
		if quote == `"` {
			rest = strconv.Quote(rest)
			rest = rest[1 : len(rest)-1]
		}
		items = append(items, Item{Text: typed + rest, Kind: File})
	}
	return items, c.at - len(typed)
}

// tagged returns the name of the field whose tag q is, or "".
func (c *cursor) tagged(q lexeme) string {
	depth, first := 0, ""
	for i, l := range slices.Backward(c.before(q.start)) {
		switch l.tok {
		case token.RBRACE, token.RPAREN, token.RBRACK:
			depth++
		case token.LPAREN, token.LBRACK:
			depth--
		case token.LBRACE:
			if depth--; depth < 0 {
				if i == 0 || c.tokens[i-1].tok != token.STRUCT {
					return ""
				}
				return first
			}
		case token.IDENT:
			line := c.src[l.end:q.start]
			if depth == 0 && !strings.ContainsAny(line, "\n;") {
				first = l.lit // the leftmost name of the line in the end
			}
		}
	}
	return ""
}
