package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

type List[T any] struct {
	head *node[T]
	n    int
}
type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[T]) Push(vs ...T) *List[T] {
	for _, v := range vs {
		l.head = &node[T]{v, l.head}
		l.n++
	}
	return l
}
func (l *List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		defer func() { trace("all closed at %d", i) }()
		for n := l.head; n != nil; n, i = n.next, i+1 {
			if !yield(i, n.v) {
				return
			}
		}
	}
}

var log []string

func trace(f string, a ...any) { log = append(log, fmt.Sprintf(f, a...)) }

func (l *List[T]) Find(ok func(T) bool) (at int, v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			at, err = -2, fmt.Errorf("find: %v", r)
		}
	}()
	for i, x := range l.All() {
		if ok(x) {
			return i, x, nil
		}
	}
	return -1, v, errors.New("none")
}

func grid(w, h int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for y := range h {
			for x := range w {
				if !yield(x, y) {
					return
				}
			}
		}
	}
}

func walk() (out []string) {
	l := new(List[string]).Push("d", "c", "b", "a")
outer:
	for i, s := range l.All() {
	inner:
		for x, y := range grid(3, 3) {
			switch {
			case x == y:
				continue inner
			case y > i:
				break inner
			case s == "c":
				continue outer
			case s == "d":
				break outer
			case x == 2:
				goto next
			}
			out = append(out, fmt.Sprint(s, x, y))
			continue
		next:
			out = append(out, "next")
		}
		select {
		default:
			if i == 5 {
				break outer
			}
			break
		}
		defer func() { out = append(out, "deferred "+s) }()
	}
	return append(out, "end")
}

func closures() (fs []func() int) {
	for i, s := range new(List[string]).Push("xx", "y").All() {
		n := len(s)
		fs = append(fs, func() int { n++; i += n; return i })
	}
	for i := 0; i < 4; i++ {
		fs = append(fs, func() int { i *= 10; return i })
		i++
	}
	return
}

func nested(depth int) (r string, err error) {
	if depth == 0 {
		return "bottom", nil
	}
	for x := range grid(2, 1) {
		for _, s := range new(List[int]).Push(1, 2).All() {
			if x == 1 && s == 1 {
				r, err = nested(depth - 1)
				return fmt.Sprint(r, depth), err
			}
			func() {
				for range grid(1, 1) {
					defer func() { r += "d" }()
					return
				}
			}()
		}
	}
	return "never", nil
}

func misuse() (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	var keep func(int) bool
	for i := range func(yield func(int) bool) { keep = yield; yield(1); yield(2) } {
		if i == 1 {
			break
		}
	}
	keep(3)
	return "no panic"
}

func late() (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	var keep func(int) bool
	for range func(yield func(int) bool) { keep = yield; yield(1) } {
	}
	keep(3)
	return "no panic"
}

func pulls() (out []any) {
	next, stop := iter.Pull2(new(List[string]).Push("p", "q", "r").All())
	defer stop()
	for {
		i, v, ok := next()
		if !ok || i == 2 {
			out = append(out, i, v, ok)
			break
		}
		out = append(out, i+len(v))
	}
	return out
}

func main() {
	l := new(List[int]).Push(3, 2, 1)
	fmt.Println(l.Find(func(i int) bool { return i == 2 }))
	fmt.Println(l.Find(func(i int) bool { return i > 5 }))
	fmt.Println(l.Find(func(i int) bool { return 1/(i-3) > 5 }))
	fmt.Println(strings.Join(walk(), " "))
	for _, f := range closures() {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	fmt.Println(nested(2))
	fmt.Println(misuse(), late(), pulls())
	fmt.Println(strings.Join(log, "; "))
	total := 0
	for x, y := range grid(3, 2) {
		if y == 1 && x == 1 {
			break
		}
		total += x*10 + y
	}
	fmt.Println(total, slices.Collect(func(yield func(int) bool) {
		for _, v := range l.All() {
			if !yield(v * v) {
				return
			}
		}
	}))
	defer func() { fmt.Println("at last", recover()) }()
	for range func(yield func() bool) {
		defer func() { fmt.Println("iter saw", recover()); panic("other") }()
		yield()
	} {
		func() {
			defer func() { fmt.Println("body", recover()) }()
			panic("inner")
		}()
		panic("body panic")
	}
}
