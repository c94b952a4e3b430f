//go:build !noasm

package par

// pause is a hint to the processor that a loop waits for another one.
func pause()
