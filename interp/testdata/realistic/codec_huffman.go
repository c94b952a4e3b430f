package main

import (
	"container/heap"
	"fmt"
	"sort"
	"strings"
)

type tree interface {
	weight() int
	first() rune
}

type leaf struct {
	r rune
	n int
}

type inner struct {
	left, right tree
}

func (l leaf) weight() int   { return l.n }
func (l leaf) first() rune   { return l.r }
func (i *inner) weight() int { return i.left.weight() + i.right.weight() }
func (i *inner) first() rune { return min(i.left.first(), i.right.first()) }

type forest []tree

func (f forest) Len() int { return len(f) }
func (f forest) Less(i, j int) bool {
	if f[i].weight() == f[j].weight() {
		return f[i].first() < f[j].first()
	}
	return f[i].weight() < f[j].weight()
}
func (f forest) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *forest) Push(x any)   { *f = append(*f, x.(tree)) }
func (f *forest) Pop() (x any) {
	old := *f
	x, *f = old[len(old)-1], old[:len(old)-1]
	return x
}

func build(text string) tree {
	counts := map[rune]int{}
	for _, r := range text {
		counts[r]++
	}
	f := forest{}
	for r, n := range counts {
		f = append(f, leaf{r, n})
	}
	heap.Init(&f)
	for f.Len() > 1 {
		a := heap.Pop(&f).(tree)
		b := heap.Pop(&f).(tree)
		heap.Push(&f, &inner{a, b})
	}
	return f[0]
}

func codes(t tree, prefix string, into map[rune]string) map[rune]string {
	switch t := t.(type) {
	case leaf:
		into[t.r] = prefix
	case *inner:
		codes(t.left, prefix+"0", into)
		codes(t.right, prefix+"1", into)
	}
	return into
}

func decode(t tree, bits string) string {
	var out []rune
	at := t
	for _, b := range bits {
		if n, ok := at.(*inner); ok {
			if b == '0' {
				at = n.left
			} else {
				at = n.right
			}
		}
		if l, ok := at.(leaf); ok {
			out = append(out, l.r)
			at = t
		}
	}
	return string(out)
}

func main() {
	text := "abracadabra alakazam"
	t := build(text)
	table := codes(t, "", map[rune]string{})
	var letters []rune
	for r := range table {
		letters = append(letters, r)
	}
	sort.Slice(letters, func(i, j int) bool {
		a, b := table[letters[i]], table[letters[j]]
		return len(a) < len(b) || len(a) == len(b) && a < b
	})
	for _, r := range letters {
		fmt.Printf("%q %s\n", r, table[r])
	}
	bits := strings.Map(func(r rune) rune { return r }, strings.Join(func() (list []string) {
		for _, r := range text {
			list = append(list, table[r])
		}
		return
	}(), ""))
	fmt.Println(len(bits), t.weight(), decode(t, bits) == text)
}
