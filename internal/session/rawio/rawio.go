//go:build unix

// Package rawio reads and writes non-blocking file descriptors, pipes and sockets, by raw system calls. An ordinary
// system call notifies the scheduler, and after a pause wakes the runtime's monitor, a thread that then competes with
// the one that waits for the reply: that costs more than a message.
package rawio

import (
	"errors"
	"syscall"
)

// Read reads available bytes, at most len(b). It returns EAGAIN if there are none, and io.EOF at the end.
func Read(fd uintptr, b []byte) (int, error) { return read(fd, b) }

// Write writes as much of b as there is room for. It returns EAGAIN if there is none.
func Write(fd uintptr, b []byte) (int, error) { return write(fd, b) }

// Conn reads from a connection, and waits for data as package net does.
type Conn struct{ syscall.RawConn }

// Read implements io.Reader.
func (c Conn) Read(b []byte) (n int, err error) {
	failed := c.RawConn.Read(func(fd uintptr) bool {
		n, err = Read(fd, b)
		return !errors.Is(err, syscall.EAGAIN)
	})
	if failed != nil {
		return 0, failed
	}
	return n, err
}
