package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
)

type U struct{ Name, token string }

func (u U) LogValue() slog.Value {
	return slog.GroupValue(slog.String("name", u.Name), slog.String("token", "REDACTED"))
}

type P struct{ s string }

func (p *P) LogValue() slog.Value { return slog.StringValue("***") }

type Secret string

func (Secret) LogValue() slog.Value { return slog.StringValue("HIDDEN") }
func (s Secret) String() string     { return "text:" + string(s) }

type Deep struct{ u U }

func (d Deep) LogValue() slog.Value { return slog.AnyValue(d.u) }

type (
	Lg interface{ Info(msg string, args ...any) }
	My struct{ l *slog.Logger }
)

func (m My) Info(msg string, args ...any) { m.l.Info(msg, args...) }
func noTime(g []string, a slog.Attr) slog.Attr {
	if a.Key == "time" {
		return slog.Attr{}
	}
	return a
}

type Cnt struct {
	*bytes.Buffer
	n int
}

func (c *Cnt) ReadFrom(r io.Reader) (int64, error) {
	c.n++
	b, err := io.ReadAll(r)
	c.Write(b)
	return int64(len(b)), err
}

func (c *Cnt) WriteString(s string) (int, error) {
	c.n += 10
	c.Buffer.WriteString("[" + s + "]")
	return len(s), nil
}

type Rd struct{ s string }

func (r *Rd) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p, r.s)
	r.s = r.s[n:]
	return n, nil
}

func (r *Rd) WriteTo(w io.Writer) (int64, error) {
	n, err := fmt.Fprint(w, "to:"+r.s)
	return int64(n), err
}

type Src struct{ n uint64 }

func (s *Src) Int63() int64   { return int64(s.Uint64() >> 1) }
func (s *Src) Seed(n int64)   { s.n = uint64(n) }
func (s *Src) Uint64() uint64 { s.n = s.n*6364136223846793005 + 1442695040888963407; return s.n }

type BF struct{ on bool }

func (b *BF) String() string     { return fmt.Sprint(b.on) }
func (b *BF) Set(s string) error { b.on = s == "true"; return nil }
func (b *BF) IsBoolFlag() bool   { return true }

type RW struct {
	http.ResponseWriter
	code int
}

func (w *RW) Unwrap() http.ResponseWriter { return w.ResponseWriter }
func (w *RW) WriteHeader(c int)           { w.code = c; w.ResponseWriter.WriteHeader(c) }
func main() {
	u := U{"bob", "shhhh!"}
	slog.SetDefault(slog.Default())
	for _, lg := range []*slog.Logger{slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: noTime})), slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: noTime}))} {
		lg.Info("a", "u", u, "p", &P{"x"}, "s", Secret("q"), "d", Deep{u})
		lg.Info("b", slog.Any("u", u), slog.Any("p", &P{"y"}), slog.Any("s", Secret("z")))
		lg.With("u", u).Info("c", slog.Group("g", "u", u, "s", Secret("k")))
		var x any = u
		var y any = Secret("w")
		lg.Warn("d", "x", x, "y", y)
		args := []any{"u", u, "s", Secret("v")}
		lg.Error("e", args...)
		lg.LogAttrs(context.Background(), slog.LevelInfo, "f", slog.Any("u", x))
		var l Lg = lg
		l.Info("g", "u", u, "s", Secret("t"))
		l = My{lg}
		l.Info("h", "u", u)
		f := lg.Info
		f("i", "u", u, "s", Secret("r"))
		lg.Info("j", "v", slog.AnyValue(u), "n", 3, "err", fmt.Errorf("e"), "l", []int{1})
		var lv slog.LogValuer = u
		lg.Info("k", "lv", lv, "pp", &u)
		lg.WithGroup("w").Info("l", "u", u)
	}
	c := &Cnt{Buffer: &bytes.Buffer{}}
	n, err := io.Copy(c, strings.NewReader("abc"))
	fmt.Println(n, err, c.n, c.String())
	io.WriteString(c, "s")
	fmt.Println(c.n, c.String())
	var w io.Writer = c
	io.WriteString(w, "t")
	fmt.Println(c.n, c.String())
	var b bytes.Buffer
	io.Copy(&b, &Rd{"data"})
	fmt.Println(b.String())
	var rd io.Reader = &Rd{"more"}
	io.Copy(&b, rd)
	fmt.Println(b.String())
	r := rand.New(&Src{1})
	fmt.Println(r.Uint64(), r.Intn(100), r.Float64(), r.Perm(4))
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	bf := &BF{}
	fs.Var(bf, "b", "bool")
	fmt.Println(fs.Parse([]string{"-b", "rest"}), bf.on, fs.Args())
	flushed := make(chan error, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rw := &RW{ResponseWriter: w}
		fmt.Fprint(rw, "x")
		flushed <- http.NewResponseController(rw).Flush()
	}))
	defer srv.Close()
	res, err := http.Get(srv.URL)
	fmt.Println(res.StatusCode, err, <-flushed)
	res.Body.Close()
}
