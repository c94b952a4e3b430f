package main

import (
	"fmt"
	"strings"
)

type kind byte

const (
	eof kind = iota
	ident
	number
	str
	op
	bad kind = 1<<8 - 1
)

func (k kind) String() string {
	names := [...]string{eof: "eof", ident: "ident", number: "number", str: "str", op: "op"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", byte(k))
}

type token struct {
	kind
	text      string
	line, col int
}

func lex(src string) (out []token) {
	i, line, start := 0, 1, 0
	emit := func(k kind, from int) {
		out = append(out, token{k, src[from:i], line, from - start + 1})
	}
next:
	for i < len(src) {
		from := i
		switch c := src[i]; {
		case c == '\n':
			line, start, i = line+1, i+1, i+1
			continue next
		case c == ' ', c == '\t':
			i++
			continue
		case c >= '0' && c <= '9':
			for i < len(src) {
				switch c := src[i]; {
				case c == '.':
					if i+1 == len(src) || src[i+1] < '0' || src[i+1] > '9' {
						break next
					}
					fallthrough
				case c >= '0' && c <= '9', c == '_':
					i++
				default:
					emit(number, from)
					continue next
				}
			}
			emit(number, from)
		case c == '"':
			goto quoted
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			i = word(src, i)
			emit(ident, from)
		default:
			i = operator(src, i)
			emit(op, from)
		}
		continue
	quoted:
		for i++; i < len(src); i++ {
			if src[i] == '\\' {
				i++
			} else if src[i] == '"' {
				i++
				emit(str, from)
				continue next
			}
		}
		i = len(src)
		emit(bad, from)
	}
	if rest := i; rest < len(src) {
		i = len(src)
		emit(bad, rest)
	}
	return append(out, token{eof, "", line, i - start + 1})
}

// word is where the word at i ends.
func word(src string, i int) int {
	for i < len(src) && (src[i]|0x20 >= 'a' && src[i]|0x20 <= 'z' || src[i] == '_') {
		i++
	}
	return i
}

// operator is where the operator at i ends.
func operator(src string, i int) int {
	if i++; i < len(src) && strings.Contains("== <= != :=", src[i-1:i+1]) {
		i++
	}
	return i
}

func main() {
	for _, src := range []string{"x := 12.5 + y_z\n\tif \"a\\\"b\" != q { }", "1.", "\"open", "a<=b==c", "",
		"1_000.25.x"} {
		for j, t := range lex(src) {
			if j > 0 {
				fmt.Print(", ")
			}
			fmt.Printf("%v %q %d:%d", t.kind, t.text, t.line, t.col)
		}
		fmt.Println()
	}
	fmt.Printf("%v %+v\n", token{kind: op}, token{text: "x", line: 3})
}
