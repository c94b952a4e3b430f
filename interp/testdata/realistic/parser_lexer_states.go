package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type itemType int

const (
	itemError itemType = iota
	itemEOF
	itemText
	itemLeft
	itemRight
	itemIdent
	itemNumber
	itemPipe
)

func (t itemType) String() string {
	return [...]string{"error", "EOF", "text", "left", "right", "ident", "number", "pipe"}[t]
}

type item struct {
	typ itemType
	val string
}

func (i item) String() string {
	switch {
	case i.typ == itemEOF:
		return "EOF"
	case len(i.val) > 12:
		return fmt.Sprintf("%v:%.12q...", i.typ, i.val)
	}
	return fmt.Sprintf("%v:%q", i.typ, i.val)
}

const (
	leftDelim  = "{{"
	rightDelim = "}}"
	eof        = -1
)

// stateFn is a state of the scanner as the function that returns the next state.
type stateFn func(*lexer) stateFn

type lexer struct {
	input      string
	start, pos int
	width      int
	items      chan item
}

func lex(input string) *lexer {
	l := &lexer{input: input, items: make(chan item)}
	go l.run()
	return l
}

func (l *lexer) run() {
	defer close(l.items)
	for state := stateFn(lexText); state != nil; {
		state = state(l)
	}
}

func (l *lexer) emit(t itemType) {
	l.items <- item{t, l.input[l.start:l.pos]}
	l.start = l.pos
}

func (l *lexer) next() (r rune) {
	if l.pos >= len(l.input) {
		l.width = 0
		return eof
	}
	r, l.width = utf8.DecodeRuneInString(l.input[l.pos:])
	l.pos += l.width
	return r
}

func (l *lexer) backup() { l.pos -= l.width }

func (l *lexer) ignore() { l.start = l.pos }

func (l *lexer) errorf(format string, args ...interface{}) stateFn {
	l.items <- item{itemError, fmt.Sprintf(format, args...)}
	return nil
}

func (l *lexer) acceptRun(valid func(rune) bool) {
	for valid(l.next()) {
	}
	l.backup()
}

func lexText(l *lexer) stateFn {
	for {
		if strings.HasPrefix(l.input[l.pos:], leftDelim) {
			if l.pos > l.start {
				l.emit(itemText)
			}
			return lexLeft
		}
		if l.next() == eof {
			break
		}
	}
	if l.pos > l.start {
		l.emit(itemText)
	}
	l.emit(itemEOF)
	return nil
}

func lexLeft(l *lexer) stateFn {
	l.pos += len(leftDelim)
	l.emit(itemLeft)
	return lexInside
}

func lexInside(l *lexer) stateFn {
	for {
		if strings.HasPrefix(l.input[l.pos:], rightDelim) {
			l.pos += len(rightDelim)
			l.emit(itemRight)
			return lexText
		}
		switch r := l.next(); {
		case r == eof || r == '\n':
			return l.errorf("unclosed action")
		case unicode.IsSpace(r):
			l.ignore()
		case r == '|':
			l.emit(itemPipe)
		case unicode.IsDigit(r):
			l.acceptRun(unicode.IsDigit)
			l.emit(itemNumber)
		case unicode.IsLetter(r):
			l.acceptRun(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
			l.emit(itemIdent)
		default:
			return l.errorf("bad character %#U", r)
		}
	}
}

func main() {
	for _, in := range []string{
		"hello {{name}}!",
		"{{a|trim 12}} and {{b}}",
		"a rather long piece of text {{ über }}",
		"{{open",
		"{{a $ b}}",
	} {
		for it := range lex(in).items {
			fmt.Print(it, " ")
		}
		fmt.Println()
	}
}
