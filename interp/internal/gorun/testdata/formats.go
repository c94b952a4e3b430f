package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Formats that are constants, with values of basic types and of others.

type celsius float64

func (c celsius) String() string { return "warm" }

type level int

var calls []string

func called(s string) string { calls = append(calls, s); return s }

func count(n *int) int { *n++; return *n }

func main() {
	i, u, s, f, g, b, r := -42, uint8(200), "añb\"\x00", 3.14159265, float32(0.1), true, 'é'
	fmt.Println(fmt.Sprintf("%d|%v|%x|%X|%o|%b|%c|%5d|%-5d|%05d|%3d", i, i, i, i, i, i, r, i, i, i, i))
	fmt.Println(fmt.Sprintf("%d|%v|%x|%X|%o|%b|%c|%5d|%-5d|%05d|%08b", u, u, u, u, u, u, u, u, u, u, u))
	fmt.Println(fmt.Sprintf("%s|%v|%q|%10s|%-10s|%12q|100%%", s, s, s, s, s, s))
	fmt.Println(fmt.Sprintf("%f|%v|%g|%e|%.2f|%8.3f|%-8.1f|%.0f|%.3g|%F", f, f, f, f, f, f, f, f, f, f))
	fmt.Println(fmt.Sprintf("%v|%g|%f|%e|%.3v|%6.1f", g, g, g, g, g, g))
	fmt.Println(fmt.Sprintf("%t|%v|%5t|%-6v|", b, !b, b, b))
	fmt.Println(fmt.Sprintf("%v %v %v %8v %f", math.Inf(1), math.Inf(-1), math.NaN(), math.NaN(), 1e300))
	fmt.Println(fmt.Sprintf("%v %v %v %v", 1e20, 1e21, 1e-5, 123456789.0))
	fmt.Println(fmt.Sprintf("%d %d %d %x", int64(math.MinInt64), uint64(math.MaxUint64), int8(-128), uintptr(255)))
	fmt.Println(fmt.Sprintf("%c%c%c", rune(0x10FFFF+1), -1, 'x'))
	// What the fast way must leave to the package.
	fmt.Println(fmt.Sprintf("%d %s", "x", 3), fmt.Sprintf("%d"), fmt.Sprintf("x", 1), fmt.Sprintf("%z %!", 1))
	fmt.Println(fmt.Sprintf("%+d % d %#x %+v %[2]d %[1]d %*d %6.2d %.2s", 1, 2, 3, 4, 5, 6, 7, 8, "abc"))
	fmt.Println(fmt.Sprintf("%08.3f|%+.2f|%-08d|%s|%v|%d", f, f, i, celsius(3), celsius(3), level(4)))
	fmt.Println(fmt.Sprintf("%v %s %v %v %x %T", nil, error(nil), []int{1}, time.Second, "hi", i))
	fmt.Println(fmt.Sprintf("%", 1), fmt.Sprintf("%5", 1), fmt.Sprintf("%-"), fmt.Sprintf("é%dü%é", 1, 2))
	// The order of calls, values that change between them, several uses of one.
	n, t := 0, "one"
	fmt.Println(fmt.Sprintf("%d %d %d %s %s", count(&n), n, count(&n), t, func() string { t = "two"; return t }()))
	fmt.Println(fmt.Sprintf("%s%s%d", called("a"), called("b"), len(calls)), calls)
	p := &struct {
		name string
		n    int
		list []string
	}{"p", 3, []string{"x", "y"}}
	text := ""
	for k := range 3 {
		p.name += fmt.Sprintf("%d", k)
		text = fmt.Sprintf("%s[%s:%d:%s:%t]", text, p.name, p.n*k, p.list[k%2], k > 1)
	}
	fmt.Println(text, fmt.Sprintf("%d-%s", len(p.list), strings.Repeat("z", 3)))
	_ = fmt.Sprintf("%d", count(&n))
	fmt.Println(n)
	defer func() { fmt.Println(recover()) }()
	fmt.Println(fmt.Sprintf("%s %d", called("before"), p.list[n]), calls)
}
