//go:build unix

package kernel

import "syscall"

// sendNow hands the network as much of b as it takes at once, and returns how much that was. Nobody
// has to be woken for that. A connection that has failed takes nothing; who waits for it finds out.
func sendNow(conn syscall.RawConn, b []byte) (n int) {
	err := conn.Write(func(fd uintptr) bool {
		n, _ = syscall.Write(int(fd), b)
		return true
	})
	if err != nil {
		return 0
	}
	return max(n, 0)
}
