package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

type Plugin interface{ Name() string }

type (
	Starter interface{ Start(*Host) error }
	Stopper interface{ Stop() }
	Handler interface {
		Plugin
		Handle(cmd string, args ...string) (any, bool)
	}
)

type base struct {
	name string
	*log.Logger
}

func (b base) Name() string { return b.name }

type Host struct {
	plugins []Plugin
	out     io.Writer
	depth   int
}

func (h *Host) Register(make ...func(base) Plugin) (err error) {
	for i, f := range make {
		b := base{fmt.Sprint("p", i), log.New(h.out, fmt.Sprintf("[p%d] ", i), log.Lmsgprefix)}
		p := f(b)
		if s, ok := p.(Starter); ok {
			if e := s.Start(h); e != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", p.Name(), e))
				continue
			}
		}
		h.plugins = append(h.plugins, p)
	}
	return
}

func (h *Host) Do(line string) (res any, err error) {
	defer func() {
		h.depth--
		if r := recover(); r != nil {
			if h.depth > 0 {
				panic(r)
			}
			err = fmt.Errorf("%v (%T)", r, r)
		}
	}()
	h.depth++
	f := strings.Fields(line)
	for _, p := range slices.Backward(h.plugins) {
		if p, ok := p.(Handler); ok {
			if res, ok = p.Handle(f[0], f[1:]...); ok {
				return
			}
		}
	}
	return nil, fmt.Errorf("nobody does %q", f[0])
}

type mathPlugin struct {
	base
	ops map[string]func(a, b int64) int64
}

func (m *mathPlugin) Handle(cmd string, args ...string) (any, bool) {
	op, ok := m.ops[cmd]
	if !ok {
		return nil, false
	}
	acc, _ := strconv.ParseInt(args[0], 0, 64)
	for _, a := range args[1:] {
		n, err := strconv.ParseInt(a, 0, 64)
		if err != nil {
			panic(err)
		}
		acc = op(acc, n)
	}
	return acc, true
}

type macro struct {
	base
	h      *Host
	macros map[string][]string
}

func (m *macro) Start(h *Host) error { m.h = h; m.Println("started"); return nil }
func (m *macro) Stop()               { m.Printf("had %d", len(m.macros)) }
func (m *macro) Handle(cmd string, args ...string) (any, bool) {
	switch lines, ok := m.macros[cmd]; {
	case cmd == "def":
		m.macros[args[0]] = strings.Split(strings.Join(args[1:], " "), ";")
		return len(m.macros), true
	case ok:
		var all []any
		for _, l := range lines {
			r, err := m.h.Do(strings.NewReplacer("$1", args[0]).Replace(l))
			if err != nil {
				return err, true
			}
			all = append(all, r)
		}
		return all, true
	}
	return nil, false
}

type broken struct{ base }

func (broken) Start(*Host) error { return fmt.Errorf("config: %w", os.ErrNotExist) }

func main() {
	h := &Host{out: os.Stdout}
	err := h.Register(
		func(b base) Plugin {
			return &mathPlugin{b, map[string]func(a, b int64) int64{
				"add": func(a, b int64) int64 { return a + b },
				"div": func(a, b int64) int64 { return a / b },
				"shl": func(a, b int64) int64 { return a << b },
			}}
		},
		func(b base) Plugin { return broken{b} },
		func(b base) Plugin { return &macro{base: b, macros: map[string][]string{}} },
		func(b base) Plugin { return b },
	)
	fmt.Println(err, errors.Is(err, os.ErrNotExist), len(h.plugins))
	for _, l := range []string{
		"add 1 2 0x10", "div 1 0", "shl 1 -1", "shl 1 63", "add 1 x", "nope", "def twice add $1 $1;shl $1 1", "twice 21",
		"twice",
		"def bad div 1 0;add 1 1", "bad 1", "add", "def rec rec2 $1", "rec 1",
	} {
		r, err := h.Do(l)
		fmt.Printf("%-30s %v %T | %v %d\n", l, r, r, err, h.depth)
	}
	for _, p := range h.plugins {
		_, starts := p.(Starter)
		_, handles := p.(interface {
			Handle(string, ...string) (any, bool)
		})
		fmt.Println(p.Name(), starts, handles, reflect.TypeOf(p), reflect.TypeOf(p).NumMethod())
		if s, ok := p.(Stopper); ok {
			defer s.Stop()
		}
	}
}
