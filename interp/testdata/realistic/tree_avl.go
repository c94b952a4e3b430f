package main

import "fmt"

type AVL[T any] struct {
	root *avlNode[T]
	cmp  func(a, b T) int
	rots int
}

type avlNode[T any] struct {
	val         T
	height      int
	left, right *avlNode[T]
}

func (n *avlNode[T]) h() int {
	if n == nil {
		return 0
	}
	return n.height
}

func (n *avlNode[T]) fix() { n.height = 1 + max(n.left.h(), n.right.h()) }

func (t *AVL[T]) rotate(n *avlNode[T], left bool) *avlNode[T] {
	t.rots++
	var up *avlNode[T]
	if left {
		up = n.right
		n.right, up.left = up.left, n
	} else {
		up = n.left
		n.left, up.right = up.right, n
	}
	n.fix()
	up.fix()
	return up
}

func (t *AVL[T]) Insert(v T) { t.root = t.insert(t.root, v) }

func (t *AVL[T]) insert(n *avlNode[T], v T) *avlNode[T] {
	if n == nil {
		return &avlNode[T]{val: v, height: 1}
	}
	switch c := t.cmp(v, n.val); {
	case c < 0:
		n.left = t.insert(n.left, v)
	case c > 0:
		n.right = t.insert(n.right, v)
	default:
		return n
	}
	n.fix()
	switch balance := n.left.h() - n.right.h(); {
	case balance > 1:
		if n.left.left.h() < n.left.right.h() {
			n.left = t.rotate(n.left, true)
		}
		return t.rotate(n, false)
	case balance < -1:
		if n.right.right.h() < n.right.left.h() {
			n.right = t.rotate(n.right, false)
		}
		return t.rotate(n, true)
	}
	return n
}

func (t *AVL[T]) Walk(f func(T, int)) {
	var walk func(*avlNode[T], int)
	walk = func(n *avlNode[T], depth int) {
		if n == nil {
			return
		}
		walk(n.left, depth+1)
		f(n.val, depth)
		walk(n.right, depth+1)
	}
	walk(t.root, 0)
}

func main() {
	t := &AVL[int]{cmp: func(a, b int) int { return a - b }}
	for i := range 31 {
		t.Insert(i)
	}
	deepest, sum := 0, 0
	t.Walk(func(v, d int) {
		deepest = max(deepest, d)
		sum += v * d
	})
	fmt.Println(t.root.height, deepest, sum, t.rots, t.root.val)

	s := AVL[string]{cmp: func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	}}
	for _, w := range []string{"ccc", "bb", "a", "dd", "eeee", "b", "a"} {
		s.Insert(w)
	}
	s.Walk(func(v string, d int) { fmt.Print(v, "@", d, " ") })
	fmt.Println(s.root.h(), s.rots)
}
