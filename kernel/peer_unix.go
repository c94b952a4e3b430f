//go:build unix

package kernel

import (
	"io"
	"net"
	"syscall"

	"github.com/msrepl/msrepl/internal/session/rawio"
)

// reader returns a reader for a connection with as little overhead as possible.
func reader(conn net.Conn, raw syscall.RawConn) io.Reader {
	if raw == nil {
		return conn
	}
	return rawio.Conn{RawConn: raw}
}

// sendNow writes as much of b as possible without blocking, and returns the number of bytes. No goroutine has to be
// woken. It returns 0 if the connection has failed; the goroutine that waits for it finds the error.
func sendNow(conn syscall.RawConn, b []byte) (n int) {
	err := conn.Write(func(fd uintptr) bool {
		n, _ = rawio.Write(fd, b)
		return true
	})
	if err != nil {
		return 0
	}
	return n
}
