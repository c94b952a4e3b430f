package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

type Graph[K comparable] struct {
	edges map[K][]K
	order []K
}

func (g *Graph[K]) AddEdge(a, b K) {
	if g.edges == nil {
		g.edges = make(map[K][]K)
	}
	for _, v := range []K{a, b} {
		if _, ok := g.edges[v]; !ok {
			g.edges[v] = nil
			g.order = append(g.order, v)
		}
	}
	g.edges[a] = append(g.edges[a], b)
}

func (g *Graph[K]) BFS(start K, visit func(v K, depth int) bool) {
	type item struct {
		v     K
		depth int
	}
	seen := map[K]bool{start: true}
	for queue := []item{{start, 0}}; len(queue) > 0; queue = queue[1:] {
		cur := queue[0]
		if !visit(cur.v, cur.depth) {
			return
		}
		for _, next := range g.edges[cur.v] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, item{next, cur.depth + 1})
			}
		}
	}
}

func (g *Graph[K]) TopoSort() (sorted []K, err error) {
	state := map[K]int{}
	var visit func(v K, path []string) error
	visit = func(v K, path []string) error {
		path = append(path, fmt.Sprint(v))
		switch state[v] {
		case 1:
			return fmt.Errorf("cycle: %s", strings.Join(path, " -> "))
		case 2:
			return nil
		}
		state[v] = 1
		for _, w := range g.edges[v] {
			if err := visit(w, path); err != nil {
				return err
			}
		}
		state[v] = 2
		sorted = append(sorted, v)
		return nil
	}
	for _, v := range g.order {
		if err = visit(v, nil); err != nil {
			return nil, err
		}
	}
	slices.Reverse(sorted)
	return sorted, nil
}

func main() {
	var g Graph[string]
	for _, e := range strings.Fields("shirt>tie tie>jacket trousers>shoes trousers>belt belt>jacket socks>shoes") {
		a, b, _ := strings.Cut(e, ">")
		g.AddEdge(a, b)
	}
	order, err := g.TopoSort()
	fmt.Println(order, err)
	g.BFS("trousers", func(v string, d int) bool {
		fmt.Println(strings.Repeat("  ", d)+v, d)
		return true
	})
	g.AddEdge("jacket", "shirt")
	order, err = g.TopoSort()
	fmt.Println(order == nil, err)

	nums := &Graph[int]{}
	for i := range 10 {
		nums.AddEdge(i, (i*3+1)%10)
	}
	var reached []int
	nums.BFS(2, func(v, d int) bool { reached = append(reached, v*10+d); return d < 4 })
	sort.Ints(reached)
	fmt.Println(reached)
}
