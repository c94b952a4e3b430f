package main

import (
	"fmt"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

type grid [][]int

var calls []string

func ix(n int) int { calls = append(calls, fmt.Sprint("ix", n)); return n }
func get(s []int) []int {
	calls = append(calls, "get")
	return s
}

func main() {
	q := []int{1, 2}
	a := [3]int{1, 2, 3}
	g := grid{{1}, {2, 3}}
	m := map[string][]int{"a": {1}}
	i, j := 5, 7
	try("swap", func() { q[i], q[j] = q[j], q[i] })
	try("swap arr", func() { a[i], a[j] = a[j], a[i] })
	try("swap half", func() { q[0], q[j] = q[j], q[0] })
	try("swap grid", func() { g[0][i], g[1][j] = g[1][j], g[0][i] })
	try("outer", func() { g[i][0], g[j][0] = g[j][0], g[i][0] })
	try("map", func() { m["a"][i], m["b"][j] = m["b"][j], m["a"][i] })
	try("calls", func() { get(q)[ix(3)], get(q)[ix(4)] = get(q)[ix(6)], ix(9) })
	fmt.Println(calls)
	calls = nil
	try("three", func() { q[0], q[1], q[i] = 10, 20, 30 })
	fmt.Println(q)
	try("one", func() { q[i] = q[j] })
	try("call", func() { q[ix(i)] = ix(3) / (len(q) - 2) })
	fmt.Println(calls)
	try("sum", func() { fmt.Println(q[i] + q[j]) })
	try("args", func() { fmt.Println(q[j], q[i]) })
	try("lit", func() { _ = []int{q[j], q[i]} })
	try("cond", func() { _ = q[j] < q[i] })
	try("nested", func() { q[q[j]] = q[i] })
	try("nested2", func() { q[q[i]], q[j] = 1, 2 })
	var p *struct{ a []int }
	try("nil", func() { p.a[i], q[j] = q[j], p.a[i] })
	try("nil2", func() { q[i], p.a = 1, nil })
	var nm map[string]int
	try("nilmap2", func() { nm["x"], q[0] = 1, 77 })
	fmt.Println(q)
	try("ret", func() { _, _ = func() (int, int) { return q[j], q[i] }() })
	try("var", func() { var x, y = q[j], q[i]; _, _ = x, y })
	try("slices", func() { q[i:][0], q[:j][0] = 1, 2 })
	try("str", func() { s := "ab"; _, _ = s[j], s[i] })
	s := []string{"x"}
	try("strs", func() { s[i], s[j] = s[j], s[i] })
	st := []struct{ a, b int }{{1, 2}}
	try("structs", func() { st[i], st[j] = st[j], st[i] })
	try("fields", func() { st[i].a, st[j].b = st[j].b, st[i].a })
	try("field0", func() { st[0].a, st[j].b = st[i].b, st[0].a })
	fs := []func(){nil}
	try("func", func() { fs[i](); fs[j]() })
	try("nilfunc", func() { fs[0]() })
	b := []byte("abc")
	try("bytes", func() { b[i], b[j] = b[j], b[i] })
	try("rev", func() {
		for i, j := 0, len(b); i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	})
	fmt.Println(string(b))
	if len(calls) > 100 {
		for i, j := -1, len(b); ; {
			b[i], b[j] = b[j], b[i]
		}
	}
}
