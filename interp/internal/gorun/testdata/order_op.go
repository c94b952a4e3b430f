package main

import "fmt"

type st struct {
	a int
	s []int
	n *st
}

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

var ga []int
var garr [4]int

func main() {
	first()
	second()
}

// use is for the variables of which a function needs none.
func use(...any) {}

func first() {
	q := []int{1, 2}
	w := []int{3}
	a := [3]int{1, 2, 3}
	i, j, k, z := 5, 7, 9, 0
	var p *st
	var pa *[3]int
	v := st{}
	m := map[string]int{}
	var nm map[string]int
	var e any = "x"
	f := func() int { return q[k] }
	ss := []string{"a"}
	str := "abc"
	use(q, w, a, i, j, k, z, p, pa, v, m, nm, e, f, ss, str)
	try("a1", func() { q[i] += w[j] })
	try("a2", func() { a[i] += w[j] })
	try("a3", func() { a[i] += a[j] })
	try("a4", func() { ga[i] += ga[j] })
	try("a5", func() { garr[i] += garr[j] })
	try("a6", func() { v.s[i] += q[j] })
	try("a7", func() { q[i] += 1 / z })
	try("a8", func() { q[i] /= z })
	try("a9", func() { q[i] += f() })
	try("b1", func() { p.a += q[j] })
	try("b2", func() { q[i] += p.a })
	try("b3", func() { pa[i] += q[j] })
	try("b4", func() { q[i] += pa[j] })
	try("b5", func() { q[i] += e.(int) })
	try("b6", func() { q[i] += len(q[k:]) })
	try("b7", func() { *(&p.a) += q[j] })
	try("b8", func() { p.n.a += q[j] })
	try("b9", func() { v.n.a += q[j] })
	try("c1", func() { m["a"] += q[j] })
	try("c2", func() { nm["a"] += q[j] })
}

func second() {
	q := []int{1, 2}
	w := []int{3}
	a := [3]int{1, 2, 3}
	i, j, k, z := 5, 7, 9, 0
	var p *st
	var pa *[3]int
	v := st{}
	m := map[string]int{}
	var nm map[string]int
	var e any = "x"
	f := func() int { return q[k] }
	ss := []string{"a"}
	str := "abc"
	use(q, w, a, i, j, k, z, p, pa, v, m, nm, e, f, ss, str)
	try("c3", func() { nm[fmt.Sprint(q[i])] += q[j] })
	try("c4", func() { ss[i] += ss[j] })
	try("c5", func() { ss[i] += str[k:] })
	try("c7", func() { q[i] <<= q[j] })
	try("c8", func() { q[i] <<= z - 1 })
	try("c9", func() { q[0] += q[j] / q[k] })
	try("d1", func() { q[q[i]] += q[j] })
	try("d2", func() { q[i] += q[q[j]] })
	try("d3", func() { q[i], q[j] = q[k], 1 })
	try("d4", func() { q[i]++ })
	try("d5", func() { q[i] += q[j] + q[k] })
	try("d6", func() { q[i] -= a[j] * w[k] })
	try("d7", func() { m["a"] /= z })
	try("d8", func() { m["a"] += 1 / z })
	try("d9", func() { m[fmt.Sprint(q[i])] /= z })
	try("e1", func() { q[i] /= q[j] })
	try("e2", func() { v.n.s[i] += q[j] })
	try("e3", func() { q[i] += v.n.s[j] })
	try("e5", func() { x := q; x[i] += x[j] })
	g := func(x []int) { x[i] += w[j] }
	try("e4", func() { g(q) })
	fmt.Println(m, q, a)
}
