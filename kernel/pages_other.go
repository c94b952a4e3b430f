//go:build !linux

package kernel

// unmapStart does nothing where the system's cache of files cannot be relied on.
func unmapStart() {}
