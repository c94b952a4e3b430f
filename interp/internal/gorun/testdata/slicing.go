package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Functions of package slices for numbers and texts, which are not run as code, and others.

type (
	id    int
	word  string
	ids   []id
	small uint8
)

func of[E cmp.Ordered](name string, list []E, v, absent E) {
	i, ok := slices.BinarySearch(slices.Sorted(slices.Values(list)), v)
	j, no := slices.BinarySearch(list[:1], absent)
	fmt.Println(name, slices.Index(list, v), slices.Index(list, absent), slices.Contains(list, v),
		slices.Contains(list, absent),
		slices.Max(list), slices.Min(list), slices.IsSorted(list), i, ok, j, no)
	other := slices.Clone(list)
	slices.Reverse(other)
	fmt.Println(other, slices.Equal(list, other), slices.Compare(list, other),
		slices.Compare(other[:1], other), slices.Equal(list, list))
	slices.Sort(other)
	fmt.Println(other, slices.IsSorted(other))
}

func kinds() {
	of("int", []int{5, -3, math.MaxInt, 0, math.MinInt}, -3, 8)
	of("int8", []int8{5, -128, 127, 0}, -128, 8)
	of("int16", []int16{-300, 300, 2}, 300, 8)
	of("rune", []rune("héllo"), 'é', 'x')
	of("int64", []int64{1 << 40, -1}, -1, 8)
	of("uint", []uint{3, math.MaxUint, 2}, math.MaxUint, 8)
	of("byte", []byte("bytes"), 'y', 200)
	of("uint16", []uint16{65535, 3}, 3, 8)
	of("uint32", []uint32{1 << 31, 5, 7}, 1<<31, 8)
	of("uint64", []uint64{1 << 63, 5, 7}, 1<<63, 8)
	of("float32", []float32{0.1, -2.5, 1e30}, -2.5, 8)
	of("float64", []float64{0.1, math.Inf(1), -0.5}, math.Inf(1), 8)
	of("string", []string{"b", "", "é", "ab"}, "", "x")
	of("id", []id{4, 2, 9}, 2, 8)
	of("word", []word{"w", "v"}, "v", "x")
	of("small", []small{255, 1}, 255, 8)
	of("uintptr", []uintptr{9, 1}, 9, 8)
	fmt.Println(slices.Index(ids{3, 4}, 4), slices.Max(ids{3, 4}), slices.Contains([]bool{false}, true),
		slices.Index([]any{1, "a"}, any("a")))
}

func special() {
	nan := math.NaN()
	f := []float64{2, nan, -1, math.Copysign(0, -1), 0}
	fmt.Println(slices.Index(f, nan), slices.Contains(f, 0), slices.Max(f), slices.Min(f),
		slices.IsSorted(f), slices.Equal(f, f))
	slices.Sort(f)
	fmt.Println(f, slices.Compare(f, f))
	i, ok := slices.BinarySearch(f, nan)
	fmt.Println(i, ok, slices.Max(f[1:]), slices.Min(f[1:]))
	var none []int
	fmt.Println(slices.Index(none, 0), slices.Equal(none, []int{}), slices.Compare(none, nil), slices.IsSorted(none))
	slices.Reverse(none)
	slices.Sort(none)
	for _, f := range []func(){
		func() { slices.Max(none) }, func() { slices.Min([]string{}) }, func() { _ = slices.Max([]float64(nil)) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}

func computed(n int) {
	xs, t := []int{n, n * 2, n * 3, n + 7}, 0
	if slices.Contains(xs, n+n) {
		t++
	}
	t += slices.Index(xs, n*3) + cmp.Compare(n+1, n*2) + slices.Max(xs[:n-1]) + max(slices.Min(xs[1:]), n)
	i, _ := slices.BinarySearch(xs, xs[1]+1)
	slices.Reverse(xs[i-1:])
	fmt.Println(t, i, xs, slices.Equal(xs[:2], append([]int{n}, n+7)), -slices.Index(xs, -n),
		cmp.Compare(fmt.Sprint(n), fmt.Sprint(n+1)+"x"))
	fmt.Println(func(a, b int) int { return cmp.Compare(a*2, b+1) }(n, 3),
		func(s string) bool { return slices.Contains([]string{"ab"}, "a"+s) }("b"))
}

func main() {
	kinds()
	special()
	for n := range 4 {
		computed(n + 2)
	}
}
