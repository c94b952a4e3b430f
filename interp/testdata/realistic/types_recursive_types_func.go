package main

import "encoding/json"
import "fmt"
import "maps"
import "slices"
import "strings"

type state func(*lexer) state
type lexer struct {
	in  string
	pos int
	out []token
}
type token struct {
	kind kind
	text string
}
type kind uint8

const (
	word kind = iota
	number
	space
)

func (k kind) String() string { return [...]string{"word", "number", "space"}[k] }
func (s state) run(l *lexer) []token {
	for s != nil {
		s = s(l)
	}
	return l.out
}
func (l *lexer) while(k kind, ok func(byte) bool) {
	from := l.pos
	for l.pos < len(l.in) && ok(l.in[l.pos]) {
		l.pos++
	}
	l.out = append(l.out, token{k, l.in[from:l.pos]})
}
func start(l *lexer) state {
	if l.pos == len(l.in) {
		return nil
	}
	switch c := l.in[l.pos]; {
	case c >= '0' && c <= '9':
		return digits
	case c == ' ':
		return blanks
	default:
		return letters
	}
}
func digits(l *lexer) state {
	l.while(number, func(c byte) bool { return c >= '0' && c <= '9' })
	return start
}
func blanks(l *lexer) state  { l.while(space, func(c byte) bool { return c == ' ' }); return start }
func letters(l *lexer) state { l.while(word, func(c byte) bool { return c >= 'a' }); return start }

func main() {
	fmt.Println(state(start).run(&lexer{in: "ab 12  c3"}))
	type Tree map[string]Tree
	tr := Tree{"a": {"b": nil, "c": {"d": {}}}}
	var walk func(Tree, int)
	walk = func(t Tree, d int) {
		for _, k := range slices.Sorted(maps.Keys(t)) {
			fmt.Print(strings.Repeat(" ", d), k, ";")
			walk(t[k], d+1)
		}
	}
	walk(tr, 0)
	fmt.Println()
	b, _ := json.Marshal(tr)
	fmt.Println(string(b))
	fmt.Printf("%T %v\n", tr, tr)
}
