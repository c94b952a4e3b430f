package main

import (
	"fmt"
	"strings"
)

type T struct{ f func(xs ...int) bool }

func (t T) m(xs ...int) bool { return xs == nil }
func d(xs ...any) bool       { return xs == nil }

type I interface{ m(xs ...int) bool }

func gen[V any](vs ...V) bool   { return vs == nil }
func ret() func(...string) bool { return func(s ...string) bool { return s == nil } }
func main() {
	fmt.Println(func(xs ...int) bool { return xs == nil }())
	f := func(xs ...int) bool { return xs == nil }
	fmt.Println(f(), f(1), f([]int{}...), f(nil...))
	t := T{f}
	fmt.Println(t.f(), t.m(), d(), I(t).m(), gen[int](), ret()())
	g := t.m
	h := T.m
	k := I.m
	fmt.Println(g(), h(t), k(t), g(1))
	var i I = t
	p := i.m
	fmt.Println(p(), p(2, 3))
	defer func(xs ...int) { fmt.Println("defer", xs == nil) }()
	c := make(chan bool)
	go func(xs ...int) { c <- xs == nil }()
	fmt.Println(<-c)
	q := d
	fmt.Println(q(), q(nil), q(nil, nil))
	m := map[string]func(string, ...any) string{"s": fmt.Sprintf}
	fmt.Println(m["s"]("x"), m["s"]("%d%v", 1, nil))
	func(s string, xs ...error) { fmt.Println(s, xs == nil, len(xs)) }("a")
	func(s string, xs ...error) { fmt.Println(s, xs == nil, len(xs)) }("a", nil)
	two := func() (int, int) { return 1, 2 }
	sum := func(xs ...int) (n int) {
		for _, x := range xs {
			n += x
		}
		return
	}
	fmt.Println(sum(two()))
	x := func(fs ...func() int) int {
		if fs == nil {
			return -1
		}
		return fs[0]()
	}
	fmt.Println(x(), x(func() int { return 4 }))
	fmt.Println(strings.Join(func(s ...string) []string { return s }(), ","))
	switch n := 1; {
	case n == 1:
		fmt.Println("one")
		fallthrough
	default:
		fmt.Println("def")
	case n == 5:
		fmt.Println("five")
	}
	switch n := 5; n {
	case 1:
		fmt.Println("one")
		fallthrough
	default:
		fmt.Println("def")
		fallthrough
	case 7:
		fmt.Println("seven")
	}
	switch n := 1; n {
	case 0:
		fmt.Println("0")
	case 1:
		fmt.Println("one")
		fallthrough
	case 2:
		fmt.Println("two")
		fallthrough
	default:
		fmt.Println("def")
		fallthrough
	case 3:
		fmt.Println("three")
	case 4:
		fmt.Println("four")
	}
	switch n := 9; n {
	default:
		fmt.Println("d1")
		fallthrough
	case 0:
		fmt.Println("0")
		fallthrough
	case 2:
		fmt.Println("2")
	}
	for n := range 6 {
		s := ""
		switch {
		case n == 1:
			s += "one"
			fallthrough
		default:
			s += "def"
		case n == 5:
			s = "five"
			fallthrough
		case n == 4:
			s += "four"
		}
		fmt.Println(n, s)
	}
	for n := range 4 {
	L:
		switch n {
		default:
			if n == 3 {
				break L
			}
			fmt.Print("d ")
			fallthrough
		case 1:
			v := n * 2
			fmt.Print(v, " ")
			fallthrough
		case 2:
			v := n
			fmt.Println(v)
		case 0:
			fmt.Print("z ")
			fallthrough
		case 8:
			if n == 0 {
				break
			}
			fmt.Println("8")
		}
	}
	switch x := any(1); x {
	case 1:
		fmt.Println("i1")
		fallthrough
	default:
		fmt.Println("idef")
	case "s":
		fmt.Println("s")
	}
}
