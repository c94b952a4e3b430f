//go:build !linux

package rawio

// Wake does nothing: on this system all system calls are ordinary ones.
func Wake() {}
