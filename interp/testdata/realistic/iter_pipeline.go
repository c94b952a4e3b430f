package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

func main() {
	nums := Range(1, 100)
	evens := Filter(nums, func(n int) bool { return n%2 == 0 })
	squares := Map(evens, func(n int) int { return n * n })
	fmt.Println(slices.Collect(Take(squares, 5)))

	total := Reduce(Take(nums, 10), 0, func(a, n int) int { return a + n })
	fmt.Println("sum", total)

	words := slices.Values(strings.Fields("alpha beta gamma delta"))
	for i, w := range Enumerate(Map(words, strings.ToUpper)) {
		if i == 1 {
			continue
		}
		fmt.Println(i, w)
	}
	for a, b := range Zip(words, Range(10, 13)) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()

	next, stop := iter.Pull(Take(squares, 3))
	defer stop()
	for {
		v, ok := next()
		if !ok {
			break
		}
		fmt.Print("pulled ", v, "; ")
	}
	fmt.Println()
	groups := GroupBy(words, func(s string) int { return len(s) })
	for _, k := range slices.Sorted(maps.Keys(groups)) {
		fmt.Println(k, groups[k])
	}
}

func Range(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func Filter[T any](seq iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func Map[A, B any](seq iter.Seq[A], f func(A) B) iter.Seq[B] {
	return func(yield func(B) bool) {
		seq(func(a A) bool { return yield(f(a)) })
	}
}

func Take[T any](seq iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		left := n
		for v := range seq {
			if left == 0 || !yield(v) {
				return
			}
			left--
		}
	}
}

func Reduce[T, A any](seq iter.Seq[T], start A, f func(A, T) A) A {
	for v := range seq {
		start = f(start, v)
	}
	return start
}

func Enumerate[T any](seq iter.Seq[T]) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for v := range seq {
			if !yield(i, v) {
				break
			}
			i++
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

func GroupBy[K comparable, V any](seq iter.Seq[V], key func(V) K) map[K][]V {
	out := map[K][]V{}
	for v := range seq {
		k := key(v)
		out[k] = append(out[k], v)
	}
	return out
}
