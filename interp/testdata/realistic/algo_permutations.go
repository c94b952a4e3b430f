package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Permutations gives all orders of a list. The slice is the same one each time.
func Permutations[T any](list []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var rec func(k int) bool
		rec = func(k int) bool {
			if k == len(list) {
				return yield(list)
			}
			for i := k; i < len(list); i++ {
				list[k], list[i] = list[i], list[k]
				ok := rec(k + 1)
				list[k], list[i] = list[i], list[k]
				if !ok {
					return false
				}
			}
			return true
		}
		rec(0)
	}
}

// Combinations gives the subsets of n elements.
func Combinations[T any](list []T, n int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		idx := make([]int, n)
		for i := range idx {
			idx[i] = i
		}
		for {
			pick := make([]T, n)
			for i, k := range idx {
				pick[i] = list[k]
			}
			if !yield(pick) {
				return
			}
			i := n - 1
			for i >= 0 && idx[i] == len(list)-n+i {
				i--
			}
			if i < 0 {
				return
			}
			idx[i]++
			for j := i + 1; j < n; j++ {
				idx[j] = idx[j-1] + 1
			}
		}
	}
}

func main() {
	for p := range Permutations([]string{"a", "b", "c"}) {
		fmt.Print(strings.Join(p, ""), " ")
	}
	fmt.Println()
	n := 0
	for p := range Permutations([]int{1, 2, 3, 4}) {
		if p[0] == 3 {
			break
		}
		n++
	}
	fmt.Println("before 3:", n)
	var best []int
	for c := range Combinations([]int{2, 3, 5, 7, 11}, 3) {
		sum := 0
		for _, v := range c {
			sum += v
		}
		if sum%2 == 0 {
			continue
		}
		if best == nil || sum > 20 {
			best = c
			fmt.Println(c, sum)
		}
	}
	all := slices.Collect(Combinations([]rune("wxyz"), 2))
	fmt.Println(len(all), string(all[0]), string(all[len(all)-1]), best)
}
