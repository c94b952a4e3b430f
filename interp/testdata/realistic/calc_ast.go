package main

import (
	"bufio"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
)

type Env struct {
	vars  map[string]float64
	outer *Env
	funcs map[string]any
	depth int
}

type evalError struct {
	pos token.Pos
	error
}

func (e *evalError) Unwrap() error { return e.error }

var (
	errDiv  = errors.New("division by zero")
	errName = errors.New("unknown name")
)

func (e *Env) lookup(name string) (v float64, ok bool) {
	for s := e; s != nil && !ok; s = s.outer {
		v, ok = s.vars[name]
	}
	return
}

func fail(pos token.Pos, err error, args ...any) {
	if len(args) > 0 {
		err = fmt.Errorf("%w: %v", err, fmt.Sprint(args...))
	}
	panic(&evalError{pos, err})
}

func (e *Env) eval(x ast.Expr) float64 {
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind != token.INT && x.Kind != token.FLOAT {
			fail(x.Pos(), errors.ErrUnsupported, x.Kind)
		}
		f, err := strconv.ParseFloat(x.Value, 64)
		if err != nil {
			fail(x.Pos(), err)
		}
		return f
	case *ast.Ident:
		if v, ok := e.lookup(x.Name); ok {
			return v
		}
		fail(x.Pos(), errName, x.Name)
	case *ast.ParenExpr:
		return e.eval(x.X)
	case *ast.UnaryExpr:
		if v := e.eval(x.X); x.Op == token.SUB {
			return -v
		}
	case *ast.BinaryExpr:
		a, b := e.eval(x.X), e.eval(x.Y)
		switch x.Op {
		case token.ADD:
			return a + b
		case token.SUB:
			return a - b
		case token.MUL:
			return a * b
		case token.QUO:
			if b == 0 {
				fail(x.OpPos, errDiv)
			}
			return a / b
		case token.XOR:
			return math.Pow(a, b)
		default:
			fail(x.OpPos, errors.ErrUnsupported, x.Op)
		}
	case *ast.CallExpr:
		return e.call(x)
	}
	fail(x.Pos(), errors.ErrUnsupported, fmt.Sprintf("%T", x))
	return 0
}

func (e *Env) call(x *ast.CallExpr) float64 {
	id, ok := x.Fun.(*ast.Ident)
	if !ok {
		fail(x.Pos(), errName)
	}
	var args []float64
	for _, a := range x.Args {
		args = append(args, e.eval(a))
	}
	root := e
	for root.outer != nil {
		root = root.outer
	}
	switch f := root.funcs[id.Name].(type) {
	case func(float64) float64:
		return f(args[0])
	case func(...float64) float64:
		return f(args...)
	case lambda:
		return f.apply(e, args)
	case nil:
		fail(id.Pos(), errName, id.Name, "()")
	default:
		fail(id.Pos(), errors.ErrUnsupported, fmt.Sprintf("%T", f))
	}
	panic("unreachable")
}

type lambda struct {
	params []string
	body   ast.Expr
}

func (l lambda) apply(e *Env, args []float64) float64 {
	inner := &Env{vars: map[string]float64{}, outer: e, depth: e.depth + 1}
	if inner.depth > 20 {
		fail(l.body.Pos(), errors.New("too deep"))
	}
	for i, p := range l.params {
		inner.vars[p] = args[i]
	}
	return inner.eval(l.body)
}

func (e *Env) Line(s string) (out string, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *evalError:
			err = fmt.Errorf("at %d: %w", r.pos, r)
		case error:
			err = r
		}
	}()
	name, rest, isDef := strings.Cut(s, "=")
	if !isDef {
		rest = s
	}
	x, err := parser.ParseExpr(rest)
	if err != nil {
		return "", err
	}
	if head, params, isFunc := strings.Cut(strings.TrimSpace(name), "("); isDef && isFunc {
		e.funcs[head] = lambda{strings.Split(strings.TrimSuffix(params, ")"), ","), x}
		return head + " defined", nil
	}
	v := e.eval(x)
	if isDef {
		e.vars[strings.TrimSpace(name)] = v
	}
	return strconv.FormatFloat(v, 'g', 8, 64), nil
}

func main() {
	e := &Env{vars: map[string]float64{"pi": math.Pi}, funcs: map[string]any{"sqrt": math.Sqrt, "max": func(xs ...float64) float64 { sort.Float64s(xs); return xs[len(xs)-1] }, "odd": 3}}
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for i, line := range strings.Split("1+2*3\nx = (4-1)^2\nsqrt(x)*-2\n1/(x-9)\ny+1\nf(a,b) = a*b+x\nf(2,3)\nf(2)\nmax(1, x, 2)\nodd(1)\n\"s\"\n1 +\nmax()\ng(n) = g(n+1)\ng(0)\nx % 2\na.b\n1e999", "\n") {
		out, err := e.Line(line)
		var ee *evalError
		fmt.Fprintf(w, "%2d %-14s %s", i, line, out)
		if err != nil {
			fmt.Fprint(w, "! ", err, " ", errors.As(err, &ee), errors.Is(err, errDiv) || errors.Is(err, errName))
		}
		fmt.Fprintln(w)
	}
}
