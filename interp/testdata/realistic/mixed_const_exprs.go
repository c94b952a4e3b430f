package main

import (
	"fmt"
	"math"
	"time"
)

type Weekday uint

const (
	Sunday Weekday = iota
	Monday
	_
	Wednesday
	numDays = iota
)

type Bits uint8

const (
	F0, M0 Bits = 1 << iota, 1<<iota - 1
	F1, M1
	_, _
	F3, M3
)

const (
	a = iota * 10
	b
	c = "s"
	d
	e         = len(c) + iota
	f float32 = iota / 2
	g
	h = iota == 7
)

const (
	big   = 1 << 200
	small = big >> 198
	ratio = 1.0 / 3
	huge  = 1e400 / 1e390
	r     = 'a' + 1
	cplx  = (1 + 2i) * (1 - 2i)
	str   = "con" + "cat"
	cond  = len(str) > 3 && !false || 1/2 == 0
	mask  = ^uint32(0)
	neg   = -5 % 3
	sh    = 1.0 << 3
	typed = time.Second * 2
	mx    = math.MaxUint64
)

func (w Weekday) String() string { return [numDays]string{"Su", "Mo", "", "We"}[w] }

func shift(n uint) (int, uint8, int64, float64) {
	s := 1 << n
	var u uint8 = 1 << n
	i := int64(1) << n >> 1
	f := float64(1<<3) / 2
	return s, u, i, f
}

func main() {
	const local = numDays * 2
	const (
		x = iota + local
		y
	)
	fmt.Println(Sunday, Monday, Wednesday, numDays, F0, M0, F1, M1, F3, M3)
	fmt.Println(a, b, c, d, e, f, g, h, small, ratio, huge, r, cplx, str, cond, mask, neg, sh, typed, uint64(mx))
	fmt.Println(shift(5))
	fmt.Println(shift(70))
	fmt.Println(x, y, 7/2, -7/2, 7/2.0, 7%-3, 1<<3|1, 0x1p4, 'x'-'a', "a"+"b" < "b")
	fmt.Printf("%T %T %T %T %T %T\n", r, cplx, ratio, small, sh, typed)
	var i8 int8 = -128
	var f32 float32 = ratio
	f64 := ratio
	fmt.Println(i8, -i8, f32, f64, float64(f32) == f64, math.Pi*1e10, float32(math.Pi))
	const p = 0.1 + 0.2
	q := 0.1
	q += 0.2
	fmt.Println(p == 0.3, q == 0.3, p, q, 1e100, 1e-7, 100000000.0, 123456789.0*10)
	var w Weekday = 3
	switch w {
	case Sunday, Monday:
		fmt.Println("early")
	case Wednesday:
		fmt.Println(w)
	}
	var arr [r - 90]int
	fmt.Println(len(arr), len([...]string{5: "x", 1: "y"}), [...]int{2: 1, 2, 0: 3}, []rune{'a': 1}[97])
	m := map[Weekday][]Bits{Monday: {F0, F1 | F3}, 3: nil}
	fmt.Println(m, math.MaxInt64, uint64(math.MaxUint64), math.MinInt64, math.SmallestNonzeroFloat64)
	fmt.Println(min(3, 2.5, 'a'), max(1, 2), min("b", "a"), real(cplx), imag(2i), len("日本"), cap([3]int{}))
	var any1 any = 1 << 3
	var any2 any = 2.0
	var any3 any = 'a'
	fmt.Printf("%T %T %T %v\n", any1, any2, any3, any1 == any(8))
	u32 := mask
	u32 += 2
	fmt.Println(u32, uint32(1)<<31>>31, -1>>1)
}
