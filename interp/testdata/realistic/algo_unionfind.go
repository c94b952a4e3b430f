package main

import (
	"fmt"
	"sort"
)

type DisjointSet struct {
	parent []int
	size   []int
	count  int
}

func NewDisjointSet(n int) *DisjointSet {
	d := &DisjointSet{parent: make([]int, n), size: make([]int, n), count: n}
	for i := range d.parent {
		d.parent[i], d.size[i] = i, 1
	}
	return d
}

func (d *DisjointSet) Find(x int) int {
	for d.parent[x] != x {
		d.parent[x] = d.parent[d.parent[x]]
		x = d.parent[x]
	}
	return x
}

func (d *DisjointSet) Union(a, b int) bool {
	a, b = d.Find(a), d.Find(b)
	if a == b {
		return false
	}
	if d.size[a] < d.size[b] {
		a, b = b, a
	}
	d.parent[b] = a
	d.size[a] += d.size[b]
	d.count--
	return true
}

type Edge struct{ A, B, W int }

// kruskal returns the edges of a minimum spanning tree.
func kruskal(n int, edges []Edge) (tree []Edge, total int) {
	sorted := append([]Edge(nil), edges...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].W < sorted[j].W })
	set := NewDisjointSet(n)
	for _, e := range sorted {
		if set.Union(e.A, e.B) {
			tree = append(tree, e)
			total += e.W
		}
	}
	return
}

func main() {
	edges := []Edge{{0, 1, 4}, {1, 2, 8}, {2, 3, 7}, {3, 4, 9}, {4, 5, 10}, {5, 6, 2}, {6, 7, 1}, {7, 0, 8}, {1, 7, 11}, {2, 8, 2}, {8, 6, 6}, {7, 8, 7}, {2, 5, 4}, {3, 5, 14}}
	tree, total := kruskal(9, edges)
	fmt.Println(len(tree), total)
	for _, e := range tree {
		fmt.Printf("%d-%d:%d ", e.A, e.B, e.W)
	}
	fmt.Println()
	fmt.Println(edges[0], len(edges))

	d := NewDisjointSet(10)
	pairs := [][2]int{{1, 2}, {3, 4}, {2, 3}, {5, 6}, {1, 4}}
	for _, p := range pairs {
		fmt.Print(d.Union(p[0], p[1]), " ")
	}
	fmt.Println(d.count, d.Find(1) == d.Find(4), d.Find(1) == d.Find(5))
	groups := map[int][]int{}
	for i := range 10 {
		r := d.Find(i)
		groups[r] = append(groups[r], i)
	}
	var list [][]int
	for _, g := range groups {
		list = append(list, g)
	}
	sort.Slice(list, func(i, j int) bool {
		if len(list[i]) != len(list[j]) {
			return len(list[i]) > len(list[j])
		}
		return list[i][0] < list[j][0]
	})
	fmt.Println(list)
}
