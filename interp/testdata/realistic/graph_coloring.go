package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type region string

type neighbours map[region]map[region]bool

func parse(text string) neighbours {
	n := neighbours{}
	for _, line := range strings.Split(text, ";") {
		from, list, _ := strings.Cut(line, ":")
		for _, to := range strings.Fields(list) {
			n.link(region(strings.TrimSpace(from)), region(to))
		}
	}
	return n
}

func (n neighbours) link(a, b region) {
	for _, p := range [][2]region{{a, b}, {b, a}} {
		if n[p[0]] == nil {
			n[p[0]] = map[region]bool{}
		}
		n[p[0]][p[1]] = true
	}
}

func (n neighbours) color(k int) (colors map[region]int, tries int, ok bool) {
	colors = map[region]int{}
	order := slices.SortedFunc(maps.Keys(n), func(a, b region) int {
		if d := len(n[b]) - len(n[a]); d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	})
	var assign func(i int) bool
	assign = func(i int) bool {
		if i == len(order) {
			return true
		}
	next:
		for c := 1; c <= k; c++ {
			tries++
			for other := range n[order[i]] {
				if colors[other] == c {
					continue next
				}
			}
			colors[order[i]] = c
			if assign(i + 1) {
				return true
			}
			delete(colors, order[i])
		}
		return false
	}
	ok = assign(0)
	return
}

func main() {
	n := parse("wa: nt sa; nt: sa q; sa: q nsw v; q: nsw; nsw: v; t: x")
	for k := 1; k <= 4; k++ {
		colors, tries, ok := n.color(k)
		fmt.Println(k, ok, tries, colors)
	}
	degree := map[int][]region{}
	for r, list := range n {
		degree[len(list)] = append(degree[len(list)], r)
	}
	for _, d := range slices.Sorted(maps.Keys(degree)) {
		slices.Sort(degree[d])
		fmt.Println(d, degree[d])
	}
}
