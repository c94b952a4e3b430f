package main

import (
	"fmt"
	"slices"
	"strings"
)

// compared is what the six operators say of two texts, once as values and once as branches.
func compared(a, b string) (values, branches int) {
	for i, v := range []bool{a < b, a <= b, a == b, a != b, a > b, a >= b} {
		if v {
			values |= 1 << i
		}
	}
	if a < b {
		branches |= 1
	}
	if a <= b {
		branches |= 2
	}
	if a == b {
		branches |= 4
	}
	if a != b {
		branches |= 8
	}
	if a > b {
		branches |= 16
	}
	if a >= b {
		branches |= 32
	}
	return values, branches
}

// order compares byte by byte.
func order(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return len(a) - len(b)
}

func wanted(a, b string) int {
	switch o := order(a, b); {
	case o < 0:
		return 1 | 2 | 8
	case o > 0:
		return 8 | 16 | 32
	}
	return 2 | 4 | 32
}

type entry struct {
	name string
	n    int
}

func main() {
	base := strings.Repeat("aé\x00\xffz", 40)
	wrong, counts := 0, map[int]int{}
	for _, n := range []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 63, 64, 120, 127, 128, 129, 136, 200} {
		for _, at := range []int{0, 1, 6, 7, 8, 9, 15, 16, 100, 126, 127, 128, 130, 199} {
			for _, by := range []string{"", "a", "\x00", "\xff", "zz"} {
				a, b := base[:n], base[1:][:n]
				if at < n {
					b = base[:at] + by + base[at+1:n]
				}
				for _, p := range [][2]string{{a, b}, {b, a}, {a, strings.Clone(a)}, {a, a}} {
					values, branches := compared(p[0], p[1])
					if w := wanted(p[0], p[1]); values != w || branches != w {
						wrong++
					}
					counts[values]++
				}
			}
		}
	}
	fmt.Println(wrong, counts)
	list := []entry{{"b", 1}, {"", 2}, {"ab", 3}, {"a", 4}, {strings.Repeat("b", 130), 5}, {"\xff", 6}, {"é", 7}}
	slices.SortFunc(list, func(a, b entry) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	for _, e := range list {
		fmt.Print(e.n, " ")
	}
	i, found := slices.BinarySearch([]string{"", "a", "ab", "b", "é"}, "ab")
	fmt.Println(i, found)
	nan := []float64{slices.Max([]float64{1, 2}), 3}
	clear(nan[:1])
	var parts [][]string
	parts = append(parts, []string{"x"}, nil, []string{"y"})
	clear(parts[1:])
	clear(parts[3:])
	fmt.Println(nan, parts, len(parts))
}
