package main

import "container/heap"
import "fmt"
import "strings"

type node struct {
	p     int
	name  string
	index int
}
type pq []*node

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].p < q[j].p }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].index, q[j].index = i, j }
func (q *pq) Push(x any)        { n := x.(*node); n.index = len(*q); *q = append(*q, n) }
func (q *pq) Pop() any          { old := *q; n := old[len(old)-1]; *q = old[:len(old)-1]; return n }

func main() {
	q := &pq{}
	for i, s := range strings.Fields("delta alpha echo bravo") {
		heap.Push(q, &node{p: (i * 7) % 5, name: s})
	}
	(*q)[0].p = 9
	heap.Fix(q, 0)
	for q.Len() > 0 {
		n := heap.Pop(q).(*node)
		fmt.Print(n.name, n.p, " ")
	}
	fmt.Println(q)
}
