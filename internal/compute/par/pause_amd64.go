//go:build !noasm

package par

// pause marks a spin-wait loop for the processor.
func pause()
