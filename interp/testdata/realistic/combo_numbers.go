package main

import (
	"fmt"
	"math"
	"math/bits"
	"math/cmplx"
)

type Flags uint8

const (
	F0 Flags = 1 << iota
	F1
	_
	F3
	F4, G4 = 1 << iota, iota * 10
	F5, G5
)
const (
	KB = 1 << (10 * (iota + 1))
	MB
	big   = 1 << 100
	fl    = big >> 98
	third = 1.0 / 3
	ch    = 'a' + iota
	str   = "x" + "y"
	ln    = len(str)
)

type I8 int8

func shifts[T ~int8 | ~uint16 | ~int64 | ~uint32](x T, n uint) (T, T) { return x << n, x >> n }
func divmod[T ~int8 | ~int64 | ~int32](a, b T) (q, r T)               { return a / b, a % b }
func conv[F, T ~int8 | ~uint8 | ~int32 | ~uint64 | ~float32 | ~float64](f F) T {
	return T(f)
}

func main() {
	fmt.Println(F0, F1, F3, F4, G4, F5, G5, KB, MB, fl, third, ch, str, ln)
	var i8 int8 = 127
	i8++
	fmt.Println(i8, -i8, i8-1, i8/-1, i8%-1, -128/int(i8))
	var u8 uint8 = 3
	fmt.Println(u8-4, ^u8, u8<<7, u8<<8, -u8, u8&^1, u8*100)
	var u16 uint16 = 65535
	u16 *= u16
	fmt.Println(u16, u16+^uint16(0))
	var u32 uint32 = 1 << 31
	fmt.Println(u32<<1, u32>>31, u32*2, int32(u32), uint64(int32(u32)))
	mi := int64(math.MinInt64)
	fmt.Println(mi/-1, mi%-1, -mi, mi-1, uint64(mi))
	fmt.Println(shifts(I8(-128), 1))
	fmt.Println(shifts(I8(-128), 100))
	fmt.Println(shifts(uint16(0x8001), 15))
	fmt.Println(shifts(int64(-1), 63))
	fmt.Println(shifts(uint32(7), 32))
	fmt.Println(divmod(I8(-128), -1))
	fmt.Println(divmod(int32(-7), 2))
	fmt.Println(divmod(int64(7), -2))
	fmt.Println(conv[float64, int8](-1.9), conv[float64, uint8](200.9), conv[int32, uint64](-1),
		conv[int8, float32](-128))
	fmt.Println(conv[uint64, float32](1<<24+1), conv[uint64, float64](math.MaxUint64), conv[float32, float64](0.1))
	floats()
	runes()
	extremes()
}

func floats() {
	var f float32 = 16777216
	fmt.Println(f+1, f+1 == f, f+1+1, f+2, float32(0.1)+float32(0.2), 0.1+0.2, float32(0.1)*3)
	x, y := 0.1, 0.2
	var g float32 = 0.1
	fmt.Println(x+y, float32(x)+float32(y), float64(g), g*g, float64(g)*float64(g), g/3)
	fmt.Println(math.Inf(1), -math.Inf(1), math.NaN(), math.Copysign(0, -1), 1/math.Copysign(0, -1))
	z := 0.0
	fmt.Println(z/z == z/z, 1/z, -1/z, -z, 0*-1.0, math.Signbit(-z))
	c := complex(3, 4)
	fmt.Println(c*c, c/complex(1, 1), cmplx.Abs(c), real(c), imag(c), -c, c == 3+4i, c/0)
	var c64 complex64 = complex(float32(x), float32(y))
	c64 *= c64
	fmt.Println(c64, complex128(c64), c64+1, 1i*1i)
	fmt.Println(bits.OnesCount8(uint8(F5)), bits.LeadingZeros16(1), bits.Reverse8(6))
	hi, lo := bits.Mul64(math.MaxUint64, 3)
	fmt.Println(hi, lo)
	n := 70
	fmt.Println(1<<n == 0, uint8(1)<<n, int8(-1)>>n, 1<<(n-8)>>(n-8))
	var s8 int8 = -128
	fmt.Println(s8>>1, s8<<1, uint8(s8)>>1, int(s8)<<1, s8>>7, uint(s8))
	for i := uint8(250); i >= 250; i++ {
		fmt.Print(i, " ")
	}
	for i := int8(120); i > 0; i += 3 {
		fmt.Print(i, " ")
	}
	fmt.Println()
	h := uint32(2166136261)
	for _, b := range []byte("hello") {
		h ^= uint32(b)
		h *= 16777619
	}
	fmt.Println(h, int32(h), int16(h), int8(h))
}

func runes() {
	x, y, z := 0.1, 0.2, 0.0
	r := 'x'
	r += 2
	fmt.Println(r, string(r), string(rune(-1)), []byte(string(rune(0x10FFFF+1))))
	for i, r := range "a\xffé\xe2\x82" {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println([]rune("a\xffé\xe2\x82"), []byte("é"), string([]rune{0x20AC, 0xD800}), string([]byte{0xff, 65}))
	fmt.Println(min(3, 1.5, 2), max("b", "a"), min(x, y), max(math.NaN(), 1), min(-z, z))
	fmt.Println(5&3|4^1&^2<<1, 7&-8, -7>>1, -7/2, -7%3, 7%-3, +5 - -5)
}

func extremes() {
	fmt.Printf("%v %v %v\n", math.MaxUint32, uint64(math.MaxUint64), math.Pi)
	fmt.Println(float32(1e-46), float32(math.MaxFloat32), math.SmallestNonzeroFloat64/2)
	var fi float32 = 1 << 25
	fmt.Println(int(fi+1), int64(float32(math.MaxInt32)), uint8(int(fi)>>20))
	a := [...]uint8{1, 2, 3}
	a[2] -= 5
	a[0]--
	a[0]--
	a[1] <<= 7
	fmt.Println(a)
	var m = map[string]int8{"a": 127}
	m["a"]++
	m["b"]--
	m["c"] += m["a"] * 2
	fmt.Println(m)
}
