package main

import (
	"errors"
	"fmt"
)

type E struct{ n int }

func (e *E) Error() string {
	if e == nil {
		return "nil E"
	}
	return fmt.Sprint("E", e.n)
}

type X struct{}

func (x *X) Error() string { return "X" }

type C struct{ err error }

func (c *C) Error() string { return "C:" + c.err.Error() }
func (c *C) Unwrap() error {
	if c == nil {
		return nil
	}
	return c.err
}
func f(n int) error {
	var p *E
	if n > 0 {
		p = &E{n}
	}
	return p
}
func g(n int) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("g: %w", err)
		}
	}()
	err = mk(n)
	return
}
func mk(n int) *E {
	if n == 0 {
		return nil
	}
	return &E{n}
}
func h(n int) (int, error) { return n, mk(n) }
func c(e error) bool       { return e == nil }
func cc(n int) error {
	var x *C
	if n > 0 {
		x = &C{errors.New("in")}
	}
	return x
}

type S struct{ err error }

func main() {
	fmt.Println(f(0) == nil, f(1) == nil, f(0), f(1), f(0) != nil)
	fmt.Printf("%T %v %T\n", f(0), f(0), f(1))
	switch e := f(0).(type) {
	case nil:
		fmt.Println("nil")
	case *E:
		fmt.Println("*E", e == nil)
	}
	var e *E
	fmt.Println(errors.As(f(0), &e), e == nil, errors.As(f(3), &e), e.n)
	fmt.Println(g(0), g(2))
	fmt.Println(h(0))
	fmt.Println(h(4))
	fmt.Println(c(mk(0)), c(mk(1)), c(nil), cc(0) == nil, cc(1))
	var p *E
	s := S{p}
	fmt.Println(s.err == nil, S{}.err == nil, s.err == error(p), f(0) == error(p))
	es := []error{p, &E{1}, nil, mk(0)}
	for _, e := range es {
		fmt.Print(e == nil, " ")
	}
	m := map[string]error{"a": p}
	fmt.Println(m["a"] == nil, m["b"] == nil, len(es))
	if err := f(0); err != nil {
		fmt.Println("has error")
	}
	_, ok := f(0).(*E)
	_, ok2 := f(0).(*X)
	fmt.Println(ok, ok2)
	q, _ := f(5).(*E)
	fmt.Println(q.n, errors.Is(f(0), error(p)))
	ch := make(chan error, 1)
	ch <- p
	fmt.Println(<-ch == nil)
	fn := func() error { return p }
	fmt.Println(fn() == nil, errors.Join(p) == nil, errors.Unwrap(cc(1)))
	var any1 any = p
	err, ok3 := any1.(error)
	fmt.Println(err == nil, ok3, any1 == nil)
	var k struct {
		m   map[string]int
		err error
	}
	k.m = map[string]int{}
	get := func() (int, error) { return 7, nil }
	if k.m["a"], k.err = get(); k.err != nil {
		fmt.Println("no")
	}
	xs := make([]int, 2)
	if xs[1], k.err = get(); xs[1] == 7 {
		fmt.Println("xs", xs)
	} else if xs[0], k.err = get(); true {
		fmt.Println(xs)
	}
	switch k.m["q"], k.err = get(); k.m["q"] {
	case 7:
		fmt.Println("seven")
	}
	fmt.Println(k.m)
}
