package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

type Big struct {
	a, b, c, d, e, f, g, h, i, j int
	arr                          [4]int
	s                            string
	in                           struct{ x, y int }
}

func (b Big) bump() Big   { b.a++; b.arr[1]++; b.in.y++; return b }
func (b *Big) pbump() int { b.a++; b.arr[1]++; b.in.y++; return b.a }
func (b Big) sum() int    { return b.a + b.arr[1]*100 + b.in.y*10000 }

type W struct {
	n int
	p *int
	b Big
}

var g struct {
	n   int
	arr [3]int
	m   map[string]int
}

func inc() int { g.n++; g.arr[1]++; return g.n }

func alias(p, q *int) (int, int, int) {
	a := *p
	*q = a + 1
	b := *p
	*q = b + 1
	return a, b, *p
}

func aliasArr(a *[4]int, s []int) string {
	x := a[1]
	s[1] = x + 1
	y := a[1]
	copy(s, []int{9, 9})
	z := a[1]
	clear(s[:2])
	w := a[1]
	s = append(s[:1], 33)
	return fmt.Sprint(x, y, z, w, a[1])
}

func field(w *W) string {
	w.p = &w.n
	a := w.n
	*w.p = 5
	b := w.n
	f := func() { w.n++ }
	f()
	c := w.n
	defer func() { w.n = 100 }()
	func() {
		defer func() { recover() }()
		w.n = 7
		var m map[string]int
		m["a"] = 1
	}()
	return fmt.Sprint(a, b, c, w.n)
}

func named() (x int, s []int) {
	s = make([]int, 2)
	p := &x
	defer func() {
		*p += 1000
		s[0] = x
	}()
	x = 5
	*p = 6
	y := x
	for i := range 3 {
		*p += i
		y += x
	}
	return y, s
}

func captured() string {
	x := 1
	get := func() int { return x }
	set := func(v int) int { o := x; x = v; return o }
	a := x + set(5)*10 + x*100 + get()*1000
	b := []int{x, set(6), x, get()}
	x, y := x+1, x
	c := [...]int{x, y, set(9), x}
	return fmt.Sprint(a, b, c, x)
}

func lib() string {
	x := 1
	fmt.Sscan("42", &x)
	a := x
	json.Unmarshal([]byte("43"), &x)
	b := x
	reflect.ValueOf(&x).Elem().SetInt(44)
	c := x
	n := int32(x)
	atomic.AddInt32(&n, 5)
	d := n
	atomic.StoreInt32(&n, 1)
	e := n
	var at atomic.Int64
	at.Add(3)
	f := at.Load()
	at.CompareAndSwap(3, 8)
	cnt := 0
	s := []int{3, 1, 2}
	sort.Slice(s, func(i, j int) bool { cnt++; return s[i] < s[j] })
	h := cnt > 0
	slices.SortFunc(s, func(a, b int) int { cnt = -1; return b - a })
	k := cnt
	strings.Map(func(r rune) rune { cnt += int(r); return r }, "ab")
	l := cnt
	var once sync.Once
	once.Do(func() { cnt = 77 })
	return fmt.Sprint(a, b, c, d, e, f, at.Load(), h, k, l, cnt, s)
}

func big() string {
	b := Big{a: 1, s: "x"}
	c := b
	d := &c
	e := b.bump()
	d.pbump()
	arr := [2]Big{b, c}
	arr2 := arr
	arr[0].arr[1] = 50
	pa := &arr[1]
	pa.pbump()
	m := map[string]Big{"a": b, "e": e}
	t := m["a"]
	t.pbump()
	m["t"] = t
	t.pbump()
	var i any = t
	t.pbump()
	ch := make(chan Big, 1)
	ch <- t
	t.pbump()
	u := <-ch
	f := t.sum
	t.pbump()
	bs := []Big{b, c, e}
	for k, v := range bs {
		v.pbump()
		bs[k] = bs[len(bs)-1-k]
	}
	for range 3 {
		b = b.bump()
		c = b
		c.arr[1] *= 2
	}
	sw := [2]Big{b, c}
	sw[0], sw[1] = sw[1], sw[0]
	st := struct{ p, q Big }{b, c}
	st.p, st.q = st.q, st.p
	st.q.in.x = 4
	return fmt.Sprint(b.sum(), c.sum(), e.sum(), arr[0].sum(), arr[1].sum(), arr2[0].sum(), arr2[1].sum(),
		m["a"].sum(), m["t"].sum(), i.(Big).sum(), u.sum(), f(), t.sum(), bs[0].sum(), bs[1].sum(), bs[2].sum(),
		sw[0].sum(), sw[1].sum(), st.p.sum(), st.q.in, b == c, arr2[0] == m["a"])
}

func loops() string {
	var b Big
	var all []Big
	var ptrs []*Big
	for i := 0; i < 4; i++ {
		b.arr[i] = i
		b.a = i
		if i%2 == 0 {
			all = append(all, b)
		} else {
			ptrs = append(ptrs, &b)
		}
		c := b
		c.arr[0] = 99
		if i == 2 {
			b = c
		}
	}
	x, y := [3]int{1, 2, 3}, [3]int{4, 5, 6}
	for i := range 3 {
		x, y = y, x
		x[i] *= 10
	}
	z := x
	if x[0] > 3 {
		z = y
		z[1] = -1
	} else {
		z[2] = -2
	}
	return fmt.Sprint(all[0].arr, all[1].arr, ptrs[0].arr, x, y, z)
}

func main() {
	v := 1
	fmt.Println(alias(&v, &v))
	arr := [4]int{1, 2, 3, 4}
	fmt.Println(aliasArr(&arr, arr[:]), arr)
	w := &W{n: 3}
	fmt.Println(field(w), w.n)
	fmt.Println(named())
	fmt.Println(captured())
	fmt.Println(lib())
	fmt.Println(big())
	fmt.Println(loops())
	a := g.n + inc() + g.n + inc()*g.arr[1]
	b := [3]int{g.n, inc(), g.n}
	garr := g.arr
	inc()
	fmt.Println(a, b, garr, g.arr, garr == g.arr, g)
	pg := &g.n
	x := *pg
	inc()
	fmt.Println(x, *pg, g.n)
}
