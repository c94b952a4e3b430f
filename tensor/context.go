package tensor

import (
	"log/slog"
	"sync"
)

// MindSpore's modes for [SetContext].
const (
	GraphMode    = 0
	PyNativeMode = 1
)

// SetContext does nothing and prints once that it is not needed: ops run immediately, on the CPU. It takes the same
// settings as mindspore.set_context.
func SetContext(...any) {
	contextOnce.Do(func() { slog.Warn("SetContext is not needed: " + runsAtOnce) })
}

// Jit returns fn and prints once that it is not needed: functions and cells are already compiled. In cells Jit(f) has
// the type of f. Options are ignored: mindspore.jit.
func Jit(fn any, _ ...any) any {
	jitOnce.Do(func() { slog.Warn("Jit is not needed: " + compiledAlready) })
	return fn
}

const (
	runsAtOnce      = "ops run at once, on this processor."
	compiledAlready = "functions and cells are compiled already, so the function itself is returned."
)

var contextOnce, jitOnce sync.Once
