package main

import (
	"cmp"
	"fmt"
	"sort"
	"strings"
)

type sorter[T cmp.Ordered] struct {
	name string
	sort func([]T) []T
	note string
}

func bubble[T cmp.Ordered](xs []T) []T {
	for n := len(xs); n > 1; {
		last := 0
		for i := 1; i < n; i++ {
			if xs[i] < xs[i-1] {
				xs[i], xs[i-1] = xs[i-1], xs[i]
				last = i
			}
		}
		n = last
	}
	return xs
}

func insertion[T cmp.Ordered](xs []T) []T {
	for i := range xs {
		for j := i; j > 0 && xs[j] < xs[j-1]; j-- {
			xs[j], xs[j-1] = xs[j-1], xs[j]
		}
	}
	return xs
}

func merge[T cmp.Ordered](xs []T) []T {
	if len(xs) < 2 {
		return xs
	}
	a, b := merge(xs[:len(xs)/2]), merge(xs[len(xs)/2:])
	out := make([]T, 0, len(xs))
	for len(a) > 0 && len(b) > 0 {
		src := &a
		if b[0] < a[0] {
			src = &b
		}
		out = append(out, (*src)[0])
		*src = (*src)[1:]
	}
	return append(append(out, a...), b...)
}

func quick[T cmp.Ordered](xs []T) []T {
	if len(xs) < 2 {
		return xs
	}
	pivot := xs[len(xs)/2]
	i, j := 0, len(xs)-1
	for i <= j {
		for xs[i] < pivot {
			i++
		}
		for xs[j] > pivot {
			j--
		}
		if i <= j {
			xs[i], xs[j] = xs[j], xs[i]
			i++
			j--
		}
	}
	quick(xs[:j+1])
	quick(xs[i:])
	return xs
}

func heapSort[T cmp.Ordered](xs []T) []T {
	sift := func(i, n int) {
		for {
			child := 2*i + 1
			if child >= n {
				return
			}
			if child+1 < n && xs[child] < xs[child+1] {
				child++
			}
			if xs[i] >= xs[child] {
				return
			}
			xs[i], xs[child] = xs[child], xs[i]
			i = child
		}
	}
	for i := len(xs)/2 - 1; i >= 0; i-- {
		sift(i, len(xs))
	}
	for n := len(xs) - 1; n > 0; n-- {
		xs[0], xs[n] = xs[n], xs[0]
		sift(0, n)
	}
	return xs
}

func counting(xs []int) []int {
	counts := map[int]int{}
	lo, hi := 0, -1
	for i, x := range xs {
		counts[x]++
		if i == 0 || x < lo {
			lo = x
		}
		if i == 0 || x > hi {
			hi = x
		}
	}
	xs = xs[:0]
	for x := lo; x <= hi; x++ {
		for range counts[x] {
			xs = append(xs, x)
		}
	}
	return xs
}

func main() {
	all := []sorter[int]{
		{"bubble", bubble[int], ""},
		{"insertion", insertion[int], "stable"},
		{"merge", merge[int], "stable"},
		{"quick", quick[int], ""},
		{"heap", heapSort[int], ""},
		{name: "counting", sort: counting},
	}
	seed := uint32(42)
	random := func(n int) []int {
		xs := make([]int, n)
		for i := range xs {
			seed = seed*1664525 + 1013904223
			xs[i] = int(seed>>16)%100 - 50
		}
		return xs
	}
	inputs := [][]int{nil, {1}, {2, 1}, {3, 3, 3}, {5, 4, 3, 2, 1}, random(50), random(51)}
	for _, s := range all {
		ok := 0
		for _, in := range inputs {
			want := append([]int{}, in...)
			sort.Ints(want)
			got := s.sort(append([]int{}, in...))
			if fmt.Sprint(got) == fmt.Sprint(want) {
				ok++
			} else {
				fmt.Println(s.name, "fails for", in, got)
			}
		}
		fmt.Printf("%-10s %d/%d %s\n", s.name, ok, len(inputs), s.note)
	}
	fmt.Println(merge(strings.Split("the quick brown fox", " ")), heapSort([]float64{2.5, -1, 0.5}))
	type grade byte
	fmt.Printf("%c\n", quick([]grade("BCADA")))
}
