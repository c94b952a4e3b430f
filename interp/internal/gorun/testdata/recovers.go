package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
)

type R struct{ name string }

func (r R) Rec()         { fmt.Println(r.name, "got", recover()) }
func (r *R) PRec()       { fmt.Println(r.name, "pgot", recover()) }
func (r R) Helper() any  { return recover() }
func genRec[T any](x T)  { fmt.Println("gen", x, recover()) }
func helper() any        { return recover() }
func deep() (r any)      { defer func() { r = recover() }(); return helper() }
func variadic(xs ...any) { fmt.Println("var", len(xs), recover()) }
func named(s string) (r string) {
	defer func(p *string) { *p += fmt.Sprint("|", recover()) }(&r)
	r = s
	panic("named")
}

type Recer interface{ Rec() }
type Wrap struct{ Recer }
type PWrap struct{ *R }

func run(name string, f func()) {
	fmt.Print(name, ": ")
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("  escaped", r)
		}
	}()
	f()
	fmt.Println("  fine")
}

func main() {
	callees()
	again()
	others()
}

func callees() {
	run("direct", func() { defer recover(); panic(1) })
	run("nested", func() { defer func() { func() { recover() }() }(); panic(2) })
	run("helper", func() { defer func() { helper() }(); panic(3) })
	run("deferred helper", func() { defer helper(); panic(4) })
	run("method", func() { defer R{"m"}.Rec(); panic(5) })
	run("pmethod", func() { r := &R{"p"}; defer r.PRec(); panic(6) })
	run("value", func() { f := R{"v"}.Rec; defer f(); panic(7) })
	run("iface", func() { var i Recer = R{"i"}; defer i.Rec(); panic(8) })
	run("ifacevalue", func() { var i Recer = &R{"iv"}; f := i.Rec; defer f(); panic(9) })
	run("embedded", func() { defer Wrap{R{"e"}}.Rec(); panic(10) })
	run("embeddedp", func() { w := &PWrap{&R{"ep"}}; defer w.Rec(); defer w.PRec(); panic(11) })
	run("expr", func() { defer R.Rec(R{"x"}); panic(12) })
	run("expr2", func() { defer (*R).PRec(&R{"x2"}); panic(13) })
	run("ifexpr", func() { defer Recer.Rec(R{"ie"}); panic(14) })
	run("generic", func() { defer genRec("g"); panic(15) })
	run("genericv", func() { f := genRec[int]; defer f(1); panic(16) })
}

func again() {
	run("variadic", func() { defer variadic(1, 2); panic(17) })
	run("deep", func() { defer func() { fmt.Println(deep()) }(); panic(18) })
	run("two", func() { defer func() { fmt.Println(recover(), recover()) }(); panic(19) })
	run("deferpanic", func() { defer func() { fmt.Println(recover()) }(); defer panic("b"); panic("a") })
	run("repanic", func() {
		defer func() { fmt.Println(recover()) }()
		defer func() { defer func() { fmt.Print(recover(), " ") }(); panic("inner") }()
		panic("outer")
	})
	run("loop", func() {
		for i := range 3 {
			defer func() {
				if i != 1 {
					fmt.Print(i, recover(), " ")
				} else {
					panic(fmt.Sprint("again ", i))
				}
			}()
		}
		panic("first")
	})
	fmt.Println(named("s"))
}

func others() {
	run("goexit", func() {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { fmt.Print("goexit ", recover(), " ") }()
			func() {
				defer func() { recover() }()
				defer runtime.Goexit()
				panic("lost")
			}()
			fmt.Println("unreached")
		}()
		wg.Wait()
	})
	run("closed", func() { c := make(chan int); close(c); defer close(c) })
	run("builtins", func() {
		m := map[int]int{1: 1, 2: 2}
		s := []int{1, 2, 3}
		func() {
			defer delete(m, 1)
			defer copy(s, []int{9})
			defer clear(s[2:])
			defer print("")
		}()
		fmt.Print(m, s)
	})
	run("conv",
		func() {
			defer func() { e := recover().(error); fmt.Print(errors.Unwrap(e) == os.ErrExist) }()
			panic(fmt.Errorf("x: %w", os.ErrExist))
		})
	run("str", func() { defer func() { fmt.Print(strings.ToUpper(fmt.Sprint(recover()))) }(); var e error; panic(e) })
	run("map", func() { defer func() { recover() }(); var m map[string][]int; m["a"] = append(m["a"], 1) })
	run("yield", func() {
		for x := range func(y func(int) bool) {
			defer func() { fmt.Print("it ", recover(), " ") }()
			y(1)
		} {
			panic(x)
		}
	})
	run("yield2", func() {
		for x := range func(y func(int) bool) { defer R{"it"}.Rec(); y(1); panic("own") } {
			defer func() { fmt.Print("body ", recover(), " ") }()
			if x == 2 {
				return
			}
		}
		panic("after")
	})
}
