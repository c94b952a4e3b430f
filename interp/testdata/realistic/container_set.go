package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Set[T cmp.Ordered] map[T]struct{}

func Of[T cmp.Ordered](items ...T) Set[T] {
	s := make(Set[T], len(items))
	for _, it := range items {
		s[it] = struct{}{}
	}
	return s
}

func (s Set[T]) Has(v T) bool { _, ok := s[v]; return ok }

func (s Set[T]) Union(o Set[T]) Set[T] {
	u := maps.Clone(s)
	maps.Copy(u, o)
	return u
}

func (s Set[T]) Intersect(o Set[T]) Set[T] {
	out := Of[T]()
	for v := range s {
		if o.Has(v) {
			out[v] = struct{}{}
		}
	}
	return out
}

func (s Set[T]) Minus(o Set[T]) Set[T] {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(v T, _ struct{}) bool { return o.Has(v) })
	return out
}

func (s Set[T]) Sorted() []T { return slices.Sorted(maps.Keys(s)) }

func (s Set[T]) String() string {
	parts := make([]string, 0, len(s))
	for _, v := range s.Sorted() {
		parts = append(parts, fmt.Sprint(v))
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func main() {
	a := Of(1, 2, 3, 4, 5)
	b := Of(4, 5, 6)
	fmt.Println(a.Union(b), a.Intersect(b), a.Minus(b), b.Minus(a))
	fmt.Println(len(a), a.Has(3), b.Has(3))

	words := Of(strings.Fields("the cat sat on the mat with the other cat")...)
	fmt.Println(words)
	fmt.Printf("%v %d %T\n", words.Intersect(Of("cat", "dog")), len(words), words)

	groups := map[string]Set[int]{}
	for i, w := range []string{"x", "y", "x", "z", "y", "x"} {
		if groups[w] == nil {
			groups[w] = Of[int]()
		}
		groups[w][i] = struct{}{}
	}
	fmt.Println(groups["x"], groups["y"], groups["z"], groups["q"])
}
