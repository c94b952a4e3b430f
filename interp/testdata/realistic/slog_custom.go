package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

type Secret string

func (Secret) LogValue() slog.Value { return slog.StringValue("***") }

type Request struct {
	ID    int
	Path  string
	Token Secret
	Took  time.Duration
}

func (r *Request) LogValue() slog.Value {
	return slog.GroupValue(
		slog.Int("id", r.ID),
		slog.String("path", r.Path),
		slog.Any("token", r.Token),
		slog.Duration("took", r.Took),
	)
}

func noTime(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey && len(groups) == 0 {
		return slog.Attr{}
	}
	if a.Key == slog.LevelKey {
		a.Value = slog.StringValue(strings.ToLower(a.Value.String()))
	}
	return a
}

// memory is a handler that keeps what it gets.
type memory struct {
	mu    *sync.Mutex
	lines *[]string
	attrs []slog.Attr
	group string
	min   slog.Level
}

func (m memory) Enabled(_ context.Context, l slog.Level) bool { return l >= m.min }

func (m memory) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s", r.Level, r.Message)
	add := func(a slog.Attr) bool {
		fmt.Fprintf(&b, " %s%s=%v", m.group, a.Key, a.Value.Resolve())
		return true
	}
	for _, a := range m.attrs {
		add(a)
	}
	r.Attrs(add)
	m.mu.Lock()
	defer m.mu.Unlock()
	*m.lines = append(*m.lines, b.String())
	return nil
}

func (m memory) WithAttrs(as []slog.Attr) slog.Handler {
	m.attrs = append(m.attrs[:len(m.attrs):len(m.attrs)], as...)
	return m
}

func (m memory) WithGroup(name string) slog.Handler {
	m.group += name + "."
	return m
}

func main() {
	opts := &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: noTime}
	text := slog.New(slog.NewTextHandler(os.Stdout, opts))
	text.Info("starting", "port", 8080, "name", "a b")
	text.Debug("details", slog.Group("db", "host", "x", "pool", 3))
	text.With("svc", "api").WithGroup("http").Warn("slow", "ms", 120.5, "err", errors.New("timeout"))
	text.Error("login", "password", Secret("hunter2"))

	js := slog.New(slog.NewJSONHandler(os.Stdout, opts))
	req := &Request{7, "/x", "tok", 1500 * time.Millisecond}
	js.Info("request", "req", req, "at", time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC))
	js.LogAttrs(context.Background(), slog.LevelWarn+1, "attrs", slog.Bool("ok", true), slog.Any("list", []int{1, 2}))

	var lines []string
	h := memory{mu: new(sync.Mutex), lines: &lines, min: slog.LevelInfo}
	l := slog.New(h).With("a", 1)
	l.Debug("dropped")
	l.Info("kept", "s", Secret("x"))
	l.WithGroup("g").Error("failed", "code", 3)
	fmt.Println(strings.Join(lines, "\n"))
	fmt.Println(l.Enabled(context.Background(), slog.LevelDebug), slog.LevelInfo+2)
}
