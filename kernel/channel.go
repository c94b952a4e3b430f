package kernel

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

const flushTimeout = time.Second

// channel is one ROUTER socket of the kernel: shell, control, stdin or heartbeat.
type channel struct {
	name    string
	socket  socket
	session *session
	log     *slog.Logger

	ctx      context.Context
	serving  chan struct{} // closed when handle is set
	handle   func(identity []byte, frames [][]byte) work
	handling sync.Mutex // serializes handling of messages from all peers
}

// openChannel binds a ROUTER socket.
func openChannel(ctx context.Context, name, network, address string, s *session, log *slog.Logger) (*channel, error) {
	c := &channel{name: name, session: s, log: log, ctx: ctx, serving: make(chan struct{})}
	c.socket = socket{name: name, pattern: zmq4.Router, maxQueue: defaultQueued, onMessage: c.take, log: log}
	return c, c.socket.listen(network, address)
}

// take handles a message on the goroutine that read it, to avoid waking another one.
func (c *channel) take(p *peer, frames [][]byte) work {
	select {
	case <-c.serving:
	case <-c.ctx.Done():
		return nil
	}
	c.handling.Lock()
	defer c.handling.Unlock()
	if c.ctx.Err() != nil {
		return nil
	}
	return c.handle(p.identity, frames)
}

// serve starts handling messages.
func (c *channel) serve(handle func(identity []byte, frames [][]byte) work) {
	c.handle = handle
	close(c.serving)
}

// receive calls f with each valid message.
func (c *channel) receive(f func(*message) work) {
	c.serve(func(identity []byte, frames [][]byte) work {
		m, err := c.session.decode(frames)
		if err != nil {
			c.log.Warn("dropped a message", "socket", c.name, "err", err)
			return nil
		}
		m.identities = append([][]byte{identity}, m.identities...)
		return f(m)
	})
}

// echo returns every message unchanged, as the heartbeat requires. A ROUTER socket does so for any client; a REP
// socket would stop at a message without a delimiter.
func (c *channel) echo() {
	c.serve(func(identity []byte, frames [][]byte) work {
		c.socket.sendTo(identity, frames)
		return nil
	})
}

// send sends a message to the client with the given identities, and reports whether it is connected.
func (c *channel) send(identities [][]byte, msgType string, parent json.RawMessage, content any) bool {
	frames, err := c.session.encode(identities[1:], msgType, parent, content)
	if err != nil {
		c.log.Warn("could not send", "socket", c.name, "type", msgType, "err", err)
		return true
	}
	return c.socket.sendTo(identities[0], frames)
}
