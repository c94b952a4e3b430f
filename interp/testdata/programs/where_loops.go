// Loops over functions have places, for those that the loop calls and for what it runs.
package main

import (
	"fmt"
	"iter"
	"runtime"
)

func lines() (all []int) {
	pcs := make([]uintptr, 20)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		all = append(all, f.Line)
		if !more || f.Function == "main.main" {
			return all
		}
	}
}

func caller() int {
	_, _, line, _ := runtime.Caller(2)
	return line
}

func numbers(yield func(int) bool) {
	fmt.Println("called at", caller())
	_ = yield(1) &&
		yield(2)
}

type tree struct{ left, right *tree }

func (t *tree) all() iter.Seq2[*tree, int] {
	return func(yield func(*tree, int) bool) {
		if t == nil {
			return
		}
		for x, d := range t.left.all() {
			if !yield(x, d+1) {
				return
			}
		}
		yield(t, 0)
	}
}

func main() {
	fmt.Println("begin")

	for i := range numbers {
		fmt.Println(i, lines())
	}

	for range func(yield func() bool) {
		fmt.Println(lines())
		yield()
	} {
		fmt.Println(lines())
		func() {
			fmt.Println(lines())
		}()
	}
	t := &tree{left: &tree{}}
	for _, d := range t.
		all() {
		fmt.Println(d, lines())
	}
}
