//go:build !unix

// Package lastwords says why a process has died that Go itself has ended. On this system it reports nothing.
package lastwords

// Main does nothing.
func Main(func(words Words, note []byte, fds []int)) {}

// Tell does nothing.
func Tell(func() (note []byte, fds []int)) {}

// Start starts nothing.
func Start() *int { return nil }

// Changed does nothing.
func Changed() {}

// On returns false.
func On() bool { return false }

// Started does nothing.
func Started(int) {}

// Place does nothing.
func Place(int, string) {}
