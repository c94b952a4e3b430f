package main

import (
	"fmt"
)

func rec[T any]() any { return recover() }

func plain() any { return recover() }

type G[T any] struct{ name string }

func (g G[T]) rec() any { return recover() }
func (g *G[T]) catch(f func()) (err error) {
	defer g.done(&err)
	f()
	return
}
func (g *G[T]) done(err *error) {
	if r := recover(); r != nil {
		var z T
		*err = fmt.Errorf("%s %T: %v", g.name, z, r)
	}
}

type E struct{ G[string] }
type I interface{ rec() any }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "escaped", r)
			return
		}
		fmt.Println(name, "stopped")
	}()
	f()
}

func Guard[T any](f func() T, alt T) (v T) {
	defer func() {
		if recover() != nil {
			v = alt
		}
	}()
	return f()
}

func main() {
	try("inner generic", func() { defer func() { rec[int]() }(); panic(1) })
	try("direct generic", func() { defer rec[int](); panic(2) })
	try("inner plain", func() { defer func() { plain() }(); panic(3) })
	try("direct plain", func() { defer plain(); panic(4) })
	g := G[int]{"g"}
	try("inner method", func() { defer func() { g.rec() }(); panic(5) })
	try("direct method", func() { defer g.rec(); panic(6) })
	f := g.rec
	try("value", func() { defer f(); panic(7) })
	try("expr", func() { defer G[int].rec(g); panic(8) })
	e := &E{}
	try("promoted", func() { defer e.rec(); panic(9) })
	try("inner promoted", func() { defer func() { e.rec() }(); panic(10) })
	var i I = e
	try("iface", func() { defer i.rec(); panic(11) })
	try("inner iface", func() { defer func() { i.rec() }(); panic(12) })
	h := rec[string]
	try("func value", func() { defer h(); panic(13) })
	try("inner func value", func() { defer func() { h() }(); panic(14) })
	fmt.Println(g.catch(func() { panic("x") }), g.catch(func() {}), Guard(func() int { panic(1) }, 5), Guard(func() string { return "ok" }, ""))
	try("nested", func() {
		defer func() {
			defer func() { fmt.Println("in", recover()) }()
			panic(fmt.Sprint("again ", rec[int]()))
		}()
		panic(15)
	})
	try("go method", func() { defer (*E).rec(e); panic(16) })
}
