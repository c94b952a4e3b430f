package kernel

import (
	"context"
	"encoding/json"
	"io"
	stdlog "log"
	"log/slog"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

const (
	// throttleAbove is how many bytes may wait for a client that reads before output waits for it.
	throttleAbove = 8 << 20
	settleTimeout = time.Second
	// subscribeTimeout bounds the wait for a first subscriber. A client may send a cell before its
	// subscription has arrived; what is published until then is lost to it, and it may wait for ever.
	subscribeTimeout = time.Second
)

// publisher is the iopub socket: what the kernel tells all clients.
type publisher struct {
	socket  zmq4.Socket
	ep      *endpoint
	session *session
	log     *slog.Logger

	subscribed chan struct{} // closed by the first subscription
	first      sync.Once     // that subscription
	awaited    sync.Once     // the wait for it

	mu   sync.Mutex
	held []zmq4.Msg // these go with the next message
}

// openPublisher binds the XPUB socket and welcomes each subscription (JEP 65), which tells a client
// that it misses nothing from now on.
func openPublisher(ctx context.Context, address string, s *session, log *slog.Logger) (*publisher, error) {
	p := &publisher{session: s, log: log, subscribed: make(chan struct{})}
	p.ep = &endpoint{
		name: "iopub", accepts: []string{"SUB", "XSUB"}, maxQueue: defaultQueued, log: log,
		onSubscribe: p.welcome, tap: newTap(),
	}
	p.socket = zmq4.NewXPub(p.ep.within(ctx), zmq4.WithTimeout(sendTimeout), zmq4.WithLogger(stdlog.New(io.Discard, "", 0)))
	if err := p.socket.Listen(address); err != nil {
		return nil, err
	}
	p.ep.tap.wait(0, settleTimeout)
	go p.discard(ctx)
	return p, nil
}

// discard drops what subscribers send besides subscriptions; unread, it would stop their connection.
func (p *publisher) discard(ctx context.Context) {
	for ctx.Err() == nil {
		_, _ = p.socket.Recv()
	}
}

func (p *publisher) welcome(topic []byte) {
	p.publishTopic(topic, "iopub_welcome", nil, map[string]string{"subscription": string(topic)})
	p.first.Do(func() { close(p.subscribed) })
}

// awaitSubscriber returns once somebody listens, or has been given enough time to: once, for a
// client that never listens is not made to wait with every cell.
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

// hold sends a message together with the next one, so that clients wake once for both. The caller sees
// to it that there is one soon, or calls flush.
func (p *publisher) hold(msgType string, parent json.RawMessage, content any) {
	p.holdTopic(p.topic(msgType), msgType, parent, content)
}

func (p *publisher) publishTopic(topic []byte, msgType string, parent json.RawMessage, content any, buffers ...[]byte) {
	p.holdTopic(topic, msgType, parent, content, buffers...)
	p.flush()
}

func (p *publisher) holdTopic(topic []byte, msgType string, parent json.RawMessage, content any, buffers ...[]byte) {
	frames, err := p.session.encode([][]byte{topic}, msgType, parent, content)
	if err != nil {
		p.log.Warn("could not encode", "type", msgType, "err", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = append(p.held, zmq4.NewMsgFrom(append(frames, buffers...)...))
}

// flush gives zmq4 what is held.
func (p *publisher) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ep.published.Add(int64(len(p.held)))
	for i, m := range p.held {
		_ = p.socket.SendMulti(m) // zmq4 only queues it
		p.held[i] = zmq4.Msg{}
	}
	p.held = p.held[:0]
}

func (p *publisher) topic(msgType string) []byte {
	return []byte("kernel." + p.session.id + "." + msgType)
}

// throttle waits until every client that reads at all has caught up.
func (p *publisher) throttle() {
	for p.ep.backlog() > throttleAbove {
		time.Sleep(time.Millisecond)
	}
}

// close delivers everything published so far and closes the socket.
func (p *publisher) close() {
	p.ep.settle(settleTimeout)
	p.ep.flush(flushTimeout)
	_ = p.socket.Close()
}
