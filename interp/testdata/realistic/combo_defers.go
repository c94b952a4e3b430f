package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(v T)      { s.items = append(s.items, v) }
func (s *Stack[T]) Show(l string) { fmt.Println(l, s.items) }
func (s Stack[T]) Val(l string)   { fmt.Println(l, s.items, len(s.items)) }
func (s *Stack[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		defer fmt.Println("all done")
		for i, v := range s.items {
			if !yield(i, v) {
				fmt.Println("stopped at", i)
				return
			}
		}
	}
}

type cerr struct{ n int }

func (c cerr) Error() string { return fmt.Sprint("cerr", c.n) }
func (c cerr) Is(e error) bool {
	return e == errBase
}

var errBase = errors.New("base")

func named(n int) (res int, err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = errors.Join(err, e, fmt.Errorf("wrapped: %w", e))
			}
			res *= 2
		}
	}()
	defer func() { res += 10 }()
	switch n {
	case 0:
		return 1, nil
	case 1:
		res = 7
		panic(cerr{n})
	case 2:
		return 5, cerr{3}
	case 3:
		var a []int
		return a[n], nil
	}
	err = errBase
	return
}

func find[T comparable](s *Stack[T], want T) (at int) {
	at = -1
	defer func() { fmt.Println("find returns", at) }()
	for i, v := range s.All() {
		defer fmt.Println("deferred in loop", i, v)
		if v == want {
			return i
		}
	}
	return
}

func nested() (s string) {
	defer func() {
		defer func() { s += fmt.Sprint("|outer:", recover()) }()
		s += fmt.Sprint("inner:", recover())
		panic("second")
	}()
	panic("first")
}

func repanic() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("got %v", r)
		}
	}()
	defer func() {
		r := recover()
		panic(fmt.Sprint("re-", r))
	}()
	panic(cerr{9})
}

func loopVars() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i *= 10; return i })
		i += 0
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	for i := 0; i < 6; i++ {
		defer func() { fmt.Print("d", i, " ") }()
		i++
	}
	fmt.Println()
}

func labels() {
	s := &Stack[int]{[]int{1, 2, 3}}
outer:
	for i, a := range s.All() {
		for j, b := range s.All() {
			if b == a {
				continue outer
			}
			if i == 2 && j == 1 {
				break outer
			}
			fmt.Println(i, j, a, b)
		}
	}
}

func main() {
	for i := range 5 {
		r, err := named(i)
		fmt.Printf("%d %q %v\n", r, fmt.Sprint(err), errors.Is(err, errBase))
		var c cerr
		if errors.As(err, &c) {
			fmt.Println("as", c.n)
		}
	}
	s := &Stack[string]{}
	s.Push("a")
	defer s.Show("deferred pointer")
	defer s.Val("deferred value")
	f, g := s.Show, Stack[string].Val
	h := (*Stack[string]).Push
	h(s, "b")
	s.Push("c")
	f("bound")
	g(*s, "expr")
	v := s.Val
	s.items[0] = "z"
	s.items = s.items[:1]
	v("copied")
	s.items = s.items[:3]
	fmt.Println(find(s, "b"), find(s, "nope"))
	fmt.Println(nested())
	fmt.Println(repanic())
	loopVars()
	labels()
	next, stop := iter.Pull2(s.All())
	fmt.Println(next())
	stop()
	fmt.Println(next())
	fmt.Println(slices.Collect(func(y func(int) bool) {
		for i := range s.All() {
			if !y(i * i) {
				return
			}
		}
	}))
	func() {
		defer func() { fmt.Println("rec", recover()) }()
		for i := range s.All() {
			if i == 1 {
				panic("in body")
			}
		}
	}()
	var bad iter.Seq[int] = func(y func(int) bool) { y(1); y(2) }
	func() {
		defer func() { fmt.Println("rec", recover()) }()
		for x := range bad {
			fmt.Println(x)
			break
		}
	}()
}
