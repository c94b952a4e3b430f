package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

type Level uint8

const (
	Debug Level = iota
	Info
	Warn
)

type Server struct {
	name    string
	port    int
	timeout time.Duration
	out     io.Writer
	hooks   map[string][]Hook
	level   Level
}

type Hook func(s *Server, event string) error

type Option interface{ apply(*Server) error }

type optionFunc func(*Server) error

func (f optionFunc) apply(s *Server) error { return f(s) }

func WithPort(p int) Option {
	return optionFunc(func(s *Server) error {
		if p < 1 || p > 65535 {
			return fmt.Errorf("port %d", p)
		}
		s.port = p
		return nil
	})
}

type timeoutOption time.Duration

func (t timeoutOption) apply(s *Server) error {
	s.timeout = time.Duration(t)
	return nil
}

func WithTimeout(d time.Duration) Option { return timeoutOption(d) }

func WithHook(event string, h Hook) Option {
	return optionFunc(func(s *Server) error {
		s.hooks[event] = append(s.hooks[event], h)
		return nil
	})
}

func WithOutput(w io.Writer, l Level) Option {
	return optionFunc(func(s *Server) error { s.out, s.level = w, l; return nil })
}

type Options []Option

func (os Options) apply(s *Server) (err error) {
	for _, o := range os {
		err = errors.Join(err, o.apply(s))
	}
	return
}

func New(name string, opts ...Option) (*Server, error) {
	s := &Server{name: name, port: 80, timeout: 5 * time.Second, out: io.Discard, hooks: map[string][]Hook{}}
	if err := Options(opts).apply(s); err != nil {
		return nil, fmt.Errorf("server %s: %w", name, err)
	}
	return s, nil
}

func (s *Server) logf(l Level, format string, args ...any) {
	if l >= s.level {
		fmt.Fprintf(s.out, "%s[%d] "+format+"\n", append([]any{s.name, l}, args...)...)
	}
}

func (s *Server) Fire(event string) (n int, err error) {
	for n, h := range s.hooks[event] {
		if err := h(s, event); err != nil {
			s.logf(Warn, "hook %d of %s: %v", n, event, err)
			return n, err
		}
		s.logf(Info, "hook %d of %s done", n, event)
	}
	return len(s.hooks[event]), nil
}

func main() {
	var log strings.Builder
	count := 0
	counting := func(s *Server, event string) error {
		count++
		s.logf(Debug, "count is %d", count)
		return nil
	}
	common := Options{WithOutput(&log, Info), WithHook("start", counting)}
	a, err := New("a", common, WithPort(8080), WithTimeout(time.Minute), WithHook("start", func(s *Server, event string) error {
		if count > 2 {
			return errors.New("too many starts")
		}
		return nil
	}))
	fmt.Println(a.name, a.port, a.timeout, err)
	for range 3 {
		fmt.Println(a.Fire("start"))
	}
	fmt.Println(a.Fire("stop"))
	fmt.Print(log.String())
	b, err := New("b", WithPort(0), WithTimeout(1), WithPort(99999))
	fmt.Println(b, err)
	c, _ := New("c", nil2()...)
	fmt.Println(c.port, c.timeout, c.out == io.Discard, len(c.hooks))
}

func nil2() []Option { return []Option{Options(nil), Options{WithPort(1)}} }
