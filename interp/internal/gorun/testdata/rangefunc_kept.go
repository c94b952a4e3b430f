package main

import "fmt"

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

var kept func(int) bool

func keep(yield func(int) bool)  { kept = yield; yield(1) }
func again(yield func(int) bool) { yield(1); yield(2); yield(3) }
func eats(yield func(int) bool) {
	defer func() { recover() }()
	yield(1)
}

func find() int {
	for x := range keep {
		if x == 1 {
			return x
		}
	}
	return 0
}

func main() {
	try("kept", func() {
		for x := range keep {
			_ = x
		}
		kept(2)
	})
	try("kept after break", func() {
		for range keep {
			break
		}
		kept(2)
	})
	try("kept after return", func() {
		find()
		kept(2)
	})
	try("goes on after break", func() {
		for range again {
			break
		}
	})
	try("panicked", func() {
		defer func() { fmt.Println("inner", recover()); kept(3) }()
		for range keep {
			panic("x")
		}
	})
	try("eats", func() {
		for range eats {
			panic("y")
		}
	})
	try("outer", func() {
	outer:
		for range again {
			for range again {
				continue outer
			}
		}
	})
	try("kept in nested", func() {
		for range again {
			for range keep {
			}
			kept(1)
		}
	})
	try("inside", func() {
		for range keep {
			kept(5)
		}
	})
}
