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

// TestSendNow: what the network takes at once goes out without the peer's goroutine, which does not run
// here; the rest waits for it, and Write for nobody.
func TestSendNow(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{Conn: conn, ep: &endpoint{maxQueue: 1 << 30, log: slog.New(slog.DiscardHandler)}}
	p.wake.L = &p.mu
	p.raw, err = conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := client.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
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
