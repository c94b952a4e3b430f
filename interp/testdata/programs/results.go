package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

func readAll(path string) (data []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return []byte("ok"), nil
}

func e(s string) (err error) {
	defer func() {}()
	if _, err := strconv.Atoi(s); err != nil {
		return err
	}
	return nil
}
func n() (n int) {
	defer func() {}()
	for n := range 5 {
		if n == 2 {
			return n
		}
	}
	return
}
func wrap(s string) (v int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("wrap: %w", err)
		}
	}()
	v, err = strconv.Atoi(s)
	if err != nil {
		return
	}
	z, err := func() (int, error) { return v * 2, nil }()
	v = z
	return v, err
}

func two(a, b int) (q, r int, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = errors.New(fmt.Sprint(x))
		}
	}()
	q, z := a/b, 1
	_ = z
	r = a % b
	{
		q := 99
		if a == 7 {
			return q, r, nil
		}
	}
	return
}

func sw(k any) (k2 string, err error) {
	defer func() { k2 += "!" }()
	switch k2 := k.(type) {
	case string:
		return k2, nil
	case error:
		return "", k2
	}
	switch err := k; err {
	case 1:
		return "one", nil
	}
	func() { k2 := 1; _ = k2 }()
	return "other", nil
}

func lbl() (i int, err error) {
	defer func() {}()
outer:
	for i := 0; i < 3; i++ {
		for err := range 3 {
			if err == 1 {
				continue outer
			}
			if i == 2 {
				return i, nil
			}
		}
	}
	return
}

type T struct {
	err error
	n   int
}

func (t *T) m(err error) (n int, _ error) {
	defer func() { t.n++ }()
	n, x := 5, T{n: 3, err: err}
	if n := x.n; n == 3 {
		return n, x.err
	}
	return n, nil
}

func gen[V any](xs []V) (out []V, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	for _, out := range xs {
		return []V{out}, nil
	}
	panic("none")
}

func main() {
	fmt.Println(readAll("/nope"))
	fmt.Println(e("x"), n())
	fmt.Println(wrap("x"))
	fmt.Println(wrap("21"))
	fmt.Println(two(7, 2))
	fmt.Println(two(8, 3))
	fmt.Println(two(1, 0))
	fmt.Println(sw("s"))
	fmt.Println(sw(errors.New("er")))
	fmt.Println(sw(1))
	fmt.Println(sw(2))
	fmt.Println(lbl())
	t := &T{}
	fmt.Println(t.m(errors.New("q")))
	fmt.Println(t.n)
	fmt.Println(gen([]int{4}))
	fmt.Println(gen([]string{}))
	f := func(s string) (err error) {
		defer func() {}()
		if x, err := strconv.Atoi(s); err != nil {
			_ = x
			return err
		}
		return nil
	}
	fmt.Println(f("y"))
	g := func() (err error) {
		defer func() {
			if err == nil {
				err = errors.New("late")
			}
		}()
		_, err = fmt.Sscan("1", new(int))
		var e2 error
		e2, err = nil, nil
		return e2
	}
	fmt.Println(g())
	h := func() (a, b int) { defer func() { a, b = b, a }(); a, b = 1, 2; return b * 10, a * 10 }
	fmt.Println(h())
	k := func() (err error) {
		defer func() { err = errors.Join(err, errors.New("b")) }()
		for i := 0; i < 2; i++ {
			err := fmt.Errorf("i%d", i)
			if i == 1 {
				return err
			}
		}
		return
	}
	fmt.Println(k())
}
