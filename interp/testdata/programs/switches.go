package main

import (
	"errors"
	"fmt"
	"strings"
)

type (
	P struct {
		toks []string
		i    int
	}
	tok struct {
		Kind int
		Text string
	}
)

func (p *P) next() tok {
	t := p.toks[p.i]
	p.i++
	k := 0
	if t == "+" {
		k = 1
	}
	return tok{k, t}
}
func f(m int) string {
	switch m := m * 5; m % 2 {
	case 0:
		return "even"
	case 1:
		return "odd"
	}
	return "?"
}

func main() {
	switch m := 5; m % 2 {
	case 0:
		fmt.Println("even")
	case 1:
		fmt.Println("odd")
	}
	switch x := 3; x > 2 {
	case true:
		fmt.Println("gt")
	case false:
		fmt.Println("le")
	}
	switch t := " x "; len(t) {
	case 3:
		fmt.Println("three")
	default:
		fmt.Println("def")
	}
	p := &P{toks: []string{"a", "+"}}
	for range 2 {
		switch t := p.next(); t.Kind {
		case 0:
			fmt.Println("id", t.Text)
		case 1:
			fmt.Println("op", t.Text)
		default:
			fmt.Println("?")
		}
	}
	s := "go run x"
	switch p := strings.Fields(s); p[0] {
	case "go":
		fmt.Println(len(p))
	}
	switch s := strings.ToUpper(s); s[0] {
	case 'G':
		fmt.Println(s)
	}
	switch a, err := fmt.Sscan("x", new(int)); err != nil {
	case true:
		fmt.Println("err", a)
	}
	switch err := errors.New("e"); err.Error() {
	case "e", "f":
		fmt.Println("e!")
	}
	switch x := any(3); x.(type) {
	case int:
		fmt.Println("int")
	}
	switch v := any(3); w := v.(type) {
	case int:
		fmt.Println("int", w)
	}
	switch x := 4; x {
	case 4:
		fmt.Println("par")
	}
	switch x := &s; *x {
	case s:
		fmt.Println("deref")
	}
	switch fn := f; fn(1) {
	case "odd":
		fmt.Println("fn")
	}
	switch m := map[string]int{"a": 1}; m["a"] {
	case 1:
		fmt.Println("m")
		fallthrough
	case 9:
		fmt.Println("ft")
	default:
		fmt.Println("d")
	}
	switch p.i = 7; p.i * 2 {
	case 14:
		fmt.Println("assign")
	}
	switch p.i++; p.i {
	case 8:
		fmt.Println("inc")
	}
	switch fmt.Println("side"); {
	case true:
		fmt.Println("t")
	}
	switch i, j := 1, 2; i + j {
	case 3:
		fmt.Println("ij")
	}
	switch x := 1; func() int { return x }() {
	case 1:
		fmt.Println("lit")
	}
	var i any = 5
	switch x := i; x {
	case 5:
		fmt.Println("iface")
	}
	switch x := i; x.(int) + 1 {
	case 6:
		fmt.Println("ta")
	}
	func() {
		defer func() {}()
		switch m := 7; -m {
		case -7:
			fmt.Println("neg")
		}
	}()
	fmt.Println(f(1))
	x := 10
	if true {
		switch x := x + 1; x % 3 {
		case 2:
			x++
			fmt.Println(x)
		}
	}
	fmt.Println(x)
lbl:
	for k := 0; k < 3; k++ {
		switch x := k; x % 2 {
		case 1:
			continue lbl
		case 0:
			if x == 2 {
				break lbl
			}
		}
		fmt.Println("k", k)
	}
	const c = 3
	switch x := c; x - 1 {
	case 2:
		fmt.Println("two")
	}
	switch c := 'a'; {
	case c >= 'a' && c <= 'z':
		fmt.Println("lower")
	}
	n := 0
again:
	switch y := n; y + 1 {
	case 1, 2:
		n++
		goto again
	}
	fmt.Println(n)
}
