// Calls that run later, of every form and with results of every number, and what panics do to them.
package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
)

type h interface {
	handle(s string)
	Do(n int) int
}
type a struct{ n int }

func (x *a) handle(s string) { fmt.Println("handle", s, recover(), x.n) }
func (x a) Do(n int) int     { fmt.Println("do", n, recover(), x.n); return n }

func f(i h) { defer i.handle("x"); defer i.Do(3); i = nil; panic("p") }
func g(i h) (err any) {
	defer func() { err = recover() }()
	defer i.handle("y")
	return nil
}
func m(x *a) {
	defer (*a).handle(x, "expr")
	g := x.handle
	defer g("val")
	defer func() { x.handle("not") }()
	panic("q")
}

type T struct{ n int }

func (t T) Two() (string, error)  { fmt.Println("Two", t.n, recover()); return "a", errors.New("x") }
func (t *T) Ptr() (any, int, any) { fmt.Println("Ptr", t.n, recover()); t.n++; return t, 1, nil }
func one() int                    { fmt.Println("one", recover()); return 7 }
func two() (string, error)        { fmt.Println("two", recover()); return "b", nil }
func three() (a []int, b string, c float64) {
	defer func() { a = append(a, 1); fmt.Println("three", recover()) }()
	panic("of three")
}
func fails() (string, error) { panic(errors.New("fails")) }

type duo interface{ Two() (string, error) }

func results(fail bool) (n int, s string) {
	t := T{1}
	p := &t
	var i duo = t
	defer func() { n++; s += fmt.Sprint(recover()) }()
	defer one()
	defer two()
	defer three()
	defer t.Two()
	defer p.Ptr()
	defer i.Two()
	defer T.Two(t)
	f, g := p.Ptr, two
	defer f()
	if !fail {
		g = func() (string, error) { fmt.Println("g"); return "", nil }
	}
	defer g()
	defer fails()
	defer func() (int, int) { runtime.GC(); return n, 2 }()
	if fail {
		panic("results")
	}
	return 5, "s"
}

type resp struct{ Body io.ReadCloser }

func library() {
	r := &resp{io.NopCloser(strings.NewReader("abc"))}
	defer r.Body.Close()
	c := r.Body.Close
	b, err := io.ReadAll(r.Body)
	fmt.Println(string(b), err, c())
	var none resp
	defer func() { fmt.Println(recover()) }()
	defer none.Body.Close()
}

func goroutines() {
	done := make(chan string)
	t := &T{3}
	var i duo = t
	send := func(s string) (string, error) { done <- s; runtime.GC(); return s, nil }
	go send("a")
	fmt.Println(<-done)
	go func() (int, string) { i.Two(); done <- "b"; return 1, "" }()
	fmt.Println(<-done)
	go func() (x *T) { x = t; done <- "c"; return x }()
	fmt.Println(<-done)
}

func loops() {
	for k := range 3 {
		defer func(n int) (int, string) { fmt.Print("loop ", n, k, "\n"); return n, "" }(k * 2)
	}
	for k := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {
		defer two()
		defer fmt.Println("range", k)
	}
}

func main() {
	fmt.Println(results(false))
	fmt.Println(results(true))
	library()
	goroutines()
	loops()

	f(&a{1})
	fmt.Println(g(nil))
	m(&a{5})
	c := make(chan int)
	var i h = &a{2}
	go func() { defer close(c); defer i.handle("go"); panic(1) }()
	<-c
	x := struct {
		a, _, c int
		_       string
	}{1, func() int { fmt.Println("called"); return 9 }(), 3, "s"}
	fmt.Printf("%v\n", x)
	var p *[4]int
	for i := range *p {
		fmt.Print(i)
	}
	for i := range *p {
		fmt.Print(i)
	}
	for range *p {
		fmt.Print("r")
	}
	var pp **[2]int
	for i := range **pp {
		fmt.Print(i)
	}
	try := func(f func()) { defer func() { fmt.Println(recover()) }(); f() }
	try(func() {
		for i, v := range *p {
			fmt.Print(i, v)
		}
	})
	n, k := 2, -1
	try(func() { _ = make([]int, n, 1) })
	try(func() { _ = make([]int, k, 1) })
	try(func() { _ = make([]int, k) })
	try(func() { _ = make([]int, 0, k) })
	try(func() { _ = make([]int, 3, n) })
	try(func() { s := make([]int, n, 5); s[1] = 4; fmt.Println(s, len(s), cap(s)) })
	try(func() { _ = make([]string, uint64(1)<<63+uint64(n)) })
	try(func() { _ = make(chan int, k) })
	try(func() { _ = make(map[int]int, k) })
}
