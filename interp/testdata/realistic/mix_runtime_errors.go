package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type T struct {
	a int
	_ int
	b any
}
type U struct {
	T
	f [2]any
}
type Fn func()
type P struct{ x *int }
type I interface{ Do() string }
type V struct{ n int }
type W struct{ *V }
type X struct{ I }

func (v V) Do() string   { return fmt.Sprint("do", v.n) }
func (v *V) Ptr() string { return fmt.Sprint("ptr", v == nil) }

func try(name string, f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(error); ok {
			var re interface{ RuntimeError() }
			fmt.Println(name, "|", e, "|", errors.As(e, &re))
			return
		}
		fmt.Printf("%s | %v %T\n", name, r, r)
	}()
	f()
	fmt.Print("ok ")
}

func first() {
	t1, t2 := T{1, 2, "x"}, T{1, 3, "x"}
	fmt.Println(t1 == t2, U{T: t1} == U{T: t2}, any(t1) == any(t2))
	try("cmp1", func() { fmt.Println(any([]int{1}) == any([]int{1})) })
	try("cmp2", func() { fmt.Println(T{b: []int{}} == T{b: []int{}}) })
	try("cmp3", func() { fmt.Println(any(T{b: Fn(nil)}) == any(T{b: Fn(nil)})) })
	try("cmp4", func() { fmt.Println(U{f: [2]any{1, map[int]int{}}} == U{f: [2]any{2, map[int]int{}}}) })
	try("key1", func() { m := map[any]int{}; m[T{b: []string{}}]++ })
	try("key2", func() { m := map[any]int{1: 2}; fmt.Print(m[Fn(nil)]) })
	try("key3", func() { m := map[U]int{}; m[U{f: [2]any{0: func() {}}}] = 1 })
	try("key4", func() { delete(map[any]int{}, []int{}) })
	try("switch", func() {
		switch any([]int{}) {
		case any(1):
		case any([]int{}):
			fmt.Println("eq")
		}
	})
	try("nilv", func() { var v *V; f := v.Do; f() })
	try("nilp", func() { var v *V; f := v.Ptr; fmt.Print(f(), " ") })
	try("nili", func() { var i I; f := i.Do; f() })
	try("nilw", func() { var w W; _ = w.Do() })
	try("nilw2", func() { var w W; fmt.Print(w.Ptr(), " ") })
	try("nilx", func() { var x X; _ = x.Do })
	try("expr", func() { f := (*V).Do; f(nil) })
	try("iexpr", func() { f := I.Do; f(nil) })
	try("nilf", func() { var f Fn; f() })
	try("defer nil", func() { var f Fn; defer f(); fmt.Print("body ") })
	try("go", func() { var m map[string][]int; m["a"] = append(m["a"], 1) })
	try("readnil", func() { var m map[string][]int; fmt.Print(len(m["a"]), len(m), " "); delete(m, "a"); clear(m) })
	try("idx", func() { s := "héllo"; i := 9; _ = s[i] })
	try("slice3", func() { s := make([]int, 2, 5); i := 6; _ = s[:2:i] })
	try("slice2", func() { s := make([]int, 2, 5); i, j := 4, 3; _ = s[i:j] })
	try("strslice", func() { s := "abc"; i := 4; _ = s[i:] })
	try("arrptr", func() {
		var p *[4]int
		for i := range p {
			fmt.Print(i)
		}
		_ = p[2]
	})
	try("arrslice", func() { var p *[4]int; _ = p[:] })
	try("conv", func() { _ = (*[3]int)(make([]int, 2)) })
	try("conv0", func() { fmt.Print((*[0]int)([]int(nil)) == nil, (*[0]int)([]int{}) == nil, " ") })
	try("assert1", func() { _ = any(V{}).(interface{ Ptr() string }) })
	try("assert2", func() { var i I = V{}; _ = i.(*V) })
	try("assert3", func() { var i I; _ = i.(V) })
	try("assert4", func() { _ = any(3).(error) })
	try("assert5", func() { var e error; _ = e.(I) })
	try("makeneg", func() { n := -1; _ = make([]int, n) })
	try("makecap", func() { n := 1; _ = make([]int, 2, n) })
	try("makechan", func() { n := -1; _ = make(chan int, n) })
}

func second() {
	try("huge", func() { n := 1 << 62; _ = make([]int64, n) })
	try("repeat", func() { n := -1; strings.Repeat("x", n) })
	try("divzero", func() { var z uint8; _ = 5 / z })
	try("shift", func() { n := int8(-3); _ = 1 << n })
	try("custom", func() { panic(P{}) })
	try("wrapped", func() { panic(fmt.Errorf("w: %w", os.ErrExist)) })
	try("goexit-like", func() {
		defer func() {
			r := recover()
			defer func() { panic(fmt.Sprint(recover(), "/", r)) }()
			panic("second")
		}()
		panic("first")
	})
	var e error = &os.PathError{Op: "op", Path: "p", Err: os.ErrClosed}
	func() {
		defer func() {
			err, _ := recover().(error)
			fmt.Println("unwound", err, errors.Is(err, os.ErrClosed))
		}()
		defer func() {
			if r := recover(); r != nil {
				panic(fmt.Errorf("%w after %v", e, r))
			}
		}()
		var arr []V
		arr[len(os.Args)+3].n++
	}()
}

func main() {
	first()
	second()
}
