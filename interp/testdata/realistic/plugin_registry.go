package main

import (
	"fmt"
	"sort"
	"strings"
)

type Plugin interface {
	Name() string
	Run(input string) (string, error)
}

type Factory func(config map[string]string) (Plugin, error)

var registry = map[string]Factory{}

func Register(name string, f Factory) {
	if _, dup := registry[name]; dup {
		panic("registered twice: " + name)
	}
	registry[name] = f
}

type base struct{ name string }

func (b base) Name() string { return b.name }

type upper struct{ base }

func (upper) Run(s string) (string, error) { return strings.ToUpper(s), nil }

type repeat struct {
	base
	n int
}

func (r *repeat) Run(s string) (string, error) {
	if r.n <= 0 {
		return "", fmt.Errorf("%s: n is %d", r.Name(), r.n)
	}
	return strings.Repeat(s, r.n), nil
}

type funcPlugin struct {
	base
	f func(string) string
}

func (p funcPlugin) Run(s string) (string, error) { return p.f(s), nil }

func init() {
	Register("upper", func(map[string]string) (Plugin, error) { return upper{base{"upper"}}, nil })
	Register("repeat", newRepeat)
}

func init() {
	for name, f := range map[string]func(string) string{"trim": strings.TrimSpace, "title": strings.Title} {
		Register(name, func(map[string]string) (Plugin, error) { return funcPlugin{base{name}, f}, nil })
	}
}

func newRepeat(config map[string]string) (Plugin, error) {
	var n int
	if _, err := fmt.Sscan(config["n"], &n); err != nil {
		return nil, fmt.Errorf("repeat: bad n %q: %w", config["n"], err)
	}
	return &repeat{base{"repeat"}, n}, nil
}

func pipeline(spec string) (list []Plugin, err error) {
	for _, part := range strings.Split(spec, "|") {
		name, args, _ := strings.Cut(strings.TrimSpace(part), " ")
		config := map[string]string{}
		for _, kv := range strings.Fields(args) {
			k, v, _ := strings.Cut(kv, "=")
			config[k] = v
		}
		f, ok := registry[name]
		if !ok {
			return nil, fmt.Errorf("no plugin %q (have %s)", name, strings.Join(names(), ", "))
		}
		p, err := f(config)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func names() (list []string) {
	for n := range registry {
		list = append(list, n)
	}
	sort.Strings(list)
	return
}

func main() {
	for _, spec := range []string{"trim | upper", "trim|repeat n=3|title", "repeat n=x", "repeat n=-1", "zip"} {
		plugins, err := pipeline(spec)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		s := " go lang "
		for _, p := range plugins {
			if s, err = p.Run(s); err != nil {
				fmt.Println(p.Name(), "failed:", err)
				break
			}
		}
		fmt.Printf("%s: %q\n", spec, s)
	}
	defer func() { fmt.Println("recovered:", recover()) }()
	Register("upper", nil)
}
