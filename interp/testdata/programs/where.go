package main

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

func here() string {
	_, file, line, ok := runtime.Caller(1)
	return fmt.Sprint(file != "", ":", line, " ", ok)
}

func name(skip int) string {
	pc, _, line, ok := runtime.Caller(skip + 1)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), ":", line, " ", ok)
}

func stack() (all []string) {
	pcs := make([]uintptr, 20)
	n := runtime.Callers(2, pcs)
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			all = append(all, fmt.Sprint(f.Function, "@", f.Line))
		}
		if !more || f.Function == "main.main" {
			return all
		}
	}
}

type T struct{ n int }

func (t T) Val() string    { return name(0) }
func (t *T) Ptr() []string { return stack() }

type Emb struct{ *T }

type G[K any] struct{ k K }

func (g G[K]) Get() string    { return name(0) }
func gen[K any](k K) []string { return stack() }

type I interface{ Ptr() []string }

var global = func() string { return name(0) }
var table = map[string]func() []string{
	"a": func() []string { return stack() },
}

func twice(f func() []string) []string { return f() }

func deferred() (out []string) {
	defer func() { out = append(out, stack()...) }()
	return nil
}

func recovered() (out string) {
	defer func() {
		recover()
		out = name(0)
	}()
	panic("x")
}

func rec(n int) []string {
	if n == 0 {
		return stack()
	}
	return rec(n - 1)
}

// unnamed prints lines without the names of files.
type unnamed struct{}

var file = regexp.MustCompile(`[^ ]*:(\d+): `)

func (unnamed) Write(p []byte) (int, error) {
	return os.Stdout.Write(file.ReplaceAll(p, []byte("file:$1: ")))
}

// later is a handler that writes with the place of the one who calls Infof.
func infof(h slog.Handler, format string, args ...any) {
	var pcs [1]uintptr
	runtime.Callers(2, pcs[:])
	r := slog.NewRecord(time.Time{}, slog.LevelInfo, fmt.Sprintf(format, args...), pcs[0])
	_ = h.Handle(context.Background(), r)
}

type own struct{ slog.Handler }

func (o own) Handle(ctx context.Context, r slog.Record) error {
	f, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
	fmt.Println("own", f.Function, f.Line, r.Source().Line)
	return o.Handler.Handle(ctx, r)
}

func main() {
	fmt.Println(here())
	fmt.Println(name(0), name(1) != "")
	fmt.Println(stack())
	t := &T{}
	fmt.Println(t.Val())
	fmt.Println(t.Ptr())
	fmt.Println(Emb{t}.Ptr())
	var i I = t
	fmt.Println(i.Ptr())
	i = Emb{t}
	_ = i
	fmt.Println(G[int]{}.Get(), G[string]{}.Get())
	fmt.Println(gen(1), gen("x"))
	fmt.Println(global())
	fmt.Println(table["a"]())
	f := func() []string { return stack() }
	fmt.Println(f())
	fmt.Println(twice(f))
	mv := t.Ptr
	fmt.Println(mv()[0])
	me := (*T).Ptr
	fmt.Println(me(t)[0])
	fmt.Println(deferred())
	fmt.Println(recovered())
	fmt.Println(rec(3))
	done := make(chan []string)
	go func() { done <- stack() }()
	fmt.Println(<-done)
	go func() { done <- rec(1) }()
	fmt.Println(<-done)
	func() {
		defer func() {
			fmt.Println(recover())
			fmt.Println(here())
		}()
		var m map[string]int
		m["a"] = 1
	}()
	for _, v := range []any{here, stack, (*T).Ptr, strings.ToUpper, main} {
		fmt.Println(runtime.FuncForPC(reflect.ValueOf(v).Pointer()).Name())
	}
	loggers()
	lines := strings.Split(string(debug.Stack()), "\n")
	fmt.Println(lines[0], lines[1], lines[3])
	buf := make([]byte, 4096)
	lines = strings.Split(string(buf[:runtime.Stack(buf, false)]), "\n")
	fmt.Println(lines[0], lines[1])
}

func loggers() {
	pc, file, line, _ := runtime.Caller(0)
	fn := runtime.FuncForPC(pc)
	ff, ll := fn.FileLine(pc)
	fmt.Println(ff == file, ll == line, fn.Name(), fn.Entry() != 0)
	log.SetOutput(unnamed{})
	log.SetFlags(log.Lshortfile)
	log.Println("x")
	log.Output(1, "out")
	func() { log.Output(2, "out2") }()
	l := log.New(unnamed{}, "p ", log.Lshortfile|log.Lmsgprefix)
	l.Output(1, "lout")
	l.Print("y")
	h := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		if a.Key == slog.SourceKey {
			s := a.Value.Any().(*slog.Source)
			s.File = "file"
		}
		return a
	}}))
	h.Info("hello", "k", 1)
	h.With("a", 1).WithGroup("g").Warn("w", "k", 2)
	slog.SetDefault(h)
	slog.Error("e")
	slog.Log(nil, slog.LevelInfo, "lg")
	infof(h.Handler(), "%d", 3)
	slog.New(own{h.Handler()}).With("z", 1).Info("through", "k", 2)
}

func init() { fmt.Println(name(0)) }

func init() { func() { fmt.Println(name(0), name(1)) }() }
