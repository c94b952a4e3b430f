package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

func gen(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Println("gen closed")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func Zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		na, sa := iter.Pull(a)
		defer sa()
		nb, sb := iter.Pull(b)
		defer sb()
		for {
			x, ok1 := na()
			y, ok2 := nb()
			if !ok1 || !ok2 || !yield(x, y) {
				return
			}
		}
	}
}

func Merge[T cmp.Ordered](a, b iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		nb, stop := iter.Pull(b)
		defer stop()
		y, ok := nb()
		for x := range a {
			for ok && y < x {
				if !yield(y) {
					return
				}
				y, ok = nb()
			}
			if !yield(x) {
				return
			}
		}
		for ok {
			if !yield(y) {
				return
			}
			y, ok = nb()
		}
	}
}

type Tree[T any] struct {
	l, r *Tree[T]
	v    T
}

func (t *Tree[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) { t.push(yield) }
}

func (t *Tree[T]) push(yield func(T) bool) bool {
	return t == nil || t.l.push(yield) && yield(t.v) && t.r.push(yield)
}

func find(seq iter.Seq[int], want int) (pos int, err error) {
	defer func() { fmt.Println("find", pos, err) }()
	for v := range seq {
		defer fmt.Print("d", v, " ")
		if v == want {
			return pos, nil
		}
		pos++
	}
	return -1, errors.New("none")
}

func bad(yield func(int) bool) {
	yield(1)
	yield(2)
}

func main() {
	for a, b := range Zip(gen(5), gen(3)) {
		fmt.Print(a, b, " ")
		if a == 1 {
			break
		}
	}
	t := &Tree[int]{&Tree[int]{nil, nil, 1}, &Tree[int]{nil, nil, 9}, 4}
	fmt.Println(slices.Collect(Merge(t.All(), slices.Values([]int{0, 2, 4, 7, 10}))))
	find(gen(4), 2)
	find(t.All(), 5)
	func() {
		defer func() { fmt.Println("rec", recover()) }()
		for v := range bad {
			fmt.Println(v)
			break
		}
	}()
	func() {
		defer func() { fmt.Println("rec", recover()) }()
		next, stop := iter.Pull(func(y func(int) bool) { y(1); panic("in seq") })
		defer stop()
		fmt.Println(next())
		fmt.Println(next())
	}()
	next, stop := iter.Pull2(maps.All(map[string]int{"k": 1}))
	fmt.Println(next())
	stop()
	fmt.Println(next())
outer:
	for i := range gen(3) {
		for j := range gen(3) {
			if j == 1 {
				continue outer
			}
			if i == 1 {
				break outer
			}
			fmt.Println(i, j)
		}
	}
	var fs []func() int
	for v := range gen(3) {
		fs = append(fs, func() int { v *= 10; return v })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	for range t.All() {
		fmt.Print(".")
	}
	fmt.Println(slices.Sorted(maps.Keys(maps.Collect(slices.All([]string{"a", "b"})))))
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, cap(c))
	}
	for l := range strings.Lines("a\nb") {
		_ = l
	}
}
