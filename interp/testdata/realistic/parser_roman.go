package main

import "fmt"

type Roman int

var digits = []struct {
	value  Roman
	symbol string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"},
	{100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
	{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func (r Roman) String() (s string) {
	for _, d := range digits {
		for r >= d.value {
			s += d.symbol
			r -= d.value
		}
	}
	return
}

// Scan lets fmt.Sscan read roman numerals.
func (r *Roman) Parse(s string) (err error) {
	var sum, last Roman
	defer func() {
		if err == nil && sum.String() != s {
			err = fmt.Errorf("%s is written %v", s, sum)
		}
		if err == nil {
			*r = sum
		}
	}()
	for i := len(s) - 1; i >= 0; i-- {
		var v Roman
		switch c := s[i]; c {
		case 'I':
			v = 1
		case 'V':
			v = 5
		case 'X':
			v = 10
		case 'L':
			v = 50
		case 'C':
			v = 100
		case 'D':
			v = 500
		case 'M':
			v = 1000
		default:
			return fmt.Errorf("bad digit %q", c)
		}
		if v < last {
			sum -= v
		} else {
			sum, last = sum+v, v
		}
	}
	return nil
}

func main() {
	for _, n := range []Roman{1, 4, 9, 14, 40, 90, 400, 1987, 2024, 3999} {
		var back Roman
		err := back.Parse(n.String())
		fmt.Printf("%4d %-10v %t %v\n", int(n), n, back == n, err)
	}
	for _, s := range []string{"IIII", "VX", "MCMZ", "XIV"} {
		var r Roman
		if err := r.Parse(s); err != nil {
			fmt.Println("error:", err, int(r))
		} else {
			fmt.Println(s, "=", int(r))
		}
	}
	sum := Roman(0)
	for _, s := range [...]string{"MM", "XX", "IV"} {
		var r Roman
		if r.Parse(s) == nil {
			sum += r
		}
	}
	fmt.Println(sum, map[Roman]string{sum: "year"})
}
