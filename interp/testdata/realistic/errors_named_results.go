package main

import (
	"fmt"
	"strconv"
	"strings"
)

// Functions with named results in the ways that people use them.

func divmod(a, b int) (q, r int, err error) {
	if b == 0 {
		err = fmt.Errorf("%d by zero", a)
		return
	}
	q = a / b
	r = a % b
	return
}

func minmax(xs ...int) (lo, hi int) {
	for i, x := range xs {
		if i == 0 || x < lo {
			lo = x
		}
		if i == 0 || x > hi {
			hi = x
		}
	}
	return lo, hi
}

func swap(a, b string) (x, y string) {
	x, y = b, a
	defer func() { x += "!" }()
	return y, x
}

func parsePair(s string) (k string, v int, err error) {
	defer func() {
		if err != nil {
			k, v, err = "", -1, fmt.Errorf("pair %q: %w", s, err)
		}
	}()
	k, rest, ok := strings.Cut(s, "=")
	if !ok {
		return k, 0, fmt.Errorf("no =")
	}
	if v, err := strconv.Atoi(rest); err == nil {
		return k, v * 10, nil
	}
	v, err = len(rest), strconv.ErrSyntax
	return
}

func count(n int) (n2 int, done bool) {
	defer func(start int) { n2 += start }(n)
	for n := n; n > 0; n-- {
		n2++
		if n2 == 3 {
			return n2 * 100, false
		}
	}
	return n2, true
}

type stats struct{ sum, n int }

func (s *stats) add(x int) (mean float64) {
	defer func() {
		if s.n > 0 {
			mean = float64(s.sum) / float64(s.n)
		}
	}()
	if x < 0 {
		return
	}
	s.sum += x
	s.n++
	return -1
}

func find(grid [][]int, want int) (row, col int, found bool) {
	defer func() {
		if !found {
			row, col = -1, -1
		}
	}()
outer:
	for row = range grid {
		for col = range grid[row] {
			switch v := grid[row][col]; {
			case v == want:
				found = true
				break outer
			case v > want:
				continue outer
			}
		}
	}
	return
}

func compose(fs ...func(int) int) (f func(int) int) {
	f = func(x int) int { return x }
	for _, g := range fs {
		f, g := f, g
		defer func() {}()
		f = func(x int) int { return g(f(x)) }
		_ = f
	}
	for _, g := range fs {
		prev := f
		f = func(x int) int { return g(prev(x)) }
	}
	return
}

func main() {
	fmt.Println(divmod(17, 5))
	fmt.Println(divmod(1, 0))
	fmt.Println(minmax(3, -2, 8))
	fmt.Println(minmax())
	fmt.Println(swap("a", "b"))
	for _, s := range []string{"a=4", "b=x", "c"} {
		fmt.Println(parsePair(s))
	}
	fmt.Println(count(2))
	fmt.Println(count(10))
	var s stats
	for _, x := range []int{-1, 4, 8, -3} {
		fmt.Print(s.add(x), " ")
	}
	fmt.Println(s)
	grid := [][]int{{1, 4, 9}, {2, 5, 7}, {6}}
	for _, w := range []int{5, 6, 8} {
		r, c, ok := find(grid, w)
		fmt.Println(w, r, c, ok)
	}
	double := func(x int) int { return 2 * x }
	inc := func(x int) (y int) { y = x + 1; return }
	fmt.Println(compose(double, inc, double)(5))
}
