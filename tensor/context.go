package tensor

import (
	"log/slog"
	"sync"
)

// Modes of [SetContext], as MindSpore has them.
const (
	GraphMode    = 0
	PyNativeMode = 1
)

// SetContext does nothing, and says once that it is not needed: ops run at once, on this processor. It takes whatever
// mindspore.set_context does.
func SetContext(...any) {
	contextOnce.Do(func() { slog.Warn("SetContext is not needed: " + runsAtOnce) })
}

// Jit returns fn, and says once that it is not needed: functions and cells are compiled already. In cells Jit(f) has
// the type of f. mindspore.jit; options are not looked at.
func Jit(fn any, _ ...any) any {
	jitOnce.Do(func() { slog.Warn("Jit is not needed: " + compiledAlready) })
	return fn
}

const (
	runsAtOnce      = "ops run at once, on this processor."
	compiledAlready = "functions and cells are compiled already, so the function itself is returned."
)

var contextOnce, jitOnce sync.Once
