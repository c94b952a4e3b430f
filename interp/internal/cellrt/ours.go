package cellrt

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// The packages of the module, and those of them that run cells, in which runtime errors belong to the cells.
const (
	modulePath  = "github.com/msrepl/msrepl/"
	sessionPath = modulePath + "interp"
	machineCall = sessionPath + "/internal/vm.(*Machine)."
)

// Ours converts a panic value of compiled Go. An index out of range in a package of this module is a bug there, as
// these check their arguments, and must not be reported as an error of the cell. It must be called by a deferred
// function during the panic, while the failed calls are still on the stack.
func Ours(v any) any {
	err, ok := v.(runtime.Error)
	if !ok || !strings.Contains(err.Error(), "out of range") {
		return v
	}
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	var at runtime.Frame // position of the first panic, which others may have passed on
	for panicking := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking, at = true, runtime.Frame{}
		case at.Function == "" && panicking && !strings.HasPrefix(f.Function, "runtime."):
			at = f
		}
		if !more || at.Function != "" && strings.HasPrefix(f.Function, machineCall) {
			break
		}
	}
	if !strings.HasPrefix(at.Function, modulePath) || strings.HasPrefix(at.Function, sessionPath) {
		return v
	}
	return &Fault{"InternalError", fmt.Sprintf("%s; this is a fault of msrepl in %s (%s:%d), please report it",
		strings.TrimPrefix(err.Error(), "runtime error: "), path.Base(at.Function), path.Base(at.File), at.Line)}
}
