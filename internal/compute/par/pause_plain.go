//go:build !amd64 || noasm

package par

import "runtime"

// pause lets other goroutines run; the plain twin of an instruction.
func pause() { runtime.Gosched() }
