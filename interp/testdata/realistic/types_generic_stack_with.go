package main

import "cmp"
import "fmt"
import "iter"
import "slices"

type Item interface {
	Key() int
	fmt.Stringer
}
type Stack[T Item] struct {
	l []T
	n int
}

func (s *Stack[T]) Push(t ...T) *Stack[T] { s.l = append(s.l, t...); s.n += len(t); return s }
func (s Stack[T]) Max() (best T, ok bool) {
	for i, t := range s.l {
		if i == 0 || t.Key() > best.Key() {
			best, ok = t, true
		}
	}
	return
}
func (s Stack[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, t := range s.l {
			if !yield(i, t) {
				return
			}
		}
	}
}

type word string

func (w word) Key() int       { return len(w) }
func (w word) String() string { return "<" + string(w) + ">" }

type num struct{ n int }

func (n *num) Key() int       { return n.n }
func (n *num) String() string { return fmt.Sprint("#", n.n) }

func main() {
	ws := new(Stack[word]).Push("a", "ccc", "bb")
	best, ok := ws.Max()
	fmt.Println(best, ok, *ws)
	ns := (&Stack[*num]{}).Push(&num{4}, &num{2})
	bn, _ := ns.Max()
	fmt.Printf("%v %T %T\n", bn, ns, *ns)
	for i, w := range ws.All() {
		fmt.Print(i, w, " ")
	}
	fmt.Println(ns.n)
	var items []Item
	for _, w := range ws.All() {
		items = append(items, w)
	}
	for _, n := range ns.All() {
		items = append(items, n)
	}
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(a.Key(), b.Key()) })
	fmt.Println(items)
}
