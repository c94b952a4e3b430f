package main

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
)

type Tree[K cmp.Ordered, V any] struct {
	root *node[K, V]
	size int
}

type node[K cmp.Ordered, V any] struct {
	key         K
	val         V
	left, right *node[K, V]
}

func (t *Tree[K, V]) Put(k K, v V) (old V, replaced bool) {
	at := &t.root
	for *at != nil {
		switch c := cmp.Compare(k, (*at).key); {
		case c < 0:
			at = &(*at).left
		case c > 0:
			at = &(*at).right
		default:
			old, (*at).val = (*at).val, v
			return old, true
		}
	}
	*at = &node[K, V]{key: k, val: v}
	t.size++
	return old, false
}

func (t *Tree[K, V]) Height() int {
	var height func(n *node[K, V]) int
	height = func(n *node[K, V]) int {
		if n == nil {
			return 0
		}
		return 1 + max(height(n.left), height(n.right))
	}
	return height(t.root)
}

func (t *Tree[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { t.root.walk(yield) }
}

func (n *node[K, V]) walk(yield func(K, V) bool) bool {
	return n == nil || n.left.walk(yield) && yield(n.key, n.val) && n.right.walk(yield)
}

func main() {
	var t Tree[string, int]
	for _, w := range strings.Fields("it was the best of times it was the worst of times") {
		n, _ := t.Put(w, 0)
		t.Put(w, n+1)
	}
	for w, n := range t.All() {
		fmt.Printf("%s:%d ", w, n)
	}
	fmt.Println("size", t.size, "height", t.Height())

	nums := &Tree[int, struct{}]{}
	x := 17
	for range 20 {
		x = (x*73 + 41) % 101
		if _, again := nums.Put(x, struct{}{}); again {
			fmt.Println("again", x)
		}
	}
	sum, count := 0, 0
	for k := range nums.All() {
		if k > 60 {
			break
		}
		sum += k
		count++
	}
	fmt.Println(sum, count, nums.size, nums.Height())
}
