package main

import (
	"fmt"
	"strings"
)

func firstDuplicate(rows [][]int) (r, c int, found bool) {
	seen := map[int]bool{}
search:
	for r = range rows {
		for c = range rows[r] {
			switch v := rows[r][c]; {
			case v < 0:
				continue search
			case seen[v]:
				found = true
				break search
			default:
				seen[v] = true
			}
		}
	}
	return
}

func collatz(n int) (steps int) {
	for ; n != 1; steps++ {
		if n%2 == 0 {
			n /= 2
			continue
		}
		n = 3*n + 1
	}
	return
}

func spiral(n int) (grid [][]int) {
	grid = make([][]int, n)
	for i := range grid {
		grid[i] = make([]int, n)
	}
	r, c, dr, dc := 0, 0, 0, 1
	for k := 1; k <= n*n; k++ {
		grid[r][c] = k
		if nr, nc := r+dr, c+dc; nr < 0 || nr >= n || nc < 0 || nc >= n || grid[nr][nc] != 0 {
			dr, dc = dc, -dr
		}
		r, c = r+dr, c+dc
	}
	return
}

func retry() (log []string) {
	attempt := 0
again:
	attempt++
	log = append(log, fmt.Sprint("try ", attempt))
	if attempt < 3 {
		goto again
	}
	return
}

func pump(events ...string) string {
	ch := make(chan string, len(events))
	for _, e := range events {
		ch <- e
	}
	close(ch)
	var b strings.Builder
loop:
	for {
		select {
		case e, ok := <-ch:
			switch {
			case !ok, e == "quit":
				break loop
			case e == "":
				continue loop
			}
			b.WriteString(e + ";")
		}
	}
	return b.String()
}

func main() {
	fmt.Println(firstDuplicate([][]int{{1, 2}, {3, -1, 1}, {4, 2, 9}}))
	fmt.Println(firstDuplicate([][]int{{1}, {2}}))
	best, at := 0, 0
	for n := range 100 {
		if n == 0 {
			continue
		}
		if s := collatz(n); s > best {
			best, at = s, n
		}
	}
	fmt.Println(best, at)
	for _, row := range spiral(4) {
		fmt.Printf("%3d\n", row)
	}
	fmt.Println(retry(), pump("a", "", "b", "quit", "c"), pump())
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fmt.Print(i, j, " ")
	}
	var fns []func() int
	for i := 0; i < 6; i++ {
		if i%2 == 0 {
			i++
		}
		fns = append(fns, func() int { i *= 10; return i })
	}
	for _, f := range fns {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println(len(fns))
	words := []string{"a", "b", "c"}
	for i := range words {
		words = append(words, words[i]+"!")
	}
	for i := range len(words) {
		i *= 2
		fmt.Print(i, " ")
	}
	fmt.Println(words)
}
