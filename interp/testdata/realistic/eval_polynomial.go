package main

import (
	"fmt"
	"strings"
)

// Poly holds coefficients, lowest first.
type Poly []int

func (p Poly) trim() Poly {
	for len(p) > 0 && p[len(p)-1] == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p Poly) Degree() int { return len(p.trim()) - 1 }

func (p Poly) Add(q Poly) Poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	sum := append(Poly(nil), p...)
	for i, c := range q {
		sum[i] += c
	}
	return sum.trim()
}

func (p Poly) Mul(q Poly) Poly {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	out := make(Poly, len(p)+len(q)-1)
	for i, a := range p {
		for j, b := range q {
			out[i+j] += a * b
		}
	}
	return out.trim()
}

func (p Poly) Pow(n int) (result Poly) {
	result = Poly{1}
	for base := p; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result.Mul(base)
		}
		base = base.Mul(base)
	}
	return
}

func (p Poly) At(x int) (y int) {
	for i := len(p) - 1; i >= 0; i-- {
		y = y*x + p[i]
	}
	return
}

func (p Poly) Derivative() (d Poly) {
	for i := 1; i < len(p); i++ {
		d = append(d, i*p[i])
	}
	return d
}

func (p Poly) DivMod(q Poly) (quo, rem Poly, ok bool) {
	q = q.trim()
	if len(q) == 0 {
		return nil, p, false
	}
	rem = append(rem, p.trim()...)
	lead := q[len(q)-1]
	for len(rem) >= len(q) {
		c := rem[len(rem)-1]
		if c%lead != 0 {
			return quo, rem, false
		}
		shift := len(rem) - len(q)
		term := make(Poly, shift+1)
		term[shift] = c / lead
		quo = quo.Add(term)
		rem = rem.Add(term.Mul(q).Mul(Poly{-1}))
	}
	return quo, rem, true
}

func (p Poly) String() string {
	var b strings.Builder
	for i := len(p) - 1; i >= 0; i-- {
		c := p[i]
		if c == 0 {
			continue
		}
		sign := "+"
		if c < 0 {
			sign, c = "-", -c
		}
		if b.Len() > 0 {
			b.WriteString(" " + sign + " ")
		} else if sign == "-" {
			b.WriteString(sign)
		}
		switch {
		case i == 0:
			fmt.Fprint(&b, c)
		case c != 1:
			fmt.Fprintf(&b, "%dx", c)
		default:
			b.WriteByte('x')
		}
		if i > 1 {
			fmt.Fprintf(&b, "^%d", i)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

func main() {
	p, q := Poly{1, 1}, Poly{-2, 0, 3}
	fmt.Println(p, "|", q, "|", Poly{}, "|", Poly{0, 0, -1})
	fmt.Println("sum:    ", p.Add(q))
	fmt.Println("product:", p.Mul(q))
	cube := p.Pow(5)
	fmt.Println("power:  ", cube, "at 2 =", cube.At(2))
	fmt.Println("slope:  ", cube.Derivative(), cube.Derivative().Degree())
	for _, pair := range [][2]Poly{{cube, p.Pow(2)}, {Poly{-1, 0, 0, 1}, {-1, 1}}, {{5, 4}, Poly{0, 3}}, {p, nil}} {
		if quo, rem, ok := pair[0].DivMod(pair[1]); ok {
			fmt.Printf("(%v) / (%v) = %v rest %v\n", pair[0], pair[1], quo, rem)
		} else {
			fmt.Printf("(%v) / (%v) does not go\n", pair[0], pair[1])
		}
	}
	fmt.Printf("%v %d %T %s\n", []Poly{p, q}, q, q, p)
}
