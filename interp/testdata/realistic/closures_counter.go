package main

import (
	"fmt"
	"sort"
	"strings"
)

func counter(start, step int) (next func() int, reset func(int)) {
	n := start - step
	next = func() int { n += step; return n }
	reset = func(to int) { n = to - step }
	return
}

func compose[T any](fs ...func(T) T) func(T) T {
	return func(x T) T {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func curry(f func(a, b, c int) int) func(int) func(int) func(int) int {
	return func(a int) func(int) func(int) int {
		return func(b int) func(int) int {
			return func(c int) int { return f(a, b, c) }
		}
	}
}

type (
	middleware func(handler) handler
	handler    func(req string) (string, error)
)

func chain(h handler, ms ...middleware) handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

func main() {
	next, reset := counter(10, 5)
	fmt.Println(next(), next(), next())
	reset(0)
	fmt.Println(next(), next())

	shout := compose(strings.TrimSpace, strings.ToUpper, func(s string) string { return s + "!" })
	fmt.Println(shout("  hey "), compose[int]()(3))
	fmt.Println(curry(func(a, b, c int) int { return a*100 + b*10 + c })(1)(2)(3))

	var fs []func() string
	for i, w := range []string{"zero", "one", "two"} {
		i *= 10
		fs = append(fs, func() string { i++; return fmt.Sprint(w, i) })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()

	var trace []string
	logger := func(name string) middleware {
		return func(next handler) handler {
			return func(req string) (resp string, err error) {
				trace = append(trace, name+">")
				defer func() { trace = append(trace, "<"+name) }()
				return next(req)
			}
		}
	}
	rescue := func(next handler) handler {
		return func(req string) (resp string, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("rescued %v", r)
				}
			}()
			return next(req)
		}
	}
	h := chain(func(req string) (string, error) {
		if req == "" {
			panic("empty request")
		}
		return "ok:" + req, nil
	}, logger("a"), rescue, logger("b"))
	for _, r := range []string{"x", ""} {
		fmt.Println(h(r))
	}
	fmt.Println(strings.Join(trace, " "))

	people := []struct {
		name string
		age  int
	}{{"Cy", 30}, {"Al", 25}, {"Bo", 30}}
	by := func(less ...func(i, j int) int) func(i, j int) bool {
		return func(i, j int) bool {
			for _, l := range less {
				if c := l(i, j); c != 0 {
					return c < 0
				}
			}
			return false
		}
	}
	age := func(i, j int) int { return people[i].age - people[j].age }
	name := func(i, j int) int { return strings.Compare(people[i].name, people[j].name) }
	sort.Slice(people, by(age, name))
	fmt.Println(people)
	sort.Slice(people, by(func(i, j int) int { return age(j, i) }, name))
	fmt.Println(people)
}
