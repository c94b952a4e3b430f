//go:build unix

package kernel

import (
	"io"
	"net"
	"syscall"

	"github.com/msrepl/msrepl/internal/session/rawio"
)

// reader reads from a connection with as little ado as can be.
func reader(conn net.Conn, raw syscall.RawConn) io.Reader {
	if raw == nil {
		return conn
	}
	return rawio.Conn{RawConn: raw}
}

// sendNow hands the network as much of b as it takes at once, and returns how much that was. Nobody
// has to be woken for that. A connection that has failed takes nothing; who waits for it finds out.
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
