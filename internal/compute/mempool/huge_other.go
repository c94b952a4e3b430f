//go:build !linux

package mempool

import "unsafe"

// onHugePages does nothing: huge pages are requested only on Linux.
func onHugePages(unsafe.Pointer, int) {}
