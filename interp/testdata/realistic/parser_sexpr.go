package main

import (
	"fmt"
	"strconv"
	"strings"
)

type Node interface {
	fmt.Stringer
	Eval(env *Env) (Node, error)
}

type (
	Num    float64
	Sym    string
	List   []Node
	Lambda struct {
		params []Sym
		body   Node
		env    *Env
	}
	Builtin func(args []Node) (Node, error)
)

func (n Num) String() string     { return strconv.FormatFloat(float64(n), 'g', -1, 64) }
func (s Sym) String() string     { return string(s) }
func (l *Lambda) String() string { return fmt.Sprintf("#<lambda/%d>", len(l.params)) }
func (Builtin) String() string   { return "#<builtin>" }
func (l List) String() string {
	parts := make([]string, len(l))
	for i, n := range l {
		parts[i] = n.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

type Env struct {
	vars  map[Sym]Node
	outer *Env
}

func (e *Env) find(s Sym) (Node, bool) {
	for ; e != nil; e = e.outer {
		if n, ok := e.vars[s]; ok {
			return n, true
		}
	}
	return nil, false
}

func (n Num) Eval(*Env) (Node, error)     { return n, nil }
func (l *Lambda) Eval(*Env) (Node, error) { return l, nil }
func (b Builtin) Eval(*Env) (Node, error) { return b, nil }
func (s Sym) Eval(env *Env) (Node, error) {
	if n, ok := env.find(s); ok {
		return n, nil
	}
	return nil, fmt.Errorf("unbound symbol %s", s)
}

func (l List) Eval(env *Env) (Node, error) {
	if len(l) == 0 {
		return l, nil
	}
	if head, ok := l[0].(Sym); ok {
		switch head {
		case "quote":
			return l[1], nil
		case "if":
			c, err := l[1].Eval(env)
			if err != nil {
				return nil, err
			}
			if n, isNum := c.(Num); isNum && n == 0 {
				return l[3].Eval(env)
			}
			return l[2].Eval(env)
		case "define":
			v, err := l[2].Eval(env)
			if err == nil {
				env.vars[l[1].(Sym)] = v
			}
			return v, err
		case "lambda":
			lam := &Lambda{body: l[2], env: env}
			for _, p := range l[1].(List) {
				lam.params = append(lam.params, p.(Sym))
			}
			return lam, nil
		}
	}
	var vals []Node
	for _, n := range l {
		v, err := n.Eval(env)
		if err != nil {
			return nil, fmt.Errorf("in %v: %w", l, err)
		}
		vals = append(vals, v)
	}
	switch f := vals[0].(type) {
	case Builtin:
		return f(vals[1:])
	case *Lambda:
		local := &Env{vars: map[Sym]Node{}, outer: f.env}
		for i, p := range f.params {
			local.vars[p] = vals[i+1]
		}
		return f.body.Eval(local)
	default:
		return nil, fmt.Errorf("%v is no function", f)
	}
}

func parse(tokens []string) (Node, []string) {
	tok, rest := tokens[0], tokens[1:]
	if tok != "(" {
		if f, err := strconv.ParseFloat(tok, 64); err == nil {
			return Num(f), rest
		}
		return Sym(tok), rest
	}
	var l List
	for rest[0] != ")" {
		var n Node
		n, rest = parse(rest)
		l = append(l, n)
	}
	return l, rest[1:]
}

func arith(f func(a, b float64) float64) Builtin {
	return func(args []Node) (Node, error) {
		acc, ok := args[0].(Num)
		for _, a := range args[1:] {
			n, isNum := a.(Num)
			ok = ok && isNum
			acc = Num(f(float64(acc), float64(n)))
		}
		if !ok {
			return nil, fmt.Errorf("numbers wanted, got %v", args)
		}
		return acc, nil
	}
}

func main() {
	env := &Env{vars: map[Sym]Node{
		"+": arith(func(a, b float64) float64 { return a + b }),
		"-": arith(func(a, b float64) float64 { return a - b }),
		"*": arith(func(a, b float64) float64 { return a * b }),
		"car": Builtin(func(args []Node) (Node, error) {
			if l, ok := args[0].(List); ok && len(l) > 0 {
				return l[0], nil
			}
			return nil, fmt.Errorf("car of %v", args[0])
		}),
	}}
	lines := []string{
		"(+ 1 2 3)",
		"(define square (lambda (x) (* x x)))",
		"(square 7)",
		"(define fact (lambda (n) (if n (* n (fact (- n 1))) 1)))",
		"(fact 10)",
		"((lambda (a b) (- a b)) 10 4)",
		"(quote (a (b c) 3))",
		"(car (quote (z y)))",
		"(car 5)",
		"(+ 1 (* 2 oops))",
		"(3 4)",
	}
	for _, line := range lines {
		r := strings.NewReplacer("(", " ( ", ")", " ) ")
		n, _ := parse(strings.Fields(r.Replace(line)))
		v, err := n.Eval(env)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Printf("%T %v\n", v, v)
	}
}
