//go:build amd64 || arm64

package gls

import "unsafe"

// goroutine returns the address of the runtime's descriptor of the calling goroutine. The runtime reuses it after the
// goroutine has ended.
func goroutine() unsafe.Pointer
