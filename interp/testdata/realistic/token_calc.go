package main

import (
	"fmt"
	"strings"
	"unicode"
)

type Kind int

const (
	EOF Kind = iota
	Number
	Ident
	Operator
	Paren
)

//go:generate stringer -type Kind
func (k Kind) String() string {
	return [...]string{"EOF", "Number", "Ident", "Operator", "Paren"}[k]
}

type Token struct {
	Kind Kind
	Text string
	Pos  int
}

func (t Token) String() string {
	if t.Kind == EOF {
		return "EOF"
	}
	return fmt.Sprintf("%v(%s)", t.Kind, t.Text)
}

type SyntaxError struct {
	Pos  int
	Char rune
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: unexpected %q", e.Pos, e.Char) }

type Lexer struct {
	src []rune
	pos int
}

func (l *Lexer) while(f func(rune) bool) string {
	start := l.pos
	for l.pos < len(l.src) && f(l.src[l.pos]) {
		l.pos++
	}
	return string(l.src[start:l.pos])
}

func (l *Lexer) Next() (tok Token, err error) {
	l.while(unicode.IsSpace)
	tok.Pos = l.pos
	if l.pos == len(l.src) {
		return
	}
	switch r := l.src[l.pos]; {
	case unicode.IsDigit(r):
		tok.Kind = Number
		tok.Text = l.while(func(r rune) bool { return unicode.IsDigit(r) || r == '.' })
	case unicode.IsLetter(r) || r == '_':
		tok.Kind, tok.Text = Ident, l.while(func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
	case strings.ContainsRune("+-*/=<>", r):
		tok.Kind, tok.Text = Operator, string(r)
		l.pos++
	case r == '(', r == ')':
		tok = Token{Paren, string(r), l.pos}
		l.pos++
	default:
		return tok, &SyntaxError{l.pos, r}
	}
	return tok, nil
}

func All(src string) (tokens []Token, err error) {
	l := &Lexer{src: []rune(src)}
	for {
		tok, err := l.Next()
		if err != nil {
			return tokens, err
		}
		tokens = append(tokens, tok)
		if tok.Kind == EOF {
			return tokens, nil
		}
	}
}

func main() {
	for _, src := range []string{"x1 = (3.14+ y)*2", "", "größe<10", "a $ b", "   7"} {
		tokens, err := All(src)
		fmt.Println(len(tokens), tokens)
		if e, ok := err.(*SyntaxError); ok {
			fmt.Println("error:", e, "at", e.Pos)
		} else {
			fmt.Println(err == nil, tokens[len(tokens)-1].Pos)
		}
	}
	kinds := map[Kind]int{}
	tokens, _ := All("a+b*(c-1)/2")
	for _, t := range tokens {
		kinds[t.Kind]++
	}
	fmt.Println(kinds)
}
