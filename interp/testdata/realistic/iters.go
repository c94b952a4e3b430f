package main

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type Tree[K any] struct {
	cmp  func(a, b K) int
	root *node[K]
	n    int
}

type node[K any] struct {
	k           K
	left, right *node[K]
}

func NewTree[K any](cmp func(a, b K) int, keys ...K) *Tree[K] {
	t := &Tree[K]{cmp: cmp}
	for _, k := range keys {
		t.Insert(k)
	}
	return t
}

func (t *Tree[K]) Insert(k K) (added bool) {
	p := &t.root
	for *p != nil {
		switch c := t.cmp(k, (*p).k); {
		case c < 0:
			p = &(*p).left
		case c > 0:
			p = &(*p).right
		default:
			return false
		}
	}
	*p = &node[K]{k: k}
	t.n++
	return true
}

func (n *node[K]) push(yield func(K) bool) bool {
	return n == nil || n.left.push(yield) && yield(n.k) && n.right.push(yield)
}

func (t *Tree[K]) All() iter.Seq[K] { return func(yield func(K) bool) { t.root.push(yield) } }

func Filter[T any](seq iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func Zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func Count() iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("[count ends]")
		for i := 0; yield(i); i++ {
		}
	}
}

func firstLong(t *Tree[string], n int) (word string, err error) {
	defer func() {
		if word != "" {
			word += "!"
		}
	}()
	for w := range t.All() {
		for i, r := range w {
			if r == 'q' {
				return "", fmt.Errorf("%q has a q at %d", w, i)
			}
		}
		if len(w) >= n {
			return w, nil
		}
	}
	return "", errors.New("none")
}

func main() {
	t := NewTree(strings.Compare)
	sc := bufio.NewScanner(strings.NewReader("the quick brown fox jumps over the lazy dog"))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		if !t.Insert(sc.Text()) {
			fmt.Println("twice:", sc.Text())
		}
	}
	fmt.Println(slices.Collect(t.All()), t.n)
	fmt.Println(firstLong(t, 5))
	fmt.Println(firstLong(t, 50))
	fmt.Println(firstLong(NewTree(strings.Compare, "b", "a"), 9))
	short := Filter(t.All(), func(s string) bool { return len(s) == 3 })
	for i, w := range Zip(Count(), short) {
		fmt.Print(i, w, " ")
	}
	fmt.Println()
outer:
	for i := range Count() {
		for w := range short {
			switch {
			case i == 0 && w == "fox":
				continue outer
			case i == 1:
				break
			case i > 1:
				break outer
			}
			fmt.Print(i, ":", w, " ")
		}
	}
	fmt.Println()
	m := maps.Collect(Zip(short, Count()))
	for _, k := range slices.Backward(slices.Sorted(maps.Keys(m))) {
		fmt.Print(k, "=", m[k], " ")
	}
	type pair struct {
		k string
		v int
	}
	pt := NewTree(func(a, b pair) int { return a.v - b.v })
	for k, v := range m {
		pt.Insert(pair{k, -v})
	}
	var funcs []func() pair
	for p := range pt.All() {
		defer fmt.Println("deferred", p)
		funcs = append(funcs, func() pair { p.v *= 10; return p })
	}
	for _, f := range funcs {
		f()
		fmt.Print(f(), " ")
	}
	fmt.Println(slices.Collect(slices.Chunk([]int{1, 2, 3, 4, 5}, 2)))
}
