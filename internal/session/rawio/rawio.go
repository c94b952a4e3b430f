//go:build unix

// Package rawio reads and writes descriptors that never make the caller wait, pipes and sockets, by system calls
// that the runtime does not see. An ordinary one notifies the scheduler, and after a pause wakes the runtime's monitor,
// a thread that then competes with the one who waits for the answer: it costs more than a message.
package rawio

import (
	"errors"
	"syscall"
)

// Read reads what has arrived, at most len(b) bytes: EAGAIN when there is nothing, io.EOF at the end.
func Read(fd uintptr, b []byte) (int, error) { return read(fd, b) }

// Write writes what there is room for: EAGAIN when there is none.
func Write(fd uintptr, b []byte) (int, error) { return write(fd, b) }

// Conn reads from a connection, and waits for what arrives as package net does.
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
