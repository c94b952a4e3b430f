//go:build !noasm

package par

// pause tells the processor that a loop waits for another one.
func pause()
