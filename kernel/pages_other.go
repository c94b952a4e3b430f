//go:build !linux

package kernel

// unmapStart does nothing where the system's page cache cannot be relied on.
func unmapStart() {}
