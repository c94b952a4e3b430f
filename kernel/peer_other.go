//go:build !unix

package kernel

import (
	"io"
	"net"
	"syscall"
)

func reader(conn net.Conn, _ syscall.RawConn) io.Reader { return conn }

// sendNow returns 0: this system has no write that does not block.
func sendNow(syscall.RawConn, []byte) int { return 0 }
