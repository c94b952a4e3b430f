//go:build !noasm

package par

// pause hints to the processor that this is a spin-wait loop.
func pause()
