package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

type Dim struct{ Length, Time, Mass int }

type Quantity struct {
	Value float64
	Dim
}

var units = map[string]Quantity{
	"m":   {1, Dim{Length: 1}},
	"km":  {1000, Dim{Length: 1}},
	"cm":  {0.01, Dim{Length: 1}},
	"s":   {1, Dim{Time: 1}},
	"min": {60, Dim{Time: 1}},
	"h":   {3600, Dim{Time: 1}},
	"kg":  {1, Dim{Mass: 1}},
	"N":   {1, Dim{1, -2, 1}},
}

var errDims = errors.New("dimensions differ")

func (d Dim) plus(e Dim, sign int) Dim {
	return Dim{d.Length + sign*e.Length, d.Time + sign*e.Time, d.Mass + sign*e.Mass}
}

func (d Dim) String() string {
	if d == (Dim{}) {
		return "1"
	}
	var parts []string
	for _, x := range []struct {
		n    int
		unit string
	}{{d.Length, "m"}, {d.Mass, "kg"}, {d.Time, "s"}} {
		switch x.n {
		case 0:
		case 1:
			parts = append(parts, x.unit)
		default:
			parts = append(parts, x.unit+strconv.Itoa(x.n))
		}
	}
	return strings.Join(parts, "·")
}

func (q Quantity) String() string { return fmt.Sprintf("%g %v", q.Value, q.Dim) }

func (q *Quantity) scale(r Quantity, sign int) {
	if sign > 0 {
		q.Value *= r.Value
	} else {
		q.Value /= r.Value
	}
	q.Dim = q.plus(r.Dim, sign)
}

// parse reads as "36 km/h" or "2 kg m/s/s".
func parse(text string) (q Quantity, err error) {
	defer func() {
		if err != nil {
			q, err = Quantity{}, fmt.Errorf("parse %q: %w", text, err)
		}
	}()
	text = strings.TrimSpace(text)
	i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != '-' })
	if i < 0 {
		i = len(text)
	}
	if q.Value, err = strconv.ParseFloat(text[:i], 64); err != nil {
		return q, err
	}
	sign := 1
	word := ""
	apply := func() error {
		if word == "" {
			return nil
		}
		u, ok := units[word]
		if !ok {
			return fmt.Errorf("unknown unit %s", word)
		}
		q.scale(u, sign)
		word = ""
		return nil
	}
	for _, r := range text[i:] {
		switch r {
		case ' ', '/':
			if err := apply(); err != nil {
				return q, err
			}
			if r == '/' {
				sign = -1
			}
		default:
			word += string(r)
		}
	}
	return q, apply()
}

func add(a, b Quantity) (Quantity, error) {
	if a.Dim != b.Dim {
		return Quantity{}, fmt.Errorf("%w: %v and %v", errDims, a.Dim, b.Dim)
	}
	a.Value += b.Value
	return a, nil
}

func main() {
	for _, s := range []string{"36 km/h", "2 kg m/s/s", "10 N", "5", "3 parsec", "x m", "1.5 h"} {
		q, err := parse(s)
		fmt.Printf("%-12s %v | %v\n", s, q, err)
	}
	a, _ := parse("1 km")
	b, _ := parse("250 m")
	c, _ := parse("4 s")
	fmt.Println(add(a, b))
	if _, err := add(a, c); errors.Is(err, errDims) {
		fmt.Println("refused:", err)
	}
	b.scale(c, -1)
	fmt.Println(b, b.Length, b.Dim.Time)
	groups := map[Dim][]string{}
	for name, u := range units {
		groups[u.Dim] = append(groups[u.Dim], name)
	}
	var lines []string
	for d, names := range groups {
		sort.Strings(names)
		lines = append(lines, fmt.Sprint(d, " ", names))
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}
