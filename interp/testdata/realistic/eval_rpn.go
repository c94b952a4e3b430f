package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

type stack []float64

func (s *stack) push(v float64) { *s = append(*s, v) }

func (s *stack) pop() float64 {
	old := *s
	if len(old) == 0 {
		panic("stack is empty")
	}
	v := old[len(old)-1]
	*s = old[:len(old)-1]
	return v
}

func (s stack) String() string {
	var parts []string
	for _, v := range s {
		parts = append(parts, strconv.FormatFloat(v, 'f', -1, 64))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

type machine struct {
	stack
	words map[string]func(*machine)
	steps int
}

func newMachine() *machine {
	binary := func(f func(a, b float64) float64) func(*machine) {
		return func(m *machine) {
			b, a := m.pop(), m.pop()
			m.push(f(a, b))
		}
	}
	m := &machine{words: map[string]func(*machine){
		"+":    binary(func(a, b float64) float64 { return a + b }),
		"-":    binary(func(a, b float64) float64 { return a - b }),
		"*":    binary(func(a, b float64) float64 { return a * b }),
		"/":    binary(func(a, b float64) float64 { return a / b }),
		"pow":  binary(math.Pow),
		"sqrt": func(m *machine) { m.push(math.Sqrt(m.pop())) },
		"dup": func(m *machine) {
			v := m.pop()
			m.push(v)
			m.push(v)
		},
		"swap": func(m *machine) {
			a, b := m.pop(), m.pop()
			m.push(a)
			m.push(b)
		},
	}}
	m.words["sq"] = func(m *machine) {
		m.words["dup"](m)
		m.words["*"](m)
	}
	return m
}

func (m *machine) run(line string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%q after %d steps: %v", line, m.steps, r)
			m.stack = m.stack[:0]
		}
	}()
	for _, word := range strings.Fields(line) {
		if word == "#" {
			break
		}
		if f, ok := m.words[word]; ok {
			f(m)
		} else if v, err := strconv.ParseFloat(word, 64); err == nil {
			m.push(v)
		} else {
			return fmt.Errorf("what is %s?", word)
		}
		m.steps++
	}
	return nil
}

func main() {
	m := newMachine()
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for _, line := range []string{
		"3 4 +",
		"sq",
		"2 swap /   # half the inverse",
		"1 +",
		"+ +",
		"2 10 pow 3 sq 4 sq + sqrt",
		"foo",
		"-",
		"1 0 /",
	} {
		if err := m.run(line); err != nil {
			fmt.Fprintln(w, "error:", err)
			continue
		}
		fmt.Fprintf(w, "%-28s %v depth %d\n", line, m.stack, len(m.stack))
	}
}
