package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	stdlog "log"
	"log/slog"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

const (
	sendTimeout  = 2 * time.Second // zmq4 waits that long for a first client before it gives up a message
	flushTimeout = time.Second
)

// channel is one ROUTER socket of the kernel: shell, control, stdin or heartbeat.
type channel struct {
	name    string
	socket  zmq4.Socket
	ep      *endpoint
	session *session
	log     *slog.Logger

	ctx     context.Context
	serving chan struct{} // closed when handle is set
	handle  func(zmq4.Msg)
	taking  sync.Mutex // from taking a message off the socket's queue to its end, so that they keep their order
}

// openChannel binds a ROUTER socket. zmq4 logs failed handshakes on its own; the transport has
// reported them already.
func openChannel(ctx context.Context, name, address string, s *session, log *slog.Logger) (*channel, error) {
	c := &channel{name: name, session: s, log: log, ctx: ctx, serving: make(chan struct{})}
	c.ep = &endpoint{name: name, accepts: []string{"DEALER", "REQ", "ROUTER"}, maxQueue: defaultQueued, log: log, onMessage: c.take}
	c.socket = zmq4.NewRouter(c.ep.within(ctx), zmq4.WithTimeout(sendTimeout), zmq4.WithLogger(stdlog.New(io.Discard, "", 0)))
	if err := c.socket.Listen(address); err != nil {
		return nil, err
	}
	return c, nil
}

// take handles the next message of the socket's queue. The goroutine that has put one there calls it, so
// that the queue is not empty and no other has to be woken.
func (c *channel) take() {
	select {
	case <-c.serving:
	case <-c.ctx.Done():
		return
	}
	c.taking.Lock()
	defer c.taking.Unlock()
	raw, err := c.socket.Recv()
	if err == nil && c.ctx.Err() == nil && raw.Type != zmq4.CmdMsg { // a command, such as PING, is not for us
		c.handle(raw)
	}
}

// serve handles messages from now on.
func (c *channel) serve(handle func(zmq4.Msg)) {
	c.handle = handle
	close(c.serving)
}

// receive calls f with each good message.
func (c *channel) receive(f func(*message)) {
	c.serve(func(raw zmq4.Msg) {
		m, err := c.session.decode(raw.Frames)
		if err != nil {
			c.log.Warn("dropped a message", "socket", c.name, "err", err)
			return
		}
		f(m)
	})
}

// echo sends every message back as it came, which is all that the heartbeat does. A ROUTER does it
// for any client; zmq4's REP would stop at a message without delimiter.
func (c *channel) echo() {
	c.serve(func(raw zmq4.Msg) { _ = c.socket.SendMulti(zmq4.NewMsgFrom(raw.Frames...)) })
}

// send answers the client that identities name.
func (c *channel) send(identities [][]byte, msgType string, parent json.RawMessage, content any) {
	frames, err := c.session.encode(identities, msgType, parent, content)
	if err == nil {
		err = c.socket.SendMulti(zmq4.NewMsgFrom(frames...))
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		c.log.Warn("could not send", "socket", c.name, "type", msgType, "err", err)
	}
}

// close sends what is queued and closes the socket.
func (c *channel) close() {
	c.ep.flush(flushTimeout)
	_ = c.socket.Close()
}
