package kernel

import (
	"bufio"
	"io"
	"net"
	"sync"
	"syscall"
	"time"
)

const (
	writeChunk    = 256 << 10
	joinedBytes   = 64 << 10    // messages that follow each other closely are sent together up to that size
	keptBuffer    = 1 << 20     // a write buffer that grew beyond this is given back
	stalledAfter  = time.Second // a peer that takes nothing for so long holds up no flush
	defaultQueued = 64 << 20
)

// peer is one connection as zmq4 sees it. Reads are buffered and watched. Writes go to the network at
// once as far as it takes them, and the rest to a queue that a goroutine of the peer empties, so that
// they never block. A peer that lets its queue grow beyond
// the endpoint's maxQueue is dropped: that bounds memory without a deadline that would cut off a
// client that merely sleeps.
type peer struct {
	net.Conn
	ep     *endpoint
	raw    syscall.RawConn // nil when the connection has no descriptor
	r      *bufio.Reader
	in     frames   // used by the reading goroutine only
	skip   int      // bytes of the incoming greeting, which is no frame
	topics [][]byte // subscriptions that zmq4 has read but perhaps not yet entered

	opened  bool // zmq4 has read the READY command
	arrived bool // zmq4 has read a message but perhaps not yet put it into the socket's queue

	mu       sync.Mutex
	wake     sync.Cond
	out      frames
	greeted  int  // bytes of zmq4's greeting that are still to be dropped, see handshake
	all      bool // zmq4 sends it every message that is published
	queue    []byte
	inFlight int
	moved    time.Time // when the network last took bytes, or the queue began to fill
	closed   bool
}

func newPeer(conn net.Conn, r *bufio.Reader, ep *endpoint) *peer {
	p := &peer{Conn: conn, ep: ep, r: r, skip: greetingSize, greeted: greetingSize, moved: time.Now()}
	p.wake.L = &p.mu
	p.in.limit = maxMessage
	p.in.message = p.noteMessage
	if c, ok := conn.(syscall.Conn); ok {
		p.raw, _ = c.SyscallConn()
	}
	go p.write()
	return p
}

// noteMessage remembers that a message has been read. The first is READY, which zmq4 keeps to itself.
func (p *peer) noteMessage(m *frameRecord) {
	p.arrived, p.opened = p.opened, true
	p.noteSubscription(m)
}

// noteSubscription remembers a subscription frame: 1 and the topic. With 0 and the topic it ends; a peer
// that ends the one to everything may not get the message that its queue waits for.
func (p *peer) noteSubscription(m *frameRecord) {
	if m.command || m.count != 1 || len(m.start) == 0 {
		return
	}
	switch topic := m.start[1:]; {
	case m.start[0] == 1:
		p.topics = append(p.topics, append([]byte(nil), topic...))
	case m.start[0] == 0 && len(topic) == 0:
		p.getsAll(false)
	}
}

// getsAll says whether every message that is published goes to the peer. Only then may a message wait
// in its queue for the next one.
func (p *peer) getsAll(all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = all
	if !all && len(p.queue) > 0 {
		p.push()
	}
}

// Read hands zmq4 the next bytes. After any failure the connection reads as ended, the one way to
// make zmq4 forget it.
func (p *peer) Read(b []byte) (int, error) {
	p.reportSubscriptions()
	if p.arrived && p.ep.onMessage != nil {
		p.arrived = false
		p.ep.onMessage()
	}
	n, err := p.r.Read(b)
	skipped := min(p.skip, n)
	p.skip -= skipped
	if tooLarge := p.in.advance(b[skipped:n]); tooLarge != nil {
		p.drop("dropped a peer that announced", tooLarge)
		return 0, io.EOF
	}
	if err != nil {
		_ = p.Close()
		err = io.EOF
	}
	return n, err
}

// reportSubscriptions runs at the next Read: zmq4 asks for more only after it has entered the
// subscription that it read before, so what is published from now on arrives.
func (p *peer) reportSubscriptions() {
	for _, topic := range p.topics {
		if len(topic) == 0 {
			p.getsAll(true)
		}
		if p.ep.onSubscribe != nil {
			p.ep.onSubscribe(topic)
		}
	}
	p.topics = nil
}

// Write queues b. The queue's limit counts between messages only, so that one message of any size
// passes.
func (p *peer) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return 0, net.ErrClosed
	}
	dropped := min(p.greeted, len(b))
	p.greeted -= dropped
	if p.out.boundary() && len(p.queue)+p.inFlight > p.ep.maxQueue {
		p.closeLocked()
		p.ep.log.Warn("dropped a peer that does not read", "socket", p.ep.name, "peer", p.RemoteAddr())
		return 0, net.ErrClosed
	}
	if len(p.queue)+p.inFlight == 0 {
		p.moved = time.Now()
	}
	p.queue = append(p.queue, b[dropped:]...)
	_ = p.out.advance(b[dropped:]) // without a limit there is no error
	if p.out.boundary() && !(p.all && len(p.queue) < joinedBytes && p.ep.more()) {
		p.push()
	}
	return len(b), nil
}

// push sends what is queued, or leaves it to the goroutine. It is called with the lock held.
func (p *peer) push() {
	if !p.send() {
		p.wake.Signal()
	}
}

// send gives the network what is queued, unless the goroutine is about to, and reports whether it took
// all of it. It is called with the lock held.
func (p *peer) send() (all bool) {
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
			n, err := p.Conn.Write(rest[:min(len(rest), writeChunk)])
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

// Close ends the connection; what is still queued is lost, see endpoint.flush.
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
	p.ep.remove(p)
	return p.Conn.Close()
}

func (p *peer) drop(why string, err error) {
	p.ep.log.Warn(why, "socket", p.ep.name, "peer", p.RemoteAddr(), "err", err)
	_ = p.Close()
}
