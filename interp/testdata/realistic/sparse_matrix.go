package main

import (
	"fmt"
	"maps"
	"slices"
)

type cell struct{ r, c int }

type Sparse map[cell]float64

func (s Sparse) Set(r, c int, v float64) Sparse {
	if v == 0 {
		delete(s, cell{r, c})
	} else {
		s[cell{r, c}] = v
	}
	return s
}

func (s Sparse) Cells() []cell {
	return slices.SortedFunc(maps.Keys(s), func(a, b cell) int {
		if a.r != b.r {
			return a.r - b.r
		}
		return a.c - b.c
	})
}

func (s Sparse) Mul(o Sparse) Sparse {
	out := make(Sparse)
	for _, a := range s.Cells() {
		for _, b := range o.Cells() {
			if a.c == b.r {
				out[cell{a.r, b.c}] += s[a] * o[b]
			}
		}
	}
	return out
}

type Poly map[int]int

func (p Poly) String() (s string) {
	for _, e := range slices.Backward(slices.Sorted(maps.Keys(p))) {
		c := p[e]
		if c == 0 {
			continue
		}
		if s != "" {
			s += map[bool]string{true: " + ", false: " - "}[c > 0]
			c = max(c, -c)
		}
		switch {
		case e == 0:
			s += fmt.Sprint(c)
		case e == 1:
			s += fmt.Sprintf("%dx", c)
		default:
			s += fmt.Sprintf("%dx^%d", c, e)
		}
	}
	if s == "" {
		return "0"
	}
	return
}

func (p Poly) Mul(q Poly) Poly {
	r := Poly{}
	for e1, c1 := range p {
		for e2, c2 := range q {
			r[e1+e2] += c1 * c2
		}
	}
	return r
}

func (p Poly) Eval(x int) (y int) {
	pow := func(n int) int {
		r := 1
		for range n {
			r *= x
		}
		return r
	}
	for e, c := range p {
		y += c * pow(e)
	}
	return y
}

func main() {
	a := Sparse{}.Set(0, 0, 1).Set(0, 2, 2).Set(5, 1, -3).Set(7, 7, 4).Set(7, 7, 0)
	b := Sparse{{0, 1}: 5, {2, 0}: 7, {1, 1}: 0.5}
	for _, c := range a.Mul(b).Cells() {
		fmt.Println(c, a.Mul(b)[c])
	}
	fmt.Println(len(a), a[cell{9, 9}], len(a))
	p := Poly{1: 1, 0: -1}
	q := Poly{2: 1, 1: 1, 0: 1}
	fmt.Println(p, "*", q, "=", p.Mul(q), "at 3:", p.Mul(q).Eval(3))
	fmt.Println(Poly{}, Poly{3: 0}, p.Mul(p))
}
