package main

import (
	"fmt"
)

type st struct {
	a, b int
	s    []int
	n    *st
}

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

var glob []int
var garr [4]int

func main() {
	single()
	tuples()
	values()
	others()
}

func single() {
	q := []int{1, 2}
	a := [3]int{1, 2, 3}
	i, j, k, z := 5, 7, 9, 0
	var nm map[string]int
	m := map[string][]int{}
	var p *st
	var pp **st
	var pa *[3]int
	v := st{}
	s := "abc"
	var e any = "x"
	use(q, a, i, j, k, z, nm, m, p, pp, pa, v, s, e)
	try("m1", func() { nm["x"] = q[j] })
	try("m2", func() { nm[s[i:]] = q[j] })
	try("m3", func() { nm["x"] += q[j] })
	try("m4", func() { nm["x"] = 1 / z })
	try("m5", func() { nm[fmt.Sprint(q[i])] = q[j] })
	try("m6", func() { m[fmt.Sprint(q[i])][k] = q[j] })
	try("m7", func() { m["a"][k] = q[j] })
	try("m8", func() { m["a"] = q[j:] })
	try("p1", func() { p.a = q[j] })
	try("p2", func() { *p = st{a: q[j]} })
	try("p3", func() { p.n.a = q[j] })
	try("p4", func() { (*pp).a = q[j] })
	try("p5", func() { pa[i] = q[j] })
	try("p7", func() { p.a++ })
	try("p8", func() { p.s[i] = q[j] })
	try("p9", func() { p.s[q[j]] = q[i] })
	try("a1", func() { a[q[i]] = q[j] })
	try("a2", func() { a[i] = q[j] })
	try("a3", func() { a[a[i]] = a[j] })
	try("a4", func() { q[q[i]] = 1 })
	try("a5", func() { q[q[i]] += q[j] })
	try("a6", func() { q[i] /= z })
	try("a7", func() { q[i] = 1 / z })
	try("a8", func() { q[i] <<= z - 1 })
	try("a9", func() { v.s[i] = q[j] })
}

func tuples() {
	q := []int{1, 2}
	a := [3]int{1, 2, 3}
	i, j, k, z := 5, 7, 9, 0
	var nm map[string]int
	m := map[string][]int{}
	var p *st
	var pp **st
	var pa *[3]int
	v := st{}
	s := "abc"
	var e any = "x"
	use(q, a, i, j, k, z, nm, m, p, pp, pa, v, s, e)
	try("t1", func() { q[i] = e.(int) })
	try("t2", func() { q[0], q[i] = e.(int), q[j] })
	try("t3", func() { v.s[i], q[j] = 1, 2 })
	try("t4", func() { q[0], a[i] = q[1], q[k] })
	try("t5", func() { q[0], z = q[1], q[k] })
	try("t6", func() { z, q[i] = q[j], q[k] })
	try("t7", func() { p.a, z = 1, q[k] })
	try("t8", func() { z, p.a = q[k], 1 })
	try("t9", func() { p.a, p.b = p.b, q[k] })
	try("u1", func() { glob[i], z = 1, q[k] })
	try("u2", func() { garr[i], garr[j] = garr[k], 3 })
	try("u3", func() { garr[1], garr[j] = garr[0], garr[i] })
	try("u4", func() { _, q[i] = q[j], q[k] })
	try("u5", func() { q[i], _ = q[j], q[k] })
	try("u6", func() { i, q[i] = 1, q[j] })
	try("u7", func() { q[0], q[1] = 1/z, q[j] })
	try("u8", func() { q, q[i] = nil, q[j] })
	try("u9", func() { q[i], q = q[j], nil })
	try("v1", func() { *p, q[i] = st{}, 2 })
	try("v2", func() { nm["a"], nm["b"] = nm["b"], q[j] })
	try("v3", func() { nm["a"], q[0] = q[0], q[j] })
	try("v4", func() { a[0], a[1], a[i] = a[1], a[0], a[j] })
	try("v5", func() { v.a, v.b, v.s[i] = v.b, v.a, q[j] })
	try("v6", func() { v.a, v = 3, *p })
	try("v7", func() { v, v.s[0] = st{}, q[j] })
	fmt.Println(q, a, v, i, z, garr)
}

func values() {
	q := []int{1, 2}
	a := [3]int{1, 2, 3}
	i, j, k, z := 5, 7, 9, 0
	var nm map[string]int
	m := map[string][]int{}
	var p *st
	var pp **st
	var pa *[3]int
	v := st{}
	s := "abc"
	var e any = "x"
	use(q, a, i, j, k, z, nm, m, p, pp, pa, v, s, e)
	try("w1", func() { var x, y = q[i], 1 / z; fmt.Println(x, y) })
	try("w2", func() { x, y := p.a, q[i]; fmt.Println(x, y) })
	try("w3", func() { _ = []int{q[i], 1 / z, p.a} })
	try("w4", func() { fmt.Println(q[i]/z, p.a) })
	try("w5", func() { fmt.Println(1/z+q[i], p.a) })
	try("w6", func() { _ = st{a: p.a, b: q[i]} })
	try("w7", func() { _ = map[string]int{"a": p.a, "b": q[i]} })
	try("w8", func() { _ = func(a, b int, c string) int { return 1 }(p.a, q[i], s[k:]) })
	try("w9", func() { fmt.Println(s[i:], e.(int)) })
	try("x1", func() { _ = a[i] + q[j] })
	try("x2", func() { _ = q[q[j]] + q[i] })
	try("x3", func() { _ = s[i:] + e.(string)[k:] })
	try("x4", func() { _ = append(q[i:], q[j]) })
	try("x5", func() { _ = append(q, q[j], q[i]) })
	try("x6", func() { copy(q[i:], q[j:]) })
	try("x7", func() { q[i]++ })
	try("x8", func() { q[q[i]]++ })
	try("x9", func() { _ = min(q[i], q[j]) })
}

func others() {
	q := []int{1, 2}
	a := [3]int{1, 2, 3}
	i, j, k, z := 5, 7, 9, 0
	var nm map[string]int
	m := map[string][]int{}
	var p *st
	var pp **st
	var pa *[3]int
	v := st{}
	s := "abc"
	var e any = "x"
	use(q, a, i, j, k, z, nm, m, p, pp, pa, v, s, e)
	try("y1", func() { _ = [2]int{q[i], q[j]}[k-9] })
	try("y2", func() { _ = q[i] == 1 && q[j] == 1 })
	try("y4", func() { ch := make(chan int, 1); ch <- q[i] / z })
	try("y5", func() { var ch chan int; close(ch) })
	try("y6", func() { go func(a, b int) {}(q[i], 1/z) })
	try("y7", func() { defer func(a, b int) {}(q[i], 1/z) })
	try("y8", func() { var f func(int); f(q[i]) })
	try("y9", func() { var f func(int); defer f(q[i]) })
	try("z1", func() { var f func(); defer f() })
	try("z2", func() { var en interface{ M(int) }; en.M(q[i]) })
	try("z3", func() {
		switch q[i] {
		case q[j]:
		}
	})
	try("z4", func() {
		for range q[i:] {
		}
	})
	try("z5", func() {
		if x := q[i]; x > q[j] {
		}
	})
	try("z6", func() { func() (int, int) { return q[i], q[j] }() })
	try("z7", func() { func() (r, t int) { defer func() { fmt.Println(r, t) }(); r, t = 1, q[i]; return }() })
	try("z8", func() { func() (r, t int) { defer func() { fmt.Println(r, t) }(); return 1, q[i] }() })
	try("z9", func() { func() (r int, e error) { defer func() { fmt.Println(r, e) }(); r = 5; return q[i], nil }() })
}

// use is for the variables of which a function needs none.
func use(...any) {}

func st2(n int) (s struct {
	a, b int
	s    [1]int
	n    *st
}) {
	return
}
