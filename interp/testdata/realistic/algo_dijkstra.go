package main

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"slices"
)

type edge struct {
	to   string
	cost int
}

type graph map[string][]edge

var errNoPath = errors.New("no path")

func main() {
	g := graph{}
	g.link("A", "B", 7)
	g.link("A", "C", 9)
	g.link("A", "F", 14)
	g.link("B", "C", 10)
	g.link("B", "D", 15)
	g.link("C", "D", 11)
	g.link("C", "F", 2)
	g.link("D", "E", 6)
	g.link("E", "F", 9)
	g["Z"] = nil
	for _, to := range []string{"E", "D", "A", "Z", "Q"} {
		path, cost, err := g.shortest("A", to)
		if err != nil {
			fmt.Println("failed:", err, errors.Is(err, errNoPath))
			continue
		}
		fmt.Println(path, cost)
	}
}

func (g graph) link(a, b string, cost int) {
	g[a] = append(g[a], edge{b, cost})
	g[b] = append(g[b], edge{a, cost})
}

func (g graph) shortest(from, to string) (path []string, cost int, err error) {
	if _, ok := g[to]; !ok {
		return nil, 0, fmt.Errorf("unknown node %q", to)
	}
	dist := map[string]int{}
	for v := range g {
		dist[v] = math.MaxInt
	}
	dist[from] = 0
	prev := make(map[string]string)
	frontier := &pq{{from, 0}}
	for frontier.Len() > 0 {
		cur := heap.Pop(frontier).(edge)
		if cur.cost > dist[cur.to] {
			continue
		}
		if cur.to == to {
			break
		}
		for _, e := range g[cur.to] {
			if d := cur.cost + e.cost; d < dist[e.to] {
				dist[e.to] = d
				prev[e.to] = cur.to
				heap.Push(frontier, edge{e.to, d})
			}
		}
	}
	if dist[to] == math.MaxInt {
		return nil, 0, fmt.Errorf("%s to %s: %w", from, to, errNoPath)
	}
	for at := to; ; at = prev[at] {
		path = append(path, at)
		if at == from {
			break
		}
	}
	slices.Reverse(path)
	return path, dist[to], nil
}

type pq []edge

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *pq) Push(x any)        { *q = append(*q, x.(edge)) }
func (q *pq) Pop() any {
	n := len(*q) - 1
	e := (*q)[n]
	*q = (*q)[:n]
	return e
}
