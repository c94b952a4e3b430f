//go:build amd64 || arm64 || ppc64 || ppc64le || s390x || wasm

package gls

import "unsafe"

// goroutine returns the address of the runtime's descriptor of the calling goroutine. The runtime reuses it after the
// goroutine has ended.
func goroutine() unsafe.Pointer
