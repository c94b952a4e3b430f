package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type Currency string

type Amount struct {
	cents int64
	cur   Currency
}

var ErrCurrency = errors.New("currencies differ")

func Parse(s string) (a Amount, err error) {
	num, cur, ok := strings.Cut(s, " ")
	if !ok {
		return a, fmt.Errorf("parse %q: no currency", s)
	}
	whole, frac, _ := strings.Cut(num, ".")
	frac = (frac + "00")[:2]
	n, err := strconv.ParseInt(whole+frac, 10, 64)
	if err != nil {
		err = fmt.Errorf("parse %q: %w", s, errors.Unwrap(err))
		return
	}
	return Amount{n, Currency(cur)}, nil
}

func (a Amount) Add(b Amount) (Amount, error) {
	if a.cur != b.cur {
		return Amount{}, fmt.Errorf("%v + %v: %w", a, b, ErrCurrency)
	}
	a.cents += b.cents
	return a, nil
}

func (a Amount) Allocate(ratios ...int64) (parts []Amount) {
	var total int64
	for _, r := range ratios {
		total += r
	}
	rest := a.cents
	for _, r := range ratios {
		share := a.cents * r / total
		rest -= share
		parts = append(parts, Amount{share, a.cur})
	}
	for i := 0; rest > 0; i, rest = i+1, rest-1 {
		parts[i%len(parts)].cents++
	}
	return
}

func (a Amount) String() string {
	sign := ""
	if a.cents < 0 {
		sign = "-"
		a.cents = -a.cents
	}
	digits := strconv.FormatInt(a.cents/100, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return fmt.Sprintf("%s%s.%02d %s", sign, digits, a.cents%100, a.cur)
}

func sum(list ...string) (total Amount, err error) {
	for i, s := range list {
		a, err := Parse(s)
		if err != nil {
			return total, err
		}
		if i == 0 {
			total = a
			continue
		}
		if total, err = total.Add(a); err != nil {
			return Amount{}, err
		}
	}
	return total, err
}

func main() {
	for _, l := range [][]string{{"10 EUR", "0.5 EUR", "1234567.89 EUR"}, {"1 EUR", "2 USD"}, {"x EUR"}, {"5"}, {"-12.34 CHF"}, nil} {
		a, err := sum(l...)
		fmt.Println(a, err, errors.Is(err, ErrCurrency), errors.Is(err, strconv.ErrSyntax))
	}
	a, _ := Parse("100.00 EUR")
	fmt.Println(a.Allocate(1, 1, 1), a.Allocate(70, 20, 10), a)
	m := map[Amount]string{a: "hundred"}
	fmt.Println(m[Amount{10000, "EUR"}], a == Amount{cents: 10000, cur: "EUR"}, len(m[Amount{}]))
}
