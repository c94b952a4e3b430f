package main

import (
	"fmt"
	"strings"
)

type Node interface {
	Eval(vars map[string]float64) (float64, error)
	Derive(v string) Node
	String() string
}

type (
	Const float64
	Var   string
	Sum   []Node
	Prod  struct{ A, B Node }
)

func (c Const) Eval(map[string]float64) (float64, error) { return float64(c), nil }
func (c Const) Derive(string) Node                       { return Const(0) }
func (c Const) String() string                           { return fmt.Sprint(float64(c)) }

func (v Var) Eval(vars map[string]float64) (float64, error) {
	if x, ok := vars[string(v)]; ok {
		return x, nil
	}
	return 0, fmt.Errorf("no value for %s", string(v))
}

func (v Var) Derive(x string) Node {
	if string(v) == x {
		return Const(1)
	}
	return Const(0)
}
func (v Var) String() string { return string(v) }

func (s Sum) Eval(vars map[string]float64) (total float64, err error) {
	for _, n := range s {
		x, err := n.Eval(vars)
		if err != nil {
			return 0, fmt.Errorf("in %v: %w", s, err)
		}
		total += x
	}
	return
}

func (s Sum) Derive(v string) Node {
	var out Sum
	for _, n := range s {
		out = append(out, n.Derive(v))
	}
	return simplify(out)
}

func (s Sum) String() string {
	var parts []string
	for _, n := range s {
		parts = append(parts, n.String())
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

func (p Prod) Eval(vars map[string]float64) (float64, error) {
	a, err := p.A.Eval(vars)
	if err != nil {
		return 0, err
	}
	b, err := p.B.Eval(vars)
	return a * b, err
}

func (p Prod) Derive(v string) Node {
	return simplify(Sum{simplify(Prod{p.A.Derive(v), p.B}), simplify(Prod{p.A, p.B.Derive(v)})})
}
func (p Prod) String() string { return p.A.String() + "*" + p.B.String() }

func simplify(n Node) Node {
	switch n := n.(type) {
	case Sum:
		var out Sum
		var c Const
		for _, x := range n {
			switch x := x.(type) {
			case Const:
				c += x
			case Sum:
				out = append(out, x...)
			default:
				out = append(out, x)
			}
		}
		if c != 0 || len(out) == 0 {
			out = append(out, c)
		}
		if len(out) == 1 {
			return out[0]
		}
		return out
	case Prod:
		for _, pair := range [][2]Node{{n.A, n.B}, {n.B, n.A}} {
			if c, ok := pair[0].(Const); ok && c == 0 {
				return c
			} else if ok && c == 1 {
				return pair[1]
			}
		}
	}
	return n
}

func main() {
	x, y := Var("x"), Var("y")
	for _, n := range []Node{
		Sum{Prod{x, x}, Prod{Const(3), x}, Const(2)},
		Prod{Sum{x, y}, Sum{x, Const(1)}},
		Const(5),
	} {
		d := n.Derive("x")
		v, err := d.Eval(map[string]float64{"x": 2})
		w, err2 := d.Eval(map[string]float64{"x": 2, "y": 10})
		fmt.Println(n, "|", d, "|", v, err, w, err2)
	}
}
