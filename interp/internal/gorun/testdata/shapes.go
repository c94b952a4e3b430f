// Combinations of deferred calls, results, panics, closures, loops, generics, copies, maps, labels and methods.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
)

type point struct{ x, y int32 }
type key struct {
	a any
	p [2]point
	s string
}
type inner struct {
	n    int
	tags [3]string
}

func (i *inner) Inc() int      { i.n++; return i.n }
func (i inner) Get() int       { return i.n }
func (i inner) String() string { return fmt.Sprint("inner:", i.n) }

type getter interface{ Get() int }
type both interface {
	getter
	Inc() int
}
type outer struct {
	inner
	getter
	name string
	ptr  *inner
}

func (o outer) Get() int { return o.inner.Get() * 100 }

type wrap struct {
	*outer
	both
}
type named func(int) int

func (f named) Twice(x int) int { return f(f(x)) }

type list []int

func (l list) Len() int    { return len(l) }
func (l *list) Push(v int) { *l = append(*l, v) }
func (l list) All() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i, v := range l {
			if !yield(i, v) {
				return
			}
		}
	}
}

type tree[K cmp.Ordered, V any] struct {
	l, r *tree[K, V]
	k    K
	v    V
}

func (t *tree[K, V]) put(k K, v V) *tree[K, V] {
	switch {
	case t == nil:
		return &tree[K, V]{k: k, v: v}
	case k < t.k:
		t.l = t.l.put(k, v)
	case k > t.k:
		t.r = t.r.put(k, v)
	default:
		t.v = v
	}
	return t
}

func (t *tree[K, V]) all(yield func(K, V) bool) bool {
	return t == nil || t.l.all(yield) && yield(t.k, t.v) && t.r.all(yield)
}

func (t *tree[K, V]) seq() iter.Seq2[K, V] { return func(y func(K, V) bool) { t.all(y) } }

type number interface {
	~int | ~int8 | ~uint16 | ~float32 | ~float64
}

func sum[T number](s ...T) (t T) {
	defer func() { t += T(len(s)) }()
	for _, v := range s {
		t += v
	}
	return t * 2
}

func mapTo[T, U any](s []T, f func(T) (U, error)) (r []U, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = errors.Join(err, fmt.Errorf("recovered: %v", e))
		}
	}()
	for _, v := range s {
		u, err := f(v)
		if err != nil {
			return r, err
		}
		r = append(r, u)
	}
	return
}

type small int8

func namedResults() {
	f := func(k int) (n int, s string, err error) {
		defer func() {
			if r := recover(); r != nil {
				n, err = -n, fmt.Errorf("%v", r)
			}
		}()
		for i := range 10 {
			defer func() { n += i; s += fmt.Sprint(i) }()
			if i == k {
				panic(fmt.Sprint("at ", i))
			}
			if i > k+2 {
				return n * 2, "r", nil
			}
			n++
		}
		return
	}
	for _, k := range []int{0, 2, 5, 11, -3} {
		fmt.Println(f(k))
	}
	g := func() (p point, a [3]int, e any) {
		defer func() { p.x++; a[1] = int(p.y); e = recover() }()
		p = point{1, 2}
		a = [3]int{7, 8, 9}
		q, b := p, a
		q.x, b[0] = 50, 60
		defer func() { defer func() { fmt.Println("in", recover()) }(); panic(fmt.Sprint(q, b, p, a)) }()
		return point{5, 6}, b, nil
	}
	fmt.Println(g())
	h := func() (r int) {
		defer func() { r *= 2 }()
		defer func() { recover(); r = 21 }()
		var m map[point]int
		m[point{}]++
		return 1
	}
	fmt.Println(h())
	again := func() (s string) {
		defer func() { s = fmt.Sprint(s, recover()) }()
		defer func() { defer func() { s += fmt.Sprint(recover(), ";") }(); panic("two") }()
		panic("one")
	}
	fmt.Println(again())
}

func rangeFuncs() {
	find := func(l list, want int) (at int, err error) {
		defer func() { at += 1000 }()
		for i, v := range l.All() {
			defer func() { at += v }()
			if v == want {
				return i, nil
			}
			if v < 0 {
				return -1, errors.New("negative")
			}
		}
		return -2, errors.New("none")
	}
	l := list{1, 2, 3, 4}
	l.Push(-5)
	fmt.Println(find(l, 3))
	fmt.Println(find(l, 9))
	fmt.Println(find(nil, 9))
	var t *tree[string, []int]
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t = t.put(w, []int{i, len(w)})
	}
outer:
	for k, v := range t.seq() {
		for i := range l.All() {
			switch {
			case k == "fox":
				continue outer
			case k == "over":
				break outer
			case i == 1:
				break
			case i > 2:
				continue outer
			}
			fmt.Print(k, v, i, " ")
		}
	}
	fmt.Println()
	next, stop := iter.Pull2(t.seq())
	a, b, ok := next()
	fmt.Println(a, b, ok)
	stop()
	fmt.Println(next())
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		for k := range t.seq() {
			if k > "f" {
				panic("in body " + k)
			}
		}
	}()
	m := maps.Collect(t.seq())
	fmt.Println(len(m), slices.Sorted(maps.Keys(m))[:3])
	var fs []func() int
	for i := range 3 {
		for j := i; j < 3; j += 2 {
			fs = append(fs, func() int { j += 10; i++; return i*100 + j })
		}
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
}

func copies() {
	a := [3]inner{{1, [3]string{"a"}}, {2, [3]string{"b"}}, {3, [3]string{"c"}}}
	b := a
	p := &a[1]
	p.Inc()
	p.tags[1] = "z"
	c := *p
	c.n = 99
	b[0], b[2] = b[2], b[0]
	for i, v := range a {
		a[i].n *= 10
		v.n = -1
		_ = v
	}
	fmt.Println(a, b, c, *p, a == b, a[1] == *p)
	s := a[:]
	s[0] = b[0]
	t := append(s[:1:1], c)
	t[0].n = 1234
	fmt.Println(a[0], t, len(s), cap(s[1:]))
	m := map[string]inner{"x": a[0]}
	v := m["x"]
	v.n = 5
	m["y"] = v
	mp := map[string]*inner{"x": &v}
	mp["x"].Inc()
	mp["x"].tags[2] = "mp"
	fmt.Println(m["x"].n, m["y"].n, v, m["none"].tags == [3]string{})
	grid := [3][4]int{}
	row := grid[1]
	row[2] = 5
	grid[1][3], grid[2] = 7, row
	pg := &grid
	for i := range pg {
		for j := range pg[i] {
			pg[i][j] += i * j
		}
	}
	fmt.Println(grid, row, len(pg), cap(pg[0][1:2]))
	o := outer{inner: inner{n: 1}, name: "o", ptr: &a[2]}
	o2 := o
	o2.inner.n, o2.ptr.n = 7, 8
	f := func(o outer) outer { o.inner.Inc(); o.ptr.Inc(); return o }
	fmt.Println(f(o).inner.n, o.inner.n, o2.inner.n, a[2].n, f(o2).name)
	var e1, e2 any = a, b
	fmt.Println(e1 == e2, e1 == any(a), any(o.inner) == any(inner{n: 1}))
	arr := [...]func() int{a[0].Get, a[0].Inc, p.Get}
	a[0].n = 1
	fmt.Println(arr[0](), arr[1](), a[0].n, arr[2]())
	ch := make(chan [2]inner, 1)
	x := [2]inner{a[0], a[1]}
	ch <- x
	x[0].n = -7
	y := <-ch
	fmt.Println(y[0].n, x[0].n)
	type empty struct{}
	set := map[empty]empty{{}: {}}
	set[empty{}] = empty{}
	var es [4]empty
	for range es {
	}
	fmt.Println(len(set), len(es), es[2] == empty{}, [0]int{} == [0]int{})
}

func keys() {
	m := map[key]int{}
	k := key{1, [2]point{{1, 2}, {3, 4}}, "s"}
	m[k]++
	k2 := k
	k2.a = "1"
	m[k2] += 5
	k2.p[1].y = 9
	m[k2] = m[k] + 10
	fmt.Println(len(m), m[k], m[k2], m[key{a: "1", p: k.p, s: "s"}])
	n := map[any]string{1: "int", int8(1): "int8", 1.0: "float", "1": "text", point{1, 1}: "point", [2]any{1, "a"}: "array", nil: "nil", small(1): "small", true: "bool", 1i: "complex"}
	for _, k := range []any{1, int8(1), 1.0, "1", point{1, 1}, [2]any{1, "a"}, nil, small(1), true, 1i, uint(1)} {
		v, ok := n[k]
		fmt.Print(v, ok, " ")
	}
	fmt.Println(len(n))
	for _, bad := range []any{[]int{1}, map[int]int{}, func() {}, [1]any{[]int{}}, struct{ f any }{[]string{}}} {
		func() {
			defer func() { fmt.Println(recover()) }()
			delete(n, bad)
			n[bad] = "x"
		}()
	}
	a := map[[2]string][]point{{"a", "b"}: {{1, 2}}}
	a[[2]string{"a", "b"}] = append(a[[2]string{"a", "b"}], point{3, 4})
	a[[2]string{"c"}] = append(a[[2]string{"c"}], a[[2]string{"a", "b"}]...)
	fmt.Println(a)
	i := map[getter]int{inner{n: 1}: 1, &inner{}: 2}
	i[inner{n: 1}]++
	_, ok := i[&inner{}]
	fmt.Println(i[inner{n: 1}], ok, len(i))
	f := map[float32]map[bool]int8{}
	for j := range 5 {
		x := float32(j) / 2
		if f[x] == nil {
			f[x] = map[bool]int8{}
		}
		f[x][j%2 == 0] += int8(j * 50)
	}
	fmt.Println(f)
	clear(f)
	for k := range n {
		if _, ok := k.(string); !ok {
			delete(n, k)
		}
	}
	fmt.Println(len(f), n)
	g := map[chan int]*int{}
	c := make(chan int)
	z := 3
	g[c] = &z
	*g[c] *= 5
	fmt.Println(z, g[nil] == nil)
}

func jumps() {
	n := 0
loop:
	for i := 0; ; i++ {
		switch {
		case i%2 == 0:
			continue loop
		case i > 9:
			break loop
		case i == 5:
			goto five
		default:
			n += i
			fallthrough
		case i == 100:
			n += 1000
		}
		continue
	five:
		n += 500000
	}
	fmt.Println(n)
	i := 0
back:
	if i < 3 {
		defer func() { fmt.Print("d", i, " ") }()
		i++
		goto back
	}
	ch, done := make(chan int, 3), make(chan bool)
	go func() {
		defer close(done)
		for v := range ch {
			fmt.Print(v, " ")
		}
	}()
	k := 0
send:
	for {
		select {
		case ch <- k * k:
			if k++; k > 5 {
				break send
			}
		case v, ok := <-done:
			fmt.Println("closed", v, ok)
			break send
		}
	}
	close(ch)
	<-done
	var nilc chan int
	select {
	case <-nilc:
	case nilc <- 1:
	default:
		fmt.Println("default")
	}
	x := any(3.5)
sw:
	switch v := x.(type) {
	case int, string:
		fmt.Println("no", v)
	case float64:
		for {
			if v > 100 {
				break sw
			}
			v *= v
			x = v
		}
	}
	fmt.Println(x)
}

func methods() {
	in := inner{n: 3}
	o := &outer{inner: in, getter: in, name: "n"}
	w := wrap{outer: o, both: &inner{n: 40}}
	get, inc := o.Get, o.inner.Inc
	o.inner.n = 10
	fmt.Println(get(), inc(), o.Get(), o.getter.Get(), w.both.Get(), w.outer.name, w.outer.Inc())
	f1, f2, f3, f4 := inner.Get, (*inner).Inc, (*inner).Get, getter.Get
	fmt.Println(f1(in), f2(&in), f3(&in), f4(o), both.Inc(w.both), (*outer).Get(o), outer.Get(*o))
	fmt.Println(named(func(x int) int { return x * 3 }).Twice(2), named.Twice(func(x int) int { return x + 1 }, 5))
	var g getter = o
	if b, ok := g.(both); ok {
		fmt.Println("both", b.Inc())
	}
	_, ok := g.(fmt.Stringer)
	fmt.Println(ok, in, &in)
	var s sort.Interface = sort.Reverse(sort.IntSlice{3, 1, 2})
	sort.Sort(s)
	fmt.Println(s, list{1}.Len(), list.Len(nil))
	fs := map[string]func(int) int{"n": named(func(i int) int { return -i }).Twice}
	fmt.Println(fs["n"](4))
	anon := struct {
		inner
		fmt.Stringer
	}{inner: in}
	fmt.Println(anon.Get(), anon.inner, anon.Inc(), anon.n)
	var np *outer
	func() {
		defer func() { fmt.Println(recover()) }()
		h := np.Get
		fmt.Println(h())
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var g getter
		fmt.Println(g.Get())
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(any(in).(both))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(any(g).(inner))
	}()
}

func generics() {
	fmt.Println(sum(1, 2, 3), sum[int8](100, 27), sum[uint16](65535, 3), sum(1.5, 2), sum[float32](0.1, 0.2), sum[small](60, 5))
	fmt.Println(mapTo([]string{"a", "bb"}, func(s string) (int, error) { return len(s), nil }))
	fmt.Println(mapTo([]int{1, 0, 2}, func(n int) (point, error) { return point{int32(10 / n), 1}, nil }))
	fmt.Println(mapTo([]any{1, "x"}, func(a any) ([2]string, error) { return [2]string{a.(string)}, nil }))
	var t *tree[float32, map[string]point]
	for _, k := range []float32{3, 1, 2, 1} {
		t = t.put(k, map[string]point{fmt.Sprint(k): {int32(k), 1}})
	}
	for k, v := range t.seq() {
		fmt.Print(k, v, " ")
	}
	fmt.Printf("%T\n", t)
	s := []point{{3, 1}, {1, 2}, {2, 0}}
	slices.SortFunc(s, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	i, ok := slices.BinarySearchFunc(s, int32(2), func(p point, x int32) int { return cmp.Compare(p.x, x) })
	fmt.Println(s, i, ok, slices.Index(s, point{1, 2}), slices.MaxFunc(s, func(a, b point) int { return int(a.y - b.y) }))
}

func main() {
	namedResults()
	rangeFuncs()
	copies()
	keys()
	jumps()
	fmt.Println()
	methods()
	generics()
}
