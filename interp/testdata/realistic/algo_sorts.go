package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

type sorter[T cmp.Ordered] struct {
	name string
	sort func([]T) []T
}

func main() {
	input := []int{5, 2, 9, 1, 5, 6, -3, 0, 8}
	for _, s := range []sorter[int]{
		{"bubble", bubble[int]},
		{"insertion", insertion[int]},
		{"merge", merge[int]},
		{"quick", quick[int]},
		{"heap", heapSort[int]},
		{"stdlib", func(l []int) []int { sort.Ints(l); return l }},
	} {
		got := s.sort(slices.Clone(input))
		fmt.Printf("%-10s %v %t\n", s.name, got, slices.IsSorted(got))
	}
	fmt.Println(input)
	fmt.Println(merge([]string{"pear", "fig", "apple", "fig"}), quick([]float64{2.5, -1, 0}))
	fmt.Println(len(merge[string](nil)), quick([]int{1}))
}

func bubble[T cmp.Ordered](l []T) []T {
	for swapped := true; swapped; {
		swapped = false
		for i := 1; i < len(l); i++ {
			if l[i] < l[i-1] {
				l[i], l[i-1] = l[i-1], l[i]
				swapped = true
			}
		}
	}
	return l
}

func insertion[T cmp.Ordered](l []T) []T {
	for i := range l {
		for j := i; j > 0 && l[j] < l[j-1]; j-- {
			l[j], l[j-1] = l[j-1], l[j]
		}
	}
	return l
}

func merge[T cmp.Ordered](l []T) []T {
	if len(l) < 2 {
		return l
	}
	mid := len(l) / 2
	a, b := merge(l[:mid:mid]), merge(l[mid:])
	out := make([]T, 0, len(l))
	for len(a) > 0 && len(b) > 0 {
		if b[0] < a[0] {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}

func quick[T cmp.Ordered](l []T) []T {
	if len(l) < 2 {
		return l
	}
	pivot := l[len(l)/2]
	var less, same, more []T
	for _, v := range l {
		switch cmp.Compare(v, pivot) {
		case -1:
			less = append(less, v)
		case 0:
			same = append(same, v)
		case 1:
			more = append(more, v)
		}
	}
	return slices.Concat(quick(less), same, quick(more))
}

func heapSort[T cmp.Ordered](l []T) []T {
	down := func(root, end int) {
		for {
			child := 2*root + 1
			if child >= end {
				return
			}
			if child+1 < end && l[child] < l[child+1] {
				child++
			}
			if l[root] >= l[child] {
				return
			}
			l[root], l[child] = l[child], l[root]
			root = child
		}
	}
	for i := len(l)/2 - 1; i >= 0; i-- {
		down(i, len(l))
	}
	for end := len(l) - 1; end > 0; end-- {
		l[0], l[end] = l[end], l[0]
		down(0, end)
	}
	return l
}
