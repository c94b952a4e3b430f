package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

type (
	R   struct{ n int }
	Num int
	I   interface{ M() }
	S   struct{ I }
)

func (r *R) M() { r.n++ }
func try(name string, f func()) {
	defer func() {
		r := recover()
		_, isRT := r.(runtime.Error)
		err, isErr := r.(error)
		fmt.Printf("%s: %v %v %v\n", name, r, isRT, isErr)
		if isErr {
			fmt.Println(errors.Unwrap(err) == nil, strings.HasPrefix(err.Error(), "runtime error"))
		}
	}()
	f()
}

func main() {
	s := []int{1, 2, 3}
	var arr [4]int
	str := "héllo"
	k, n, neg := 5, 2, -1
	var m map[string]int
	var p *R
	var i I
	var fn func()
	var a any = "text"
	z := 0
	try("idx", func() { _ = s[k] })
	try("idxneg", func() { fmt.Println(s[neg]) })
	try("idxset", func() { s[k] = 1 })
	try("arr", func() { fmt.Println(arr[k]) })
	try("arrset", func() { arr[k]++ })
	try("str", func() { fmt.Println(str[k+5]) })
	try("slice hi", func() { fmt.Println(s[:k]) })
	try("slice lohi", func() { fmt.Println(s[3:n]) })
	try("slice lo", func() { fmt.Println(s[k:]) })
	try("slice neg", func() { fmt.Println(s[neg:]) })
	try("slice neghi", func() { fmt.Println(s[:neg]) })
	try("slice both", func() { fmt.Println(s[n:k]) })
	try("slice3", func() { fmt.Println(s[0:2:k]) })
	try("slice3b", func() { fmt.Println(s[0:3:n]) })
	try("slice3c", func() { fmt.Println(s[k-2 : n : n]) })
	try("str hi", func() { fmt.Println(str[:k+5]) })
	try("str lohi", func() { fmt.Println(str[k:n]) })
	try("str lo", func() { fmt.Println(str[k+4:]) })
	try("arr slice", func() { fmt.Println(arr[n:k]) })
	try("arr slice2", func() { b := &arr; fmt.Println(b[k:]) })
	try("cap", func() { t := make([]int, 1, 10); fmt.Println(len(t[:9]), t[:k+7]) })
	try("div", func() { fmt.Println(1 / z) })
	try("mod", func() { fmt.Println(k % z) })
	try("nilmap", func() { m["a"] = 1 })
	try("nilptr", func() { p.n = 2 })
	try("niliface", func() { i.M() })
	try("nilfn", func() { fn() })
	try("nilembed", func() { S{}.M() })
	try("conv", func() { fmt.Println(a.(int)) })
	try("conv2", func() { var b any; fmt.Println(b.(string)) })
	try("conv3", func() { fmt.Println(a.(fmt.Stringer)) })
	try("conv4", func() { a = R{}; fmt.Println(a.(*R)) })
	try("conv5", func() { a = &R{}; fmt.Println(a.(R)) })
	try("conv6", func() { a = Num(2); fmt.Println(a.(int)) })
	try("conv7", func() { a = 2; fmt.Println(a.(Num)) })
	try("conv8", func() { a = Num(2); fmt.Println(a.(fmt.Stringer)) })
	try("conv9", func() { a = R{}; a.(I).M() })
	try("conv10", func() { i = &R{}; fmt.Println(i.(fmt.Stringer)) })
	try("conv11", func() { i = S{}; fmt.Println(i.(*R)) })
	try("conv12", func() { var e error = errors.New("x"); fmt.Println(e.(*R2)) })
	try("conv13", func() { a = []Num{1}; fmt.Println(a.([]int)) })
	try("conv14", func() { a = map[string]R{}; fmt.Println(a.(map[string]int)) })
	try("conv15", func() { a = func(Num) error { return nil }; fmt.Println(a.(func())) })
	try("conv16", func() { a = struct{ Q Num }{1}; fmt.Println(a.(struct{ Q int })) })
	try("conv17", func() { var e error; fmt.Println(e.(*R2)) })
	try("toarr", func() { fmt.Println([4]int(s)) })
	try("toarrp", func() { fmt.Println((*[5]int)(s)) })
	try("makeneg", func() { fmt.Println(make([]int, neg)) })
	try("makecap", func() { fmt.Println(make([]int, 3, n)) })
	try("makechan", func() { fmt.Println(make(chan int, neg)) })
	try("closenil", func() { var c chan int; close(c) })
	try("closetwice", func() { c := make(chan int); close(c); close(c) })
	try("sendclosed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("shift", func() { fmt.Println(1 << neg) })
	try("hash", func() { x := map[any]int{}; x[[]int{1}] = 2 })
	try("cmp", func() { var x, y any = []int{1}, []int{1}; fmt.Println(x == y) })
	try("cmp2", func() { var x, y any = R3{f: nil}, R3{f: nil}; fmt.Println(x == y) })
	try("own", func() { panic(fmt.Errorf("own %d", 1)) })
	try("str", func() { panic("text") })
	try("num", func() { panic(Num(3)) })
	try("nil", func() { var e error; panic(e) })
	try("rep", func() { strings.Repeat("x", neg) })
	try("2d", func() { g := [][]int{{1}, {2, 3}}; fmt.Println(g[1][k]) })
	try("2d", func() { g := [][]int{{1}, {2, 3}}; fmt.Println(g[n][k]) })
	try("strct", func() { g := struct{ xs []int }{}; fmt.Println(g.xs[0]) })
	try("u8", func() { var b uint8 = 200; fmt.Println(s[b]) })
	try("mapidx", func() { mm := map[string][]int{}; fmt.Println(mm["q"][0]) })
	try("bytes", func() { b := []byte("abc"); fmt.Println(b[1:z], b[4:]) })
	try("assign", func() { s = s[:k] })
	try("arg", func() { fmt.Println(append(s[:1], s[k:]...)) })
}

type R2 struct{}

func (*R2) Error() string { return "r2" }

type R3 struct{ f func() }
