//go:build !amd64 && !arm64

package goabi

import (
	"bytes"
	"runtime"
	"strconv"
)

// Goroutine returns the number of the goroutine. The stack usage is unknown.
func Goroutine() (id, used uintptr) {
	var buf [64]byte
	b := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	number, _, _ := bytes.Cut(b, []byte(" "))
	n, _ := strconv.ParseUint(string(number), 10, 64)
	return uintptr(n), 0
}

func testGoroutine() error { return nil }
