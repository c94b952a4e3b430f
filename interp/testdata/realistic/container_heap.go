package main

import (
	"container/heap"
	"fmt"
)

type task struct {
	name     string
	priority int
	index    int
}

type queue []*task

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].priority != q[j].priority {
		return q[i].priority > q[j].priority
	}
	return q[i].name < q[j].name
}

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *queue) Push(x any) {
	t := x.(*task)
	t.index = len(*q)
	*q = append(*q, t)
}

func (q *queue) Pop() any {
	old := *q
	n := len(old)
	t := old[n-1]
	old[n-1] = nil
	*q = old[:n-1]
	t.index = -1
	return t
}

func main() {
	q := &queue{}
	heap.Init(q)
	byName := map[string]*task{}
	for name, p := range map[string]int{"mail": 2, "deploy": 9, "lunch": 5, "review": 5} {
		t := &task{name: name, priority: p}
		byName[name] = t
		heap.Push(q, t)
	}
	fmt.Println("top:", (*q)[0].name, q.Len())

	byName["mail"].priority = 10
	heap.Fix(q, byName["mail"].index)
	heap.Remove(q, byName["lunch"].index)

	for q.Len() > 0 {
		t := heap.Pop(q).(*task)
		fmt.Printf("%-7s %2d %d\n", t.name, t.priority, t.index)
	}
}
