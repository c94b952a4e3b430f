// The order in which statements evaluate variables, elements and calls that change them.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type vec struct{ x, y int }

func (v *vec) scale(n int) *vec     { v.x *= n; v.y *= n; return v }
func (v vec) sum(n int) int         { return v.x + v.y + n }
func (v *vec) add(n int) int        { v.x += n; return v.x }
func (v vec) with(f func() int) vec { v.x += f(); return v }

type big struct {
	a [4]int
	s string
}

type adder interface{ add(int) int }

var (
	global = 1
	table  = []int{1, 2, 3}
	names  = map[string]int{"a": 1}
	first  = global + bump()
	second = vec{global, bump()}
)

func bump() int { global *= 10; return global }

func show(args ...any) {
	for i, a := range args {
		if i > 0 {
			fmt.Print(" ")
		}
		fmt.Print(a)
	}
	fmt.Println()
}

func ints(n ...int) []int { return n }

func results() {
	one := func() (int, error) {
		q := 1
		apply := func() error { q = 5; return nil }
		return q, apply()
	}
	two := func() (v vec, err error) {
		q := vec{1, 2}
		apply := func() error { q.x = 7; return errors.New("e") }
		return q, apply()
	}
	three := func() (any, any, int) {
		q, z := 1, vec{1, 2}
		apply := func() int { q, z.y = 9, 8; return 0 }
		return q, z, apply()
	}
	four := func() (n int, s string) {
		n, s = 1, "a"
		defer func() { n++ }()
		set := func() string { n = 20; return s + "b" }
		return n, set()
	}
	five := func() (a []int, n int, f func() int) {
		a = []int{1}
		grow := func() int { a = append(a, 2); return len(a) }
		return a, grow(), grow
	}
	fmt.Println(one())
	fmt.Println(two())
	fmt.Println(three())
	fmt.Println(four())
	a, n, f := five()
	fmt.Println(a, n, f())
}

func arguments() {
	x, s := 1, "s"
	z := &vec{1, 2}
	w := vec{3, 4}
	inc := func() int { x++; s += "!"; w.x++; z = &vec{z.x + 1, z.y}; return x }
	fmt.Println(x, s, w, *z, inc())
	show(x, inc(), x, inc(), x)
	fmt.Println(ints(x, inc(), x))
	fmt.Println(x, []any{w, inc(), w}, any(w), inc())
	fmt.Println(*z, *z.scale(2), *z)
	fmt.Println(w.sum(inc()), z.sum(inc()), w.with(inc), w)
	fmt.Println(fmt.Sprint(x, inc()), x, len(s), inc(), len(s))
	m := map[string]vec{"k": {1, 1}}
	put := func() int { m["k"] = vec{m["k"].x + 1, 0}; return 0 }
	fmt.Println(m["k"], put(), m["k"].x, put())
	e := errors.New("1")
	fail := func() error { e = errors.New(e.Error() + "2"); return e }
	fmt.Println(e, fail(), e)
	pick := func(n int) int { return n }
	other := func() int { pick = func(n int) int { return -n }; return 4 }
	fmt.Println(pick(other()))
	var i adder = z
	change := func() int { i = &vec{100, 100}; return 1 }
	fmt.Println(i.add(change()))
	bound := w.sum
	fmt.Println(bound(inc()), vec.sum(w, inc()), (*vec).add(&w, inc()), w)
	two := func() (int, int) { w.x = 50; return 1, 2 }
	fmt.Println(w.pair(two()))
	var st strings.Builder
	put2 := func(s string) string { st.WriteString(s); return st.String() }
	fmt.Println(st.Len(), put2("ab"), st.Len(), put2("cd"))
}

func (v vec) pair(a, b int) int { return v.x*100 + a*10 + b }

func operators() {
	x, f, s, ok := 1, 1.5, "a", true
	inc := func() int { x++; f *= 2; s += "b"; ok = !ok; return x }
	fmt.Println(x + inc())
	fmt.Println(x*inc() + x)
	fmt.Println(inc() - x)
	fmt.Println(x<<inc(), x&inc()|x)
	fmt.Println(f*float64(inc()) + f)
	fmt.Println(s + fmt.Sprint(inc()) + s)
	fmt.Println(x == inc(), x < inc(), inc() == x, s == fmt.Sprint(inc()))
	fmt.Println(ok && inc() > 0, ok, ok || inc() > 0, ok)
	fmt.Println(-x, +inc(), ^x, !ok, inc())
	p := &x
	next := func() int { y := *p + 100; p = &y; return y }
	fmt.Println(*p+next(), *p, next())
	fmt.Println(float64(x)/float64(inc()), int8(x), inc())
	a, b := [2]int{1, 2}, [2]int{1, 2}
	set := func() [2]int { a[0]++; return b }
	fmt.Println(a == set(), a != b, any(a) == any(set()))
	if x > inc() || x+inc() > 2*x {
		fmt.Println("greater", x)
	} else if y := x; y+inc() == 2*x-1 {
		fmt.Println("else", x, y)
	}
	switch x + inc() {
	case 2 * x:
		fmt.Println("late")
	default:
		fmt.Println("early")
	}
	switch {
	case x-inc() == 0:
		fmt.Println("zero")
	default:
		fmt.Println("no", x)
	}
	switch x {
	case inc():
		fmt.Println("changed")
	default:
		fmt.Println("kept")
	}
	n := 0
	for n+step(&n) < 20 {
		if n == 4 {
			continue
		}
		fmt.Print(n, " ")
	}
	fmt.Println(n)
}

func step(n *int) int { *n += 2; return *n }

func literals() {
	x := 1
	v := vec{1, 2}
	inc := func() int { x++; v.x++; return x }
	fmt.Println(vec{x, inc()}, &vec{x, inc()}, []int{x, inc(), x}, [3]int{x, inc()})
	fmt.Println([]any{x, inc(), v}, struct {
		v vec
		n int
	}{v, inc()})
	fmt.Println(map[int]int{x: inc(), 100: x}, map[string][]int{"a": {x}, "b": {x, inc()}})
	fmt.Println(map[any]any{"x": x, "i": inc(), "y": x})
	fmt.Println([]vec{{x, inc()}, {inc(), x}, v}, []*vec{{x, x}}[0], [][]int{{x}, {inc()}})
	fmt.Println(map[vec]*vec{{x, inc()}: {x, inc()}}[vec{x, x}] == nil, len(map[string]*vec{"a": {x, inc()}}))
	fmt.Println(big{a: [4]int{x, inc()}, s: fmt.Sprint(x)}, x)
	arr := [3]int{1, 2, 3}
	set := func() int { arr[0] = 9; return 0 }
	fmt.Println(arr, set(), arr)
	cp := arr
	arr[1] = 7
	fmt.Println(cp, arr, cp == arr)
}

func assignments() {
	i, a, m := 0, []int{0, 0, 0, 0}, map[int]int{}
	next := func() int { i++; return i * 10 }
	a[i] = next()
	fmt.Println(a, i)
	a[i], a[i+1] = next(), i
	fmt.Println(a, i)
	m[i] = next()
	m[i] += next()
	fmt.Println(m, i)
	i = 0
	a[i] += next()
	fmt.Println(a)
	x, y := i, next()
	fmt.Println(x, y)
	x, y = y, x+next()
	fmt.Println(x, y, i)
	i = 0
	var p *vec
	make2 := func() int { p = &vec{}; return 3 }
	p.x = make2()
	fmt.Println(*p)
	two := func() (int, int) { i = 2; return 8, 9 }
	i = 0
	a[i], a[i+1] = two()
	fmt.Println(a)
	var ok bool
	var c any = 5
	get := func() any { i = 3; return c }
	i = 0
	a[i], ok = get().(int)
	fmt.Println(a, ok)
	old := a
	swap := func() int { a = []int{7, 7, 7, 7}; return 1 }
	a[0] = swap()
	fmt.Println(old, a)
	var q, r = i, next()
	var (
		u = i
		w = next()
	)
	fmt.Println(q, r, u, w)
	var st struct{ n, k int }
	set := func() int { st.n = 4; return 5 }
	st.k = st.n + set()
	fmt.Println(st)
	st.n, st.k = st.k, set()
	fmt.Println(st)
	i = 1
	i += next() + i
	fmt.Println(i)
	k := i
	next()
	fmt.Println(k, i, k+next())
	s := a[1:3]
	fill := func() int { s[0] = 42; return 1 }
	fmt.Println(s[0], fill(), s[0], len(s), append(s, fill()))
	ch := make(chan int, 3)
	ch <- i + next()
	ch <- i
	fmt.Println(i, <-ch, i+<-ch)
	d := 1
	defer fmt.Println("deferred", d, func() int { d = 2; return 0 }(), d)
	defer func(n, m int) { fmt.Println("deferred", n, m) }(d, func() int { d = 3; return d }())
}

func failures() {
	try := func(name string, f func()) {
		defer func() { fmt.Println(name, recover()) }()
		f()
	}
	say := func(s string) int { fmt.Print(s, " "); return 1 }
	a, z := []int{1}, 0
	var p *vec
	var m map[string]int
	var e any = "s"
	try("index", func() { a[5] = say("called") })
	try("nil", func() { p.x = say("called") })
	try("map", func() { m["a"] = say("called") })
	try("element", func() { fmt.Println(a[z+3] + say("called")) })
	try("division", func() { fmt.Println(1/z + say("called")) })
	try("field", func() { fmt.Println(p.y, say("called")) })
	try("value", func() { fmt.Println(*p, say("called")) })
	try("several", func() { a[4], z = func() (int, int) { say("called"); return 1, 2 }() })
	try("assertion", func() { fmt.Println(e.(int), say("called")) })
	try("slice", func() { fmt.Println(a[z+4:], say("called")) })
	fmt.Println(z)
}

func kept() {
	x := 1
	inc := func() int { x++; return x }
	a := x
	b := inc()
	fmt.Println(a, b, x)
	c := x
	fmt.Println(c, inc(), c)
	v := vec{1, 2}
	w := v
	v.add(5)
	fmt.Println(w, v, w.sum(v.add(1)))
	for i, e := range [...]int{x, inc(), x} {
		x += e
		fmt.Print(i, e, " ")
	}
	fmt.Println()
	t := []int{1, 2, 3}
	for i := range t {
		o := t[i]
		func() { t[i] = 9 }()
		fmt.Print(o, t[i], " ")
	}
	fmt.Println()
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f()+f(), " ")
	}
	fmt.Println(func(n int) int { inc(); return n }(x), x)
	y := any(x)
	inc()
	fmt.Println(y, x)
	arr := [3]int{1, 2, 3}
	for i, e := range arr {
		arr[2] = 10
		fmt.Print(i, e, " ")
	}
	fmt.Println(arr)
	select {
	case ch := <-made(x, inc()):
		fmt.Println(ch, x)
	}
outer:
	for x+inc() < 100 {
		for {
			x += 10
			continue outer
		}
	}
label:
	switch n := x; n + inc() {
	default:
		for {
			break label
		}
	}
	fmt.Println(x)
}

func made(a, b int) chan int { c := make(chan int, 1); c <- a*1000 + b; return c }

func generic[T any](get func() T, v *T) []T { return []T{*v, get(), *v} }

type pair[K comparable, V any] struct {
	k K
	v V
}

func (p *pair[K, V]) set(k K) K                                    { p.k = k; return k }
func (p *pair[K, V]) both(k K) (K, V)                              { _, v := p.k, p.set(k); _ = v; return p.k, p.v }
func keep[K comparable, V any](p *pair[K, V], k K) (pair[K, V], K) { return *p, p.set(k) }

func generics() {
	x := 1
	fmt.Println(generic(func() int { x++; return x }, &x))
	s := "a"
	fmt.Println(generic(func() string { s += "b"; return s }, &s))
	p := &pair[string, int]{"k", 1}
	fmt.Println(p.both("l"))
	fmt.Println(keep(p, "m"))
	for n := range func(yield func(int) bool) { _ = yield(x) && yield(x+1) } {
		fmt.Print(n+func() int { x *= 3; return n }(), x, " ")
	}
	fmt.Println()
}

func main() {
	fmt.Println(first, second, global)
	results()
	arguments()
	operators()
	literals()
	assignments()
	failures()
	kept()
	generics()
	_, _ = table, names
}
