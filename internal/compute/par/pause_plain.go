//go:build !amd64 || noasm

package par

import "runtime"

// pause lets other goroutines run. It is used where there is no PAUSE instruction.
func pause() { runtime.Gosched() }
