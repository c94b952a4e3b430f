package main

import (
	"fmt"
	"strings"
)

type Roman int

var table = []struct {
	value  int
	symbol string
}{
	{1000, "M"},
	{900, "CM"},
	{500, "D"},
	{400, "CD"},
	{100, "C"},
	{90, "XC"},
	{50, "L"},
	{40, "XL"},
	{10, "X"},
	{9, "IX"},
	{5, "V"},
	{4, "IV"},
	{1, "I"},
}

func (r Roman) String() string {
	if r <= 0 || r >= 4000 {
		return fmt.Sprintf("Roman(%d)", int(r))
	}
	var b strings.Builder
	for n := int(r); n > 0; {
		for _, t := range table {
			if n >= t.value {
				b.WriteString(t.symbol)
				n -= t.value
				break
			}
		}
	}
	return b.String()
}

func ParseRoman(s string) (Roman, error) {
	rest, total := s, 0
	for _, t := range table {
		for strings.HasPrefix(rest, t.symbol) {
			total += t.value
			rest = rest[len(t.symbol):]
		}
	}
	if r := Roman(total); rest == "" && r.String() == s {
		return r, nil
	}
	return 0, fmt.Errorf("parse %q: not a roman number", s)
}

func (r *Roman) Set(s string) (err error) {
	*r, err = ParseRoman(s)
	return
}

func main() {
	for _, n := range []Roman{1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999, 0, 4000} {
		fmt.Print(n, " ")
	}
	fmt.Println()
	for _, s := range []string{"MCMXCIV", "IIII", "IC", "", "XLII"} {
		n, err := ParseRoman(s)
		fmt.Println(int(n), err)
	}
	var r Roman
	fmt.Println(r.Set("XII"), r, r+30, fmt.Sprintf("%d %v %s", r, r, r))
	ok := true
	for n := Roman(1); n < 4000; n += 37 {
		m, err := ParseRoman(n.String())
		ok = ok && err == nil && m == n
	}
	fmt.Println(ok)
}
