package main

import (
	"errors"
	"fmt"
	"strconv"
	"unicode"
)

func main() {
	for _, src := range []string{
		"1 + 2*3",
		"(1+2)*3 - -4",
		"2 ^ 3 ^ 2",
		"10 / (5 - 5)",
		"3 + * 4",
		"(1 + 2",
		"8 / 3 / 2",
		"",
	} {
		v, err := Eval(src)
		var se *SyntaxError
		switch {
		case errors.As(err, &se):
			fmt.Printf("%-14q syntax error at %d: %s\n", src, se.Pos, se.Msg)
		case errors.Is(err, ErrDivide):
			fmt.Printf("%-14q %v\n", src, err)
		case err != nil:
			fmt.Println("unexpected:", err)
		default:
			fmt.Printf("%-14q %.4g\n", src, v)
		}
	}
}

var ErrDivide = errors.New("division by zero")

type SyntaxError struct {
	Pos int
	Msg string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: %s", e.Pos, e.Msg) }

type parser struct {
	src []rune
	pos int
}

// Eval parses and evaluates an expression.
func Eval(src string) (v float64, err error) {
	p := &parser{src: []rune(src)}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok {
				panic(r)
			}
			v, err = 0, fmt.Errorf("eval %q: %w", src, e)
		}
	}()
	v = p.sum()
	if c := p.peek(); c != 0 {
		p.fail("unexpected %q", c)
	}
	return v, nil
}

func (p *parser) fail(format string, args ...any) {
	panic(&SyntaxError{p.pos, fmt.Sprintf(format, args...)})
}

func (p *parser) peek() rune {
	for p.pos < len(p.src) && unicode.IsSpace(p.src[p.pos]) {
		p.pos++
	}
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) sum() float64 {
	v := p.product()
	for {
		switch p.peek() {
		case '+':
			p.pos++
			v += p.product()
		case '-':
			p.pos++
			v -= p.product()
		default:
			return v
		}
	}
}

func (p *parser) product() float64 {
	v := p.power()
	for {
		switch op := p.peek(); op {
		case '*', '/':
			p.pos++
			w := p.power()
			if op == '*' {
				v *= w
				continue
			}
			if w == 0 {
				panic(ErrDivide)
			}
			v /= w
		default:
			return v
		}
	}
}

func (p *parser) power() float64 {
	base := p.unary()
	if p.peek() != '^' {
		return base
	}
	p.pos++
	result := 1.0
	for exp := p.power(); exp > 0; exp-- {
		result *= base
	}
	return result
}

func (p *parser) unary() float64 {
	switch c := p.peek(); {
	case c == '-':
		p.pos++
		return -p.unary()
	case c == '(':
		p.pos++
		v := p.sum()
		if p.peek() != ')' {
			p.fail("missing )")
		}
		p.pos++
		return v
	case unicode.IsDigit(c):
		start := p.pos
		for p.pos < len(p.src) && (unicode.IsDigit(p.src[p.pos]) || p.src[p.pos] == '.') {
			p.pos++
		}
		v, err := strconv.ParseFloat(string(p.src[start:p.pos]), 64)
		if err != nil {
			panic(err)
		}
		return v
	case c == 0:
		p.fail("unexpected end")
	default:
		p.fail("unexpected %q", c)
	}
	return 0
}
