package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"sort"
	"strconv"
)

// A calculator that leaves the parsing to package go/parser.

type calc struct {
	vars  map[string]float64
	funcs map[string]func(...float64) float64
}

type evalError struct {
	expr ast.Expr
	msg  string
}

func (e evalError) Error() string { return fmt.Sprintf("col %d: %s", e.expr.Pos(), e.msg) }

func main() {
	c := &calc{
		vars: map[string]float64{"pi": math.Pi},
		funcs: map[string]func(...float64) float64{
			"sqrt": func(a ...float64) float64 { return math.Sqrt(a[0]) },
			"max": func(a ...float64) float64 {
				m := math.Inf(-1)
				for _, v := range a {
					m = math.Max(m, v)
				}
				return m
			},
			"sum": func(a ...float64) (s float64) {
				for i := range a {
					s += a[i]
				}
				return
			},
		},
	}
	statements := []struct{ name, expr string }{
		{"r", "2.5"},
		{"area", "pi * r * r"},
		{"", "area / 2 - 1"},
		{"", "sqrt(r*r + 6*6)"},
		{"m", "max(3, -4, 7.5)"},
		{"n", "sum()"},
		{"", "m % 4"},
		{"", "undefined + 1"},
		{"", "nope(1)"},
		{"", "(1 + 2"},
		{"", `"text"`},
		{"", "m > 3 && n == 0"},
	}
	for _, st := range statements {
		v, err := c.eval(st.expr)
		if err != nil {
			fmt.Printf("%s: %v\n", st.expr, err)
			continue
		}
		if st.name != "" {
			c.vars[st.name] = v
			fmt.Printf("%s = ", st.name)
		}
		fmt.Printf("%.3f\n", v)
	}
	names := make([]string, 0)
	for name := range c.vars {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Println(names)
}

func (c *calc) eval(src string) (v float64, err error) {
	e, err := parser.ParseExpr(src)
	if err != nil {
		return 0, fmt.Errorf("syntax error")
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case evalError:
			err = r
		default:
			panic(r)
		}
	}()
	return c.node(e), nil
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (c *calc) node(e ast.Expr) float64 {
	switch e := e.(type) {
	case *ast.BasicLit:
		v, err := strconv.ParseFloat(e.Value, 64)
		if err != nil {
			panic(evalError{e, "no number: " + e.Value})
		}
		return v
	case *ast.Ident:
		v, ok := c.vars[e.Name]
		if !ok {
			panic(evalError{e, "unknown variable " + e.Name})
		}
		return v
	case *ast.ParenExpr:
		return c.node(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			return -c.node(e.X)
		}
	case *ast.CallExpr:
		f := c.funcs[fmt.Sprint(e.Fun)]
		if f == nil {
			panic(evalError{e, fmt.Sprintf("unknown function %v", e.Fun)})
		}
		var args []float64
		for _, a := range e.Args {
			args = append(args, c.node(a))
		}
		return f(args...)
	case *ast.BinaryExpr:
		x, y := c.node(e.X), c.node(e.Y)
		switch e.Op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		case token.REM:
			return math.Mod(x, y)
		case token.GTR:
			return truth(x > y)
		case token.EQL:
			return truth(x == y)
		case token.LAND:
			return truth(x != 0 && y != 0)
		}
	}
	panic(evalError{e, fmt.Sprintf("not supported: %T", e)})
}
