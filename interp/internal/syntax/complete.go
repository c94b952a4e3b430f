package syntax

import (
	"go/token"
	"strings"
)

// State classifies a text by whether it is a complete cell.
type State int

// The states of a text.
const (
	Whole      State = iota // can run
	Unfinished              // more must follow
	Broken                  // more text cannot make it valid
)

// Completeness reports whether src is a complete cell, and otherwise the indentation of the next line.
func Completeness(src string) (State, string) {
	src = Program(src)
	lexemes, open := scanOpen(src)
	if open {
		return Unfinished, ""
	}
	var stack []token.Token
	last := token.ILLEGAL
	for _, l := range lexemes {
		switch n := nesting(l.Tok); {
		case n > 0:
			stack = append(stack, l.Tok)
		case n < 0:
			if len(stack) == 0 || !matches(stack[len(stack)-1], l.Tok) {
				return Broken, ""
			}
			stack = stack[:len(stack)-1]
		}
		if l.Tok != token.EOF && !(l.Tok == token.SEMICOLON && l.Lit == "\n") {
			last = l.Tok
		}
	}
	if len(stack) > 0 {
		return Unfinished, strings.Repeat("\t", len(stack))
	}
	_, errs := Reader{Fset: token.NewFileSet()}.Parse(&Cell{Name: "cell", Src: src}, Split(src))
	switch {
	case len(errs) == 0 && last == token.COLON && !jumpsTo(lexemes[len(lexemes)-3].Lit, lexemes):
		return Unfinished, "" // the labelled statement, on its own line
	case len(errs) == 0:
		return Whole, ""
	case continues(last):
		return Unfinished, "\t"
	}
	return Broken, ""
}

// jumpsTo reports whether there is a goto statement for a label.
func jumpsTo(label string, lexemes []lexeme) bool {
	for i, l := range lexemes {
		if l.Tok == token.GOTO && lexemes[i+1].Lit == label {
			return true
		}
	}
	return false
}

// scanOpen returns the tokens of src and whether it ends inside a raw string or a comment.
func scanOpen(src string) (lexemes []lexeme, open bool) {
	failed := func(_ token.Position, msg string) {
		open = open || msg == "raw string literal not terminated" || msg == "comment not terminated"
	}
	for l := range tokens(src, 0, failed) {
		lexemes = append(lexemes, l)
	}
	return lexemes, open
}

func matches(opening, closing token.Token) bool {
	return opening == token.LPAREN && closing == token.RPAREN ||
		opening == token.LBRACK && closing == token.RBRACK ||
		opening == token.LBRACE && closing == token.RBRACE
}

// continues reports whether a line that ends in t continues on the next line.
func continues(t token.Token) bool {
	switch t {
	case token.COMMA, token.PERIOD, token.ASSIGN, token.DEFINE, token.ARROW, token.NOT,
		token.FUNC, token.TYPE, token.VAR, token.CONST, token.IMPORT, token.ELSE, token.FOR, token.IF:
		return true
	}
	return t.IsOperator() && t != token.RPAREN && t != token.RBRACK && t != token.RBRACE &&
		t != token.SEMICOLON && t != token.INC && t != token.DEC
}
