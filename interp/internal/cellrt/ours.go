package cellrt

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// The packages of the module, and those of them that run cells, where errors of the runtime are the cells'.
const (
	modulePath  = "github.com/msrepl/msrepl/"
	sessionPath = modulePath + "interp"
	machineCall = sessionPath + "/internal/vm.(*Machine)."
)

// Ours returns what compiled Go has panicked with. An index out of range in packages of ours is a fault of theirs, as
// they check what they are given, and must not read like one of the cell. It is called by a deferred function while
// the panic lasts, so that the calls that have failed are still there.
func Ours(v any) any {
	err, ok := v.(runtime.Error)
	if !ok || !strings.Contains(err.Error(), "out of range") {
		return v
	}
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	var at runtime.Frame // where the first panic was, which others may have passed on
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
