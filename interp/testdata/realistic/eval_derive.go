package main

import (
	"fmt"
	"math"
)

func main() {
	x := Var("x")
	exprs := []Expr{
		Add{Mul{Const(3), Pow{x, 2}}, Mul{Const(-2), x}},
		Mul{Sin{x}, x},
		Pow{Add{x, Const(1)}, 3},
		Sin{Mul{Const(2), Var("y")}},
	}
	env := map[Var]float64{"x": 0.5, "y": math.Pi}
	for _, e := range exprs {
		d := Simplify(e.Derive("x"))
		fmt.Printf("f  = %v = %.4f\nf' = %v = %.4f\n", e, e.Eval(env), d, d.Eval(env))
		const h = 1e-6
		lo, hi := map[Var]float64{"y": env["y"]}, map[Var]float64{"y": env["y"]}
		lo["x"], hi["x"] = env["x"]-h, env["x"]+h
		if numeric := (e.Eval(hi) - e.Eval(lo)) / (2 * h); math.Abs(numeric-d.Eval(env)) > 1e-5 {
			fmt.Println("mismatch:", numeric)
		}
	}
	fmt.Println(depth(exprs[2]), count(exprs[0]))
}

type Expr interface {
	Eval(env map[Var]float64) float64
	Derive(v Var) Expr
	String() string
}

type Const float64

type Var string

type Add struct{ L, R Expr }

type Mul struct{ L, R Expr }

type Pow struct {
	Base Expr
	N    int
}

type (
	Sin struct{ X Expr }
	Cos struct{ X Expr }
)

func (c Const) Eval(map[Var]float64) float64   { return float64(c) }
func (v Var) Eval(env map[Var]float64) float64 { return env[v] }
func (a Add) Eval(env map[Var]float64) float64 { return a.L.Eval(env) + a.R.Eval(env) }
func (m Mul) Eval(env map[Var]float64) float64 { return m.L.Eval(env) * m.R.Eval(env) }
func (p Pow) Eval(env map[Var]float64) float64 { return math.Pow(p.Base.Eval(env), float64(p.N)) }
func (s Sin) Eval(env map[Var]float64) float64 { return math.Sin(s.X.Eval(env)) }
func (c Cos) Eval(env map[Var]float64) float64 { return math.Cos(c.X.Eval(env)) }

func (Const) Derive(Var) Expr { return Const(0) }
func (v Var) Derive(w Var) Expr {
	if v == w {
		return Const(1)
	}
	return Const(0)
}
func (a Add) Derive(v Var) Expr { return Add{a.L.Derive(v), a.R.Derive(v)} }
func (m Mul) Derive(v Var) Expr {
	return Add{Mul{m.L.Derive(v), m.R}, Mul{m.L, m.R.Derive(v)}}
}
func (p Pow) Derive(v Var) Expr {
	return Mul{Mul{Const(p.N), Pow{p.Base, p.N - 1}}, p.Base.Derive(v)}
}
func (s Sin) Derive(v Var) Expr { return Mul{Cos(s), s.X.Derive(v)} }
func (c Cos) Derive(v Var) Expr { return Mul{Const(-1), Mul{Sin(c), c.X.Derive(v)}} }

func (c Const) String() string { return fmt.Sprint(float64(c)) }
func (v Var) String() string   { return string(v) }
func (a Add) String() string   { return fmt.Sprintf("(%v + %v)", a.L, a.R) }
func (m Mul) String() string   { return fmt.Sprintf("%v*%v", m.L, m.R) }
func (p Pow) String() string   { return fmt.Sprintf("%v^%d", p.Base, p.N) }
func (s Sin) String() string   { return fmt.Sprintf("sin(%v)", s.X) }
func (c Cos) String() string   { return fmt.Sprintf("cos(%v)", c.X) }

// Simplify folds constants and drops neutral elements.
func Simplify(e Expr) Expr {
	switch e := e.(type) {
	case Add:
		l, r := Simplify(e.L), Simplify(e.R)
		a, okA := l.(Const)
		b, okB := r.(Const)
		switch {
		case okA && okB:
			return a + b
		case okA && a == 0:
			return r
		case okB && b == 0:
			return l
		}
		return Add{l, r}
	case Mul:
		l, r := Simplify(e.L), Simplify(e.R)
		if l == Const(0) || r == Const(0) {
			return Const(0)
		}
		if l == Const(1) {
			return r
		}
		if r == Const(1) {
			return l
		}
		if a, ok := l.(Const); ok {
			if b, ok := r.(Const); ok {
				return a * b
			}
		}
		return Mul{l, r}
	case Pow:
		switch e.N {
		case 0:
			return Const(1)
		case 1:
			return Simplify(e.Base)
		}
		return Pow{Simplify(e.Base), e.N}
	}
	return e
}

func depth(e Expr) int {
	switch e := e.(type) {
	case Add:
		return 1 + max(depth(e.L), depth(e.R))
	case Mul:
		return 1 + max(depth(e.L), depth(e.R))
	case Pow:
		return 1 + depth(e.Base)
	case Sin:
		return 1 + depth(e.X)
	}
	return 1
}

func count(e Expr) (n int) {
	n = 1
	switch e := e.(type) {
	case Add:
		n += count(e.L) + count(e.R)
	case Mul:
		n += count(e.L)
		n += count(e.R)
	case Pow:
		n += count(e.Base)
	}
	return
}
