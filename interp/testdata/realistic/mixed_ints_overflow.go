package main

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"strconv"
)

type (
	Celsius int8
	Mask    uint16
)

const (
	KB = 1 << (10 * (iota + 1))
	MB
	GB
	_
	PB   = iota * 1.5
	huge = 1 << 100
)

func hash(s string) (h uint32) {
	h = 2166136261
	for i := range len(s) {
		h ^= uint32(s[i])
		h *= 16777619
	}
	return
}

func try(f func() any) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(runtime.Error)
			fmt.Println("panic:", r, ok, e != nil)
		}
	}()
	fmt.Println(f())
}

func main() {
	var c Celsius = 127
	c++
	fmt.Println(c, -c, c-1, c*2)
	var m Mask = 1<<15 | 1
	m <<= 1
	m |= ^m >> 12
	fmt.Println(m, m&^2, ^m, m>>20, -m, m^0xffff)
	fmt.Println(KB, MB, GB, PB, huge>>98, huge/(1<<97))
	i, u := math.MinInt64, uint64(math.MaxUint64)
	fmt.Println(i-1, -i, i/-1, i%-1, u+1, u*u, int32(i>>31), uint8(u), int8(u>>1))
	try(func() any { z := 0; return i / z })
	try(func() any { z := int8(0); return int8(5) % z })
	try(func() any { s := -1; return 1 << s })
	try(func() any { s := uint(70); return fmt.Sprint(1<<s, int64(-8)>>s, int8(-1)>>100) })
	try(func() any { var f float64 = 1e10; return int64(f) + int64(float32(f)) })
	try(func() any { n := -5; return make([]int, n) })
	try(func() any { n := int64(1) << 62; return make([]int64, n) })
	try(func() any { a, n := [4]int{}, 5; return a[n] })
	try(func() any { s, n := "abc", uint8(200); return s[n] })
	try(func() any { s, n := []int{1, 2, 3}, 2; return s[n:1] })
	try(func() any { s, n := []int{1, 2, 3}, 9; return s[:2:n] })
	try(func() any { s, n := "héllo", 7; return s[n:] })
	try(func() any { s := []int{1, 2}; return [3]int(s) })
	try(func() any { s := []int{1, 2}; p := (*[2]int)(s); p[0] = 9; return fmt.Sprint(s, *p) })
	fmt.Println(hash("hello"), hash(""), hash("日本"))
	x := 7
	fmt.Println(-x/2, -x%2, -x>>1, x&-x, x&^3, ^x, +x, 3&x|8^x)
	x, y := 10, 3
	x, y = y, x%y
	x <<= y
	x ^= 0xf0
	fmt.Println(x, y, bits.OnesCount(uint(x)), bits.Reverse8(0x12), bits.LeadingZeros32(1), bits.RotateLeft8(0x81, 1))
	hi, lo := bits.Mul64(u, u-1)
	q, r := bits.Div64(1, 2, 3)
	s, carry := bits.Add64(u, 1, 1)
	fmt.Println(hi, lo, q, r, s, carry)
	const big = 0xFFFF_FFFF_FFFF_FFFF
	fmt.Println(uint64(big), big>>60, 0b1010, 0o17, 0o17, 1_000, 'a'*2, 0x1p-2, "s"+"t")
	var b byte = 'z'
	b += 10
	fmt.Printf("%d %c %08b %o %#x %x %+d % d|%5d|%-5d|%05d\n", b, b, b, b, b, -255, 5, 5, 42, 42, -42)
	var r1 rune = 'a' - 'A'
	fmt.Println(r1, string('A'+r1), 1)
	_, err := strconv.ParseInt("9223372036854775808", 10, 64)
	_, err2 := strconv.ParseUint("-1", 0, 8)
	v, err3 := strconv.ParseInt("-0x80", 0, 8)
	fmt.Println(err, err2, v, err3, errors.Is(err, strconv.ErrRange))
}
