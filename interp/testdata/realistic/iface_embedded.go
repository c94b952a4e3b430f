package main

import (
	"fmt"
	"io"
	"strings"
)

type (
	Reader     interface{ Read() (string, bool) }
	Writer     interface{ Write(string) int }
	ReadWriter interface {
		Reader
		Writer
	}
)

type pipe struct{ lines []string }

func (p *pipe) Read() (string, bool) {
	if len(p.lines) == 0 {
		return "", false
	}
	l := p.lines[0]
	p.lines = p.lines[1:]
	return l, true
}

func (p *pipe) Write(s string) int { p.lines = append(p.lines, s); return len(s) }

type logged struct {
	ReadWriter
	log *strings.Builder
}

func (l logged) Write(s string) int {
	n := l.ReadWriter.Write(s)
	fmt.Fprintf(l.log, "w%d ", n)
	return n
}

type limited struct {
	Writer
	left int
}

func (l *limited) Write(s string) int {
	if len(s) > l.left {
		s = s[:l.left]
	}
	l.left -= len(s)
	return l.Writer.Write(s)
}

type countReader struct {
	io.Reader
	n int
}

func (c *countReader) Read(p []byte) (n int, err error) {
	n, err = c.Reader.Read(p)
	c.n += n
	return
}

func main() {
	log := &strings.Builder{}
	p := &pipe{}
	rw := logged{p, log}
	var w Writer = &limited{rw, 8}
	for _, s := range []string{"hello", "world", "!"} {
		fmt.Print(w.Write(s), " ")
	}
	fmt.Println()
	for s, ok := rw.Read(); ok; s, ok = rw.Read() {
		fmt.Printf("%q ", s)
	}
	fmt.Println(log)
	c := &countReader{Reader: strings.NewReader("some text to read")}
	b, err := io.ReadAll(c)
	fmt.Println(len(b), c.n, err)
	var r Reader = rw
	if x, ok := r.(ReadWriter); ok {
		x.Write("again")
		s, _ := p.Read()
		fmt.Println(s)
	}
	f := rw.Write
	rw.log = &strings.Builder{}
	f("old log")
	fmt.Println(log.String(), rw.log.Len())
}
