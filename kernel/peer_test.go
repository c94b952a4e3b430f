//go:build unix

package kernel

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
)

// connected returns a peer whose goroutine does not run, and the client at its other end.
func connected(t *testing.T) (p *peer, client net.Conn) {
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
	if err := client.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	p = newPeer(conn, &socket{maxQueue: 1 << 30, log: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { _ = p.Close() })
	return p, client
}

// TestSendNow: what the network takes at once goes out without the peer's goroutine, which does not run
// here; the rest waits for it, and send for nobody.
func TestSendNow(t *testing.T) {
	p, client := connected(t)
	read := func(want []byte) {
		t.Helper()
		got := make([]byte, len(want))
		if _, err := io.ReadFull(client, got); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("read %d bytes that are wrong, or %v", len(got), err)
		}
	}
	p.send(nil, [][]byte{[]byte("hello")}, [][]byte{[]byte("two"), make([]byte, 300)})
	read(slices.Concat(shortFrame(0, "hello"), shortFrame(flagMore, "two"), []byte{flagLong, 0, 0, 0, 0, 0, 0, 1, 44}, make([]byte, 300)))
	var all []byte
	for i := 0; len(p.queue) == 0; i++ { // until the client's and the kernel's buffers are full
		m := bytes.Repeat([]byte{byte(i)}, 200)
		all = append(all, shortFrame(0, string(m))...)
		p.send(nil, [][]byte{m})
	}
	p.send(nil, [][]byte{[]byte("last")})
	go p.write()
	read(append(all, shortFrame(0, "last")...))
}

// TestTopics: a subscriber gets what it has asked for, and as often as it has asked it must take it back.
func TestTopics(t *testing.T) {
	tests := []struct {
		name string
		sent []string // subscriptions, with 1, and their ends, with 0
		want string   // the messages that come, of the topics stream and status
	}{
		{"nothing", nil, ""},
		{"everything", []string{"\x01"}, "stream status"},
		{"a topic", []string{"\x01stream"}, "stream"},
		{"a beginning", []string{"\x01st"}, "stream status"},
		{"more than a topic", []string{"\x01streams"}, ""},
		{"everything and a topic", []string{"\x01", "\x01stream"}, "stream status"},
		{"everything no longer", []string{"\x01", "\x01stream", "\x00"}, "stream"},
		{"twice", []string{"\x01stream", "\x01stream", "\x00stream"}, "stream"},
		{"twice and back", []string{"\x01stream", "\x01stream", "\x00stream", "\x00stream"}, ""},
		{"never asked for", []string{"\x00stream", "\x01stream"}, "stream"},
		{"no subscription", []string{"\x02stream", ""}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, client := connected(t)
			for _, s := range tt.sent {
				topic, entered := p.subscribe([][]byte{[]byte(s)})
				if wanted := s != "" && s[0] == 1; entered != wanted || wanted && string(topic) != s[1:] {
					t.Errorf("%q: %q, %v", s, topic, entered)
				}
			}
			p.subscribe([][]byte{{1}, {1}}) // two frames are none
			p.send(p.wants, [][]byte{[]byte("stream")}, [][]byte{[]byte("status")})
			p.send(nil, [][]byte{[]byte("end")})
			var want []byte
			for _, m := range append(strings.Fields(tt.want), "end") {
				want = append(want, shortFrame(0, m)...)
			}
			got := make([]byte, len(want))
			if _, err := io.ReadFull(client, got); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// TestTooManyTopics: a peer that subscribes without end is dropped.
func TestTooManyTopics(t *testing.T) {
	p, _ := connected(t)
	for i := 0; !p.closed; i++ {
		if p.subscribe([][]byte{fmt.Appendf(nil, "\x01%d", i)}); i > maxTopics/topicCost {
			t.Fatal("it is still there")
		}
	}
}
