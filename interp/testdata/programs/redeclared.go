package main

import (
	"errors"
	"fmt"
	"strconv"
)

func p(err error) {
	defer func() { fmt.Println("deferred", err) }()
	v, err := strconv.Atoi("zz")
	fmt.Println(v, err)
}

type R struct{ n int }

func (r R) m(n int) (s string) {
	defer func() { fmt.Println(r, n, s) }()
	r, x := R{5}, 3
	n, y := 7, x
	_ = y
	s, q := "s", 1
	_ = q
	return s + "!"
}
func seq(yield func(int) bool) {
	for i := range 5 {
		if !yield(i) {
			return
		}
	}
}
func rf() (n int) {
	for n := range seq {
		if n == 2 {
			return n
		}
	}
	return
}
func rfd() (n int, err error) {
	defer func() { n *= 10 }()
	for n := range seq {
		if n == 2 {
			err := errors.New("x")
			return n, err
		}
	}
	return
}

func lab() (s string) {
	i := 100
L:
	for i, j := 0, len("abc"); i < j; i++ {
		for {
			if i == 1 {
				break L
			}
			continue L
		}
	}
	s = fmt.Sprint(i)
M:
	switch i := i + 1; i % 2 {
	case 1:
		for {
			break M
		}
	case 0:
		s += "even"
	}
	return s + fmt.Sprint(i)
}

func narrow() (n int64, e error) {
	defer func() {}()
	n, x := 5, 2
	n, y := 1<<40, x
	e, z := nil, y
	_ = z
	return
}

func lp() (out []func() int) {
	defer func() {}()
	for i := range 3 {
		out = append(out, func() int { out := i; return out })
	}
	return out
}

func chn() (ch chan int, ok bool) {
	defer func() {}()
	ch = make(chan int, 1)
	ch <- 1
	v, ok := <-ch
	_ = v
	return
}

func mp() (m map[string]int, ok bool) {
	defer func() {}()
	m = map[string]int{"a": 1}
	v, ok := m["a"]
	_ = v
	return
}

func ta(x any) (s string, ok bool) {
	defer func() {}()
	s, ok = x.(string)
	t, ok := x.(int)
	_ = t
	return s, ok
}

func nested() (err error) {
	defer func() {
		defer func() { err = fmt.Errorf("outer %w", err) }()
		if r := recover(); r != nil {
			err, ok := r.(error)
			if ok {
				fmt.Println("in", err)
			}
		}
	}()
	inner := func() (err error) {
		defer func() {
			if err == nil {
				err = errors.New("inner")
			}
		}()
		x, err := 1, error(nil)
		_ = x
		return err
	}
	if err := inner(); err != nil {
		panic(err)
	}
	return nil
}

func main() {
	p(errors.New("orig"))
	fmt.Println(R{1}.m(2))
	fmt.Println(rf())
	fmt.Println(rfd())
	fmt.Println(lab())
	fmt.Println(narrow())
	for _, f := range lp() {
		fmt.Println(f())
	}
	_, ok := chn()
	fmt.Println(ok)
	fmt.Println(mp())
	fmt.Println(ta(3))
	fmt.Println(nested())
}
