package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
)

type ctxKey struct{}

type fanout []slog.Handler

func (f fanout) Enabled(ctx context.Context, l slog.Level) bool {
	for _, h := range f {
		if h.Enabled(ctx, l) {
			return true
		}
	}
	return false
}

func (f fanout) Handle(ctx context.Context, r slog.Record) (err error) {
	if id, ok := ctx.Value(ctxKey{}).(int); ok {
		r = r.Clone()
		r.AddAttrs(slog.Int("trace", id))
	}
	for _, h := range f {
		if h.Enabled(ctx, r.Level) {
			err = errors.Join(err, h.Handle(ctx, r.Clone()))
		}
	}
	return err
}

func (f fanout) WithAttrs(attrs []slog.Attr) slog.Handler {
	return f.each(func(h slog.Handler) slog.Handler { return h.WithAttrs(attrs) })
}

func (f fanout) WithGroup(name string) slog.Handler {
	return f.each(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}

func (f fanout) each(g func(slog.Handler) slog.Handler) fanout {
	out := make(fanout, 0, len(f))
	for _, h := range f {
		out = append(out, g(h))
	}
	return out
}

type counter struct {
	slog.Handler
	counts map[slog.Level]int
}

func (c counter) Handle(ctx context.Context, r slog.Record) error {
	c.counts[r.Level]++
	return c.Handler.Handle(ctx, r)
}

type brokenWriter struct{ after int }

func (b *brokenWriter) Write(p []byte) (int, error) {
	if b.after--; b.after < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func main() {
	drop := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	var all, warn bytes.Buffer
	var level slog.LevelVar
	counts := map[slog.Level]int{}
	h := fanout{
		counter{slog.NewTextHandler(&all, &slog.HandlerOptions{Level: &level, ReplaceAttr: drop}), counts},
		slog.NewJSONHandler(&warn, &slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: drop}),
	}
	log := slog.New(h)
	log.Info("one", "n", 1)
	log.Debug("hidden")
	level.Set(slog.LevelDebug)
	log.Debug("shown", "quoted", strconv.Quote("x y"))
	ctx := context.WithValue(context.Background(), ctxKey{}, 99)
	req := log.With("user", "ann").WithGroup("req")
	req.WarnContext(ctx, "slow", "ms", 12)
	req.ErrorContext(ctx, "broke", slog.Group("where", "file", "a.go", "line", 3))
	fmt.Print(all.String())
	fmt.Print(warn.String())
	fmt.Println(counts[slog.LevelDebug], counts[slog.LevelInfo], counts[slog.LevelWarn], len(counts))

	bad := fanout{slog.NewTextHandler(&brokenWriter{after: 1}, nil), slog.NewTextHandler(&brokenWriter{}, nil)}
	var r slog.Record
	for range 2 {
		err := bad.Handle(ctx, r)
		fmt.Printf("%q %t\n", strings.Split(fmt.Sprint(err), "\n"), errors.Is(err, io.ErrClosedPipe))
	}
}
