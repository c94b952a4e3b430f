package main

import (
	"fmt"
	"math"
)

type F32 float32

func cmp[T ~float32 | ~float64](a, b T) (s string) {
	if a < b {
		s += "<"
	}
	if !(a < b) {
		s += "!<"
	}
	if a <= b {
		s += "<="
	} else {
		s += "!<="
	}
	if !(a <= b) {
		s += "n"
	} else {
		s += "y"
	}
	if a > b {
		s += ">"
	} else {
		s += "!>"
	}
	if !(a >= b) {
		s += "n>="
	}
	if a == b {
		s += "=="
	} else if a != b {
		s += "!="
	}
	if !(a == b) {
		s += "N"
	}
	if !(a != b) {
		s += "E"
	}
	for !(a > b) {
		s += "L"
		break
	}
	for i := 0; a < b || i < 1; i++ {
		if i > 2 {
			break
		}
		s += "R"
	}
	x := a < b && !(a > b) || a != a
	switch {
	case a < b:
		s += "s<"
	case a >= b:
		s += "s>="
	default:
		s += "sNaN"
	}
	return fmt.Sprint(s, x, min(a, b), max(a, b))
}

func ucmp[T ~uint8 | ~int8 | ~uint64 | ~int64 | ~uint32 | ~int32](a, b T) string {
	s := ""
	if a-b < b-a {
		s += "1"
	}
	if a+b > a {
		s += "2"
	}
	if a*2 >= b*2 {
		s += "3"
	}
	if ^a <= b {
		s += "4"
	}
	if -a < -b {
		s += "5"
	}
	if a<<1 == b<<1 {
		s += "6"
	}
	if a>>1 != b>>1 {
		s += "7"
	}
	if b != 0 && a/b > a%b {
		s += "8"
	}
	if a&^b < a|b && a^b > a {
		s += "9"
	}
	return s
}

func idx(a []int, i uint8, j int8, k uint64) (r string) {
	defer func() {
		if e := recover(); e != nil {
			r += fmt.Sprint(e)
		}
	}()
	i += 250
	r += fmt.Sprint(a[i], ",")
	j *= 2
	r += fmt.Sprint(a[j], ",")
	k--
	r += fmt.Sprint(a[k], ",")
	return
}

func consts(x uint8, y int16) []any {
	return []any{x + 255, x - 1, x * 2, x / 3, x % 7, x << 3, x >> 1, x & 0xf0, x | 1, x ^ 0xff, x &^ 3,
		y + 32767, y - -32768, y * -1, y / -1, y % -3, y << 15, y >> 15, y / 8, y % 8, -y, ^y, y * y * y,
		uint8(y), int8(y), uint32(y), int8(x), uint16(int8(x)), float32(y) / 3, int(float64(y) / 3)}
}

func main() {
	nan := math.NaN()
	for _, p := range [][2]float64{{1, 2}, {2, 1}, {1, 1}, {nan, 1}, {1, nan}, {nan, nan}, {math.Inf(-1), nan},
		{0, math.Copysign(0, -1)}} {
		fmt.Println(cmp(p[0], p[1]), cmp(float32(p[0]), float32(p[1])), cmp(F32(p[1]), F32(p[0])))
	}
	for _, p := range [][2]int{{1, 2}, {200, 100}, {127, 128}, {0, 255}, {255, 255}, {128, 128}, {-1, 1}} {
		fmt.Println(ucmp(uint8(p[0]), uint8(p[1])), ucmp(int8(p[0]), int8(p[1])),
			ucmp(uint64(p[0]), uint64(p[1])), ucmp(int64(p[0]), int64(p[1])), ucmp(uint32(p[0]),
				uint32(p[1])), ucmp(int32(p[0])<<24, int32(p[1])<<24))
	}
	a := []int{0, 1, 2, 3, 4, 5}
	for i := range 12 {
		fmt.Println(idx(a, uint8(i), int8(i*9), uint64(i%2)))
	}
	fmt.Println(consts(200, -12345)...)
	fmt.Println(consts(1, 32767)...)
	fmt.Println(consts(255, -32768)...)
	c := complex(nan, 1)
	fmt.Println(c == c, c != c, complex(0, 0) == complex(math.Copysign(0, -1), 0))
	m := map[float64]int{nan: 1, 0: 2}
	m[nan] = 3
	m[math.Copysign(0, -1)]++
	fmt.Println(len(m), m[0], m[nan])
	delete(m, nan)
	fmt.Println(len(m))
	clear(m)
	fmt.Println(len(m))
	type k struct {
		f float64
		s string
	}
	mk := map[any]int{k{nan, "a"}: 1, 0.0: 2, k{0, "b"}: 3}
	mk[k{math.Copysign(0, -1), "b"}]++
	fmt.Println(len(mk), mk[k{0, "b"}], mk[k{nan, "a"}], any(k{nan, ""}) == any(k{nan, ""}),
		[1]float64{nan} == [1]float64{nan})
	for x := float32(0); x != 1; x += 0.1 {
		if x > 1.5 {
			fmt.Println("past", x)
			break
		}
	}
	var f float64
	for f < 1 {
		f += 0.1
	}
	fmt.Println(f, int(f*10), uint8(f*100), math.Float32bits(float32(f)))
	switch x := nan; x {
	case nan:
		fmt.Println("eq")
	case 1:
	default:
		fmt.Println("ne")
	}
}
