package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

type Config struct {
	addr    string
	timeout time.Duration
	retries int
	hooks   []func(string)
	tags    map[string]string
}

type Option func(*Config) error

func WithAddr(addr string) Option {
	return func(c *Config) error {
		if !strings.Contains(addr, ":") {
			return fmt.Errorf("address %q has no port", addr)
		}
		c.addr = addr
		return nil
	}
}

func WithTimeout(d time.Duration) Option {
	return func(c *Config) error {
		if d < 0 {
			return errNegative
		}
		c.timeout = d
		return nil
	}
}

func WithTag(kv ...string) Option {
	return func(c *Config) error {
		if len(kv)%2 != 0 {
			return errors.New("odd number of tags")
		}
		for i := 0; i < len(kv); i += 2 {
			c.tags[kv[i]] = kv[i+1]
		}
		return nil
	}
}

func WithHook(f func(string)) Option {
	return func(c *Config) error { c.hooks = append(c.hooks, f); return nil }
}

func Options(list ...Option) Option {
	return func(c *Config) error {
		for _, o := range list {
			if err := o(c); err != nil {
				return err
			}
		}
		return nil
	}
}

var errNegative = errors.New("negative timeout")

type Server struct{ Config }

func New(opts ...Option) (s *Server, err error) {
	defer func() {
		if err != nil {
			s, err = nil, fmt.Errorf("new server: %w", err)
		}
	}()
	s = &Server{Config{addr: ":80", timeout: time.Second, retries: 3, tags: map[string]string{}}}
	for _, o := range opts {
		if err = o(&s.Config); err != nil {
			return
		}
	}
	for _, h := range s.hooks {
		h(s.addr)
	}
	return s, nil
}

func main() {
	var started []string
	note := func(a string) { started = append(started, a) }
	fast := Options(WithTimeout(50*time.Millisecond), WithTag("speed", "fast"))
	for _, opts := range [][]Option{
		nil,
		{WithAddr("localhost:8080"), fast, WithHook(note)},
		{fast, WithAddr("nowhere")},
		{WithTimeout(-1)},
		{WithTag("a")},
		{WithHook(note), WithHook(func(a string) { note(strings.ToUpper(a)) }), WithAddr("x:1")},
	} {
		s, err := New(opts...)
		if err != nil {
			fmt.Println(err, s == nil, errors.Is(err, errNegative))
			continue
		}
		fmt.Println(s.addr, s.timeout, s.retries, s.tags, len(s.hooks))
	}
	fmt.Println(started)
}
