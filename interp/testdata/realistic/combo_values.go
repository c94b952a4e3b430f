package main

import "fmt"

type V struct {
	a [3]int
	m map[string][2]int
	n struct{ x, y int }
	p *V
}

func (v V) With(i, x int) V  { v.a[i] = x; return v }
func (v *V) Set(i, x int) *V { v.a[i] = x; return v }

var gv V
var log []string

func tr[T any](s string, v T) T { log = append(log, s); return v }

func arr() [3]int { return [3]int{1, 2, 3} }

func main() {
	v := V{a: [3]int{1, 2, 3}, m: map[string][2]int{}}
	w := v
	w.a[0] = 100
	w.n.x = 5
	fmt.Println(v.a, w.a, v.n, w.n, v.With(1, 9).a, v.a, v.Set(1, 8).a, v.a)
	for i, x := range v.a {
		v.a[2] = 50
		fmt.Print(i, x, " ")
	}
	fmt.Println()
	for i, x := range &v.a {
		v.a[2] = 60
		fmt.Print(i, x, " ")
	}
	fmt.Println()
	s := []int{1, 2, 3}
	for i, x := range s {
		s[len(s)-1] = 99
		s = append(s, x)
		if i == 0 {
			s = s[:2]
		}
		fmt.Print(i, x, " ")
	}
	fmt.Println(s)
	m := map[string][2]int{"a": {1, 2}}
	t := m["a"]
	t[0] = 7
	fmt.Println(m, t)
	mm := map[[2]int]V{{1, 2}: v}
	k := [2]int{1, 2}
	x := mm[k]
	k[0] = 9
	x.a[0] = 77
	fmt.Println(mm[[2]int{1, 2}].a, x.a, len(mm), mm[k].a)
	arrays()
	orders()
	pointers()
}

func arrays() {
	v := V{a: [3]int{1, 2, 3}}
	w := v
	ch := make(chan [3]int, 2)
	a := arr()
	ch <- a
	a[0] = 10
	ch <- a
	fmt.Println(<-ch, <-ch)
	var i any = a
	a[1] = 20
	b := i.([3]int)
	b[2] = 30
	fmt.Println(i, a, b, i == [3]int{10, 2, 3})
	fs := []func(){func() { fmt.Print(a) }, func() { a[0]++; fmt.Print(a) }}
	for _, f := range fs {
		f()
	}
	fmt.Println(a)
	sv := []V{v, w, {a: arr()}}
	for _, e := range sv {
		e.a[0] = -1
	}
	for i := range sv {
		sv[i].n.y = i
	}
	p := &sv[1]
	sv = append(sv, V{})
	p.a[0] = 12345
	sv[0], sv[2] = sv[2], sv[0]
	fmt.Println(sv[0].a, sv[1].a, sv[2].a, sv[0].n, sv[1].n, sv[2].n)
	st := struct {
		arr [2][2]int
		in  any
	}{}
	st2 := st
	st2.arr[1][0] = 4
	row := st2.arr[1]
	row[1] = 5
	st2.in = row
	row[0] = 6
	fmt.Println(st, st2, row, st == st2)
	aa := [2]*V{&v, &w}
	bb := aa
	bb[0].a[0] = -5
	fmt.Println(aa[0].a, aa == bb, *aa[0].p2() == nil)
}

func orders() {
	s := []int{1, 99, 99, 99}
	idx := 0
	idx, s[idx] = 1, 42
	fmt.Println(idx, s)
	s[0], s[1], idx = s[1], s[0], idx+s[0]
	fmt.Println(idx, s)
	y := tr("a", 1) + tr("b", 2)*tr("c", 3)
	z := map[int]int{tr("k1", 1): tr("v1", 1), tr("k2", 2): tr("v2", 2)}
	q := []int{tr("e0", 0), 5: tr("e5", 5), tr("e6", 6)}
	fmt.Println(y, z, q, log)
	*tr("ptr", &gv.n.x), gv.a[tr("i", 1)] = tr("r1", 1), tr("r2", 2)
	fmt.Println(gv.n, gv.a, log[len(log)-4:])
}

func pointers() {
	var np *[3]int
	fmt.Println(len(np), cap(np))
	for i := range np {
		fmt.Print(i)
	}
	fmt.Println()
	pa := &[...]string{2: "c", 0: "a"}
	for i, s := range pa {
		pa[2] = "changed"
		fmt.Print(i, s, " ")
	}
	sl := pa[:]
	sl2 := sl[1:2:2]
	sl2 = append(sl2, "new")
	sl2[0] = "b"
	fmt.Println(*pa, sl, sl2, len(sl2))
	cp := *pa
	cp[0] = "x"
	fmt.Println(*pa, cp)
	clear(sl)
	fmt.Printf("%q %d\n", *pa, copy(sl, []string{"1", "2", "3", "4"}))
	c2 := append([]int(nil), 1, 2, 3)
	copy(c2[1:], c2)
	fmt.Println(c2, append(c2[:1], c2[2:]...), c2)
}

func (v *V) p2() **V { return &v.p }
