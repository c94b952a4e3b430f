// Types that generic functions and methods declare: their names have the type arguments, and equal ones give one type.
package main

import "fmt"

func run[T9 any](a9 T9) {
	type T int
	const (
		A T = iota + 1
		B
		C
	)
	type L struct{ v T9 }
	type R []R
	type M struct {
		m map[string]*M
		l []L
	}
	fmt.Printf("%T %T %T %T\n", C, L{}, R{}, M{})
	f := func() { type T []T9; fmt.Printf("%T\n", T{}) }
	f()
	type T2 struct{ L }
	fmt.Printf("%T %T\n", T2{}, []map[T]T2{})
}

type Host[T9 any, U any] struct{ v T9 }

func (h9 *Host[T9, U]) run() {
	type T int
	type L struct{ v T9 }
	fmt.Printf("%T %T %v\n", T(1), L{}, any(T(1)) == any(T(1)))
}
func same[T any]() any { type t int; return t(1) }
func main() {
	type loc int
	run(1)
	run("a")
	run([]loc{})
	run(struct{ A int }{1})
	(&Host[string, int]{"h"}).run()
	(&Host[[]int, loc]{}).run()
	fmt.Println(same[int]() == same[string](), same[int]() == same[int]())
}
