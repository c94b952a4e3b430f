package kernel

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// rawPeer speaks ZMTP by hand, which is the way to speak it wrongly.
type rawPeer struct {
	net.Conn
	r *bufio.Reader
}

func dialRaw(t testing.TB, address string) rawPeer {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return rawPeer{conn, bufio.NewReader(conn)}
}

// shake does the client's half of the handshake, and reads the other.
func (p rawPeer) shake(t testing.TB, socketType string) {
	t.Helper()
	p.send(t, greeting(), readyFrame(socketType))
	if _, err := io.ReadFull(p.r, make([]byte, greetingSize)); err != nil {
		t.Fatal(err)
	}
	if body, flags := p.frame(t); flags&flagCommand == 0 || !strings.Contains(string(body), "READY") {
		t.Fatalf("%q instead of READY", body)
	}
}

func (p rawPeer) send(t testing.TB, parts ...[]byte) {
	t.Helper()
	for _, b := range parts {
		if _, err := p.Write(b); err != nil {
			t.Fatal(err)
		}
	}
}

// frame reads one frame.
func (p rawPeer) frame(t testing.TB) (body []byte, flags byte) {
	t.Helper()
	head := make([]byte, 2, 9)
	if _, err := io.ReadFull(p.r, head); err != nil {
		t.Fatal(err)
	}
	if head[0]&flagLong != 0 {
		if _, err := io.ReadFull(p.r, head[2:9]); err != nil {
			t.Fatal(err)
		}
		head = head[:9]
	}
	flags, size, _ := frameHeader(head)
	body = make([]byte, size)
	if _, err := io.ReadFull(p.r, body); err != nil {
		t.Fatal(err)
	}
	return body, flags
}

// message reads one message.
func (p rawPeer) message(t testing.TB) (all [][]byte) {
	t.Helper()
	for {
		body, flags := p.frame(t)
		all = append(all, body)
		if flags&flagMore == 0 {
			return all
		}
	}
}

// ended waits until the other side closes.
func (p rawPeer) ended(t testing.TB) {
	t.Helper()
	if err := p.SetReadDeadline(time.Now().Add(patience)); err != nil { // the one of dialRaw may have passed meanwhile
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, p.r); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("the connection stays open: %v", err)
	}
}

func shortFrame(flags byte, body string) []byte {
	return append([]byte{flags, byte(len(body))}, body...)
}

func readyFrame(socketType string) []byte {
	return shortFrame(flagCommand, "\x05READY"+metadata("Socket-Type", socketType))
}

func metadata(name, value string) string {
	return string(byte(len(name))) + name + string(binary.BigEndian.AppendUint32(nil, uint32(len(value)))) + value
}

// bare is an endpoint with a zmq4 socket on it and no kernel.
func bare(t *testing.T, socket func(context.Context, ...zmq4.Option) zmq4.Socket, ep *endpoint) (zmq4.Socket, string) {
	t.Helper()
	if err := registerTransports(); err != nil {
		t.Fatal(err)
	}
	if ep.log == nil {
		ep.log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	s := socket(ep.within(ctx))
	if err := s.Listen("msrepl-tcp://127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, s.Addr().String()
}

// TestSilentConnection: zmq4 shakes hands inline, so one silent connection would keep out the next.
func TestSilentConnection(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	for _, beginning := range []string{"", "\xFF", string(greeting()[:12]), string(greeting()), string(greeting()) + "\x04"} {
		dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.ShellPort)).send(t, []byte(beginning))
	}
	late := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.ShellPort))
	late.shake(t, "DEALER")
	c.request("shell", "kernel_info_request", struct{}{})
}

// TestBadHandshakes: each is refused before zmq4 sees it; the truncated metadata would make it panic.
func TestBadHandshakes(t *testing.T) {
	with := func(at int, b byte) []byte { g := greeting(); g[at] = b; return g }
	tests := []struct {
		name  string
		parts [][]byte
	}{
		{"not ZMTP", [][]byte{[]byte("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nAccept: */*\r\n\r\n")}},
		{"ZMTP 2", [][]byte{with(10, 2)}},
		{"PLAIN security", [][]byte{with(12, 'P')}},
		{"bad server flag", [][]byte{with(32, 9)}},
		{"message instead of a command", [][]byte{greeting(), shortFrame(0, "\x05READY")}},
		{"endless READY", [][]byte{greeting(), {flagCommand | flagLong, 1, 0, 0, 0, 0, 0, 0, 0}}},
		{"other command", [][]byte{greeting(), shortFrame(flagCommand, "\x05HELLO")}},
		{"no socket type", [][]byte{greeting(), shortFrame(flagCommand, "\x05READY")}},
		{"wrong socket type", [][]byte{greeting(), readyFrame("SUB")}},
		{"name cut off", [][]byte{greeting(), shortFrame(flagCommand, "\x05READY\x0bSock")}},
		{"length cut off", [][]byte{greeting(), shortFrame(flagCommand, "\x05READY\x04Name\x00")}},
		{"value cut off", [][]byte{greeting(), shortFrame(flagCommand, "\x05READY\x04Name\x00\x00\x00\x09x")}},
		{"value of 4 GB", [][]byte{greeting(), shortFrame(flagCommand, "\x05READY\x04Name\xFF\xFF\xFF\xFFx")}},
		{"empty name", [][]byte{greeting(), shortFrame(flagCommand, "\x05READY\x00\x00\x00\x00\x00")}},
	}
	_, address := bare(t, zmq4.NewRouter, &endpoint{accepts: []string{"DEALER"}, maxQueue: defaultQueued})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := dialRaw(t, address)
			p.send(t, tt.parts...)
			p.ended(t)
		})
	}
	dialRaw(t, address).shake(t, "DEALER")
}

// TestFrameLength: zmq4 allocates what a header claims.
func TestFrameLength(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	for _, size := range []uint64{maxMessage + 1, 1 << 62, 1 << 63, 1<<64 - 1} {
		for name, port := range map[string]int{"DEALER": conn.ShellPort, "SUB": conn.IOPubPort} {
			p := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", port))
			p.shake(t, name)
			p.send(t, binary.BigEndian.AppendUint64([]byte{flagLong}, size))
			p.ended(t)
		}
	}
	c.request("shell", "kernel_info_request", struct{}{})
}

// FuzzReady: whatever passes our check, zmq4 parses.
func FuzzReady(f *testing.F) {
	f.Add([]byte("\x05READY" + metadata("Socket-Type", "DEALER") + metadata("Identity", "me")))
	f.Add([]byte("\x05READY" + metadata("Socket-Type", "DEALER") + "\x04Name\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if checkReady(body, []string{"DEALER"}) != nil {
			return
		}
		m := zmq4.Metadata{}
		if err := m.UnmarshalZMTP(body[len("\x05READY"):]); err != nil || m["Socket-Type"] != "DEALER" {
			t.Errorf("%q gives %v, %v", body, m, err)
		}
	})
}

// TestFrames feeds a stream in pieces of every size and looks where messages end and when one is too large.
func TestFrames(t *testing.T) {
	long := append(binary.BigEndian.AppendUint64([]byte{flagLong}, 300), make([]byte, 300)...)
	tests := []struct {
		name   string
		stream []byte
		limit  uint64
		want   string // count/size/command of each message
		tooBig bool
	}{
		{"one", shortFrame(0, "abc"), 0, "1/67/false", false},
		{"empty", shortFrame(0, ""), 0, "1/64/false", false},
		{"two in one message", append(shortFrame(flagMore, "abc"), shortFrame(0, "")...), 0, "2/131/false", false},
		{"long", long, 0, "1/364/false", false},
		{"long, then short", append(append([]byte(nil), long...), shortFrame(0, "x")...), 0, "1/364/false 1/65/false", false},
		{"command", shortFrame(flagCommand, "\x04PING"), 0, "1/69/true", false},
		{"within the limit", long, 364, "1/364/false", false},
		{"above the limit", long, 363, "", true},
		{"many empty frames", append(shortFrame(flagMore, ""), shortFrame(flagMore, "")...), 127, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for piece := 1; piece <= len(tt.stream); piece++ {
				var got []string
				f := frames{limit: tt.limit, message: func(m *frameRecord) {
					got = append(got, fmt.Sprintf("%d/%d/%v", m.count, m.size, m.command))
				}}
				var err error
				for rest := tt.stream; len(rest) > 0 && err == nil; rest = rest[min(piece, len(rest)):] {
					err = f.advance(rest[:min(piece, len(rest))])
				}
				if strings.Join(got, " ") != tt.want || (err != nil) != tt.tooBig || err == nil && !f.boundary() {
					t.Fatalf("in pieces of %d: %v, %v", piece, got, err)
				}
			}
		})
	}
}

// subscribeRaw connects a subscriber to everything.
func subscribeRaw(t testing.TB, address string) rawPeer {
	t.Helper()
	p := dialRaw(t, address)
	p.shake(t, "SUB")
	p.send(t, shortFrame(0, "\x01"))
	return p
}

// TestStalledSubscriber: zmq4 writes to all subscribers from one goroutine, and queues without limit.
func TestStalledSubscriber(t *testing.T) {
	subscribed := make(chan []byte, 8)
	ep := &endpoint{accepts: []string{"SUB"}, maxQueue: 4 << 20, onSubscribe: func(topic []byte) { subscribed <- topic }}
	pub, address := bare(t, zmq4.NewXPub, ep)
	stalled := subscribeRaw(t, address)
	good := subscribeRaw(t, address)
	<-subscribed
	<-subscribed
	const messages, size = 200, 256 << 10
	for i := range messages {
		if err := pub.SendMulti(zmq4.NewMsgFrom([]byte("topic"), make([]byte, size))); err != nil {
			t.Fatal(err)
		}
		if m := good.message(t); len(m) != 2 || len(m[1]) != size {
			t.Fatalf("message %d has %d frames", i, len(m))
		}
	}
	stalled.ended(t)
	// The writer takes bytes off its account only after the reader may have seen them.
	for end := time.Now().Add(10 * time.Second); ep.backlog() != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d bytes still wait", ep.backlog())
		}
	}
}

// TestSlowSubscriber: a client that reads, if slowly, is waited for; only one that does not is dropped.
func TestSlowSubscriber(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	p := subscribeRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.IOPubPort))
	for m := p.message(t); !strings.Contains(string(m[3]), `"iopub_welcome"`); { // from here on nothing may be missing
		m = p.message(t)
	}
	_ = c.sockets["iopub"].Close()
	const parts, size = 100, 1 << 20 // more than may wait for one peer
	var id string
	for range 2 { // one cell alone would be a flood
		id = c.send("shell", "execute_request", map[string]string{"code": strings.Repeat(fmt.Sprintf("repeat %d\n", size), parts/2)})
	}
	got := 0
	for idle := false; !idle; time.Sleep(2 * time.Millisecond) {
		m := p.message(t)
		if strings.Contains(string(m[3]), `"stream"`) {
			got += strings.Count(string(m[6]), "x")
		}
		idle = strings.Contains(string(m[4]), id) && strings.Contains(string(m[6]), `"idle"`)
	}
	if got < parts*size {
		t.Errorf("%d of %d bytes", got, parts*size)
	}
}

// TestStalledClient: zmq4's ROUTER writes under one lock without a deadline.
func TestStalledClient(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	stalled := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.ShellPort))
	stalled.shake(t, "DEALER")
	echoed := strings.Repeat("x", 4<<20) // is_complete would answer briefly, an unread history is long
	c.execute("value " + echoed)
	frames, err := c.session.encode(nil, "history_request", nil, map[string]any{"hist_access_type": "tail", "output": true})
	if err != nil {
		t.Fatal(err)
	}
	for range 4 { // 8 MB each: more than the network holds
		for i, f := range frames {
			flags := byte(flagLong | flagMore)
			if i == len(frames)-1 {
				flags = flagLong
			}
			stalled.send(t, binary.BigEndian.AppendUint64([]byte{flags}, uint64(len(f))), f)
		}
	}
	for range 20 {
		c.request("shell", "kernel_info_request", struct{}{})
	}
}

// TestLastMessages: zmq4 loses what its PUB socket has not sent when the process ends.
func TestLastMessages(t *testing.T) {
	for range 20 {
		c := startKernel(t, tcpConnection(t, ""))
		c.execute("count 20000")
		c.send("control", "shutdown_request", map[string]bool{"restart": false})
		c.until("iopub", func(m received) bool {
			return m.header.MsgType == "status" && m.content["execution_state"] == "idle" && m.parent.MsgType == "shutdown_request"
		})
		c.cancel()
	}
}

// TestWelcome: zmq4 hands no subscription to the program.
func TestWelcome(t *testing.T) {
	conn := tcpConnection(t, "")
	startKernel(t, conn)
	for _, topic := range []string{"", "stream", "é\x00"} {
		p := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.IOPubPort))
		p.shake(t, "SUB")
		p.send(t, shortFrame(0, "\x01"+topic))
		m := p.message(t)
		want, err := json.Marshal(map[string]string{"subscription": topic})
		if err != nil {
			t.Fatal(err)
		}
		if string(m[0]) != topic || !strings.Contains(string(m[3]), `"iopub_welcome"`) || string(m[4]) != "{}" || string(m[6]) != string(want) {
			t.Errorf("topic %q: %q", topic, m)
		}
	}
}

// TestHeartbeat: zmq4's REP ends at a message without delimiter.
func TestHeartbeat(t *testing.T) {
	conn := tcpConnection(t, "key")
	c := startKernel(t, conn)
	p := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.HBPort))
	p.shake(t, "DEALER")
	for _, m := range []string{"no delimiter", "", "\xFF\x00"} {
		p.send(t, shortFrame(0, m))
		if got := p.message(t); len(got) != 1 || string(got[0]) != m {
			t.Errorf("%q comes back as %q", m, got)
		}
	}
	busy := c.send("shell", "execute_request", map[string]string{"code": "wait"})
	for i := range 5 {
		ping := fmt.Sprint("ping ", i)
		if err := c.sockets["hb"].Send(zmq4.NewMsgString(ping)); err != nil {
			t.Fatal(err)
		}
		if m, err := c.sockets["hb"].Recv(); err != nil || string(m.Bytes()) != ping {
			t.Errorf("%q, %v", m.Bytes(), err)
		}
	}
	c.untilRunning()
	c.request("control", "interrupt_request", struct{}{})
	c.finish(busy, true)
}

// TestIPC: a socket file that a dead kernel left makes zmq4 fail.
func TestIPC(t *testing.T) {
	dir := t.TempDir()
	conn := connection{
		Transport: "ipc", IP: filepath.Join(dir, "k"), Key: "key", SignatureScheme: "hmac-sha256",
		ShellPort: 1, ControlPort: 2, StdinPort: 3, IOPubPort: 4, HBPort: 5,
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: conn.IP + "-1", Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(conn.IP + "-1"); err != nil {
		t.Fatal("no stale file to test with")
	}
	c := startKernel(t, conn)
	if got := summary(c.execute("print a").iopub); got != `busy execute_input stdout("a\n") idle` {
		t.Error(got)
	}
}

func TestEndpointAddress(t *testing.T) {
	tests := []struct {
		transport, ip string
		want          string // "" expects an error
	}{
		{"tcp", "127.0.0.1", "msrepl-tcp://127.0.0.1:7"},
		{"tcp", "*", "msrepl-tcp://*:7"},
		{"tcp", "::1", "msrepl-tcp://[::1]:7"},
		{"ipc", "/tmp/k", "msrepl-ipc:///tmp/k-7"},
		{"udp", "127.0.0.1", ""},
	}
	for _, tt := range tests {
		if got, err := endpointAddress(tt.transport, tt.ip, 7); got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s %s: %q, %v", tt.transport, tt.ip, got, err)
		}
	}
}
