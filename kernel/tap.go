package kernel

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// tap is a subscriber inside the process that lets us know how far zmq4's PUB socket, which sends
// from a goroutine of its own and cannot be asked, has come. It is the socket's first connection
// and therefore the first to get each message.
type tap struct {
	mu      sync.Mutex
	change  sync.Cond     // wakes who waits for ready, seen or closed
	end     sync.Cond     // wakes Read: not with every message
	input   *bytes.Reader // what the tap "sends": greeting, READY, a subscription to everything
	ready   bool          // zmq4 has entered the subscription
	seen    atomic.Int64  // messages received, changed with mu held
	closed  bool
	greeted int
	out     frames
}

func newTap() *tap {
	t := &tap{greeted: greetingSize, input: bytes.NewReader(tapInput())}
	t.change.L, t.end.L = &t.mu, &t.mu
	t.out.message = func(m *frameRecord) {
		if !m.command {
			t.seen.Add(1)
		}
	}
	return t
}

func tapInput() []byte {
	ready := []byte("\x05READY\x0bSocket-Type")
	ready = append(binary.BigEndian.AppendUint32(ready, 3), "SUB"...)
	in := append(greeting(), flagCommand, byte(len(ready)))
	in = append(in, ready...)
	return append(in, 0, 1, 1)
}

// wait returns when the tap is subscribed and has received n messages, or after the timeout.
func (t *tap) wait(n int64, timeout time.Duration) {
	expired := false
	timer := time.AfterFunc(timeout, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		expired = true
		t.change.Broadcast()
	})
	defer timer.Stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for !(t.ready && t.seen.Load() >= n) && !t.closed && !expired {
		t.change.Wait()
	}
}

// Read returns the canned input, then waits for the end.
func (t *tap) Read(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.input.Len() > 0 {
		return t.input.Read(p)
	}
	t.ready = true // zmq4 reads on only after it has entered the subscription
	for t.change.Broadcast(); !t.closed; {
		t.end.Wait()
	}
	return 0, io.EOF
}

// Write counts messages.
func (t *tap) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	dropped := min(t.greeted, len(p))
	t.greeted -= dropped
	_ = t.out.advance(p[dropped:]) // without a limit there is no error
	t.change.Broadcast()
	return len(p), nil
}

// Close ends the tap.
func (t *tap) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.change.Broadcast()
	t.end.Broadcast()
	return nil
}

// The rest of net.Conn: a tap has no addresses and no deadlines.

func (t *tap) LocalAddr() net.Addr              { return &net.UnixAddr{Net: "tap"} }
func (t *tap) RemoteAddr() net.Addr             { return &net.UnixAddr{Net: "tap"} }
func (t *tap) SetDeadline(time.Time) error      { return nil }
func (t *tap) SetReadDeadline(time.Time) error  { return nil }
func (t *tap) SetWriteDeadline(time.Time) error { return nil }
