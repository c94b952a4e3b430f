//go:build !unix

package interp

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// stream is one pipe. Where a pipe cannot be read without blocking, a sentinel in it marks that everything before it
// has arrived.
type stream struct {
	name   string
	w, r   *os.File
	out    *output
	mu     sync.Mutex // guards the fields below
	closed bool       // permanently
	waits  map[int]chan struct{}
	number int
	ended  chan struct{}
}

func newStream(name string, out *output) (*stream, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe for %s: %w", name, err)
	}
	s := &stream{name: name, r: r, w: w, out: out, waits: map[int]chan struct{}{}, ended: make(chan struct{})}
	s.serve()
	return s, nil
}

// sentinel, a number and sentinelEnd in a pipe mean: flush with that number. Programs do not print these bytes.
var (
	sentinel    = []byte("\x00\x01msrepl-flush:")
	sentinelEnd = byte('\x02')
)

// flushWait bounds the wait for a sentinel, which never arrives if a cell has closed the pipe.
const flushWait = 2 * time.Second

func (s *stream) flush() {
	s.mu.Lock()
	s.number++
	done := make(chan struct{})
	s.waits[s.number] = done
	line := append(strconv.AppendInt(bytes.Clone(sentinel), int64(s.number), 10), sentinelEnd)
	ended := s.ended
	s.mu.Unlock()
	if _, err := s.w.Write(line); err != nil {
		s.reopen()
		return
	}
	select {
	case <-done:
	case <-ended:
	case <-time.After(flushWait):
	}
}

// reopen makes a new pipe after a cell has closed the old one, with the same os.File that cells already have.
func (s *stream) reopen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, w, err := os.Pipe()
	if err != nil || s.closed {
		return
	}
	<-s.ended // earlier output has been delivered
	s.r.Close()
	*s.w = *w
	s.r, s.ended = r, make(chan struct{})
	s.serve()
}

// serve starts the goroutine that reads the pipe, for all cells.
func (s *stream) serve() {
	r, ended := s.r, s.ended
	gls.Go(func() { s.pump(r, ended) })
}

// pump reads the pipe until it is closed.
func (s *stream) pump(from *os.File, ended chan<- struct{}) {
	defer close(ended)
	buf := make([]byte, 64<<10)
	var rest []byte
	for {
		n, err := from.Read(buf)
		rest = s.take(append(rest, buf[:n]...))
		if err != nil {
			if err != io.EOF && len(rest) == 0 {
				return
			}
			s.out.deliver(s.name, rest)
			return
		}
	}
}

// take delivers data except for a possible beginning of a sentinel at its end, which it returns.
func (s *stream) take(data []byte) (rest []byte) {
	for {
		i := bytes.Index(data, sentinel)
		if i < 0 {
			k := len(data) - partial(data)
			s.out.deliver(s.name, data[:k])
			return bytes.Clone(data[k:])
		}
		end := bytes.IndexByte(data[i:], sentinelEnd)
		s.out.deliver(s.name, data[:i])
		if end < 0 {
			return bytes.Clone(data[i:])
		}
		if n, err := strconv.Atoi(string(data[i+len(sentinel) : i+end])); err == nil {
			s.arrived(n)
		}
		data = data[i+end+1:]
	}
}

func (s *stream) arrived(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if done := s.waits[n]; done != nil {
		close(done)
		delete(s.waits, n)
	}
}

// partial returns the length of the longest suffix of data that is a prefix of a sentinel.
func partial(data []byte) int {
	for n := min(len(data), len(sentinel)-1); n > 0; n-- {
		if bytes.HasPrefix(sentinel, data[len(data)-n:]) {
			return n
		}
	}
	return 0
}

func (s *stream) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.w.Close()
	<-s.ended
	s.r.Close()
}
