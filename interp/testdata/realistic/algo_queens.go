package main

import (
	"fmt"
	"strings"
)

type solver struct {
	n                  int
	cols, diag1, diag2 []bool
	place              []int
	found              int
	onFound            func(place []int) bool
}

func solve(n int, onFound func([]int) bool) int {
	s := &solver{n: n, cols: make([]bool, n), diag1: make([]bool, 2*n), diag2: make([]bool, 2*n), onFound: onFound}
	s.row(0)
	return s.found
}

func (s *solver) row(y int) bool {
	if y == s.n {
		s.found++
		return s.onFound == nil || s.onFound(s.place)
	}
	for x := 0; x < s.n; x++ {
		a, b := x+y, x-y+s.n
		if s.cols[x] || s.diag1[a] || s.diag2[b] {
			continue
		}
		s.cols[x], s.diag1[a], s.diag2[b] = true, true, true
		s.place = append(s.place, x)
		more := s.row(y + 1)
		s.place = s.place[:y]
		s.cols[x], s.diag1[a], s.diag2[b] = false, false, false
		if !more {
			return false
		}
	}
	return true
}

func draw(place []int) string {
	var b strings.Builder
	for _, x := range place {
		fmt.Fprintf(&b, "%s\n", strings.Repeat(". ", x)+"Q "+strings.Repeat(". ", len(place)-x-1))
	}
	return b.String()
}

func main() {
	for n := 1; n <= 6; n++ {
		fmt.Println(n, solve(n, nil))
	}
	solve(8, func(p []int) bool {
		fmt.Println(p)
		fmt.Print(draw(p))
		return false
	})
	first := [][]int{}
	solve(6, func(p []int) bool {
		first = append(first, append([]int{}, p...))
		return len(first) < 3
	})
	fmt.Println(first)
}
