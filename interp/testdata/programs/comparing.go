package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

type size uint8

type item struct {
	name string
	n    int
}

func by[T cmp.Ordered](a, b T) int { return cmp.Compare(a, b) }

func main() {
	fmt.Println(cmp.Compare(1, 2), cmp.Compare(2, 1), cmp.Compare(3, 3))
	a, b := math.MinInt64, math.MaxInt64
	fmt.Println(cmp.Compare(a, b), cmp.Compare(b, a), cmp.Compare(a, a))
	var u, v uint64 = 1 << 63, 1
	fmt.Println(cmp.Compare(u, v), cmp.Compare(v, u), cmp.Compare(u, u))
	var s, t int8 = -128, 127
	fmt.Println(cmp.Compare(s, t), cmp.Compare(t, s), cmp.Compare(size(200), size(7)), cmp.Compare(t+1, s))
	nan := math.NaN()
	fmt.Println(cmp.Compare(nan, 1), cmp.Compare(1, nan), cmp.Compare(nan, nan), cmp.Compare("a", "b"), by(2, 1), by("x", "a"), by(nan, 0))
	cmp.Compare(1, 2)
	f := cmp.Compare[int]
	fmt.Println(f(1, 2), cmp.Compare(f(2, 1), f(1, 2)))
	list := []item{{"c", 3}, {"a", 3}, {"b", 1}, {"d", -7}}
	slices.SortStableFunc(list, func(a, b item) int { return cmp.Or(-cmp.Compare(a.n, b.n), cmp.Compare(a.name, b.name)) })
	fmt.Println(list)
	k, ok := slices.BinarySearchFunc([]int{1, 4, 9}, 4, func(e, t int) int { return cmp.Compare(e, t) })
	fmt.Println(k, ok)
	x := 5
	x = cmp.Compare(x, cmp.Compare(x, x))
	fmt.Println(x)
}
