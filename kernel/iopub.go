package kernel

import (
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

const (
	// throttleAbove is the number of bytes that may be queued for a client that reads before output blocks.
	throttleAbove = 8 << 20
	// subscribeTimeout limits the wait for a first subscriber. A client may send a cell before its subscription
	// arrives. It would miss what is published until then, and might wait forever.
	subscribeTimeout = time.Second
)

// publisher is the iopub socket, on which the kernel sends messages to all clients.
type publisher struct {
	socket  socket
	session *session
	log     *slog.Logger

	subscribed chan struct{} // closed at the first subscription
	first      sync.Once     // that subscription
	awaited    sync.Once     // the wait for it

	mu      sync.Mutex
	batches int        // number of open batches
	held    [][][]byte // messages of open batches
}

// openPublisher binds the XPUB socket.
func openPublisher(network, address string, s *session, log *slog.Logger) (*publisher, error) {
	p := &publisher{session: s, log: log, subscribed: make(chan struct{})}
	p.socket = socket{name: "iopub", pattern: zmq4.XPub, maxQueue: defaultQueued, onMessage: p.welcome, log: log}
	return p, p.socket.listen(network, address)
}

// welcome confirms a subscription (JEP 65): the client misses nothing from then on.
func (p *publisher) welcome(from *peer, m [][]byte) work {
	topic, entered := from.subscribe(m)
	if !entered {
		return nil
	}
	p.publishTopic(topic, "iopub_welcome", nil, map[string]string{"subscription": string(topic)})
	p.first.Do(func() { close(p.subscribed) })
	return nil
}

// awaitSubscriber waits for the first subscriber or for subscribeTimeout. It waits only once, so that a client that
// never subscribes does not delay every cell.
func (p *publisher) awaitSubscriber() {
	p.awaited.Do(func() {
		select {
		case <-p.subscribed:
		case <-time.After(subscribeTimeout):
		}
	})
}

// publish sends a message to all clients; parent is the raw header of the request that caused it.
func (p *publisher) publish(msgType string, parent json.RawMessage, content any, buffers ...[]byte) {
	p.publishTopic(p.topic(msgType), msgType, parent, content, buffers...)
}

// batch sends what f publishes in one write, so that clients wake once, unless flush is called in between. f must be
// fast: messages from other goroutines wait, too.
func (p *publisher) batch(f func()) {
	p.mu.Lock()
	p.batches++
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.batches--; p.batches == 0 {
			p.send()
		}
	}()
	f()
}

func (p *publisher) publishTopic(topic []byte, msgType string, parent json.RawMessage, content any, buffers ...[]byte) {
	frames, err := p.session.encode([][]byte{topic}, msgType, parent, content)
	if err != nil {
		p.log.Warn("could not encode", "type", msgType, "err", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = append(p.held, append(frames, buffers...))
	if p.batches == 0 {
		p.send()
	}
}

// flush sends the messages held by open batches.
func (p *publisher) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.send()
}

// send sends the held messages. The caller holds the lock.
func (p *publisher) send() {
	if len(p.held) > 0 {
		p.socket.publish(p.held...)
		clear(p.held)
		p.held = p.held[:0]
	}
}

func (p *publisher) topic(msgType string) []byte {
	return []byte("kernel." + p.session.id + "." + msgType)
}

// throttle waits until all clients that read have caught up.
func (p *publisher) throttle() {
	for p.socket.backlog() > throttleAbove {
		time.Sleep(time.Millisecond)
	}
}
