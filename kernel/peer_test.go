//go:build unix

package kernel

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"
)

// connected returns a peer whose goroutine does not run, and the client at its other end.
func connected(t *testing.T, ep *endpoint) (p *peer, client net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if client, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	if err := client.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	ep.maxQueue, ep.log = 1<<30, slog.New(slog.DiscardHandler)
	p = &peer{Conn: conn, ep: ep}
	p.wake.L = &p.mu
	if p.raw, err = conn.(*net.TCPConn).SyscallConn(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p, client
}

// TestSendNow: what the network takes at once goes out without the peer's goroutine, which does not run
// here; the rest waits for it, and Write for nobody.
func TestSendNow(t *testing.T) {
	p, client := connected(t, &endpoint{})
	read := func(want []byte) {
		t.Helper()
		got := make([]byte, len(want))
		if _, err := io.ReadFull(client, got); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("read %d bytes that are wrong, or %v", len(got), err)
		}
	}
	write := func(m []byte) {
		t.Helper()
		if _, err := p.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	write(shortFrame(0, "hello"))
	read(shortFrame(0, "hello"))
	var all []byte
	for i := 0; len(p.queue) == 0; i++ { // until the client's and the kernel's buffers are full
		m := shortFrame(0, string(bytes.Repeat([]byte{byte(i)}, 200)))
		all = append(all, m...)
		write(m)
	}
	write(shortFrame(0, "last"))
	go p.write()
	read(append(all, shortFrame(0, "last")...))
}

// TestJoined: while the PUB socket is about to send more, a peer that gets everything keeps what it has,
// up to a limit, so that the client wakes once. One that gets a choice of topics does not, for the next
// message may not be for it.
func TestJoined(t *testing.T) {
	tests := []struct {
		name      string
		published int64    // messages that the socket was given, of which this is the first
		read      []string // subscriptions, with 1, and their ends, with 0
		repeat    int
		waits     bool
	}{
		{"the last", 1, []string{"\x01"}, 1, false},
		{"not the last", 2, []string{"\x01"}, 1, true},
		{"not the last, but the next may not be for it", 2, []string{"\x01stream"}, 1, false},
		{"everything and a topic", 2, []string{"\x01", "\x01stream"}, 1, true},
		{"everything no longer", 2, []string{"\x01", "\x00"}, 1, false},
		{"a topic no longer", 2, []string{"\x01", "\x01stream", "\x00stream"}, 1, true},
		{"enough", 1 << 30, []string{"\x01"}, joinedBytes / 64, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ep := &endpoint{tap: newTap()}
			p, client := connected(t, ep)
			ep.published.Store(tt.published)
			ep.tap.seen.Store(1)
			for _, s := range tt.read {
				p.noteSubscription(&frameRecord{count: 1, start: []byte(s)})
				p.reportSubscriptions()
			}
			var all []byte
			for range tt.repeat {
				m := shortFrame(0, string(make([]byte, 62)))
				all = append(all, m...)
				if _, err := p.Write(m); err != nil {
					t.Fatal(err)
				}
			}
			if waits := len(p.queue) > 0; waits != tt.waits {
				t.Fatalf("%d bytes wait", len(p.queue))
			}
			ep.tap.seen.Store(tt.published)
			last := shortFrame(0, "last")
			if _, err := p.Write(last); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(all)+len(last))
			if _, err := io.ReadFull(client, got); err != nil || !bytes.Equal(got, append(all, last...)) {
				t.Errorf("%d bytes that are wrong, or %v", len(got), err)
			}
		})
	}
}

// TestJoinedEnds: what waits for the next message goes out when that one is no longer for the peer.
func TestJoinedEnds(t *testing.T) {
	ep := &endpoint{tap: newTap()}
	p, client := connected(t, ep)
	p.getsAll(true)
	ep.published.Store(1)
	m := shortFrame(0, "m")
	if _, err := p.Write(m); err != nil || len(p.queue) == 0 {
		t.Fatal(len(p.queue), err)
	}
	p.noteSubscription(&frameRecord{count: 1, start: []byte{0}})
	if _, err := io.ReadFull(client, make([]byte, len(m))); err != nil {
		t.Error(err)
	}
}
