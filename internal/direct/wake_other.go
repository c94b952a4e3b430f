//go:build !linux

package direct

// Wake does nothing where all system calls are ordinary ones.
func Wake() {}
