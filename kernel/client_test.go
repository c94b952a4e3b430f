package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp"
)

// patience ends tests that hang; nothing waits that long when all is well.
const patience = testenv.Patience

// received is a message as the test client sees it.
type received struct {
	channel string
	topic   string
	header  header
	parent  header
	content map[string]any
	raw     []byte // content

	metadata json.RawMessage
	buffers  [][]byte
}

// client is a Jupyter client over zmq4's own sockets, independent of the kernel's channels.
type client struct {
	t        testing.TB
	conn     connection
	session  *session
	sockets  map[string]zmq4.Socket
	messages chan received
	kept     []received // read while waiting for something else
	done     chan error // result of Run
	log      *logBuffer
	cancel   context.CancelFunc
}

// logBuffer collects the kernel's log.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// freePorts asks the system for ports, as Jupyter does.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

func tcpConnection(t testing.TB, key string) connection {
	p := freePorts(t, 5)
	return connection{
		Transport: "tcp", IP: "127.0.0.1", Key: key, SignatureScheme: "hmac-sha256",
		ShellPort: p[0], ControlPort: p[1], StdinPort: p[2], IOPubPort: p[3], HBPort: p[4],
	}
}

// startKernel runs a kernel with the fake engine and connects a client to it.
func startKernel(t testing.TB, conn connection) *client {
	t.Helper()
	return startWith(t, conn, newFakeEngine)
}

// startWith runs a kernel in this process and connects a client to it.
func startWith(t testing.TB, conn connection, newEngine func(interp.Sink, io.Reader) (engine, error)) *client {
	t.Helper()
	c, ctx := launch(t, conn, newEngine)
	c.dial(ctx, "iopub", "shell", "control", "stdin", "hb")
	c.until("iopub", func(m received) bool { return m.header.MsgType == "iopub_welcome" })
	return c
}

// launch runs a kernel in this process; the client is not connected to it yet.
func launch(t testing.TB, conn connection, newEngine func(interp.Sink, io.Reader) (engine, error)) (*client, context.Context) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "connection.json")
	text, err := json.Marshal(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &client{
		t: t, conn: conn, session: newSession(conn.Key), sockets: map[string]zmq4.Socket{},
		messages: make(chan received, 10000), done: make(chan error, 1), log: &logBuffer{}, cancel: cancel,
	}
	log := slog.New(slog.NewTextHandler(c.log, nil))
	go func() { c.done <- Run(ctx, file, Options{Log: log, newEngine: newEngine}) }()
	t.Cleanup(func() {
		cancel()
		select {
		case <-c.done:
		case <-time.After(patience):
			t.Error("the kernel does not end")
		}
	})
	return c, ctx
}

// another connects a second client to the same kernel.
func (c *client) another() *client {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(cancel)
	b := &client{
		t: c.t, conn: c.conn, session: newSession(c.conn.Key), sockets: map[string]zmq4.Socket{},
		messages: make(chan received, 10000), log: c.log, cancel: cancel,
	}
	b.dial(ctx, "iopub", "shell", "control", "stdin", "hb")
	b.until("iopub", func(m received) bool { return m.header.MsgType == "iopub_welcome" })
	return b
}

func (c *client) address(port int) string {
	if c.conn.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.conn.IP, port)
	}
	return fmt.Sprintf("tcp://%s:%d", c.conn.IP, port)
}

// dial connects the sockets of these names, and listens to them.
func (c *client) dial(ctx context.Context, names ...string) {
	c.t.Helper()
	const pause = 5 * time.Millisecond
	retry, tries := zmq4.WithDialerRetry(pause), zmq4.WithDialerMaxRetries(int(patience/pause))
	id := zmq4.WithID(zmq4.SocketIdentity(c.session.id))
	for _, name := range names {
		var s zmq4.Socket
		var port int
		switch name {
		case "iopub":
			s, port = zmq4.NewSub(ctx, retry, tries), c.conn.IOPubPort
			if err := s.SetOption(zmq4.OptionSubscribe, ""); err != nil {
				c.t.Fatal(err)
			}
		case "hb":
			s, port = zmq4.NewReq(ctx, retry, tries), c.conn.HBPort
		default:
			ports := map[string]int{"shell": c.conn.ShellPort, "control": c.conn.ControlPort, "stdin": c.conn.StdinPort}
			s, port = zmq4.NewDealer(ctx, id, retry, tries), ports[name]
		}
		if err := s.Dial(c.address(port)); err != nil {
			c.t.Fatalf("%s: %v", name, err)
		}
		c.t.Cleanup(func() { _ = s.Close() })
		c.sockets[name] = s
		if name != "hb" {
			go c.read(ctx, name, s)
		}
	}
}

func (c *client) read(ctx context.Context, name string, s zmq4.Socket) {
	for ctx.Err() == nil {
		raw, err := s.Recv()
		if err != nil {
			continue
		}
		m := received{channel: name}
		if name == "iopub" {
			m.topic = string(raw.Frames[0])
		}
		d, err := c.session.decode(raw.Frames)
		if err != nil {
			c.t.Errorf("%s: %v in %q", name, err, raw.Frames)
			continue
		}
		m.header, m.raw, m.buffers = d.header, d.content, d.buffers
		at := slices.IndexFunc(raw.Frames, func(f []byte) bool { return string(f) == delimiter })
		m.metadata = raw.Frames[at+4]
		if err := json.Unmarshal(raw.Frames[at+3], &m.parent); err != nil {
			c.t.Errorf("%s: parent: %v", name, err)
		}
		if err := json.Unmarshal(d.content, &m.content); err != nil {
			c.t.Errorf("%s: content: %v", name, err)
		}
		c.messages <- m
	}
}

// send sends a request and returns its msg_id.
func (c *client) send(channel, msgType string, content any) string {
	c.t.Helper()
	frames, err := c.session.encode(nil, msgType, nil, content)
	if err != nil {
		c.t.Fatal(err)
	}
	c.sendFrames(channel, frames)
	var h header
	if err := json.Unmarshal(frames[2], &h); err != nil {
		c.t.Fatal(err)
	}
	return h.MsgID
}

func (c *client) sendFrames(channel string, frames [][]byte) {
	c.t.Helper()
	if err := c.sockets[channel].SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		c.t.Fatal(err)
	}
}

// until reads messages up to the first one on channel for which f holds.
func (c *client) until(channel string, f func(received) bool) {
	c.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case m := <-c.messages:
			c.kept = append(c.kept, m)
			if m.channel == channel && f(m) {
				return
			}
		case <-timeout:
			c.t.Fatalf("no such message on %s; got %s; log: %s", channel, summary(c.kept), c.log)
		}
	}
}

// take is until for messages that may have come while another was waited for. It takes the message away.
func (c *client) take(channel string, f func(received) bool) {
	c.t.Helper()
	for i, m := range c.kept {
		if m.channel == channel && f(m) {
			c.kept = slices.Delete(c.kept, i, i+1)
			return
		}
	}
	c.until(channel, f)
	c.kept = c.kept[:len(c.kept)-1]
}

// exchange is all that answers one request.
type exchange struct {
	reply *received
	iopub []received
	idle  bool // iopub ends with it
}

// finish collects reply and idle of a request; what answers other requests is kept for them.
func (c *client) finish(id string, wantReply bool) exchange {
	c.t.Helper()
	var x exchange
	if !c.collect(id, wantReply, &x, patience) {
		c.t.Fatalf("request not finished: reply %v, iopub %s; log: %s", x.reply != nil, summary(x.iopub), c.log)
	}
	return x
}

// collect adds to x what answers a request, and reports whether that was all within a time.
func (c *client) collect(id string, wantReply bool, x *exchange, within time.Duration) (finished bool) {
	kept := c.kept
	c.kept = nil
	for _, m := range kept {
		c.sort(id, m, x)
	}
	timeout := time.After(within)
	for !x.idle || wantReply && x.reply == nil {
		select {
		case m := <-c.messages:
			c.sort(id, m, x)
		case <-timeout:
			return false
		}
	}
	return true
}

// interrupt interrupts a request, again every second until it is finished: on a busy machine the first may come
// before the engine has begun with it, and then interrupts nothing.
func (c *client) interrupt(id string, wantReply bool) exchange {
	c.t.Helper()
	return c.interruptBy(id, wantReply, func() { c.request("control", "interrupt_request", struct{}{}) })
}

// interruptBy does it in a way of its own.
func (c *client) interruptBy(id string, wantReply bool, ask func()) exchange {
	c.t.Helper()
	var x exchange
	for range int(patience / time.Second) {
		ask()
		if c.collect(id, wantReply, &x, time.Second) {
			return x
		}
	}
	c.t.Fatalf("the interrupt does not end it: reply %v, iopub %s; log: %s", x.reply != nil, summary(x.iopub), c.log)
	return x
}

func (c *client) sort(id string, m received, x *exchange) {
	switch {
	case m.parent.MsgID != id:
		c.kept = append(c.kept, m)
	case m.channel == "iopub":
		x.iopub = append(x.iopub, m)
		x.idle = m.header.MsgType == "status" && m.content["execution_state"] == "idle"
	case m.channel != "stdin":
		x.reply = &m
	}
}

func (c *client) request(channel, msgType string, content any) exchange {
	c.t.Helper()
	return c.finish(c.send(channel, msgType, content), true)
}

func (c *client) execute(code string) exchange {
	c.t.Helper()
	return c.request("shell", "execute_request", map[string]any{"code": code})
}

// summary lists messages as "type(what matters)", one per word.
func summary(messages []received) string {
	var words []string
	for _, m := range messages {
		switch m.header.MsgType {
		case "status":
			words = append(words, fmt.Sprint(m.content["execution_state"]))
		case "stream":
			words = append(words, fmt.Sprintf("%s(%q)", m.content["name"], m.content["text"]))
		default:
			words = append(words, m.header.MsgType)
		}
	}
	return strings.Join(words, " ")
}

// result is the text of what a cell shows at its end.
func result(x exchange) string {
	for _, m := range x.iopub {
		if m.header.MsgType == "execute_result" {
			data, _ := m.content["data"].(map[string]any)
			return fmt.Sprint(data["text/plain"])
		}
	}
	return summary(x.iopub)
}
