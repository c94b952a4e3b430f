package main

import (
	"cmp"
	"container/list"
	"container/ring"
	"fmt"
	"iter"
	"strings"
)

type Ring struct {
	*ring.Ring
	n int
}

func NewRing(n int) *Ring { return &Ring{ring.New(n), n} }

func (r *Ring) Push(v any) { r.Value = v; r.Ring = r.Next() }
func (r *Ring) All() iter.Seq2[int, any] {
	return func(yield func(int, any) bool) {
		i, stop := 0, false
		r.Do(func(v any) {
			if !stop && v != nil && !yield(i, v) {
				stop = true
			}
			i++
		})
	}
}

type window[T cmp.Ordered] struct {
	list.List
	max int
}

func (w *window[T]) Add(v T) (lo, hi T) {
	w.PushBack(v)
	if w.Len() > w.max {
		w.Remove(w.Front())
	}
	lo, hi = v, v
	for e := w.Front(); e != nil; e = e.Next() {
		lo, hi = min(lo, e.Value.(T)), max(hi, e.Value.(T))
	}
	return
}

func josephus(n, k int) (out []int) {
	r := ring.New(n)
	for i := range n {
		r.Value = i + 1
		r = r.Next()
	}
	r = r.Prev()
	for r.Len() > 1 {
		for range k - 1 {
			r = r.Next()
		}
		out = append(out, r.Unlink(1).Value.(int))
	}
	return append(out, r.Value.(int))
}

func main() {
	r := NewRing(3)
	for _, v := range []any{1, "two", 3.0, 'f', nil, []int{5}} {
		r.Push(v)
	}
	for i, v := range r.All() {
		if i == 2 {
			break
		}
		fmt.Println(i, v)
	}
	fmt.Println(josephus(7, 3), r.Len())
	w := window[string]{max: 2}
	for _, s := range strings.Fields("d a c z b") {
		lo, hi := w.Add(s)
		fmt.Print(lo, hi, " ")
	}
	fmt.Println(w.Len(), w.Back().Value)
	a, b := ring.New(2), ring.New(3)
	a.Value, b.Value = "a", "b"
	fmt.Println(a.Link(b).Len(), a.Len(), a.Next().Value, a.Move(-1).Value)
}
