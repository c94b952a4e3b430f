package main

import "fmt"

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

type key struct{ a, b int }

func main() {
	keys()
	copies()
	nested()
	calls()
}

// keys are of maps whose values can fail too.
func keys() {
	q := []int{1}
	ss := []string{"a"}
	i, j := 5, 9
	fl := []float64{1}
	b := []int8{1}
	mi := map[int]int{}
	ms := map[string]int{}
	mf := map[float64]int{}
	mb := map[int8]int{}
	mk := map[key]int{}
	ma := map[any]int{}
	mp := map[*int]int{}
	big := map[int][20]int{}
	var mn map[int]int
	try("a", func() { mi[q[i]] = q[j] })
	try("b", func() { ms[ss[i]] = q[j] })
	try("c", func() { mf[fl[i]] = q[j] })
	try("d", func() { mb[b[i]] = q[j] })
	try("e", func() { mk[key{q[i], 1}] = q[j] })
	try("f", func() { ma[q[i]] = q[j] })
	try("g", func() { mp[&q[i]] = q[j] })
	try("h", func() { big[q[i]] = [20]int{q[j]} })
	try("i", func() { mn[q[i]] = q[j] })
	try("j", func() { mi[q[i]] += q[j] })
	try("k", func() { mf[fl[i]] += q[j] })
	try("l", func() { ma[q[i]] += q[j] })
	try("m", func() { _ = map[int]int{q[i]: q[j]} })
	try("n", func() { _ = map[float64]int{fl[i]: q[j]} })
	try("o", func() { _ = map[any]int{fl[i]: q[j]} })
	try("p", func() { _ = map[string]int{"a": q[j], ss[i]: 1} })
	try("q", func() { mi[q[i]]++ })
	try("r", func() { mi[q[0]/(i-5)] = q[j] })
	try("s", func() { mi[q[i]], ms["x"] = q[j], 1 })
	try("t", func() { mf[fl[i]], ms["x"] = q[j], 1 })
	try("u", func() { ms["x"], mi[q[i]] = 1, q[j] })
	try("v", func() { ms["y"], mf[fl[i]] = 1, q[j] })
	try("w", func() { mi[q[i]] %= q[j] })
	fmt.Println(mi, ms, mf, mb, mk, ma, len(mp), len(big))
}

// copies are made of what an earlier assignment may change.
func copies() {
	big, two, x := 7, 2, 1
	try("a", func() { var a [3]int; w := []int{1}; w[two], x = 1, a[big] })
	try("b", func() { var a [3][2]int; w := []int{1}; w[two], x = 1, a[1][big] })
	try("c", func() { var a [3]struct{ n, m int }; w := []int{1}; w[two], x = 1, a[big].n })
	try("d", func() { var s struct{ a [2]int }; w := []int{1}; w[two], x = 1, s.a[big] })
	try("e", func() { s := "abc"; w := []int{1}; w[two], x = 1, int(s[big]) })
	try("f", func() { var a [3]int; w := []int{1}; w[0], x, w[two] = 1, a[two]/(x-1), 2 })
	try("g", func() { z := 0; w := []int{1}; w[two], x = 1, 1/z })
	fmt.Println(x)
}

func nested() {
	two, i, k := 2, 5, 9
	var v struct{ n int }
	q := []int{1}
	var grid [2][2]int
	var sg [][]int
	try("a", func() { v.n, grid[two][q[i]] = 1, 2 })
	try("b", func() { grid[two][q[i]] = 2 })
	try("c", func() { grid[two][q[i]] = q[k] })
	try("d", func() { grid[two][q[i]]++ })
	try("e", func() { v.n = grid[two][q[i]] })
	try("f", func() { v.n, sg[two][q[i]] = 1, 2 })
	try("g", func() { sg[two][q[i]], v.n = 1, 2 })
	try("h", func() { grid[two][q[i]], v.n = 1, 2 })
	try("i", func() { sg[two][q[i]] = 1 })
	fmt.Println(v)
}

type part struct {
	n, m int
	next *part
}

// calls are made though the value fails.
func calls() {
	p, q, x, two := &part{n: 4}, []int{1, 2, 3}, 1, 2
	w, lists := []int{4}, map[string][]int{"a": {1}}
	at := func(n int) *part { fmt.Print(" at", n); return p }
	row := func(n int) [3]int { fmt.Print(" row", n); return [3]int{n, 2 * n, 3 * n} }
	note := func(n, value int) int { fmt.Print(" ", n); return value }
	try("a", func() { at(1).n = p.next.n })
	try("b", func() { at(1).n, x = p.next.n, lists["a"][p.n] })
	try("c", func() { at(1).next.n = q[p.n] })
	try("d", func() { w[two], q[two] = note(1, two), row(3)[note(4, x)+two] })
	try("e", func() { q[note(1, p.n)] = q[p.next.n] })
	try("f", func() { q[note(1, p.n)] += q[p.next.n] })
	try("g", func() { fmt.Println(row(1)[p.n], note(2, x), [3]int(row(3))[p.next.n]) })
	fmt.Println(*p, q, x, w, lists)
}
