package syntax

import (
	"go/token"
	"strings"
)

// A cell may end in a list of values, "a, b", which is shown as a tuple. In the text it is replaced by Go,
//
//	_, _ = a, b
//
// and the echo takes the values from there.

// tupleEdit returns the edit that makes a statement of the list at the end of a run of statements; ok is false if
// there is none.
func tupleEdit(src string) (e textEdit, ok bool) {
	if !strings.Contains(src, ",") {
		return e, false
	}
	lexemes := Lex(src)
	from, depth, commas := 0, 0, 0
	for i, l := range lexemes {
		depth += nesting(l.Tok)
		switch {
		case l.Tok == token.EOF:
			if commas <= 0 {
				return e, false
			}
			return textEdit{lexemes[from].Off, 0, strings.Repeat("_, ", commas) + "_ = "}, true
		case l.Tok == token.SEMICOLON && depth <= 0:
			if rest := lexemes[i+1:]; len(rest) > 1 {
				from, commas = i+1, 0
			}
		case depth == 0 && l.Tok == token.COMMA && commas >= 0:
			commas++
		case !inTuple(l.Tok, i == from, depth):
			commas = -len(src) // ignore all commas of this statement
		}
	}
	return e, false
}

// inTuple reports whether a token may occur in a list of values: at its beginning, or outside of brackets.
func inTuple(t token.Token, first bool, depth int) bool {
	switch t {
	case token.FUNC, token.MAP, token.CHAN, token.STRUCT, token.INTERFACE:
		return true
	case token.ASSIGN, token.DEFINE, token.COLON, token.INC, token.DEC:
		return depth > 0
	}
	compound := token.ADD_ASSIGN <= t && t <= token.AND_NOT_ASSIGN
	return depth > 0 || !compound && !(first && t.IsKeyword())
}
