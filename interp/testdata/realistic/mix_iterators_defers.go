package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type Pair[K, V any] struct {
	Key K
	Val V
}

type Seq[T any] iter.Seq[T]

func (s Seq[T]) Filter(f func(T) bool) Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if f(v) && !yield(v) {
				return
			}
		}
	}
}
func (s Seq[T]) Take(n int) Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if n--; n < 0 || !yield(v) {
				return
			}
		}
	}
}

func mapSeq[A, B any](s iter.Seq[A], f func(A) B) iter.Seq[B] {
	return func(yield func(B) bool) {
		s(func(a A) bool { return yield(f(a)) })
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
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

type Tree[T cmp.Ordered] struct {
	l, r *Tree[T]
	v    T
}

func (t *Tree[T]) Add(v T) *Tree[T] {
	switch {
	case t == nil:
		return &Tree[T]{v: v}
	case v < t.v:
		t.l = t.l.Add(v)
	case v > t.v:
		t.r = t.r.Add(v)
	}
	return t
}

func (t *Tree[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) { t.walk(0, yield) }
}
func (t *Tree[T]) walk(d int, yield func(int, T) bool) bool {
	return t == nil || t.l.walk(d+1, yield) && yield(d, t.v) && t.r.walk(d+1, yield)
}

func find(t *Tree[string], want string) (depth int, err error) {
	defer func() {
		if depth > 1 {
			depth *= 100
		}
	}()
outer:
	for d, v := range t.All() {
		defer func() { err = fmt.Errorf("%w<%s", err, v) }()
		for range 3 {
			if v == "skip" {
				continue outer
			}
			if v > want {
				break outer
			}
		}
		if v == want {
			return d, fmt.Errorf("found %s", v)
		}
	}
	return -1, fmt.Errorf("none")
}

func count() Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("[done]")
		for i := 0; ; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func main() {
	var t *Tree[string]
	for w := range strings.SplitSeq("m,skip,c,x,a,d", ",") {
		t = t.Add(w)
	}
	fmt.Println(find(t, "d"))
	fmt.Println(find(t, "e"))
	fmt.Println(find(t, "zz"))
	ev := count().Filter(func(i int) bool { return i%2 == 0 }).Take(4)
	fmt.Println(slices.Collect(iter.Seq[int](ev)))
	for a, b := range zip(iter.Seq[int](ev), maps.Values(map[int]string{1: "one"})) {
		fmt.Println(a, b)
	}
	m := map[string]int{"b": 2, "a": 1, "c": 3}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.SortedFunc(maps.Values(m), func(a, b int) int { return b - a }))
	var ps []Pair[string, int]
	for k, v := range m {
		ps = append(ps, Pair[string, int]{k, v})
	}
	slices.SortStableFunc(ps, func(a, b Pair[string, int]) int {
		return cmp.Or(cmp.Compare(b.Val%2, a.Val%2), strings.Compare(a.Key, b.Key))
	})
	fmt.Printf("%v %+v %T\n", ps, ps[0], ps)
	for c := range slices.Chunk(ps, 2) {
		fmt.Print(len(c), cap(c), " ")
	}
	for i, p := range slices.Backward(ps) {
		fmt.Print(i, p.Key, " ")
	}
	fmt.Println(slices.Collect(mapSeq(slices.Values(ps), func(p Pair[string, int]) string {
		return strings.Repeat(p.Key,
			p.Val)
	})))
	for line := range strings.Lines("a\nb\n\nc") {
		fmt.Printf("%q", line)
	}
	for f := range strings.FieldsFuncSeq("a1b2c", func(r rune) bool { return r < 'a' }) {
		fmt.Print(" ", f)
	}
	fmt.Println()
	g := maps.Collect(zip(slices.Values([]string{"x", "y"}), slices.Values([]Pair[int, bool]{{1, true}, {2, false}})))
	fmt.Println(g)
	next, stop := iter.Pull2(t.All())
	for range 2 {
		d, v, ok := next()
		fmt.Println(d, v, ok)
	}
	stop()
	fmt.Println(next())
	i, ok := slices.BinarySearchFunc(ps, "b", func(p Pair[string, int], k string) int { return cmp.Compare(p.Key, k) })
	fmt.Println(i, ok, slices.IndexFunc(ps, func(p Pair[string, int]) bool { return p == Pair[string, int]{"b", 2} }))
	fmt.Println(slices.MinFunc(ps, func(a, b Pair[string, int]) int { return a.Val - b.Val }), slices.Repeat([]int{1},
		3), slices.Concat(ps[:1], ps[2:]))
	defer func() { fmt.Println("rec", recover()) }()
	for i := range count() {
		if i == 2 {
			panic(fmt.Sprint("at ", i))
		}
	}
}
