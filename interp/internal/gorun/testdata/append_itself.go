package main

import (
	"fmt"
	"slices"
)

// Appends whose elements are made of the slice itself, or of what the result is stored to.

type node struct{ id, parent, room int }

type forest struct {
	nodes []node
	ids   []int
	last  int
}

func lengths(n int) (l []int) {
	for range n {
		l = append(l, len(l))
	}
	return l
}

func several(n int) []int {
	var l []int
	for range n {
		l = append(l, len(l), 10*len(l), cap(l)-cap(l)+len(l))
	}
	return l
}

func structs(n int) (l []node) {
	for i := range n {
		l = append(l, node{len(l), i / 2, len(l) + i}, node{id: len(l)})
	}
	return l
}

func boxed(n int) (l []any) {
	for range n {
		l = append(l, len(l), any(len(l)+1), fmt.Sprint(len(l)))
	}
	return l
}

func (f *forest) grow(n int) *forest {
	for range n {
		f.ids = append(f.ids, len(f.ids), len(f.nodes))
		f.nodes = append(f.nodes, node{len(f.nodes), f.last, len(f.ids)})
		f.last = len(f.nodes)
	}
	return f
}

func local(n int) forest {
	var f forest
	for range n {
		f.ids = append(f.ids, len(f.ids), f.last)
		f.last = len(f.ids)
		f.nodes = append(f.nodes, node{f.last, len(f.nodes), len(f.ids)})
	}
	return f
}

func captured(n int) (l []int) {
	add := func(x int) { l = append(l, len(l)+x, x) }
	for i := range n {
		add(i)
	}
	return l
}

func early(n int) (k int, l []int, err error) {
	for k := range 9 {
		l = append(slices.Clip(l), len(l))
		if k == n {
			return k, l, err
		}
	}
	return len(l), append([]int(nil), l...), err
}

func swapped(n int) (a, b []int) {
	for range n {
		a, b = append(b, len(a), len(b)), append(a, len(b))
	}
	return a, b
}

func nested(n int) [][]int {
	var l [][]int
	row := []int{}
	for range n {
		row = append(row, len(row))
		l = append(l, row[:len(row):len(row)], make([]int, len(l)))
	}
	return l
}

func shrinking(l []int) (out []int) {
	for len(l) > 0 {
		l, out = append(l[:0:0], l[1:]...), append(out, l[0]*len(l), len(out))
	}
	return out
}

func texts(n int) (l []string, b []byte) {
	for range n {
		l = append(l, fmt.Sprint(len(l)), string(rune('a'+len(l))))
		b = append(b, byte('a'+len(b)), byte(len(b)))
	}
	return l, b
}

func keys(n int) map[int][]int {
	m := map[int][]int{}
	for i := range n {
		m[i%2] = append(m[i%2], len(m[i%2]), len(m))
	}
	return m
}

func main() {
	fmt.Println(lengths(5), several(3), structs(3), boxed(3))
	fmt.Println(*(&forest{}).grow(3), local(3), captured(3))
	fmt.Println(early(3))
	fmt.Println(early(20))
	fmt.Println(swapped(4))
	fmt.Println(nested(3), shrinking([]int{5, 6, 7, 8}))
	fmt.Println(texts(3))
	fmt.Println(keys(5))
}
