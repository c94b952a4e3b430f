package main

import (
	"fmt"
	"math"
	"strings"
	"unsafe"
)

// Value semantics: arrays of structs, nested copies, comparisons, maps of arrays, closures over loop variables.
type Vec [3]float64
type Mat [3]Vec
type Cell struct {
	pos  [2]int
	tags [2]string
	m    Mat
}
type Board [2][2]Cell
type Key struct {
	a any
	b [1]any
	c complex64
}

func (v Vec) Add(w Vec) Vec {
	for i := range v {
		v[i] += w[i]
	}
	return v
}
func (v *Vec) Scale(f float64) *Vec {
	for i := range v {
		v[i] *= f
	}
	return v
}
func (m Mat) T() (r Mat) {
	for i, row := range m {
		for j := range row {
			r[j][i] = row[j]
		}
	}
	return
}
func (b Board) With(f func(*Cell)) Board {
	for i := range b {
		for j := range b[i] {
			f(&b[i][j])
		}
	}
	return b
}

type Op uint8

const (
	OpA Op = 1<<iota | 0x10
	OpB
	_
	OpC
	mask = OpA | OpB | OpC
)
const (
	KB = 1 << (10 * (iota + 1))
	MB
	big   = MB * MB * MB
	ratio = big / KB / 3.0
	e, f  = iota, -iota
	g, h
	str = "const" + "ant"
	ln  = len(str) * 'a'
)

func multi() (int, string, error)                         { return 1, "m", nil }
func vari(pre string, xs ...any) string                   { return pre + fmt.Sprint(len(xs), xs == nil) }
func pass(n int, s string, err error, more ...int) string { return fmt.Sprint(n, s, err, more) }

func main() {
	v := Vec{1, 2, 3}
	w := v.Add(Vec{1, 1, 1})
	v.Scale(2).Scale(0.5).Scale(10)
	fmt.Println(v, w, v == Vec{10, 20, 30}, Mat{v, w}.T())
	var b Board
	b2 := b.With(func(c *Cell) { c.pos[0]++; c.tags[1] = "x"; c.m[1].Scale(0); c.m[2][2] = 7 })
	fmt.Println(b == Board{}, b2[1][0].m[2], b2 == b2.With(func(*Cell) {}), b2[0][1].tags)
	row := b2[0]
	row[0].pos = [...]int{8, 9}
	p := &b2[0][0]
	b2[0] = row
	fmt.Println(p.pos, row[0].pos, b2[0][0] == row[0])
	m := map[Key]int{{1, [1]any{"s"}, 1i}: 1, {1.0, [1]any{nil}, 0}: 2}
	fmt.Println(m[Key{1, [1]any{"s"}, 1i}], m[Key{int8(1), [1]any{"s"}, 1i}], m[Key{a: float64(1)}], len(m))
	arr := [...]int{5: 1, 2, 1: 7}
	for i, x := range arr {
		arr[len(arr)-1-i] = x * 10
	}
	sl := arr[:]
	for i, x := range sl {
		if i+1 < len(sl) {
			sl[i+1] = x + 1
		}
	}
	fmt.Println(arr, len(arr), cap(sl[2:4:5]))
	shared(sl)
	kinds()
	order(arr)
	converted(b2)
	numbers()
	last(v)
}

func shared(sl []int) {
	a1, a2 := sl[:2], sl[:2]
	a1 = append(a1, 100)
	a2 = append(a2, 200)
	fmt.Println(a1, a2, sl[2], &a1[0] == &a2[0])
	a3 := append(sl[:2:2], 300)
	fmt.Println(a3, sl[2], (*[2]int)(sl)[1], [2]int(sl))
}

func kinds() {
	fmt.Println(OpA, OpB, OpC, mask, ^mask, OpC&^OpA)
	fmt.Println(KB, MB, ratio > 1e14, e, f, g, h, str, ln, uint8(ln%256), math.MaxUint32+1)
	fmt.Println(vari("a"), vari("b", nil), vari("c", nil...), vari("d", []any{1, 2}...), vari("e", []int{1, 2}))
	fmt.Println(pass(multi()))
}

func order(arr [7]int) {
	x, y := 1, 2
	x, y, arr[x] = y, x, x+y
	fmt.Println(x, y, arr[:3])
	i := 0
	i, arr[i] = 2, 9
	fmt.Println(i, arr[0])
	var fs [3]func(int) int
	for i, s := range "aé" {
		fs[i] = func(n int) int { i += n; return i * int(s) }
	}
	fmt.Println(fs[0](1), fs[1](1), fs[1](1), fs[2] == nil)
}

func converted(b2 Board) {
	type local struct {
		Board
		n int
	}
	type local2 local
	l := local{b2, 1}
	l2 := local2(l)
	l2.n++
	anon := struct {
		Board
		n int
	}(l)
	fmt.Println(l == local(l2), anon == l, l2.Board == anon.Board, unsafe.Sizeof(l))
}

func numbers() {
	var z, nz float64 = 0, math.Copysign(0, -1)
	fmt.Println(z == nz, 1/z, 1/nz, [1]float64{z} == [1]float64{nz}, any(z) == any(nz), map[float64]int{z: 1}[nz])
	u := uint8(250)
	u += 10
	s8 := int8(u) << 6
	u16 := uint16(s8)
	fmt.Println(u, s8, u16, int32(math.MinInt32)/-2, uint(1)<<63>>63, 7&-7|8^3)
}

func last(v Vec) {
	sb := strings.Builder{}
	for i := range 3 {
		defer func() { sb.WriteString(fmt.Sprint(i)); fmt.Println(sb.String()) }()
	}
	switch c := any(v).(type) {
	case [3]float64:
		fmt.Println("array", c)
	case interface{ Add(Vec) Vec }:
		fmt.Println("adder", c.Add(c.(Vec)))
	}
	func(a [3]float64) { a[0] = -1; fmt.Println(a, v) }(v)
	c := make(chan Vec, 1)
	c <- v
	v[0] = 0
	fmt.Println(<-c, v)
	if p, q := &v, &v; p == q && *p == *q {
		(*p)[1], q[2] = q[2], p[1]
	}
	fmt.Println(v)
}
