package main

import (
	"fmt"
	"runtime"
	"strings"
)

type B struct{ parts []string }

func at() string {
	_, _, l, _ := runtime.Caller(2)
	return fmt.Sprint(l)
}

func (b *B) Add(s ...string) *B { b.parts = append(b.parts, at()+strings.Join(s, "")); return b }
func (b B) Val() string         { return at() }

type W struct{ *B }

type A interface{ Add(...string) *B }

func sum(xs ...string) string { return at() + "(" + strings.Join(xs, " ") + ")" }

func gsum[T any](x T) string { return at() }

func main() {
	b := &B{}
	b.
		Add("x").
		Add(
			"y",
			"z",
		).Add()
	w := W{b}
	w.Add(
		sum(),
		sum(
			"q"))
	var a A = w
	a.Add(
		"iface")
	f := w.Add
	f(
		"bound")
	g := (*B).Add
	g(
		b,
		"expr")
	h := W.Val
	fmt.Println(
		h(w), A.Add(
			a).parts)
	x := func() string {
		return sum()
	}() + func(s string) string {
		return s +
			sum()
	}(
		sum(),
	)
	fmt.Println(x,
		gsum(
			1), gsum[string](
			"s"))
	defer fmt.Println("end",
		sum())
	defer func() {
		fmt.Println(
			sum())
	}()
	m := map[string]func() string{
		"k": func() string { return sum() },
	}
	fmt.Println(m["k"](), []string{
		sum(),
		m["k"](),
	})
	if s := sum(); s != "" &&
		sum() != s {
		fmt.Println(s)
	}
	for i, s := range []string{sum(),
		sum()} {
		fmt.Println(i, s)
	}
	switch sum() {
	case sum(),
		sum():
	default:
		fmt.Println("default")
	}
}
