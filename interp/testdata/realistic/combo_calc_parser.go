package main

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"strconv"
	"strings"
	"unicode"
)

type Node interface{ Eval(env) complex128 }

type env map[string]complex128

type (
	lit  complex128
	name string
	un   struct {
		op rune
		x  Node
	}
	bin struct {
		op   rune
		l, r Node
	}
	apply struct {
		fn   string
		args []Node
	}
)

type syntaxError struct {
	at  int
	msg string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("%d: %s", e.at, e.msg) }

var funcs = map[string]func(...complex128) complex128{
	"sqrt": func(a ...complex128) complex128 { return cmplx.Sqrt(a[0]) },
	"max": func(a ...complex128) complex128 {
		m := math.Inf(-1)
		for _, x := range a {
			m = max(m, real(x))
		}
		return complex(m, 0)
	},
	"abs": func(a ...complex128) complex128 { return complex(cmplx.Abs(a[0]), 0) },
}

func (l lit) Eval(env) complex128    { return complex128(l) }
func (n name) Eval(e env) complex128 { return e[string(n)] }
func (u un) Eval(e env) complex128   { return -u.x.Eval(e) }
func (b *bin) Eval(e env) complex128 {
	l, r := b.l.Eval(e), b.r.Eval(e)
	switch b.op {
	case '+':
		return l + r
	case '-':
		return l - r
	case '*':
		return l * r
	case '/':
		if r == 0 {
			panic(fmt.Errorf("%v / 0: %w", l, errDivide))
		}
		return l / r
	}
	return cmplx.Pow(l, r)
}

func (a apply) Eval(e env) complex128 {
	var args []complex128
	for _, x := range a.args {
		args = append(args, x.Eval(e))
	}
	return funcs[a.fn](args...)
}

var errDivide = errors.New("division by zero")

type parser struct {
	in  []rune
	pos int
}

func (p *parser) peek() rune {
	for p.pos < len(p.in) && unicode.IsSpace(p.in[p.pos]) {
		p.pos++
	}
	if p.pos == len(p.in) {
		return 0
	}
	return p.in[p.pos]
}

func (p *parser) fail(format string, a ...any) { panic(&syntaxError{p.pos, fmt.Sprintf(format, a...)}) }

var power = map[rune]int{'+': 1, '-': 1, '*': 2, '/': 2, '^': 3}

func (p *parser) expr(min int) Node {
	left := p.atom()
	for {
		op := p.peek()
		n, ok := power[op]
		if !ok || n < min {
			return left
		}
		p.pos++
		if op != '^' {
			n++
		}
		left = &bin{op, left, p.expr(n)}
	}
}

func (p *parser) while(f func(rune) bool) string {
	from := p.pos
	for p.pos < len(p.in) && f(p.in[p.pos]) {
		p.pos++
	}
	return string(p.in[from:p.pos])
}

func (p *parser) atom() Node {
	switch c := p.peek(); {
	case c == '-':
		p.pos++
		return un{c, p.expr(3)}
	case c == '(':
		p.pos++
		x := p.expr(1)
		if p.peek() != ')' {
			p.fail("want ), have %q", p.peek())
		}
		p.pos++
		return x
	case unicode.IsDigit(c):
		s := p.while(func(r rune) bool { return unicode.IsDigit(r) || r == '.' })
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			panic(fmt.Errorf("number: %w", err))
		}
		if p.peek() == 'i' {
			p.pos++
			return lit(complex(0, f))
		}
		return lit(complex(f, 0))
	case unicode.IsLetter(c):
		return p.named(p.while(unicode.IsLetter))
	}
	p.fail("unexpected %q", p.peek())
	return nil
}

func (p *parser) named(s string) Node {
	if p.peek() != '(' {
		return name(s)
	}
	if funcs[s] == nil {
		p.fail("no function %s", s)
	}
	a := apply{fn: s}
	for sep := '('; p.peek() == sep; sep = ',' {
		p.pos++
		a.args = append(a.args, p.expr(1))
	}
	if p.peek() != ')' {
		p.fail("open call of %s", s)
	}
	p.pos++
	return a
}

func eval(s string, e env) (v complex128, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *syntaxError, interface{ Unwrap() error }:
			err = r.(error)
		default:
			panic(r)
		}
	}()
	p := &parser{in: []rune(s)}
	n := p.expr(1)
	if p.peek() != 0 {
		p.fail("rest %q", string(p.in[p.pos:]))
	}
	return n.Eval(e), nil
}

const formulas = "1+2*3;2^3^2;-2^2;(1+i)*(1-i);sqrt(-4);max(1,x,2)*π;1/0;2*(3;foo(1);1.2.3;4 4;é;" +
	"abs(3+4i)/x;max()"

func main() {
	e := env{"x": 3, "π": math.Pi, "i": 1i}
	for _, s := range strings.Split(formulas, ";") {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Printf("%-14s PANIC %v\n", s, r)
				}
			}()
			v, err := eval(s, e)
			var se *syntaxError
			fmt.Printf("%-14s %.4g %v %v %v\n", s, v, err, errors.As(err, &se), errors.Is(err, errDivide))
		}()
	}
}
