package main

import (
	"fmt"
	"runtime"
)

func in(name string, f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println(name, "ends with", recover()) }()
		f()
		fmt.Println(name, "returns")
	}()
	<-done
}

func main() {
	in("plain", func() { runtime.Goexit() })
	in("deferred", func() { defer runtime.Goexit() })
	in("recovered", func() { defer func() { recover() }(); runtime.Goexit() })
	in("inner", func() { func() { defer func() { recover() }(); defer runtime.Goexit() }() })
	in("panicking", func() { defer runtime.Goexit(); panic("lost") })
	in("panicking2", func() {
		func() {
			defer func() { fmt.Println(recover()) }()
			defer runtime.Goexit()
			panic("lost")
		}()
	})
	in("closure", func() { defer func() { runtime.Goexit() }(); panic("lost") })
	in("panic after", func() {
		defer func() { fmt.Println("got", recover()) }()
		defer func() { panic("in exit") }()
		runtime.Goexit()
	})
	in("loop", func() {
		for range func(y func(int) bool) { defer fmt.Println("it"); y(1) } {
			runtime.Goexit()
		}
	})
}
