package symbols

import (
	"reflect"
	"syscall"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// syscalls returns the part of package syscall that ordinary programs use on all systems: signals, errors, and
// functions that os has under another name. Raw system calls are left out.
func syscalls() gotypes.Exports {
	t := map[string]reflect.Value{
		"Conn":     reflect.ValueOf((*syscall.Conn)(nil)),
		"Errno":    reflect.ValueOf((*syscall.Errno)(nil)),
		"RawConn":  reflect.ValueOf((*syscall.RawConn)(nil)),
		"Signal":   reflect.ValueOf((*syscall.Signal)(nil)),
		"Clearenv": reflect.ValueOf(syscall.Clearenv),
		"Environ":  reflect.ValueOf(syscall.Environ),
		"Getenv":   reflect.ValueOf(syscall.Getenv),
		"Getgid":   reflect.ValueOf(syscall.Getgid),
		"Getpid":   reflect.ValueOf(syscall.Getpid),
		"Getppid":  reflect.ValueOf(syscall.Getppid),
		"Getuid":   reflect.ValueOf(syscall.Getuid),
		"Setenv":   reflect.ValueOf(syscall.Setenv),
		"Unsetenv": reflect.ValueOf(syscall.Unsetenv),

		"Getpagesize": reflect.ValueOf(syscall.Getpagesize),
		"SysProcAttr": reflect.ValueOf((*syscall.SysProcAttr)(nil)),
	}
	for name, s := range map[string]syscall.Signal{
		"SIGABRT": syscall.SIGABRT, "SIGALRM": syscall.SIGALRM, "SIGBUS": syscall.SIGBUS, "SIGFPE": syscall.SIGFPE,
		"SIGHUP": syscall.SIGHUP, "SIGILL": syscall.SIGILL, "SIGINT": syscall.SIGINT, "SIGKILL": syscall.SIGKILL,
		"SIGPIPE": syscall.SIGPIPE, "SIGQUIT": syscall.SIGQUIT, "SIGSEGV": syscall.SIGSEGV, "SIGTERM": syscall.SIGTERM,
		"SIGTRAP": syscall.SIGTRAP,
	} {
		t[name] = reflect.ValueOf(s)
	}
	for name, e := range map[string]syscall.Errno{
		"EACCES": syscall.EACCES, "EAGAIN": syscall.EAGAIN, "EBADF": syscall.EBADF, "EBUSY": syscall.EBUSY,
		"ECONNREFUSED": syscall.ECONNREFUSED, "ECONNRESET": syscall.ECONNRESET, "EEXIST": syscall.EEXIST,
		"EINTR": syscall.EINTR, "EINVAL": syscall.EINVAL, "EIO": syscall.EIO, "EISDIR": syscall.EISDIR,
		"EMFILE": syscall.EMFILE, "ENOENT": syscall.ENOENT, "ENOMEM": syscall.ENOMEM, "ENOSPC": syscall.ENOSPC,
		"ENOSYS": syscall.ENOSYS, "ENOTDIR": syscall.ENOTDIR, "ENOTEMPTY": syscall.ENOTEMPTY, "ENOTSUP": syscall.ENOTSUP,
		"EPERM": syscall.EPERM, "EPIPE": syscall.EPIPE, "ESRCH": syscall.ESRCH, "ETIMEDOUT": syscall.ETIMEDOUT,
		"EADDRINUSE": syscall.EADDRINUSE, "EHOSTUNREACH": syscall.EHOSTUNREACH, "EXDEV": syscall.EXDEV,
	} {
		t[name] = reflect.ValueOf(e)
	}
	addSystem(t)
	return gotypes.Exports{"syscall/syscall": t}
}
