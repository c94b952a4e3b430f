package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unique"
	"unsafe"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	f()
}

type blank struct {
	_ int
	a int
	_ string
	b string
}
type mix struct {
	a any
	n int
	f float64
	s string
}

type Rect struct{ W, H int }

func (r Rect) Area() int         { return r.W * r.H }
func (r *Rect) Scale(k int) Rect { r.W *= k; r.H *= k; return *r }

type Named struct {
	*Rect
	Name string
}
type Shape interface{ Area() int }
type Scaler interface {
	Shape
	Scale(int) Rect
}

type Point struct{ X, Y int }

func (p *Point) Scan(st fmt.ScanState, verb rune) error {
	_, err := fmt.Fscanf(st, "(%d,%d)", &p.X, &p.Y)
	return err
}

type temp struct{ msg string }

func (t temp) Error() string   { return t.msg }
func (t temp) Temporary() bool { return true }
func (t temp) As(target any) bool {
	if p, ok := target.(**other); ok {
		*p = &other{t.msg}
		return true
	}
	return false
}

type other struct{ s string }

func (o *other) Error() string { return "other " + o.s }

func compare() {
	x, y := blank{a: 1, b: "q"}, blank{a: 1, b: "q"}
	*(*int)(unsafe.Pointer(&y)) = 99
	fmt.Println(x == y, any(x) == any(y), map[blank]int{x: 1}[y], [1]blank{x} == [1]blank{y})
	u := []int{1}
	try("mix1", func() { fmt.Println(mix{a: u, n: 1} == mix{a: u, n: 2}) })
	try("mix2", func() { fmt.Println(mix{a: u, n: 1} == mix{a: u, n: 1}) })
	try("mix3", func() { fmt.Println(mix{a: 1, s: "x"} == mix{a: u, s: "y"}) })
	try("mix4", func() { fmt.Println([2]any{1, u} == [2]any{2, u}) })
	try("mix5", func() { fmt.Println([2]any{u, 1} == [2]any{u, 2}) })
	try("mix6", func() { fmt.Println(any(mix{a: u, n: 1}) == any(mix{a: u, n: 2})) })
	try("mix7", func() { var e error; var s fmt.Stringer; fmt.Println(e == nil, s == nil, any(e) == any(s)) })
	try("mix8", func() { var p *other; var e error = p; fmt.Println(e == nil, e == (*other)(nil), e != error(p)) })
	type pt struct{ p *int }
	n := 1
	fmt.Println(pt{&n} == pt{&n}, struct{ X, Y int }{1, 2} == struct{ X, Y int }(Point{1, 2}),
		interface{ Area() int }(Rect{1, 2}) == Shape(Rect{1, 2}))
}

func deferring() (out []string) {
	add := func(s string) func(...any) {
		out = append(out, "eval "+s)
		return func(a ...any) { out = append(out, fmt.Sprint("run ", s, a)) }
	}
	func() {
		r := Rect{1, 2}
		n := Named{&r, "n"}
		m := map[string]func(...any){"a": add("map")}
		defer add("one")(r.W, n.W)
		defer m["a"](len(m))
		delete(m, "a")
		f := n.Area
		g := n.Scale
		h := (*Rect).Scale
		defer func(a ...any) { add("vals")(a...) }(f(), g(2).W, n.Area(), f(), h(&r, 5), Shape.Area(n),
			Scaler.Scale(n, 2), Named.Area(n))
		for i := range 2 {
			defer add(fmt.Sprint("loop", i))(i, r.W)
			r.W++
		}
		p := &r
		defer p.Scale(2)
		p = nil
		try("nilmv", func() { _ = p.Area })
		try("nilmv2", func() { f := p.Scale; f(1) })
		try("nildefer", func() { defer p.Area(); out = append(out, "not reached") })
		try("nilfunc", func() { var f func(); defer f(); out = append(out, "reached") })
		try("nilgo", func() { var s Shape; defer s.Area(); out = append(out, "unreached") })
	}()
	return
}

func gotos() {
	var fs []func() int
	i := 0
again:
	x := i * 10
	fs = append(fs, func() int { x++; return x })
	if i++; i < 3 {
		goto again
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	for i := range uint8(3) {
		i += 254
		fmt.Print(i, " ")
	}
	n := 3
	for i := range n {
		n = 10
		fmt.Print(i)
	}
	var k int8 = 3
	for k = range k {
		k += 5
		fmt.Print(" k", k)
	}
	for range 2 {
		fmt.Print("r")
	}
	const big = 5
	for i := range big - 3 {
		fmt.Printf(" %T%d", i, i)
	}
	fmt.Println(k)
}

func addresses() {
	var ps []*int
	for i := 0; i < 3; i++ {
		ps = append(ps, &i)
		i := i
		ps = append(ps, &i)
	}
	for _, p := range ps {
		fmt.Print(*p)
	}
	arr := [3]int{1, 2, 3}
	sl := arr[:]
	pa := (*[3]int)(sl)
	r := Rect{1, 2}
	pw := &r.W
	*pw = 7
	rr := &r
	fmt.Println(&arr[0] == &sl[0], pa == &arr, &rr.W == pw, r, ps[0] != ps[2], unsafe.Sizeof(mix{}),
		unsafe.Offsetof(mix{}.s))
	try("builder", func() {
		var b strings.Builder
		b.WriteString("x")
		c := b
		c.WriteString("y")
		fmt.Println(c.String())
	})
	try("cond", func() {
		c := sync.NewCond(&sync.Mutex{})
		c.Signal()
		d := *c
		d.Signal()
	})
	a, b := unique.Make("a"+fmt.Sprint(1)), unique.Make("a1")
	fmt.Println(a == b, a.Value())
	type node struct {
		next atomic.Pointer[node]
		v    int
	}
	head := &node{v: 1}
	head.next.Store(&node{v: 2})
	fmt.Println(head.next.Load().v, head.next.CompareAndSwap(nil, head))
}

func scans() {
	var p, q Point
	var s string
	n, err := fmt.Sscan("(1,2) x (3,4)", &p, &s, &q)
	fmt.Println(n, err, p, s, q)
	_, err = fmt.Sscanf("[bad]", "[%v]", &p)
	fmt.Println(err)
	e := fmt.Errorf("ctx: %w", errors.Join(io.EOF, temp{"t"}))
	var tmp interface{ Temporary() bool }
	var o *other
	var pe *bytes.Buffer
	fmt.Println(errors.As(e, &tmp), tmp, errors.As(e, &o), o, pe == nil)
	try("as", func() { errors.As(e, nil) })
	try("as2", func() { errors.As(e, o) })
	b := append([]byte("x"), "yz"...)
	fmt.Println(string(b), copy(b, "12345"), string(b), bytes.Equal(b, []byte{'1', '2', '3'}))
	x := []int{1, 2, 3, 4}
	x = append(x[:1], x[2:]...)
	y := append(x, x...)
	copy(y[1:], y)
	fmt.Println(x, x[:4], y, append(x[:0:0], 9), x)
	z := append(x[:1], append([]int{7, 8}, x[1:]...)...)
	fmt.Println(z, x)
	t := reflect.TypeOf(Named{})
	fmt.Println(t.NumMethod(), t.Method(0).Name, t.Field(0).Anonymous, reflect.TypeOf(&Named{}).Method(1).Type)
}

func main() {
	compare()
	for _, s := range deferring() {
		fmt.Println(s)
	}
	gotos()
	addresses()
	scans()
}
