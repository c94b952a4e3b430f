package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

type (
	symbol string
	list   []any
	fn     func(args ...any) (any, error)
)

type env struct {
	vars  map[symbol]any
	outer *env
}

func (e *env) find(s symbol) (any, error) {
	for ; e != nil; e = e.outer {
		if v, ok := e.vars[s]; ok {
			return v, nil
		}
	}
	return nil, fmt.Errorf("unbound: %s", s)
}

func parse(tokens []string) (any, []string, error) {
	if len(tokens) == 0 {
		return nil, nil, fmt.Errorf("unexpected end")
	}
	tok, rest := tokens[0], tokens[1:]
	switch tok {
	case "(":
		l := list{}
		for len(rest) > 0 && rest[0] != ")" {
			var v any
			var err error
			if v, rest, err = parse(rest); err != nil {
				return nil, nil, err
			}
			l = append(l, v)
		}
		if len(rest) == 0 {
			return nil, nil, fmt.Errorf("missing )")
		}
		return l, rest[1:], nil
	case ")":
		return nil, nil, fmt.Errorf("unexpected )")
	}
	if f, err := strconv.ParseFloat(tok, 64); err == nil {
		return f, rest, nil
	}
	return symbol(tok), rest, nil
}

func eval(x any, e *env) (any, error) {
	switch x := x.(type) {
	case float64:
		return x, nil
	case symbol:
		return e.find(x)
	case list:
		if len(x) == 0 {
			return nil, fmt.Errorf("empty call")
		}
		if s, ok := x[0].(symbol); ok {
			switch s {
			case "if":
				cond, err := eval(x[1], e)
				if err != nil {
					return nil, err
				}
				if cond == true {
					return eval(x[2], e)
				}
				return eval(x[3], e)
			case "define":
				v, err := eval(x[2], e)
				if err == nil {
					e.vars[x[1].(symbol)] = v
				}
				return v, err
			case "lambda":
				params := x[1].(list)
				return fn(func(args ...any) (any, error) {
					if len(args) != len(params) {
						return nil, fmt.Errorf("want %d arguments, got %d", len(params), len(args))
					}
					inner := &env{map[symbol]any{}, e}
					for i, p := range params {
						inner.vars[p.(symbol)] = args[i]
					}
					return eval(x[2], inner)
				}), nil
			}
		}
		var vals []any
		for _, item := range x {
			v, err := eval(item, e)
			if err != nil {
				return nil, err
			}
			vals = append(vals, v)
		}
		f, ok := vals[0].(fn)
		if !ok {
			return nil, fmt.Errorf("not a function: %v", vals[0])
		}
		return f(vals[1:]...)
	default:
		return nil, fmt.Errorf("cannot evaluate %T", x)
	}
}

func arith(op func(a, b float64) any) fn {
	return func(args ...any) (any, error) {
		acc, ok := args[0].(float64)
		if !ok {
			return nil, fmt.Errorf("not a number: %v", args[0])
		}
		var out any = acc
		for _, a := range args[1:] {
			out = op(out.(float64), a.(float64))
		}
		return out, nil
	}
}

func main() {
	global := &env{vars: map[symbol]any{
		"+": arith(func(a, b float64) any { return a + b }),
		"-": arith(func(a, b float64) any { return a - b }),
		"*": arith(func(a, b float64) any { return a * b }),
		"<": arith(func(a, b float64) any { return a < b }),
	}}
	for _, src := range []string{
		"(+ 1 2 (* 3 4))",
		"(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))",
		"(fact 10)",
		"(define twice (lambda (f) (lambda (x) (f (f x)))))",
		"((twice (lambda (x) (* x 3))) 7)",
		"(fact)",
		"(nope 1)",
		"(1 2)",
		"(+ 1",
	} {
		tokens := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(src))
		x, _, err := parse(tokens)
		var v any
		if err == nil {
			v, err = eval(x, global)
		}
		if f, isFn := v.(fn); isFn {
			fmt.Fprintln(os.Stdout, "function", f != nil)
			continue
		}
		fmt.Fprintln(os.Stdout, v, err)
	}
}
