package main

import (
	"fmt"
	"strconv"
)

type (
	Celsius    float64
	Fahrenheit float64
	Temp       interface{ ~float64 }
)

func ToF(c Celsius) Fahrenheit   { return Fahrenheit(c*9/5 + 32) }
func (c Celsius) String() string { return strconv.FormatFloat(float64(c), 'f', 1, 64) + "°C" }

type (
	Grid  [2][3]int
	Row   = [3]int
	IntFn func(int) int
)

func (f IntFn) Twice() IntFn { return func(i int) int { return f(f(i)) } }

type A struct {
	X int `json:"x"`
	Y string
}
type B struct {
	X int
	Y string `json:"y"`
}

func mean[T Temp](ts ...T) T {
	if len(ts) == 0 {
		return 0
	}
	var sum T
	for _, t := range ts {
		sum += t
	}
	return sum / T(len(ts))
}

const (
	KB = 1 << (10 * (iota + 1))
	MB
	GB
)

const big = 1 << 100

func main() {
	c := Celsius(36.6)
	fmt.Println(c, ToF(c), mean(c, 30, 40.4), mean[Fahrenheit]())
	fmt.Printf("%T %T %.2f\n", c, ToF(c), float64(ToF(c)))

	var g Grid
	g[1] = Row{1, 2, 3}
	h := g
	h[1][0] = 9
	fmt.Println(g, h, g == h, g[1] == Row{1, 2, 3})

	double := IntFn(func(i int) int { return i * 2 })
	fmt.Println(double.Twice()(5), double.Twice().Twice()(1))

	a := A{1, "one"}
	b := B(a)
	b.X++
	fmt.Println(a, b, A(b) == a)

	x := 300
	fmt.Println(uint8(x), int8(x), float32(x)/7, int(-3.99*float64(x)/float64(x)), uint16(x)<<9)
	fmt.Println(KB, MB, GB/MB, big>>98, len("日本"), len([]rune("日本")))
	s := string([]byte{72, 105}) + string(rune(0x1F600)) + string([]rune{'a', 0x301})
	fmt.Println(s, []byte(s)[:3], strconv.Quote(s), strconv.QuoteToASCII(s))
	sl := []int{1, 2, 3, 4}
	arr := [3]int(sl[:3])
	ptr := (*[2]int)(sl)
	ptr[0], arr[1] = 100, 200
	fmt.Println(sl, arr, *ptr)
	var i any = x
	if n, ok := i.(int); ok {
		i = Celsius(n)
	}
	_, isInt := i.(int)
	fmt.Println(i, isInt)
	n, err := strconv.ParseInt("ff", 16, 8)
	fmt.Println(n, err)
	for _, s := range []string{"1e3", "0x10", "TRUE", "٣"} {
		f, err1 := strconv.ParseFloat(s, 64)
		k, err2 := strconv.ParseInt(s, 0, 64)
		t, err3 := strconv.ParseBool(s)
		fmt.Println(f, err1 == nil, k, err2 == nil, t, err3 == nil)
	}
}
