package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

type abort struct{ reason string }

func (a abort) Error() string { return "abort: " + a.reason }

func protect(name string, f func()) (err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		var rt runtime.Error
		if e, ok := r.(error); ok && errors.As(e, &rt) {
			err = fmt.Errorf("%s: runtime: %w", name, e)
			return
		}
		if a, ok := r.(abort); ok {
			err = a
			return
		}
		err = fmt.Errorf("%s: %v", name, r)
	}()
	f()
	return nil
}

func deep(n int, path []string) {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("%v<%d", r, n))
		}
	}()
	if n == 0 {
		panic("bottom")
	}
	deep(n-1, append(path, fmt.Sprint(n)))
}

func cleanup() (log []string) {
	defer func() {
		log = append(log, fmt.Sprint("first ", recover()))
	}()
	defer func() {
		log = append(log, "second")
		panic("again")
	}()
	defer func() { log = append(log, "third") }()
	panic("original")
}

type node struct {
	val  int
	next *node
}

func main() {
	list := []int{1, 2, 3}
	zero := 0
	var n *node
	var anything any = "text"
	var m map[string][]int
	checks := []struct {
		name string
		f    func()
	}{
		{"fine", func() {}},
		{"index", func() { fmt.Println(list[len(list)+zero]) }},
		{"divide", func() { fmt.Println(1 / zero) }},
		{"nil", func() { fmt.Println(n.next.val) }},
		{"assert", func() { fmt.Println(anything.(int)) }},
		{"map", func() { m["a"] = append(m["a"], 1) }},
		{"abort", func() { panic(abort{"user"}) }},
		{"error", func() { panic(os.ErrClosed) }},
		{"value", func() { panic(struct{ Code int }{7}) }},
		{"close", func() { c := make(chan int); close(c); close(c) }},
		{"negative", func() { _ = make([]int, zero-1) }},
		{"deep", func() { deep(3, nil) }},
	}
	for _, c := range checks {
		err := protect(c.name, c.f)
		var a abort
		fmt.Printf("%-9s %v %t\n", c.name, err, errors.As(err, &a))
	}
	fmt.Println(strings.Join(cleanup(), ", "))
	func() {
		defer fmt.Println("still runs")
		defer func() { recover() }()
		panic("swallowed")
	}()
	fmt.Println(recover() == nil)
}
