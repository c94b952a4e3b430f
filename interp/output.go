package interp

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/msrepl/msrepl/display"
)

// output carries what a cell prints to the sink. Standard output and standard error are pipes, so
// that everything which writes to a file is caught; a sentinel in a pipe tells that all before it
// has arrived.
type output struct {
	mu             sync.Mutex // one call of the sink at a time
	sink           Sink
	stdout, stderr *stream
}

// stream is one pipe.
type stream struct {
	name   string
	w, r   *os.File
	out    *output
	mu     sync.Mutex // guards what follows
	closed bool       // for good
	waits  map[int]chan struct{}
	number int
	ended  chan struct{}
}

func newOutput(sink Sink) (*output, error) {
	o := &output{sink: sink}
	for _, s := range []struct {
		name string
		to   **stream
	}{{"stdout", &o.stdout}, {"stderr", &o.stderr}} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("open a pipe for %s: %w", s.name, err)
		}
		*s.to = &stream{name: s.name, r: r, w: w, out: o, waits: map[int]chan struct{}{}, ended: make(chan struct{})}
		go (*s.to).pump(r, (*s.to).ended)
	}
	return o, nil
}

// deliver hands text to the sink.
func (o *output) deliver(name string, text []byte) {
	if len(text) == 0 || o.sink == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sink.Stream(name, string(text))
}

// deliverError hands the sink a message that comes after what was printed before it.
func (o *output) deliverError(text string) {
	o.flush()
	o.deliver("stderr", []byte(text))
}

// Display, Update and Clear hand displays to the sink, after all that was printed before them.
func (o *output) Display(b display.Bundle) { o.show(func() { o.sink.Display(b) }) }

// Update implements display.Output.
func (o *output) Update(b display.Bundle) { o.show(func() { o.sink.Update(b) }) }

// Clear implements display.Output.
func (o *output) Clear(wait bool) { o.show(func() { o.sink.Clear(wait) }) }

// Stdout is where compiled code prints; see display.Stdout.
func (o *output) Stdout() io.Writer { return o.stdout.w }

// Stderr is where compiled code warns; see display.Stderr.
func (o *output) Stderr() io.Writer { return stderrWriter{o} }

func (o *output) show(f func()) {
	if o.sink == nil {
		return
	}
	o.flush()
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
}

// flush waits until everything written so far has reached the sink.
func (o *output) flush() {
	o.stdout.flush()
	o.stderr.flush()
}

func (o *output) close() {
	for _, s := range []*stream{o.stdout, o.stderr} {
		s.mu.Lock()
		s.closed = true
		s.mu.Unlock()
		s.w.Close()
		<-s.ended
		s.r.Close()
	}
}

// sentinel, a number and sentinelEnd in a pipe mean: flush number n. No program prints these bytes.
var (
	sentinel    = []byte("\x00\x01msrepl-flush:")
	sentinelEnd = byte('\x02')
)

// flushWait bounds the wait for a sentinel, which never comes back when a cell has closed the pipe.
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

// reopen makes a new pipe after a cell has closed the old one, under the file that cells know already.
func (s *stream) reopen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, w, err := os.Pipe()
	if err != nil || s.closed {
		return
	}
	<-s.ended // what was written before has been delivered
	s.r.Close()
	*s.w = *w
	s.r, s.ended = r, make(chan struct{})
	go s.pump(r, s.ended)
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

// take delivers data up to a possible piece of a sentinel at its end, which it returns.
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

// partial returns the length of the longest end of data that begins a sentinel.
func partial(data []byte) int {
	for n := min(len(data), len(sentinel)-1); n > 0; n-- {
		if bytes.HasPrefix(sentinel, data[len(data)-n:]) {
			return n
		}
	}
	return 0
}
