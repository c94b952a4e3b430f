package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

type Ref struct{ Col, Row int }

func (r Ref) String() string { return string(rune('A'+r.Col)) + strconv.Itoa(r.Row+1) }

func parseRef(s string) (r Ref, ok bool) {
	if len(s) < 2 || s[0] < 'A' || s[0] > 'Z' {
		return
	}
	n, err := strconv.Atoi(s[1:])
	return Ref{int(s[0] - 'A'), n - 1}, err == nil && n > 0
}

type Cell struct {
	text  string
	value float64
	err   error
	state uint8
}

const (
	dirty uint8 = iota
	busy
	clean
)

type Sheet struct {
	cells map[Ref]*Cell
	evals int
}

var (
	ErrCycle = errors.New("cycle")
	ErrValue = errors.New("value")
)

func (s *Sheet) Set(ref, text string) {
	r, ok := parseRef(ref)
	if !ok {
		panic("bad reference " + ref)
	}
	if s.cells == nil {
		s.cells = map[Ref]*Cell{}
	}
	s.cells[r] = &Cell{text: text}
	for _, c := range s.cells {
		c.state = dirty
	}
}

func (s *Sheet) Value(r Ref) (v float64, err error) {
	c, ok := s.cells[r]
	if !ok {
		return 0, nil
	}
	switch c.state {
	case clean:
		return c.value, c.err
	case busy:
		return 0, fmt.Errorf("%v: %w", r, ErrCycle)
	}
	c.state = busy
	defer func() {
		c.value, c.err, c.state = v, err, clean
	}()
	s.evals++
	formula, isFormula := strings.CutPrefix(c.text, "=")
	if !isFormula {
		if v, err = strconv.ParseFloat(c.text, 64); err != nil {
			return 0, fmt.Errorf("%v: %w %q", r, ErrValue, c.text)
		}
		return v, nil
	}
	return s.eval(formula)
}

func (s *Sheet) eval(f string) (float64, error) {
	if name, args, ok := strings.Cut(f, "("); ok && strings.HasSuffix(args, ")") {
		from, to, _ := strings.Cut(strings.TrimSuffix(args, ")"), ":")
		return s.aggregate(name, from, to)
	}
	for _, op := range []string{"+", "-", "*", "/"} {
		i := strings.LastIndex(f, op)
		if i <= 0 {
			continue
		}
		a, err := s.eval(f[:i])
		if err != nil {
			return 0, err
		}
		b, err := s.eval(f[i+1:])
		if err != nil {
			return 0, err
		}
		switch op {
		case "+":
			return a + b, nil
		case "-":
			return a - b, nil
		case "*":
			return a * b, nil
		}
		if b == 0 {
			return 0, fmt.Errorf("%s: %w", f, errors.New("division by zero"))
		}
		return a / b, nil
	}
	if r, ok := parseRef(f); ok {
		return s.Value(r)
	}
	return strconv.ParseFloat(f, 64)
}

func (s *Sheet) aggregate(name, from, to string) (acc float64, err error) {
	a, ok1 := parseRef(from)
	b, ok2 := parseRef(to)
	if !ok1 || !ok2 {
		return 0, fmt.Errorf("bad range %s:%s", from, to)
	}
	n := 0
	for r := a; r.Row <= b.Row; r.Row++ {
		for r.Col = a.Col; r.Col <= b.Col; r.Col++ {
			v, err := s.Value(r)
			if err != nil {
				return 0, err
			}
			if n++; n == 1 || name == "MAX" && v > acc {
				acc = v
			} else if name != "MAX" {
				acc += v
			}
		}
	}
	if name == "AVG" {
		acc /= float64(n)
	}
	return acc, nil
}

func (s *Sheet) Dump() {
	refs := make([]Ref, 0, len(s.cells))
	for r := range s.cells {
		refs = append(refs, r)
	}
	sort.Slice(refs, func(i, j int) bool {
		a, b := refs[i], refs[j]
		return a.Row < b.Row || a.Row == b.Row && a.Col < b.Col
	})
	for _, r := range refs {
		if v, err := s.Value(r); err != nil {
			fmt.Printf("%v: #%v (cycle %t, value %t)\n", r, err, errors.Is(err, ErrCycle), errors.Is(err, ErrValue))
		} else {
			fmt.Printf("%v: %g\n", r, v)
		}
	}
	fmt.Println("evaluated", s.evals)
}

func main() {
	var s Sheet
	for ref, text := range map[string]string{"A1": "3", "B1": "=A1*2", "A2": "4.5", "B2": "=A2+B1-1", "C1": "=SUM(A1:B2)", "C2": "=MAX(A1:B2)", "D1": "=AVG(A1:A2)/D2"} {
		s.Set(ref, text)
	}
	s.Dump()
	s.Set("D2", "2")
	s.Set("A3", "=B3")
	s.Set("B3", "=A3+1")
	s.Set("C3", "text")
	s.Set("D3", "=C3+A1")
	s.evals = 0
	s.Dump()
}
