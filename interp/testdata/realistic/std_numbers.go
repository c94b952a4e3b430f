package main

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
	"math/rand/v2"
	"strconv"
	"unsafe"
)

type Weekday uint8

const (
	Sun Weekday = iota * 2
	_
	Tue
	Wed = iota + 10
	Big = 1 << (10 * iota)
	Str = "s"
	Rep
	F32 float32 = 1.0 / 3
)

type Flags uint16

const (
	A Flags = 1 << iota
	B
	_
	D
	All = A | B | D
)

func (f Flags) String() string {
	s := ""
	for i, n := range [...]string{0: "A", 1: "B", 3: "D"} {
		if f&(1<<i) != 0 && n != "" {
			s += n
		}
	}
	return s
}

type C complex64

func (c C) Abs() float32 { return float32(cmplx.Abs(complex128(c))) }

type hdr struct {
	a byte
	b int32
	c byte
	d [3]int16
	e string
	f any
	g struct {
		x bool
		y int64
	}
}

func try(name string, f func() any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	fmt.Println(name, f())
}

func main() {
	fmt.Println(Sun, Tue, Wed, Big, Str, Rep, F32, All, A|D, ^A&All)
	fmt.Printf("%T %T %T %v %b\n", Tue, Wed, All, All&^B, All)
	var i8 int8 = -128
	var u8 uint8 = 200
	fmt.Println(-i8, i8/-1, i8-1, u8+100, ^u8, u8<<1, int8(u8), i8>>1, uint32(i8), u8&^0x88)
	x, z, s := 7, 0, -3
	try("div", func() any { return x / z })
	try("mod", func() any { return x % z })
	try("shl", func() any { return x << s })
	try("shr", func() any { return x >> uint(70) })
	try("fdiv", func() any { return float64(x) / float64(z) })
	try("minint", func() any { m := math.MinInt64; return m / (z - 1) })
	try("conv", func() any { return [2]int([]int{1}) })
	try("convp", func() any { return *(*[2]int)([]int{1, 2, 3}) })
	try("big", func() any { return new(big.Int).Div(big.NewInt(1), new(big.Int)) })
	fmt.Println(-7/2, -7%2, 7&-8, -7>>1, 7.0/2, 1<<3|1, 6&^3)
	f := 1e100
	fmt.Println(int64(float32(16777217)), math.Float32bits(0.1), math.Inf(-1), -math.MaxFloat64*f < -f,
		math.Signbit(math.Copysign(0, -1)))
	nan := math.NaN()
	fmt.Println(nan == nan, nan < 1, max(nan, 1), min(1, nan), map[float64]int{nan: 1, nan: 2}[nan])
	c := C(3 + 4i)
	fmt.Println(c.Abs(), real(c), imag(c)*2, c*c, c == C(complex(3, 4)), cmplx.Exp(1i*math.Pi), -c)
	fmt.Printf("%.2f %v %T\n", cmplx.Pow(2i, 2), complex64(c)/0, real(c))
	larger()
	random()
	layout(try)
}

func larger() {
	a, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	fmt.Println(a, new(big.Int).Exp(a, big.NewInt(3), big.NewInt(1000007)), a.Cmp(big.NewInt(5)), a.BitLen())
	fmt.Printf("%x %30d|%s\n", a, big.NewInt(-5), new(big.Rat).SetFrac64(10, 4))
	r := big.NewRat(1, 3)
	fmt.Println(r.Add(r, big.NewRat(1, 6)), r.FloatString(5), new(big.Float).SetPrec(100).Quo(big.NewFloat(1),
		big.NewFloat(3)))
	fmt.Println(bits.OnesCount8(200), bits.Reverse16(1), bits.Len(1023), bits.TrailingZeros32(8), bits.RotateLeft8(0x81,
		1))
	hi, lo := bits.Mul64(math.MaxUint64, 3)
	sum, carry := bits.Add64(math.MaxUint64, 1, 0)
	fmt.Println(hi, lo, sum, carry)
}

func random() {
	rg := rand.New(rand.NewPCG(1, 2))
	fmt.Println(rg.IntN(100), rg.IntN(100), rg.Float64(), rg.Perm(5), rand.N[int64](1))
	ch := rand.New(rand.NewChaCha8([32]byte{1}))
	l := []string{"a", "b", "c", "d"}
	ch.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	fmt.Println(l, ch.Uint32(), ch.NormFloat64())
}

func layout(try func(string, func() any)) {
	var h hdr
	fmt.Println(unsafe.Sizeof(h), unsafe.Offsetof(h.b), unsafe.Offsetof(h.d), unsafe.Offsetof(h.e), unsafe.Alignof(h.d),
		unsafe.Sizeof(h.g), unsafe.Offsetof(h.g))
	bs := []byte("hello")
	str := unsafe.String(&bs[1], 3)
	bs[1] = 'E'
	ptr := (*int16)(unsafe.Add(unsafe.Pointer(&h.d), 2))
	*ptr = 9
	fmt.Println(str, h.d, unsafe.Slice(&h.d[0], 2), string(unsafe.Slice(unsafe.StringData("abc"), 2)),
		unsafe.SliceData(bs) == &bs[0])
	fl := 1.5
	fmt.Printf("%#x\n", *(*uint64)(unsafe.Pointer(&fl)))
	n, err := strconv.ParseInt("-129", 10, 8)
	fmt.Println(n, err, strconv.Quote("a\tb\x00é☺"), strconv.AppendBool(nil, true), strconv.FormatFloat(1.0/3, 'e', 3,
		32))
	fmt.Println(0b1010_1010, 0o17, 0x1p-2, 'a'+1, "a"[0], 1_000.5e-1, 0x_ff, '\u00e9', "\xff"[0])
	var arr [3]int
	k := 5
	try("idx", func() any { return arr[k] })
	try("neg", func() any { k = -1; return arr[k] })
	try("slice", func() any { return arr[1:][:k+4] })
	const huge = 1 << 100
	fmt.Println(huge>>98, uint64(huge>>37), float32(huge), len([huge >> 98]int{}))
}
