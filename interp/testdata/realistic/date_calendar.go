package main

import (
	"fmt"
	"strings"
	"time"
)

func calendar(year int, month time.Month) string {
	first := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1)
	var b strings.Builder
	title := fmt.Sprintf("%s %d", month, year)
	fmt.Fprintf(&b, "%*s\n", (20+len(title))/2, title)
	b.WriteString("Mo Tu We Th Fr Sa Su\n")
	col := (int(first.Weekday()) + 6) % 7
	b.WriteString(strings.Repeat("   ", col))
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		fmt.Fprintf(&b, "%2d", d.Day())
		if col++; col == 7 {
			b.WriteByte('\n')
			col = 0
		} else if d != last {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func main() {
	fmt.Print(calendar(2024, time.February))
	fmt.Print(calendar(2023, time.October))
	leap := []int{}
	for y := 1896; y <= 1912; y++ {
		if time.Date(y, 2, 29, 0, 0, 0, 0, time.UTC).Month() == time.February {
			leap = append(leap, y)
		}
	}
	fmt.Println(leap)
	fridays := map[int]int{}
	for m := time.January; m <= time.December; m++ {
		if t := time.Date(2026, m, 13, 12, 0, 0, 0, time.UTC); t.Weekday() == time.Friday {
			fridays[int(m)] = t.YearDay()
		}
	}
	fmt.Println(fridays)
}
