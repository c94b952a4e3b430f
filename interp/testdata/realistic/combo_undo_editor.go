package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

type command interface {
	do(*editor) (undo func(), err error)
}

type commandFunc func(*editor) (func(), error)

func (f commandFunc) do(e *editor) (func(), error) { return f(e) }

type editor struct {
	text   []rune
	cursor int
	done   []func()
	log    func(format string, args ...any)
}

type insert struct {
	at   int
	text string
}

type rangeError struct{ lo, hi, n int }

func (r rangeError) Error() string { return fmt.Sprintf("[%d:%d] of %d", r.lo, r.hi, r.n) }

func (i insert) do(e *editor) (func(), error) {
	old, cursor := e.text, e.cursor
	if !utf8.ValidString(i.text) {
		return nil, fmt.Errorf("%q: %w", i.text, errInvalid)
	}
	e.text = slices.Insert(slices.Clone(old), i.at, []rune(i.text)...)
	e.cursor = i.at + utf8.RuneCountInString(i.text)
	return func() { e.text, e.cursor = old, cursor }, nil
}

func remove(lo, hi int) command {
	return commandFunc(func(e *editor) (undo func(), err error) {
		defer func() {
			if r := recover(); r != nil {
				err = rangeError{lo, hi, len(e.text)}
			}
		}()
		gone := slices.Clone(e.text[lo:hi])
		e.text = slices.Delete(e.text, lo, hi)
		return func() { e.text = slices.Insert(e.text, lo, gone...) }, nil
	})
}

type macro []command

func (m macro) do(e *editor) (_ func(), err error) {
	var undo []func()
	back := func() {
		for _, f := range slices.Backward(undo) {
			f()
		}
	}
	defer func() {
		if err != nil {
			back()
		}
	}()
	for i, c := range m {
		u, err := c.do(e)
		if err != nil {
			return nil, fmt.Errorf("step %d of %d: %w", i+1, len(m), err)
		}
		undo = append(undo, u)
	}
	return back, nil
}

var errInvalid = errors.New("invalid text")

func (e *editor) run(cs ...command) *editor {
	for _, c := range cs {
		switch undo, err := c.do(e); {
		case err != nil:
			e.log("%T failed: %v", c, err)
		default:
			e.done = append(e.done, undo)
			e.log("%q at %d", string(e.text), e.cursor)
		}
	}
	return e
}

func (e *editor) undo(n int) {
	for ; n > 0 && len(e.done) > 0; n-- {
		last := len(e.done) - 1
		e.done[last]()
		e.done[last], e.done = nil, e.done[:last]
	}
	e.log("undone: %q", string(e.text))
}

func main() {
	var lines []string
	e := &editor{}
	e.log = func(f string, a ...any) { lines = append(lines, fmt.Sprintf(f, a...)) }
	upper := commandFunc(func(e *editor) (func(), error) {
		old := e.text
		e.text = []rune(strings.ToUpper(string(e.text)))
		return func() { e.text = old }, nil
	})
	e.run(insert{0, "héllo"}, insert{5, " wörld"}, remove(0, 1), remove(5, 99), insert{0, "\xff"}).undo(1)
	e.run(macro{upper, insert{0, "¡"}, remove(1, 3)},
		macro{upper, remove(2, 4), macro{insert{1, "x"}, remove(-1, 0)}})
	e.undo(1)
	e.undo(10)
	for i, l := range lines {
		fmt.Println(i, l)
	}
	_, err := macro{macro{remove(0, 1)}}.do(e)
	var re rangeError
	fmt.Println(err, errors.As(err, &re), re.hi)
}
