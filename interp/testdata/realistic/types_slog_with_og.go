package main

import "context"
import "fmt"
import "log/slog"
import "os"
import "strings"
import "time"

type secret string
type user struct {
	Name string
	Pass secret
	at   time.Duration
}

func (s secret) LogValue() slog.Value { return slog.StringValue(strings.Repeat("*", len(s))) }
func (u user) LogValue() slog.Value {
	return slog.GroupValue(slog.String("name", u.Name), slog.Any("pass", u.Pass), slog.Duration("at", u.at))
}

type lines struct {
	slog.Handler
	n *int
}

func (l lines) Handle(ctx context.Context, r slog.Record) error {
	*l.n++
	r.Time = time.Time{}
	return l.Handler.Handle(ctx, r)
}
func (l lines) WithGroup(name string) slog.Handler   { return lines{l.Handler.WithGroup(name), l.n} }
func (l lines) WithAttrs(a []slog.Attr) slog.Handler { return lines{l.Handler.WithAttrs(a), l.n} }

func main() {
	n := 0
	lg := slog.New(lines{slog.NewTextHandler(os.Stdout, nil), &n})
	lg.Info("in", "user", user{"ann", "hush", time.Second}, "s", secret("abc"))
	lg.WithGroup("g").With("k", secret("x")).Warn("out", "list", []secret{"a", "b"})
	fmt.Println(n)
}
