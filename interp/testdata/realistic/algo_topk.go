package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

type Heap[T any] struct {
	items []T
	less  func(a, b T) bool
}

func NewHeap[T any](less func(a, b T) bool, items ...T) *Heap[T] {
	h := &Heap[T]{less: less}
	for _, it := range items {
		h.Push(it)
	}
	return h
}

func (h *Heap[T]) Push(v T) {
	h.items = append(h.items, v)
	for i := len(h.items) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h.less(h.items[i], h.items[parent]) {
			break
		}
		h.items[i], h.items[parent] = h.items[parent], h.items[i]
		i = parent
	}
}

func (h *Heap[T]) Pop() (top T, ok bool) {
	n := len(h.items)
	if n == 0 {
		return
	}
	top = h.items[0]
	h.items[0] = h.items[n-1]
	h.items = h.items[:n-1]
	for i := 0; ; {
		smallest := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < len(h.items) && h.less(h.items[child], h.items[smallest]) {
				smallest = child
			}
		}
		if smallest == i {
			return top, true
		}
		h.items[i], h.items[smallest] = h.items[smallest], h.items[i]
		i = smallest
	}
}

func (h Heap[T]) Len() int { return len(h.items) }

func TopK[T any, K cmp.Ordered](list []T, k int, key func(T) K) []T {
	h := NewHeap(func(a, b T) bool { return key(a) < key(b) })
	for _, v := range list {
		h.Push(v)
		if h.Len() > k {
			h.Pop()
		}
	}
	var out []T
	for v, ok := h.Pop(); ok; v, ok = h.Pop() {
		out = append(out, v)
	}
	slices.Reverse(out)
	return out
}

type stream struct {
	name string
	vals []int
}

func mergeStreams(streams ...stream) (out []string) {
	type head struct {
		val, from int
	}
	h := NewHeap(func(a, b head) bool { return a.val < b.val || a.val == b.val && a.from < b.from })
	for i, s := range streams {
		if len(s.vals) > 0 {
			h.Push(head{s.vals[0], i})
		}
	}
	pos := make([]int, len(streams))
	for h.Len() > 0 {
		top, _ := h.Pop()
		s := streams[top.from]
		out = append(out, fmt.Sprint(s.name, top.val))
		if pos[top.from]++; pos[top.from] < len(s.vals) {
			h.Push(head{s.vals[pos[top.from]], top.from})
		}
	}
	return
}

func main() {
	words := strings.Fields("kiwi banana fig apple cherry date elderberry")
	fmt.Println(TopK(words, 3, func(s string) int { return len(s) }))
	fmt.Println(TopK([]float64{3, -1, 2.5, 9}, 2, func(f float64) float64 { return -f }))
	fmt.Println(mergeStreams(stream{"a", []int{1, 4, 9}}, stream{"b", nil}, stream{name: "c", vals: []int{1, 2, 3, 10}}))
	h := NewHeap(func(a, b string) bool { return a > b }, words...)
	top, _ := h.Pop()
	fmt.Println(top, h.Len(), len(TopK(words, 100, strings.ToUpper)))
}
