//go:build unix

package interp

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"

	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/rawio"
)

// stream is one pipe. A goroutine delivers what arrives in it. A caller that needs everything to be delivered empties
// the pipe itself: that takes one system call and wakes no goroutine.
type stream struct {
	name string
	out  *output
	w    *os.File // used by cells

	mu     sync.Mutex // serializes readers; guards the fields below
	r      *os.File
	buf    []byte
	closed bool // permanently
}

const (
	pipeChunk = 64 << 10
	pipeMost  = 1 << 20 // no pipe holds more; bounds how long a continuous writer can delay a flush
)

func newStream(name string, out *output) (*stream, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe for %s: %w", name, err)
	}
	s := &stream{name: name, out: out, w: w, r: r, buf: make([]byte, pipeChunk)}
	gls.Go(func() { s.pump(r) }) // it serves all cells
	return s, nil
}

// pump delivers output until the pipe is closed.
func (s *stream) pump(r *os.File) {
	defer r.Close()
	conn, err := r.SyscallConn()
	for ended := false; err == nil && !ended; {
		err = conn.Read(func(fd uintptr) bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			_, failed := s.read(fd)
			ended = failed != nil && !errors.Is(failed, syscall.EAGAIN)
			return failed == nil || ended
		})
	}
}

// read delivers some of the contents of the pipe without blocking. The caller holds the lock.
func (s *stream) read(fd uintptr) (n int, err error) {
	n, err = rawio.Read(fd, s.buf)
	s.out.deliver(s.name, s.buf[:n])
	return n, err
}

// flush returns when everything written so far has been delivered.
func (s *stream) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.empty()
	if !s.closed && !isOpen(s.w) {
		s.reopen()
	}
}

// empty delivers the contents of the pipe. The caller holds the lock.
func (s *stream) empty() {
	conn, err := s.r.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		for all := 0; all < pipeMost; {
			n, err := s.read(fd)
			if err != nil {
				return
			}
			all += n
		}
	})
}

// isOpen reports whether the file has not been closed.
func isOpen(f *os.File) bool {
	conn, err := f.SyscallConn()
	return err == nil && conn.Control(func(uintptr) {}) == nil
}

// reopen makes a new pipe after a cell has closed the old one, with the same os.File that cells already have.
func (s *stream) reopen() {
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	*s.w, s.r = *w, r
	gls.Go(func() { s.pump(r) }) // it serves all cells
}

func (s *stream) close() {
	s.end()
	s.r.Close() // waits for the pump, so the lock must not be held
}

func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.w.Close()
	s.empty()
}
