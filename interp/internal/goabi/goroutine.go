//go:build amd64 || arm64

package goabi

import (
	"errors"
	"runtime"
)

// goroutine is implemented in assembly.
func goroutine() (id, used uintptr)

// Goroutine returns a number that is unique among live goroutines, and the number of bytes of the goroutine's stack
// in use.
func Goroutine() (id, used uintptr) { return goroutine() }

func testGoroutine() error {
	id, used := Goroutine()
	deepID, deep := nested(1000)
	if deepID != id || used == 0 || used > 1<<20 || deep < used+1000*8 || deep > used+1000*1000 {
		return errors.New("goabi: wrong stack usage of a goroutine")
	}
	other := make(chan uintptr)
	go func() {
		id, _ := Goroutine()
		other <- id
	}()
	if got := <-other; got == id {
		return errors.New("goabi: two goroutines have the same number")
	}
	if again, _ := Goroutine(); again != id {
		return errors.New("goabi: the number of a goroutine changes")
	}
	return nil
}

//go:noinline
func nested(n int) (id, used uintptr) {
	if n > 0 {
		id, used = nested(n - 1)
		runtime.KeepAlive(n)
		return id, used
	}
	return Goroutine()
}
