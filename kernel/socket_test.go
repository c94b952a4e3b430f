package kernel

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
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

// greeting is that of a peer of our version of ZMTP.
func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[9], g[10] = 0xFF, 0x7F, 3
	copy(g[12:32], "NULL")
	return g
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

// listening binds a socket of no kernel.
func listening(t testing.TB, s *socket) (address string) {
	t.Helper()
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.onMessage == nil {
		s.onMessage = func(*peer, [][]byte) work { return nil }
	}
	if err := s.listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.close(0) })
	return s.listener.Addr().String()
}

// TestSilentConnection: where a socket shakes hands with one peer after the other, one silent connection would keep
// out the next.
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

// TestBadHandshakes: each is refused, also the metadata at which zmq4 panics.
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
	address := listening(t, &socket{pattern: zmq4.Router, maxQueue: defaultQueued})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := dialRaw(t, address)
			p.send(t, tt.parts...)
			p.ended(t)
		})
	}
	dialRaw(t, address).shake(t, "DEALER")
}

// TestEndDuringHandshake: a socket that is closed while a peer shakes hands has not refused it.
func TestEndDuringHandshake(t *testing.T) {
	for _, beginning := range [][]byte{nil, greeting()[:12], greeting()} {
		log := &logBuffer{}
		s := &socket{pattern: zmq4.Router, maxQueue: defaultQueued, log: slog.New(slog.NewTextHandler(log, nil))}
		listening(t, s)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		dialRaw(t, l.Addr().String()).send(t, beginning)
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		p, served := newPeer(conn, s), make(chan bool)
		go func() {
			s.serve(p)
			close(served)
		}()
		for len(s.connected()) == 0 {
			time.Sleep(time.Millisecond)
		}
		s.close(0)
		<-served
		if said := log.String(); said != "" {
			t.Errorf("after %d bytes the log says %s", len(beginning), said)
		}
	}
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

// FuzzPeer: whatever a peer sends, its connection ends when it leaves, and others get in.
func FuzzPeer(f *testing.F) {
	f.Add(slices.Concat(greeting(), readyFrame("DEALER"), shortFrame(flagMore, "a"), shortFrame(0, "b")))
	f.Add(slices.Concat(greeting(), shortFrame(flagCommand, "\x05READY\x04Name\x00")))
	f.Add(slices.Concat(greeting(), readyFrame("DEALER"), shortFrame(flagCommand, ""), shortFrame(flagCommand, "\x04PING")))
	s := &socket{pattern: zmq4.Router, maxQueue: defaultQueued}
	address := listening(f, s)
	f.Fuzz(func(t *testing.T, sent []byte) {
		p := dialRaw(t, address)
		p.send(t, sent)
		if err := p.Conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		p.ended(t)
		dialRaw(t, address).shake(t, "DEALER")
	})
}

// TestLimiter feeds messages in pieces of every size and looks where one is too large.
func TestLimiter(t *testing.T) {
	long := append(binary.BigEndian.AppendUint64([]byte{flagLong}, 300), make([]byte, 300)...)
	tests := []struct {
		name   string
		stream []byte
		max    uint64
		most   int // bytes that pass, -1 for all
	}{
		{"one", shortFrame(0, "abc"), 67, -1},
		{"empty", shortFrame(0, ""), 64, -1},
		{"two frames", append(shortFrame(flagMore, "abc"), shortFrame(0, "")...), 131, -1},
		{"two frames that are one too large", append(shortFrame(flagMore, "abc"), shortFrame(0, "")...), 130, 5 + 1},
		{"two messages", append(append([]byte(nil), long...), shortFrame(0, "x")...), 364, -1},
		{"command", shortFrame(flagCommand, "\x04PING"), 69, -1},
		{"long", long, 363, 8},
		{"2⁶⁴ bytes", bytes.Repeat([]byte{0xFF}, 9), 1 << 60, 8},
		{"many empty frames", append(shortFrame(flagMore, ""), shortFrame(flagMore, "")...), 127, 2 + 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for piece := 1; piece <= len(tt.stream); piece++ {
				l := limiter{max: tt.max, skip: 3}
				passed, rest := 0, append([]byte("\xFF\xFF\xFF"), tt.stream...)
				for len(rest) > 0 && l.advance(rest[:min(piece, len(rest))]) == nil {
					passed += min(piece, len(rest))
					rest = rest[min(piece, len(rest)):]
				}
				passed -= 3
				switch {
				case tt.most < 0 && len(rest) > 0:
					t.Fatalf("in pieces of %d: stops after %d bytes", piece, passed)
				case tt.most >= 0 && (passed > tt.most || passed+piece <= tt.most):
					t.Fatalf("in pieces of %d: %d bytes pass, at most %d should", piece, passed, tt.most)
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

// TestStalledSubscriber: one that does not read neither holds up the others nor fills the memory.
func TestStalledSubscriber(t *testing.T) {
	subscribed := make(chan []byte, 8)
	pub := &socket{pattern: zmq4.XPub, maxQueue: 4 << 20, onMessage: func(p *peer, m [][]byte) work {
		topic, _ := p.subscribe(m)
		subscribed <- topic
		return nil
	}}
	address := listening(t, pub)
	stalled := subscribeRaw(t, address)
	good := subscribeRaw(t, address)
	<-subscribed
	<-subscribed
	const messages, size = 200, 256 << 10
	for i := range messages {
		pub.publish([][]byte{[]byte("topic"), make([]byte, size)})
		if m := good.message(t); len(m) != 2 || len(m[1]) != size {
			t.Fatalf("message %d has %d frames", i, len(m))
		}
	}
	stalled.ended(t)
	// The writer takes bytes off its account only after the reader may have seen them.
	for end := time.Now().Add(patience); pub.backlog() != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d bytes still wait", pub.backlog())
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

// TestStalledClient: one that does not read its replies does not keep others from theirs.
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

// TestLastMessages: what is queued arrives although the process ends.
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

// TestWelcome: each subscription is answered.
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

// TestHeartbeat: any message comes back, also one without delimiter, at which a REP ends.
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
	c.interrupt(busy, true)
}

// TestIPC: a socket file that a dead kernel left is in nobody's way.
func TestIPC(t *testing.T) {
	dir := testenv.ShortDir(t)
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

func TestListenAddress(t *testing.T) {
	tests := []struct {
		transport, ip string
		want          string // "" expects an error
	}{
		{"tcp", "127.0.0.1", "tcp 127.0.0.1:7"},
		{"tcp", "*", "tcp :7"},
		{"tcp", "::1", "tcp [::1]:7"},
		{"tcp", "[::1]", "tcp [::1]:7"},
		{"ipc", "/tmp/k", "unix /tmp/k-7"},
		{"udp", "127.0.0.1", ""},
	}
	for _, tt := range tests {
		network, address, err := listenAddress(tt.transport, tt.ip, 7)
		if got := strings.TrimSpace(network + " " + address); got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s %s: %q, %v", tt.transport, tt.ip, got, err)
		}
	}
}

// TestReconnect: replies go to the last connection of an identity, as the old one may be dead without knowing.
func TestReconnect(t *testing.T) {
	s := &socket{pattern: zmq4.Router, maxQueue: defaultQueued}
	s.onMessage = func(p *peer, m [][]byte) work {
		s.sendTo(p.identity, m)
		return nil
	}
	address := listening(t, s)
	named := shortFrame(flagCommand, "\x05READY"+metadata("Socket-Type", "DEALER")+metadata("Identity", "me"))
	var old rawPeer
	for i := range 3 {
		p := dialRaw(t, address)
		p.send(t, greeting(), named, shortFrame(0, fmt.Sprint(i)))
		if _, err := io.ReadFull(p.r, make([]byte, greetingSize)); err != nil {
			t.Fatal(err)
		}
		p.frame(t) // READY
		if m := p.message(t); string(m[0]) != fmt.Sprint(i) {
			t.Errorf("%q instead of %d", m, i)
		}
		if i > 0 {
			old.send(t, shortFrame(0, "from the old one"))
			if m := p.message(t); string(m[0]) != "from the old one" {
				t.Errorf("%q", m)
			}
		}
		old = p
	}
}
