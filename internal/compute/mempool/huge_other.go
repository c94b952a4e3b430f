//go:build !linux

package mempool

import "unsafe"

// onHugePages would ask for huge pages; here the system decides by itself.
func onHugePages(unsafe.Pointer, int) {}
