package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type Numeric interface {
	~int | ~int32 | ~float64
}

func Map[S ~[]E, E, R any](s S, f func(E) R) []R {
	out := make([]R, 0, len(s))
	for _, e := range s {
		out = append(out, f(e))
	}
	return out
}

func TryMap[E, R any](s []E, f func(E) (R, error)) (out []R, err error) {
	for i, e := range s {
		r, err := f(e)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func Fold[E, A any](s []E, acc A, f func(A, E) A) A {
	for _, e := range s {
		acc = f(acc, e)
	}
	return acc
}

func Partition[E any](s []E, keep func(E) bool) (yes, no []E) {
	for _, e := range s {
		if keep(e) {
			yes = append(yes, e)
		} else {
			no = append(no, e)
		}
	}
	return
}

func Sum[N Numeric](ns ...N) (total N) {
	for _, n := range ns {
		total += n
	}
	return total
}

func SortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K { return slices.Sorted(maps.Keys(m)) }

func Ptr[T any](v T) *T { return &v }

func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func Chunk[T any](s []T, n int) (chunks [][]T) {
	for n < len(s) {
		s, chunks = s[n:], append(chunks, s[:n:n])
	}
	return append(chunks, s)
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func (p Pair[A, B]) Swap() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }

func Zip[A, B any](as []A, bs []B) (out []Pair[A, B]) {
	for i := range min(len(as), len(bs)) {
		out = append(out, Pair[A, B]{as[i], bs[i]})
	}
	return
}

type Stringish interface{ ~string }

func Join[S Stringish](list []S, sep S) S {
	return S(strings.Join(Map(list, func(s S) string { return string(s) }), string(sep)))
}

type (
	Tag    string
	Meters float64
)

func main() {
	words := strings.Fields("go is a small language")
	lens := Map(words, func(s string) int { return len(s) })
	fmt.Println(lens, Sum(lens...), Sum(Meters(1.5), 2), Sum[int32]())
	fmt.Println(TryMap([]string{"1", "2", "x"}, strconv.Atoi))
	fmt.Println(TryMap([]string{"1", "2"}, strconv.Atoi))
	short, long := Partition(words, func(s string) bool { return len(s) < 3 })
	fmt.Println(short, long, Fold(words, "", func(a string, w string) string { return a + w[:1] }))
	fmt.Println(SortedKeys(map[Tag]bool{"b": true, "a": false}), *Ptr(3)+1, Chunk(lens, 2), Chunk([]int{}, 3))
	for _, p := range Zip(words, lens) {
		fmt.Print(p.Swap(), " ")
	}
	fmt.Println(Join([]Tag{"x", "y"}, "/"))
	fmt.Printf("%T %T %v\n", Zip([]int{1}, []Tag{"t"}), Ptr(Meters(2)), Pair[string, *int]{}.Second == nil)
	counts := Fold(words, map[int][]string{}, func(m map[int][]string, w string) map[int][]string {
		m[len(w)] = append(m[len(w)], w)
		return m
	})
	fmt.Println(len(counts), counts[2])
	defer func() {
		err, _ := recover().(error)
		fmt.Println("recovered", errors.Is(err, strconv.ErrSyntax))
	}()
	fmt.Println(Must(strconv.Atoi("7")))
	Must(strconv.Atoi("seven"))
}
