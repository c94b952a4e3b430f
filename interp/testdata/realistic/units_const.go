package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

type ByteSize float64

const (
	_           = iota
	KB ByteSize = 1 << (10 * iota)
	MB
	GB
)

type Weekday int

const (
	Sunday Weekday = iota + 1
	Monday
	_
	Wednesday
	last = iota
	mask = ^uint8(1<<last | 1)
)

const (
	big   = 1 << 100
	small = big >> 98
	third = 1.0 / 3
	r     = 'a' + 1.0
	typed = uint16(math.MaxUint16)
	text  = "h" + "é" + string(rune(0x4e16))
	n     = len(text) * small
)

func (b ByteSize) String() string {
	for _, u := range [...]struct {
		size ByteSize
		name string
	}{{GB, "GB"}, {MB, "MB"}, {KB, "KB"}} {
		if b >= u.size {
			return strconv.FormatFloat(float64(b/u.size), 'f', 2, 64) + u.name
		}
	}
	return fmt.Sprintf("%.2fB", float64(b))
}

func ParseSize(s string) (_ ByteSize, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ParseSize(%q): %w", s, err)
		}
	}()
	i := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if i < 0 {
		i = len(s)
	}
	v, err := strconv.ParseFloat(s[:i], 64)
	if err != nil {
		return
	}
	switch unit := strings.ToUpper(strings.TrimSpace(s[i:])); unit {
	case "GB":
		v *= 1024
		fallthrough
	case "MB":
		v *= 1024
		fallthrough
	case "KB":
		v *= 1024
		fallthrough
	case "", "B":
		return ByteSize(v), nil
	default:
		return 0, errors.New("bad unit " + strconv.Quote(unit))
	}
}

type grid [3][4]int8

func (g *grid) each(f func(p *int8) (stop bool)) (count int) {
	i, j := 0, 0
again:
	if count++; f(&g[i][j]) {
		goto done
	}
	if j++; j == len(g[i]) {
		i, j = i+1, 0
	}
	if i < len(g) {
		goto again
	}
done:
	return
}

func main() {
	for _, s := range []string{"12", "1.5kb", "3 MB", "2GB", "x", "7 lb", "1.2.3"} {
		v, err := ParseSize(s)
		var ne *strconv.NumError
		fmt.Println(v, err, errors.As(err, &ne), errors.Is(err, strconv.ErrSyntax))
	}
	fmt.Println(Wednesday, last, mask, small, third, r, typed-1 == 0, text, n)
	fmt.Printf("%T %T %T %T %v\n", r, third, Monday, small, [...]string{Monday: "mon", 1: "x"})
	var g grid
	k := int8(100)
	fmt.Println(g.each(func(p *int8) bool { *p = k; k += 9; return k < 0 && g[1][1] != 0 && k > -100 }), g, k)
	h := g
	h[0][0]++
	fmt.Println(h == g, h != g, &h[0] == &h[0], len(g), cap(h[1][:2]))
	var u8 uint8 = 200
	var i8 = int8(u8)
	f := 3.99
	fmt.Println(u8+100, i8, -i8, i8>>1, u8<<1, ^u8, u8&^0x0f, int(f), int(-f), uint8(int(f)*100), math.MinInt64/k64(-1) == math.MinInt64*k64(-1))
	fmt.Println(7/-2, 7%-2, -7>>1, 1<<k64(3), math.Inf(1) > 0, math.NaN() == math.NaN(), -0.0 == 0, 1/math.Copysign(0, -1))
	for i, c := range "a\xffé\u2028" {
		fmt.Print(i, ":", c, "/", utf8.RuneLen(c), " ")
	}
	b := []byte("héllo")
	copy(b[1:], "EE")
	s := string(b)
	b[0] = 'J'
	fmt.Printf("\n%s %q %x % x %+q %U %v\n", s, b, s, b, s, []rune(s)[1], bytes.Runes(b)[:2])
	fmt.Printf("|%-8.3s|%08.3f|%+d|%x|%#o|%e|%6t|%p|%v|%c|\n", "abcdef", 3.14159, 5, -255, 8, 123456.789, true, nil, struct{}{}, 0x1F600)
	fmt.Fprintln(os.Stdout, strconv.Quote("tab\there"), strconv.AppendInt(nil, -42, 7), strings.Repeat("=", 5))
}

func k64(n int64) int64 { return n }
