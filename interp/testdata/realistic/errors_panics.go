package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

type assertion string

func (a assertion) Error() string { return "assertion failed: " + string(a) }

func assert(ok bool, format string, args ...any) {
	if !ok {
		panic(assertion(fmt.Sprintf(format, args...)))
	}
}

// protect runs f and reports how it ended.
func protect(name string, f func()) (err error) {
	completed := false
	defer func() {
		v := recover()
		switch e := v.(type) {
		case nil:
			if !completed {
				err = fmt.Errorf("%s: goexit", name)
			}
		case runtime.Error:
			err = fmt.Errorf("%s: runtime error: %w", name, e)
		case assertion:
			err = e
		case error:
			err = fmt.Errorf("%s: %w", name, e)
		default:
			err = fmt.Errorf("%s: %T %v", name, e, e)
		}
	}()
	f()
	completed = true
	return nil
}

type node struct {
	val  int
	next *node
}

func nested() (trail []string) {
	defer func() {
		trail = append(trail, fmt.Sprint("outer ", recover()))
	}()
	defer func() {
		defer func() { trail = append(trail, fmt.Sprint("inner ", recover())) }()
		panic("second")
	}()
	panic("first")
}

func rethrow() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("wrapped: %v", r)
		}
	}()
	func() {
		defer func() {
			if r := recover(); r != nil {
				panic(fmt.Sprintf("again(%v)", r))
			}
		}()
		panic("once")
	}()
	return nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	var list *node
	var m map[string]int
	var x any = "text"
	zero := 0
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"ok", func() {}},
		{"nil pointer", func() { fmt.Println(list.next.val) }},
		{"index", func() { s := []int{1, 2, 3}; i := 5; fmt.Println(s[i]) }},
		{"slice", func() { s := "abc"; n := 9; fmt.Println(s[1:n]) }},
		{"map", func() { m["a"] = 1 }},
		{"divide", func() { fmt.Println(1 / zero) }},
		{"assertion", func() { fmt.Println(x.(int)) }},
		{"negative", func() { n := -1; _ = make([]int, n) }},
		{"assert", func() { assert(zero > 0, "zero is %d", zero) }},
		{"custom", func() { panic(struct{ Code int }{7}) }},
		{"must", func() { must(os.ReadFile("/no/such/file")) }},
		{"closed", func() { ch := make(chan int); close(ch); close(ch) }},
	} {
		err := protect(c.name, c.f)
		var re runtime.Error
		fmt.Printf("%-12s %v %t\n", c.name, err, errors.As(err, &re))
	}
	fmt.Println(nested())
	fmt.Println(rethrow())
	fmt.Println(must(strings.NewReader("x").ReadByte()))
}
