package rawio

import (
	"io"
	"syscall"
	"unsafe"
)

func read(fd uintptr, b []byte) (int, error)  { return call(syscall.SYS_READ, fd, b) }
func write(fd uintptr, b []byte) (int, error) { return call(syscall.SYS_WRITE, fd, b) }

func call(number, fd uintptr, b []byte) (int, error) {
	for {
		switch n, _, errno := syscall.RawSyscall(number, fd, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b))); {
		case errno == syscall.EINTR:
		case errno != 0:
			return 0, errno
		case n == 0 && number == syscall.SYS_READ:
			return 0, io.EOF
		default:
			return int(n), nil
		}
	}
}

// Wake wakes the runtime's monitor, as any ordinary system call does. Otherwise no goroutine is preempted: code that
// runs users' code after calls of this package must wake the monitor first.
func Wake() { _, _, _ = syscall.Syscall(syscall.SYS_GETPID, 0, 0, 0) }
