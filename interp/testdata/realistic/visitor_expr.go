package main

import (
	"fmt"
	"math"
	"strings"
)

type Visitor[R any] interface {
	Num(n Num) R
	Bin(b Bin) R
	Call(c Call) R
}

type Expr interface{ isExpr() }

type Num float64

type Bin struct {
	Op   byte
	L, R Expr
}

type Call struct {
	Fn   string
	Args []Expr
}

func (Num) isExpr()  {}
func (Bin) isExpr()  {}
func (Call) isExpr() {}

func Accept[R any](e Expr, v Visitor[R]) R {
	switch e := e.(type) {
	case Num:
		return v.Num(e)
	case Bin:
		return v.Bin(e)
	case Call:
		return v.Call(e)
	}
	panic(fmt.Sprintf("unknown expression %T", e))
}

type printer struct{ depth int }

func (p *printer) Num(n Num) string { return fmt.Sprint(float64(n)) }

func (p *printer) Bin(b Bin) string {
	p.depth++
	defer func() { p.depth-- }()
	s := Accept[string](b.L, p) + " " + string(b.Op) + " " + Accept[string](b.R, p)
	if p.depth > 1 {
		s = "(" + s + ")"
	}
	return s
}

func (p *printer) Call(c Call) string {
	var args []string
	for _, a := range c.Args {
		args = append(args, Accept[string](a, p))
	}
	return c.Fn + "(" + strings.Join(args, ", ") + ")"
}

type evaluator map[string]func(...float64) float64

func (ev evaluator) Num(n Num) float64 { return float64(n) }

func (ev evaluator) Bin(b Bin) float64 {
	l, r := Accept[float64](b.L, ev), Accept[float64](b.R, ev)
	switch b.Op {
	case '+':
		return l + r
	case '-':
		return l - r
	case '*':
		return l * r
	case '/':
		return l / r
	}
	return math.NaN()
}

func (ev evaluator) Call(c Call) float64 {
	args := make([]float64, len(c.Args))
	for i := range args {
		args[i] = Accept[float64](c.Args[i], ev)
	}
	f, ok := ev[c.Fn]
	if !ok {
		return math.Inf(-1)
	}
	return f(args...)
}

type counter struct{ nums, bins, calls int }

func (c *counter) Num(Num) int { c.nums++; return c.nums }
func (c *counter) Bin(b Bin) int {
	c.bins++
	return Accept[int](b.L, c) + Accept[int](b.R, c)
}

func (c *counter) Call(x Call) (n int) {
	c.calls++
	for _, a := range x.Args {
		n += Accept[int](a, c)
	}
	return
}

func main() {
	lib := evaluator{
		"sqrt": func(a ...float64) float64 { return math.Sqrt(a[0]) },
		"max": func(a ...float64) float64 {
			m := math.Inf(-1)
			for _, v := range a {
				m = max(m, v)
			}
			return m
		},
	}
	exprs := []Expr{
		Bin{'+', Num(1), Bin{'*', Num(2), Num(3.5)}},
		Call{"max", []Expr{Num(3), Bin{'-', Num(10), Num(1)}, Call{"sqrt", []Expr{Num(16)}}}},
		Bin{'/', Call{"nope", nil}, Num(2)},
		Bin{'%', Num(1), Num(2)},
	}
	var c counter
	for _, e := range exprs {
		fmt.Println(Accept[string](e, &printer{}), "=", Accept[float64](e, lib), Accept[int](e, &c))
	}
	fmt.Printf("%+v\n", c)
}
