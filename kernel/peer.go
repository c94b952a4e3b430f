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
	keptBuffer    = 1 << 20     // a write buffer that grew beyond this is given back
	stalledAfter  = time.Second // a peer that takes nothing for so long holds up no flush
	defaultQueued = 64 << 20
	maxTopics     = 1 << 20 // bytes of all subscriptions of a peer
	topicCost     = 64      // of each of them, besides its text
)

// peer is one connection. Reads are buffered and watched. What is sent goes to the network at once as far as it
// takes it, and the rest to a queue that a goroutine of the peer empties, so that nobody waits for a peer. One that
// lets its queue grow beyond the socket's maxQueue is dropped: that bounds memory without a deadline that would cut
// off a client that merely sleeps.
type peer struct {
	conn net.Conn
	raw  syscall.RawConn // nil when the connection has no descriptor
	s    *socket

	// Used by the goroutine that reads.
	r     *bufio.Reader
	limit limiter
	zmtp  *zmq4.Conn // nil until hands are shaken

	mu       sync.Mutex
	wake     sync.Cond
	identity []byte
	topics   map[string]int // subscriptions, how often each
	bytes    int            // what they take
	queue    []byte
	inFlight int
	moved    time.Time // when the network last took bytes, or the queue began to fill
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

// open shakes hands. zmq4 indexes out of range when metadata are cut off.
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

// handshake is a connection as zmq4 sees it.
type handshake struct {
	net.Conn
	p *peer
}

// Read hands zmq4 the next bytes, unless they announce a message that is too large.
func (h handshake) Read(b []byte) (int, error) {
	n, err := h.p.r.Read(b)
	if err := h.p.limit.advance(b[:n]); err != nil {
		return 0, err
	}
	return n, err
}

// Write sends what zmq4 says while it shakes hands. The one thing that it says later is the answer to a PING, which
// no peer of our version of ZMTP sends, and which could get between the frames of a message.
func (h handshake) Write(b []byte) (int, error) {
	if h.p.zmtp != nil {
		return len(b), nil
	}
	return h.Conn.Write(b)
}

// is reports whether the peer has that identity.
func (p *peer) is(identity []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Equal(p.identity, identity)
}

// subscribe enters what a subscriber sends: 1 and a topic that it wants, 0 and one that it wants no longer. Any other
// message means nothing. A peer that subscribes without end is dropped.
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

// wants reports whether the peer has subscribed to the topic of a message. It is called with the lock held.
func (p *peer) wants(m [][]byte) bool {
	for topic := range p.topics {
		if bytes.HasPrefix(m[0], []byte(topic)) {
			return true
		}
	}
	return false
}

// send sends the messages that are for the peer, nil for all of them, in one go. The queue's limit counts between
// messages only, so that one message of any size passes.
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

// push gives the network what is queued, unless the goroutine is about to, and reports whether it took
// all of it. It is called with the lock held.
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

// write empties the queue until the peer is closed.
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

// take waits for queued bytes, and leaves spare as the new queue.
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

// waiting returns the bytes that have not reached the network, and whether the peer has taken any
// lately.
func (p *peer) waiting() (bytes int, moving bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue) + p.inFlight, time.Since(p.moved) < stalledAfter
}

// Close ends the connection; what is still queued is lost, see socket.close.
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

// drop closes the connection and says why. It is called with the lock held.
func (p *peer) drop(why string) {
	p.s.log.Warn(why, "socket", p.s.name, "peer", p.conn.RemoteAddr())
	_ = p.closeLocked()
}
