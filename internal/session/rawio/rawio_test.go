//go:build unix

package rawio

import (
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

// pair returns two ends of a connection.
func pair(t *testing.T) (a, b *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	out, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	in, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		out.Close()
		in.Close()
	})
	return out.(*net.TCPConn), in.(*net.TCPConn)
}

func control(t *testing.T, c *net.TCPConn, f func(fd uintptr)) {
	t.Helper()
	raw, err := c.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Control(f); err != nil {
		t.Fatal(err)
	}
}

func TestConn(t *testing.T) {
	a, b := pair(t)
	raw, err := b.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 8)
	control(t, b, func(fd uintptr) {
		if n, err := Read(fd, buf); n != 0 || !errors.Is(err, syscall.EAGAIN) {
			t.Errorf("Read of nothing = %d, %v", n, err)
		}
	})
	time.AfterFunc(10*time.Millisecond, func() {
		control(t, a, func(fd uintptr) {
			if n, err := Write(fd, []byte("hello")); n != 5 || err != nil {
				t.Errorf("Write = %d, %v", n, err)
			}
		})
		a.CloseWrite()
	})
	if got, err := io.ReadAll(Conn{raw}); string(got) != "hello" || err != nil {
		t.Errorf("ReadAll = %q, %v", got, err)
	}
	control(t, b, func(fd uintptr) {
		n, err := 1, error(nil)
		for n > 0 && err == nil { // until nobody takes any more
			n, err = Write(fd, make([]byte, 1<<20))
		}
		if n != 0 || !errors.Is(err, syscall.EAGAIN) {
			t.Errorf("Write of too much = %d, %v", n, err)
		}
	})
	b.Close()
	if _, err := (Conn{raw}).Read(buf); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Read after Close: %v", err)
	}
}
