//go:build unix && !linux

package rawio

import (
	"errors"
	"io"
	"syscall"
)

func read(fd uintptr, b []byte) (int, error) {
	for {
		switch n, err := syscall.Read(int(fd), b); {
		case errors.Is(err, syscall.EINTR):
		case n == 0 && err == nil:
			return 0, io.EOF
		default:
			return max(n, 0), err
		}
	}
}

func write(fd uintptr, b []byte) (int, error) {
	n, err := syscall.Write(int(fd), b)
	return max(n, 0), err
}
