package main

import "fmt"

type pair struct{ a, b int }

func (p pair) with(n int) (out pair) {
	out.a = n
	out.b++
	defer func() { recover() }()
	if n > 2 {
		panic(n)
	}
	out = p
	return
}

func panics(p pair, m map[string]int) (out pair) {
	defer func() { recover() }()
	m["x"] = 1
	out = p
	return out
}

func shown(p pair) (out pair) {
	fmt.Println(out)
	out = p
	out.b = 9
	return
}

func kept(p pair) (out [2]pair) {
	out[0].a = 4
	first := out[0]
	out[1] = p
	return [2]pair{first, out[1]}
}

func whole(p [2]pair) (out [2]pair) {
	out[1].b = 3
	before := out
	out = p
	return [2]pair{before[1], out[0]}
}

func changed(p pair) pair {
	p.a++
	return p
}

func closure(p pair) (out pair) {
	out.a = 1
	f := func(q pair) (r pair) {
		r.b = 5
		s := r
		r = q
		r.a += s.b
		return
	}
	out = f(p)
	return
}

func swapped(p, q pair) (a, b pair) {
	a.a, b.b = 1, 1
	a, b = q, p
	return
}

func main() {
	fmt.Println(pair{7, 8}.with(1), pair{7, 8}.with(3))
	fmt.Println(panics(pair{1, 2}, nil), panics(pair{1, 2}, map[string]int{}))
	fmt.Println(shown(pair{1, 2}), kept(pair{5, 6}), whole([2]pair{{1, 2}, {3, 4}}))
	fmt.Println(changed(pair{1, 2}), closure(pair{1, 2}))
	fmt.Println(swapped(pair{1, 2}, pair{3, 4}))
}
