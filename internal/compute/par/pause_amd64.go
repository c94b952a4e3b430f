//go:build !noasm

package par

// pause tells the processor that this is a spin-wait loop.
func pause()
