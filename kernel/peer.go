package kernel

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

const (
	writeChunk    = 256 << 10
	readBuffer    = 4 << 10
	keptBuffer    = 1 << 20     // a larger write buffer is released
	stalledAfter  = time.Second // flush does not wait for a peer that has read nothing for this long
	defaultQueued = 64 << 20
	maxTopics     = 1 << 20 // total bytes of the subscriptions of a peer
	topicCost     = 64      // bytes counted for each, in addition to its text
)

// peer is one connection. Reads are buffered and watched. Messages are written at once as far as possible without
// blocking. The rest goes to a queue that a goroutine of the peer writes, so that senders never wait for a peer. A
// peer whose queue exceeds the socket's maxQueue is dropped: this limits memory without a deadline, which would
// disconnect clients that are only suspended.
type peer struct {
	conn net.Conn
	raw  syscall.RawConn // nil if the connection has no file descriptor
	s    *socket

	// Used by the goroutine that reads.
	r     *bufio.Reader
	limit limiter
	zmtp  *zmq4.Conn // nil until the handshake is complete

	mu       sync.Mutex
	wake     sync.Cond
	identity []byte
	topics   map[string]int // number of subscriptions to each topic
	bytes    int            // their size, including topicCost
	queue    []byte
	inFlight int
	moved    time.Time // when bytes were last written, or the queue became non-empty
	closed   bool
}

func newPeer(conn net.Conn, s *socket) *peer {
	p := &peer{conn: conn, s: s, limit: limiter{max: maxReadySize, skip: greetingSize}}
	p.wake.L = &p.mu
	if c, ok := conn.(syscall.Conn); ok {
		p.raw, _ = c.SyscallConn()
	}
	p.r = bufio.NewReaderSize(reader(conn, p.raw), readBuffer)
	return p
}

// open performs the handshake. zmq4 panics with an index out of range if metadata are truncated.
func (p *peer) open() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("truncated metadata: %v", v)
		}
	}()
	if err := p.conn.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return err
	}
	z, err := zmq4.Open(handshake{p.conn, p}, null.Security(), p.s.pattern, nil, true, nil)
	if err != nil {
		return err
	}
	if err := p.conn.SetDeadline(time.Time{}); err != nil {
		return err
	}
	p.zmtp = z
	p.limit.max = maxMessage
	go p.write()
	if id := z.Peer.Meta["Identity"]; id != "" && id[0] != 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.identity = []byte(id)
	}
	return nil
}

// handshake is the connection that zmq4 uses.
type handshake struct {
	net.Conn
	p *peer
}

// Read reads the next bytes. It fails if they announce a message that is too large.
func (h handshake) Read(b []byte) (int, error) {
	n, err := h.p.r.Read(b)
	if err := h.p.limit.advance(b[:n]); err != nil {
		return 0, err
	}
	return n, err
}

// Write sends what zmq4 writes during the handshake. Later zmq4 writes only answers to PING, which could get between
// the frames of a message, and which no peer of this version of ZMTP requests.
func (h handshake) Write(b []byte) (int, error) {
	if h.p.zmtp != nil {
		return len(b), nil
	}
	return h.Conn.Write(b)
}

// is reports whether the peer has the given identity.
func (p *peer) is(identity []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Equal(p.identity, identity)
}

// subscribe handles a message of a subscriber: 1 and a topic subscribe, 0 and a topic unsubscribe. Other messages are
// ignored. A peer with too many subscriptions is dropped.
func (p *peer) subscribe(m [][]byte) (topic []byte, entered bool) {
	if len(m) != 1 || len(m[0]) == 0 || m[0][0] > 1 {
		return nil, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	topic = m[0][1:]
	switch n := p.topics[string(topic)]; {
	case m[0][0] == 1:
		if n == 0 {
			p.bytes += len(topic) + topicCost
		}
		if p.bytes > maxTopics {
			p.drop("dropped a peer with too many subscriptions")
			return nil, false
		}
		if p.topics == nil {
			p.topics = map[string]int{}
		}
		p.topics[string(topic)]++
		return topic, true
	case n > 1:
		p.topics[string(topic)]--
	case n == 1:
		delete(p.topics, string(topic))
		p.bytes -= len(topic) + topicCost
	}
	return nil, false
}

// wants reports whether the peer has subscribed to the topic of a message. The caller holds the lock.
func (p *peer) wants(m [][]byte) bool {
	for topic := range p.topics {
		if bytes.HasPrefix(m[0], []byte(topic)) {
			return true
		}
	}
	return false
}

// send sends the messages that mine selects, all if it is nil, in one write. The limit of the queue is checked only
// between messages, so that a message of any size passes.
func (p *peer) send(mine func([][]byte) bool, messages ...[][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range messages {
		if p.closed || mine != nil && !mine(m) {
			continue
		}
		waiting := len(p.queue) + p.inFlight
		if waiting > p.s.maxQueue {
			p.drop("dropped a peer that does not read")
			return
		}
		if waiting == 0 {
			p.moved = time.Now()
		}
		p.queue = appendMessage(p.queue, m)
	}
	if len(p.queue) > 0 && !p.push() {
		p.wake.Signal()
	}
}

// push writes the queue without blocking, unless the goroutine is about to, and reports whether all was written. The
// caller holds the lock.
func (p *peer) push() (all bool) {
	if p.raw == nil || p.inFlight > 0 {
		return false
	}
	n := sendNow(p.raw, p.queue)
	if n > 0 {
		p.moved = time.Now()
	}
	p.queue = p.queue[:copy(p.queue, p.queue[n:])]
	if all = len(p.queue) == 0; all && cap(p.queue) > keptBuffer {
		p.queue = nil
	}
	return all
}

// write writes queued bytes until the peer is closed.
func (p *peer) write() {
	var spare []byte
	for {
		batch, ok := p.take(spare)
		if !ok {
			return
		}
		for rest := batch; len(rest) > 0; {
			n, err := p.conn.Write(rest[:min(len(rest), writeChunk)])
			rest = rest[n:]
			p.sent(n)
			if err != nil {
				_ = p.Close()
				return
			}
		}
		if spare = batch[:0]; cap(spare) > keptBuffer {
			spare = nil
		}
	}
}

// take waits for queued bytes, and installs spare as the new queue.
func (p *peer) take(spare []byte) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closed {
		p.wake.Wait()
	}
	if p.closed {
		return nil, false
	}
	batch := p.queue
	p.queue, p.inFlight = spare, len(batch)
	return batch, true
}

func (p *peer) sent(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.inFlight -= n
	p.moved = time.Now()
}

// waiting returns the number of unwritten bytes, and whether any were written recently.
func (p *peer) waiting() (bytes int, moving bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue) + p.inFlight, time.Since(p.moved) < stalledAfter
}

// Close closes the connection. What is still queued is lost; see socket.close.
func (p *peer) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closeLocked()
}

func (p *peer) closeLocked() error {
	if p.closed {
		return nil
	}
	p.closed = true
	p.queue, p.inFlight = nil, 0
	p.wake.Broadcast()
	p.s.remove(p)
	return p.conn.Close()
}

// drop closes the connection and logs the reason. The caller holds the lock.
func (p *peer) drop(why string) {
	p.s.log.Warn(why, "socket", p.s.name, "peer", p.conn.RemoteAddr())
	_ = p.closeLocked()
}
