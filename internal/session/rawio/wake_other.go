//go:build !linux

package rawio

// Wake does nothing where all system calls are ordinary ones.
func Wake() {}
