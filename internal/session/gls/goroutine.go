//go:build amd64 || arm64

package gls

import "unsafe"

// goroutine returns the address of what the runtime knows of the calling goroutine. It is another goroutine's when
// this one has ended.
func goroutine() unsafe.Pointer
