//go:build !unix

package kernel

import (
	"io"
	"net"
	"syscall"
)

func reader(conn net.Conn, _ syscall.RawConn) io.Reader { return conn }

// sendNow passes nothing where that cannot be done without waiting.
func sendNow(syscall.RawConn, []byte) int { return 0 }
