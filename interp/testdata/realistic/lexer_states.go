package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"
)

type tokenKind int

const (
	tokEOF tokenKind = iota
	tokNumber
	tokIdent
	tokOp
	tokString
)

//go:generate stringer -type tokenKind
func (k tokenKind) String() string {
	return [...]string{"EOF", "Number", "Ident", "Op", "String"}[k]
}

type token struct {
	kind tokenKind
	text string
	pos  struct{ line, col int }
}

type lexer struct {
	src              string
	start, at, width int
	line             int
	out              chan token
	err              error
}

type stateFn func(*lexer) stateFn

type syntaxError struct {
	line int
	msg  string
}

func (e syntaxError) Error() string { return "line " + strconv.Itoa(e.line) + ": " + e.msg }

const eof = -1

func (l *lexer) next() (r rune) {
	if l.at >= len(l.src) {
		l.width = 0
		return eof
	}
	r, l.width = utf8.DecodeRuneInString(l.src[l.at:])
	l.at += l.width
	if r == '\n' {
		l.line++
	}
	return
}

func (l *lexer) backup() {
	l.at -= l.width
	if l.width == 1 && l.src[l.at] == '\n' {
		l.line--
	}
}

func (l *lexer) emit(k tokenKind) stateFn {
	t := token{kind: k, text: l.src[l.start:l.at]}
	t.pos.line, t.pos.col = l.line, l.start-strings.LastIndex(l.src[:l.start], "\n")
	l.out <- t
	l.start = l.at
	return lexAny
}

func (l *lexer) takeWhile(ok func(rune) bool) {
	for {
		switch r := l.next(); {
		case r == eof:
			return
		case !ok(r):
			l.backup()
			return
		}
	}
}

func lexAny(l *lexer) stateFn {
	switch r := l.next(); {
	case r == eof:
		l.out <- token{kind: tokEOF}
		return nil
	case unicode.IsSpace(r):
		l.takeWhile(unicode.IsSpace)
		l.start = l.at
		return lexAny
	case unicode.IsDigit(r):
		return lexNumber
	case unicode.IsLetter(r), r == '_':
		l.takeWhile(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' })
		return l.emit(tokIdent)
	case r == '"':
		return lexQuoted
	case strings.ContainsRune("+-*/=()", r):
		return l.emit(tokOp)
	default:
		l.err = syntaxError{l.line, fmt.Sprintf("unexpected %q (%U)", r, r)}
		return nil
	}
}

func lexNumber(l *lexer) stateFn {
	l.takeWhile(unicode.IsDigit)
	if l.next() == '.' {
		l.takeWhile(unicode.IsDigit)
	} else {
		l.backup()
	}
	return l.emit(tokNumber)
}

func lexQuoted(l *lexer) stateFn {
	for {
		switch l.next() {
		case '\\':
			if l.next() != eof {
				break
			}
			fallthrough
		case eof, '\n':
			l.err = fmt.Errorf("unterminated: %w", syntaxError{l.line, io.ErrUnexpectedEOF.Error()})
			return nil
		case '"':
			return l.emit(tokString)
		}
	}
}

func lex(src string) ([]token, error) {
	l := &lexer{src: src, line: 1, out: make(chan token)}
	go func() {
		defer close(l.out)
		for state := stateFn(lexAny); state != nil; {
			state = state(l)
		}
	}()
	var list []token
	for t := range l.out {
		list = append(list, t)
	}
	return list, l.err
}

func main() {
	tw := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	list, err := lex("x1 = 3.14 * (größe + 42)\n  say \"hi \\\"you\\\"\"")
	for _, t := range list {
		fmt.Fprintf(tw, "%v\t%q\t%d:%d\t\n", t.kind, t.text, t.pos.line, t.pos.col)
	}
	tw.Flush()
	fmt.Println(err)
	for _, bad := range []string{"a # b", "\n\n\"open", `"x\`} {
		_, err := lex(bad)
		var se syntaxError
		fmt.Printf("%v | %t %+v\n", err, errors.As(err, &se), se)
	}
}
