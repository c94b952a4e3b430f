package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

type F float32

func sum32(xs ...float32) (s float32) {
	for _, x := range xs {
		s += x
	}
	return s
}

func kahan(xs []float32) float32 {
	var s, c float32
	for _, x := range xs {
		y := x - c
		t := s + y
		c = (t - s) - y
		s = t
	}
	return s
}

func mix(a float32, b float64) float64 { return float64(a)*b + float64(float32(b)) }

func main() {
	var xs []float32
	for i := range 1000 {
		xs = append(xs, 0.1*float32(i%7+1))
	}
	fmt.Println(sum32(xs...), kahan(xs), sum32(0.1, 0.2), float64(sum32(0.1, 0.2)), sum32(0.1, 0.2) == 0.3)
	x := float32(16777216)
	fmt.Println(x+1 == x, x+2, float32(16777217), int32(x)+1)
	var f F = 1 / F(3)
	fmt.Println(f, f*3, f*3 == 1, float64(f), mix(float32(f), 1.0/3))
	f /= 0.1
	f++
	fmt.Println(f, -f, F(int(f)))
	big := float32(math.MaxFloat32)
	fmt.Println(big*2, -big*2, big*2-big*2, float32(1e-46), float32(math.SmallestNonzeroFloat32)/2)
	d := 1e40
	fmt.Println(float32(d), float32(d) > big, 1)
	m := map[float32]int{0.1: 1}
	m[float32(0.1)]++
	d = 0.1
	m[float32(d)]++
	fmt.Println(m, len(m), m[0.1])
	fmt.Printf("%v %.10f %g %x %b %T\n", float32(0.1), float32(0.1), float32(1)/3, float32(0.1), float32(1), f)
	fmt.Println(strconv.FormatFloat(float64(float32(0.1)), 'g', -1, 32), strconv.FormatFloat(float64(float32(0.1)), 'g', -1, 64))
	var acc [3]float32
	for i := range acc {
		acc[i] += float32(i) * 0.3
		acc[i] *= acc[i]
	}
	fmt.Println(acc, max(acc[0], acc[1], acc[2]), min(acc[0], -0.5))
	b, _ := json.Marshal(struct {
		A float32
		B float64
		C []float32
	}{0.1, float64(float32(0.1)), acc[:]})
	fmt.Println(string(b))
	fmt.Println(math.Float32bits(0.1), math.Float32frombits(0x7f800001) != math.Float32frombits(0x7f800001))
	var z float32
	neg := -z
	fmt.Println(1/z, 1/neg, z == neg, math.Signbit(float64(neg)), 1/(z*-1))
	c := complex(float32(0.1), float32(0.2))
	fmt.Println(c*c, real(c)*real(c)-imag(c)*imag(c))
	a, bb, cc := float32(1e8), float32(1), float32(-1e8)
	fmt.Println(a+bb+cc, a+(bb+cc), a*bb+cc, float32(a*1.0000001)+cc)
}
