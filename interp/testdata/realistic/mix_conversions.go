package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type Kind interface {
	~int | ~int8 | ~uint8 | ~uint16 | ~int64 | ~uint64 | ~float32 | ~float64
}
type Small int8
type Str string
type Bytes []byte
type Runes []rune
type A struct {
	X int `json:"x"`
	Y string
}
type B struct {
	X int
	Y string `xml:"y"`
}

func conv[To, From Kind](f From) To { return To(f) }
func bits[T Kind](x T) (s string)   { return fmt.Sprintf("%T:%v", x, x) }
func sum[T Kind](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return t
}
func wrap[T ~int8 | ~uint8](x T) [4]T { return [4]T{x + 1, x * 2, -x, x << 3} }
func text[S ~string | ~[]byte](s S) (n int, r string) {
	for i := range len(s) {
		if s[i] == 'l' {
			n++
		}
	}
	return n, string(s[1:3]) + strconv.Itoa(len(s))
}
func join[S ~[]E, E fmt.Stringer](s S, sep string) string {
	var b strings.Builder
	for i, e := range s {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(e.String())
	}
	return b.String()
}

func (s Small) String() string { return fmt.Sprintf("<%d>", int8(s)) }

type Smalls []Small

func (s Smalls) Len() int { return len(s) }

type Number interface{ int | float64 }
type Poly[T Number] []T

func (p Poly[T]) At(x T) (y T) {
	for i := len(p) - 1; i >= 0; i-- {
		y = y*x + p[i]
	}
	return
}
func (p Poly[T]) Derive() Poly[T] {
	if len(p) < 2 {
		return nil
	}
	d := make(Poly[T], len(p)-1)
	for i, c := range p[1:] {
		d[i] = c * T(i+1)
	}
	return d
}
func (p Poly[T]) String() string {
	var parts []string
	for i, c := range p {
		if c != 0 {
			parts = append(parts, fmt.Sprintf("%vx^%d", c, i))
		}
	}
	return strings.Join(parts, "+")
}

func first() {
	fmt.Println(conv[int8](300), conv[uint8](-1), conv[uint16](int64(-2)), conv[float32](16777217),
		conv[int64](float32(1e10)), conv[Small](uint8(200)))
	fmt.Println(bits(Small(3)), bits(uint8(200)), bits(float32(0.1)), sum[Small](100, 27, 1), sum(0.1, 0.2),
		sum[float32](0.1, 0.2))
	fmt.Println(wrap(int8(100)), wrap(uint8(200)), wrap(Small(-128)))
	fmt.Println(text("hello"))
	fmt.Println(text(Bytes("hello")))
	fmt.Println(text(Str("ll") + "x"))
	fmt.Println(join(Smalls{1, 2, -3}, "~"), Smalls{1}.Len())
	p := Poly[float64]{1, 0, 3}
	fmt.Println(p, p.At(2), p.Derive(), p.Derive().Derive(), p.Derive().Derive().Derive() == nil, Poly[int]{2, 1}.At(5))
}

func second() {
	a := A{1, "y"}
	b := B(a)
	pb := (*B)(&a)
	pb.X++
	fmt.Printf("%+v %+v %T\n", a, b, struct {
		X int
		Y string
	}(b))
	s := "héé\xff"
	fmt.Println([]byte(s), []rune(s), string(Runes{104, 0x1F600, -1, 0xD800}), string(Bytes{65, 66}), Str(s[1:3]),
		string(rune(233)), len(Runes(s)))
	n := copy(make([]byte, 3), s)
	bs := append([]byte("x"), s[:2]...)
	fmt.Println(n, bs, string(bs) == "xh\xc3", s > "hé", s[:0] == "")
	f := 1e20
	var i32 int32 = math.MaxInt32
	var u64 uint64 = math.MaxUint64
	fmt.Println(int64(float32(i32)), float32(u64), float64(u64) == 1<<64, uint32(1<<32-1)-2, i32+1, -(-i32 - 1),
		int(f/1e10))
	fmt.Println(0.1+0.2, float32(0.1)+float32(0.2), 1/3.0, float32(1)/3, 7/2*2.0, 7/2.0*2, 1<<3.0, 'a'*2, "s"+"t"[:1])
	x, y := 5, -3
	fmt.Println(x/y, x%y, -x/y, -x%y, x&^y, x^y, ^x, x<<2>>1, uint(x)>>1, y>>1, uint8(y)>>1, x&y|1)
	x += y * 2
	x <<= 3
	x |= 1
	x &^= 8
	x %= 7
	y ^= -1
	fmt.Println(x, y)
	var c complex128 = complex(1, -2)
	c *= c
	c /= 2i
	fmt.Println(c, real(c), -c, c == complex(-2, 1.5), c != 0, complex64(c)*1i)
	fmt.Println(math.Inf(1)-math.Inf(1) == 0, -0.0, 1/math.Inf(-1), math.MaxInt64, uint64(math.MaxUint64), math.Pi,
		float32(math.Pi), math.SmallestNonzeroFloat64)
	fmt.Println(strconv.FormatFloat(1e21, 'f', -1, 64), 1e21, 1e20, 123456789.0, 1e-5, 0.0001, float32(1e-5),
		100000000.0, 12345678.9)
	switch z := x * 2; {
	case z > 100:
		fmt.Println("big")
	case z > 5:
		fmt.Println("mid")
		fallthrough
	case z > 1000:
		fmt.Println("fell")
	default:
		fmt.Println("small")
	}
	switch v := any(a).(type) {
	case A, *A:
		fmt.Printf("%T %v\n", v, v)
	case nil:
	}
}

func third() {
	var arr [5]int
	for i := range arr[:3] {
		arr[i], arr[4-i] = i+1, arr[i]+10
	}
	fmt.Println(arr, len(arr[1:3:4]), cap(arr[1:3:4]))
}

func main() {
	first()
	second()
	third()
}
