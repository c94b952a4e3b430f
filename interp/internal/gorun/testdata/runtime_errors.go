package main

import (
	"fmt"
	"runtime"
)

type T struct{ n int }

func (t T) M() {}

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, ok := r.(runtime.Error)
		fmt.Printf("%s %T %v %v\n", name, r, r, ok)
	}()
	f()
}

func bad(how int) func(func(int) bool) {
	return func(y func(int) bool) {
		if how == 1 {
			defer func() {
				recover()
				y(2)
			}()
		}
		if how == 3 {
			defer func() { recover() }()
		}
		y(1)
		if how == 0 {
			y(2)
		}
	}
}

func main() {
	loops()
	s := []int{1}
	u := uint64(1 << 63)
	n, z := 7, 0
	var a [3]int
	try("short", func() { _ = [4]int(s) })
	try("shortp", func() { _ = (*[4]int)(s) })
	try("alen", func() { _ = a[:1:n] })
	try("alenu", func() { _ = a[:1:u] })
	try("acap", func() { _ = s[:1:n] })
	try("idx", func() { _ = a[n] })
	try("idxu", func() { _ = s[u] })
	try("slice", func() { _ = s[n:] })
	try("div", func() { _ = 1 / z })
	try("map", func() { var m map[int]int; m[1] = 1 })
	try("nil", func() { var p *T; _ = p.n })
	try("wrap2", func() { var p *T; f := p.M; f() })
	try("len", func() { _ = make([]int, z-1) })
	try("chan", func() { _ = make(chan int, z-1) })
	try("close", func() { var c chan int; close(c) })
	try("shift", func() { _ = 1 << (z - 1) })
	try("hash", func() { _ = map[any]int{s: 1} })
	try("cmp", func() { var x any = s; fmt.Println(x == x) })
	try("conv", func() { var x any; _ = x.(int) })
	try("nilfunc", func() { var f func(); f() })
	try("panicnil", func() { panic(nil) })
	try("neg", func() { i := -1; _ = s[i] })
	try("str", func() { _ = "abc"[n] })
	try("append", func() { _ = append(s, make([]int, z-1)...) })
}

func loops() {
	try("range", func() {
		for range bad(0) {
			break
		}
	})
	try("range1", func() {
		for range bad(1) {
			panic("x")
		}
	})
	try("range3", func() {
		for range bad(3) {
			panic("x")
		}
	})
	var kept func(int) bool
	try("range2", func() {
		for range func(y func(int) bool) { kept = y } {
		}
		kept(1)
	})
}
