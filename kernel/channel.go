package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	stdlog "log"
	"log/slog"
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
}

// openChannel binds a ROUTER socket. zmq4 logs failed handshakes on its own; the transport has
// reported them already.
func openChannel(ctx context.Context, name, address string, s *session, log *slog.Logger) (*channel, error) {
	ep := &endpoint{name: name, accepts: []string{"DEALER", "REQ", "ROUTER"}, maxQueue: defaultQueued, log: log}
	socket := zmq4.NewRouter(ep.within(ctx), zmq4.WithTimeout(sendTimeout), zmq4.WithLogger(stdlog.New(io.Discard, "", 0)))
	if err := socket.Listen(address); err != nil {
		return nil, err
	}
	return &channel{name: name, socket: socket, ep: ep, session: s, log: log}, nil
}

// receive calls f with each good message until the socket is closed.
func (c *channel) receive(ctx context.Context, f func(*message)) {
	for {
		raw, err := c.socket.Recv()
		if ctx.Err() != nil {
			return
		}
		if err != nil || raw.Type == zmq4.CmdMsg { // a command, such as PING, is not for us
			continue
		}
		m, err := c.session.decode(raw.Frames)
		if err != nil {
			c.log.Warn("dropped a message", "socket", c.name, "err", err)
			continue
		}
		f(m)
	}
}

// echo sends every message back as it came, which is all that the heartbeat does. A ROUTER does it
// for any client; zmq4's REP would stop at a message without delimiter.
func (c *channel) echo(ctx context.Context) {
	for ctx.Err() == nil {
		if raw, err := c.socket.Recv(); err == nil && ctx.Err() == nil {
			_ = c.socket.SendMulti(zmq4.NewMsgFrom(raw.Frames...))
		}
	}
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
