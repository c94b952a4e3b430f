package main

import (
	"errors"
	"fmt"
	"strings"
)

type Command interface {
	Do(*Editor) error
	Undo(*Editor)
	fmt.Stringer
}

type Editor struct {
	text       []rune
	done, undo []Command
}

type insert struct {
	at   int
	text string
}

func (c insert) Do(e *Editor) error {
	if c.at > len(e.text) {
		return fmt.Errorf("%v: position out of range", c)
	}
	tail := append([]rune(c.text), e.text[c.at:]...)
	e.text = append(e.text[:c.at], tail...)
	return nil
}

func (c insert) Undo(e *Editor) {
	n := len([]rune(c.text))
	e.text = append(e.text[:c.at], e.text[c.at+n:]...)
}

func (c insert) String() string { return fmt.Sprintf("insert %q at %d", c.text, c.at) }

type remove struct {
	at, n   int
	removed []rune
}

func (c *remove) Do(e *Editor) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("nothing there to remove")
		}
	}()
	c.removed = append([]rune{}, e.text[c.at:c.at+c.n]...)
	e.text = append(e.text[:c.at:c.at], e.text[c.at+c.n:]...)
	return nil
}

func (c *remove) Undo(e *Editor) { insert{c.at, string(c.removed)}.Do(e) }

func (c *remove) String() string { return fmt.Sprintf("remove %d at %d", c.n, c.at) }

type macro []Command

func (m macro) Do(e *Editor) error {
	for i, c := range m {
		if err := c.Do(e); err != nil {
			for j := i - 1; j >= 0; j-- {
				m[j].Undo(e)
			}
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

func (m macro) Undo(e *Editor) {
	for i := range m {
		m[len(m)-1-i].Undo(e)
	}
}

func (m macro) String() string {
	parts := make([]string, len(m))
	for i, c := range m {
		parts[i] = c.String()
	}
	return "(" + strings.Join(parts, "; ") + ")"
}

func (e *Editor) Run(c Command) {
	if err := c.Do(e); err != nil {
		fmt.Println("error:", err)
		return
	}
	e.done, e.undo = append(e.done, c), nil
	fmt.Printf("%-42v %q\n", c, string(e.text))
}

func (e *Editor) Undo() bool {
	n := len(e.done)
	if n == 0 {
		return false
	}
	c := e.done[n-1]
	c.Undo(e)
	e.done, e.undo = e.done[:n-1], append(e.undo, c)
	fmt.Printf("undo %-37v %q\n", c, string(e.text))
	return true
}

func (e *Editor) Redo() bool {
	if len(e.undo) == 0 {
		return false
	}
	c := e.undo[len(e.undo)-1]
	rest := e.undo[:len(e.undo)-1]
	e.Run(c)
	e.undo = rest
	return true
}

func main() {
	e := &Editor{}
	e.Run(insert{0, "hello wörld"})
	e.Run(&remove{at: 0, n: 6})
	e.Run(insert{99, "?"})
	e.Run(&remove{at: 3, n: 30})
	e.Run(macro{insert{0, "<"}, insert{6, ">"}})
	e.Run(macro{insert{0, "x"}, &remove{at: 50, n: 1}})
	for e.Undo() {
	}
	fmt.Println(e.Redo(), e.Redo(), len(e.undo), e.Redo(), e.Redo(), string(e.text))
}
