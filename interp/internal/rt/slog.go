package rt

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"sync"

	"github.com/msrepl/msrepl/internal/bridge"
)

// Package slog finds LogValue, by which values hide what must not be printed, in compiled types only. Handlers are
// given values that have it, whichever way the values have come.

type logValuer struct {
	value any
	call  func(args ...any) []reflect.Value
}

// LogValue implements slog.LogValuer.
func (l logValuer) LogValue() slog.Value {
	v, ok := l.call()[0].Interface().(slog.Value)
	if !ok {
		return slog.StringValue("")
	}
	return loggable(v)
}

// Unboxed implements bridge.Boxed.
func (l logValuer) Unboxed() any { return l.value }

// Format implements fmt.Formatter, for handlers that print a value as it is.
func (l logValuer) Format(f fmt.State, verb rune) {
	format(bridge.ValueOf(canonical(l.value)), f, verb)
}

// LogValuer returns a value with the method LogValue that a cell declares for it.
func LogValuer(x any) any {
	if _, is := x.(slog.LogValuer); is {
		return x
	}
	if t, ok := x.(*texted); ok {
		x = t.value
	}
	if call, ok := optional(x, "LogValue"); ok {
		return logValuer{x, call}
	}
	return x
}

// LogValues is LogValuer for a list of values.
func LogValues(list []any) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = LogValuer(x)
	}
	return out
}

// loggable is LogValuer for what a value of package slog holds.
func loggable(v slog.Value) slog.Value {
	switch v.Kind() {
	case slog.KindAny:
		if l, ok := LogValuer(v.Any()).(logValuer); ok {
			return slog.AnyValue(l)
		}
	case slog.KindGroup:
		attrs := v.Group()
		out := make([]slog.Attr, len(attrs))
		for i, a := range attrs {
			out[i] = slog.Attr{Key: a.Key, Value: loggable(a.Value)}
		}
		return slog.GroupValue(out...)
	}
	return v
}

// loggers returns options by which a handler finds the methods that cells declare, however a value has come to it.
func loggers(opts *slog.HandlerOptions) *slog.HandlerOptions {
	var own slog.HandlerOptions
	if opts != nil {
		own = *opts
	}
	replace := own.ReplaceAttr
	own.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindAny {
			a.Value = shown(a.Value).Resolve()
		}
		if replace == nil || a.Value.Kind() == slog.KindGroup {
			return a
		}
		return replace(groups, a)
	}
	return &own
}

// NewTextHandler is slog.NewTextHandler.
func NewTextHandler(w io.Writer, opts *slog.HandlerOptions) *slog.TextHandler {
	return slog.NewTextHandler(w, loggers(opts))
}

// NewJSONHandler is slog.NewJSONHandler.
func NewJSONHandler(w io.Writer, opts *slog.HandlerOptions) *slog.JSONHandler {
	return slog.NewJSONHandler(w, loggers(opts))
}

// finding is a handler whose records have values with the methods that cells declare.
type finding struct{ slog.Handler }

// Handle implements slog.Handler.
func (h finding) Handle(ctx context.Context, r slog.Record) error {
	out := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		out.AddAttrs(slog.Attr{Key: a.Key, Value: shown(a.Value)})
		return true
	})
	return h.Handler.Handle(ctx, out)
}

// WithAttrs implements slog.Handler.
func (h finding) WithAttrs(attrs []slog.Attr) slog.Handler {
	out := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		out[i] = slog.Attr{Key: a.Key, Value: shown(a.Value)}
	}
	return finding{h.Handler.WithAttrs(out)}
}

// WithGroup implements slog.Handler.
func (h finding) WithGroup(name string) slog.Handler { return finding{h.Handler.WithGroup(name)} }

// Unboxed implements bridge.Boxed.
func (h finding) Unboxed() any { return h.Handler }

// shown is loggable for a handler that prints: other values keep the names of their types.
func shown(v slog.Value) slog.Value {
	if v = loggable(v); v.Kind() != slog.KindAny {
		return v
	}
	x := v.Any()
	if _, isError := x.(error); isError {
		return v
	}
	if text, ok := optional(x, "Error"); ok {
		return slog.AnyValue(ErrorValue(x, func() string { return text()[0].String() }, nil))
	}
	return slog.AnyValue(Named(x))
}

// NewLogger is slog.New.
func NewLogger(h slog.Handler) *slog.Logger {
	switch h.(type) {
	case nil, *slog.TextHandler, *slog.JSONHandler, finding:
		return slog.New(h)
	}
	return slog.New(finding{h})
}

// defaults are the default logger of package slog and the one that cells have for it.
var defaults struct {
	sync.Mutex
	compiled, cells *slog.Logger
}

// DefaultLogger is slog.Default.
func DefaultLogger() *slog.Logger {
	defaults.Lock()
	defer defaults.Unlock()
	d := slog.Default()
	if d != defaults.compiled {
		defaults.compiled, defaults.cells = d, NewLogger(d.Handler())
		if _, own := d.Handler().(finding); own {
			defaults.cells = d
		}
	}
	return defaults.cells
}

// SetDefaultLogger is slog.SetDefault. Package slog knows its own handler by its type: only with that does package
// log keep its output.
func SetDefaultLogger(l *slog.Logger) {
	defaults.Lock()
	defer defaults.Unlock()
	compiled := l
	if h, own := l.Handler().(finding); own && reflect.TypeOf(h.Handler) == firstHandler {
		compiled = slog.New(h.Handler)
	}
	defaults.compiled, defaults.cells = compiled, l
	slog.SetDefault(compiled)
}

// firstHandler is the type of the handler that package slog begins with.
var firstHandler = reflect.TypeOf(slog.Default().Handler())

// logAt is slog.Info and those like it.
func logAt(level slog.Level) reflect.Value {
	return reflect.ValueOf(func(msg string, args ...any) { DefaultLogger().Log(context.Background(), level, msg, args...) })
}

// logWith is slog.InfoContext and those like it.
func logWith(level slog.Level) reflect.Value {
	return reflect.ValueOf(func(ctx context.Context, msg string, args ...any) { DefaultLogger().Log(ctx, level, msg, args...) })
}

// Slog returns the functions of package slog that log, and those that make handlers and loggers.
func Slog() map[string]reflect.Value {
	return map[string]reflect.Value{
		"NewTextHandler": reflect.ValueOf(NewTextHandler), "NewJSONHandler": reflect.ValueOf(NewJSONHandler),
		"New": reflect.ValueOf(NewLogger), "Default": reflect.ValueOf(DefaultLogger), "SetDefault": reflect.ValueOf(SetDefaultLogger),
		"Debug": logAt(slog.LevelDebug), "Info": logAt(slog.LevelInfo), "Warn": logAt(slog.LevelWarn), "Error": logAt(slog.LevelError),
		"DebugContext": logWith(slog.LevelDebug), "InfoContext": logWith(slog.LevelInfo),
		"WarnContext": logWith(slog.LevelWarn), "ErrorContext": logWith(slog.LevelError),
		"Log": reflect.ValueOf(func(ctx context.Context, level slog.Level, msg string, args ...any) {
			DefaultLogger().Log(ctx, level, msg, args...)
		}),
		"LogAttrs": reflect.ValueOf(func(ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
			DefaultLogger().LogAttrs(ctx, level, msg, attrs...)
		}),
		"With": reflect.ValueOf(func(args ...any) *slog.Logger { return DefaultLogger().With(args...) }),
	}
}
