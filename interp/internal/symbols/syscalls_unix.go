//go:build unix

package symbols

import (
	"go/constant"
	"go/token"
	"reflect"
	"syscall"
)

// addSystem adds what only Unix systems have.
func addSystem(t map[string]reflect.Value) {
	number := func(n int64) reflect.Value {
		return reflect.ValueOf(constant.ToInt(constant.MakeFromLiteral(constant.MakeInt64(n).ExactString(), token.INT, 0)))
	}
	for name, s := range map[string]syscall.Signal{
		"SIGCHLD": syscall.SIGCHLD, "SIGCONT": syscall.SIGCONT, "SIGSTOP": syscall.SIGSTOP, "SIGTSTP": syscall.SIGTSTP,
		"SIGUSR1": syscall.SIGUSR1, "SIGUSR2": syscall.SIGUSR2, "SIGWINCH": syscall.SIGWINCH,
	} {
		t[name] = reflect.ValueOf(s)
	}
	t["Getegid"], t["Geteuid"] = reflect.ValueOf(syscall.Getegid), reflect.ValueOf(syscall.Geteuid)
	t["Getrusage"], t["Rusage"] = reflect.ValueOf(syscall.Getrusage), reflect.ValueOf((*syscall.Rusage)(nil))
	t["Kill"], t["Umask"] = reflect.ValueOf(syscall.Kill), reflect.ValueOf(syscall.Umask)
	t["Timeval"], t["Timespec"] = reflect.ValueOf((*syscall.Timeval)(nil)), reflect.ValueOf((*syscall.Timespec)(nil))
	t["Stat_t"], t["WaitStatus"] = reflect.ValueOf((*syscall.Stat_t)(nil)), reflect.ValueOf((*syscall.WaitStatus)(nil))
	t["RUSAGE_SELF"], t["RUSAGE_CHILDREN"] = number(syscall.RUSAGE_SELF), number(syscall.RUSAGE_CHILDREN)
}
