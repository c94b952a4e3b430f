package interp

// Sessions of the tests know a package whose generic part is all that there is of it. Packages with compiled parts
// are tested by building a binary, in cmd/msrepl.
func init() {
	Add(Package{Path: "example.org/piles", Name: "piles", Generic: `package piles

import (
	"fmt"
	"iter"
	"slices"
)

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) *Stack[T] {
	s.items = append(s.items, x)
	return s
}

func (s *Stack[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, x := range slices.Backward(s.items) {
			if !yield(x) {
				return
			}
		}
	}
}

func (s *Stack[T]) String() string { return s.name() }

func (s *Stack[T]) name() string { return "a pile" }

type Pair[A, B any] struct {
	first  A
	second B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }

type number interface{ ~int | ~float64 }

func Sum[T number](xs ...T) (sum T) {
	for _, x := range xs {
		sum = add(sum, x)
	}
	return sum
}

func add[T number](a, b T) T { return a + b }

type closer[T any] interface{ shut(T) }

type Door[T any] struct{ key T }

func (d Door[T]) shut(x T) { fmt.Println("shut", d.key, x, recover()) }

func Shut[T any](key, x T) {
	var c closer[T] = Door[T]{key}
	defer c.shut(x)
	panic("open")
}

func First[T any](x T) {
	d := Door[T]{x}
	var nothing closer[T]
	later(d, x)
	later(nothing, x)
}

func later[C closer[T], T any](c C, x T) {
	defer func() { fmt.Println(recover()) }()
	defer c.shut(x)
	fmt.Println("body")
}

func Next[T number](x T) (T, []T) {
	more := func() T { x++; return x }
	list := []T{0, 0, 0, 0, 0, 0}
	list[int(x)] = more()
	return x + more(), list
}
`})
}
