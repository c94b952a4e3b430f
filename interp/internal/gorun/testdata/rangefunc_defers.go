// Calls that only loops over functions defer change the results of the function.
package main

import (
	"errors"
	"fmt"
)

func seq(yield func(int) bool) { _ = yield(1) && yield(2) && yield(3) }

type T struct{ n int }

func (t *T) a() (r T, ok bool, err error) {
	x := 1
	for l := range seq {
		for m := range seq {
			defer func() {
				r.n += m
				x++
				if p := recover(); p != nil {
					err = fmt.Errorf("rec %v %d", p, x)
				}
			}()
			if l+m == 4 {
				panic("four")
			}
			if t.n > 0 && l == t.n {
				return T{x}, true, nil
			}
		}
	}
	return
}

func b() int {
	x := 1
	for range seq {
		defer func() { x *= 2 }()
	}
	return x
}

func c() (x int) {
	for range seq {
		defer func() { x = x*2 + 1 }()
	}
	return x + 1
}

func d(f func() int) (s string, p *int) {
	s, p = "start", new(int)
	for i := range seq {
		defer func() { s += fmt.Sprint(i, p == nil); p = nil }()
		*p = f()
	}
	return s + "!", p
}

func e() (_ int, _ string, err error) {
	func() {
		for i := range seq {
			defer func() { err = errors.Join(err, fmt.Errorf("e%d", i)) }()
		}
	}()
	for i := range seq {
		defer func() { err = errors.Join(err, fmt.Errorf("f%d", i)) }()
		if i == 2 {
			return i, "x", fmt.Errorf("own")
		}
	}
	return
}

func g() {
	n := 0
	defer func() { fmt.Println("g", n) }()
	func() {
		for range seq {
			defer func() { n++ }()
		}
	}()
	n *= 10
}

func h() (n int) {
	defer func() { n *= 10 }()
	for i := range seq {
		defer func() { n += i }()
	}
	return 1
}

func main() {
	fmt.Println((&T{1}).a())
	fmt.Println((&T{2}).a())
	fmt.Println((&T{3}).a())
	fmt.Println(b(), c(), h())
	s, p := d(func() int { return 7 })
	fmt.Println(s, p == nil)
	fmt.Println(e())
	g()
	func() {
		defer func() { fmt.Println(recover()) }()
		d(func() int { panic("in f") })
	}()
}
