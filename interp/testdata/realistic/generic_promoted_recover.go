package main

import "fmt"

type G[T any] struct{ n string }

func (g G[T]) rec() any   { return recover() }
func (g *G[T]) recp() any { return recover() }

type E struct{ G[int] }
type P struct{ *G[int] }
type V struct{ I }
type I interface{ rec() any }
type J interface{ recp() any }

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
func main() {
	for _, i := range []I{G[int]{}, &G[int]{}, E{}, &E{}, P{&G[int]{}}, &P{&G[int]{}}, V{G[int]{}}, V{&E{}}, &V{V{G[int]{}}}} {
		try(fmt.Sprintf("%T", i), func() { defer i.rec(); panic(1) })
		f := i.rec
		try(fmt.Sprintf("f %T", i), func() { defer f(); panic(1) })
		try(fmt.Sprintf("e %T", i), func() { defer I.rec(i); panic(1) })
		try(fmt.Sprintf("n %T", i), func() { defer func() { i.rec() }(); panic(1) })
	}
	for _, i := range []J{&G[int]{}, &E{}, P{&G[int]{}}, &P{&G[int]{}}} {
		try(fmt.Sprintf("%T", i), func() { defer i.recp(); panic(1) })
		f := i.recp
		try(fmt.Sprintf("f %T", i), func() { defer f(); panic(1) })
		try(fmt.Sprintf("e %T", i), func() { defer J.recp(i); panic(1) })
	}
}
