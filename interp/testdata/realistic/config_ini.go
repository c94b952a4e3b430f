package main

import (
	"bufio"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"
)

type Section map[string]string

type Config struct {
	sections map[string]Section
	order    []string
}

type ParseError struct {
	Line int
	Text string
}

func (p ParseError) Error() string { return fmt.Sprintf("line %d: cannot read %q", p.Line, p.Text) }

func Parse(text string) (c *Config, err error) {
	c = &Config{sections: map[string]Section{}}
	section := ""
	sc := bufio.NewScanner(strings.NewReader(text))
	for n := 1; sc.Scan(); n++ {
		switch line := strings.TrimSpace(sc.Text()); {
		case line == "", strings.HasPrefix(line, ";"):
			continue
		case line[0] == '[' && line[len(line)-1] == ']':
			section = line[1 : len(line)-1]
		default:
			k, v, ok := strings.Cut(line, "=")
			if !ok {
				return nil, ParseError{n, line}
			}
			c.set(section, strings.TrimSpace(k), strings.Trim(strings.TrimSpace(v), `"`))
		}
	}
	return c, sc.Err()
}

func (c *Config) set(section, key, value string) {
	s, ok := c.sections[section]
	if !ok {
		s = Section{}
		c.sections[section] = s
		c.order = append(c.order, section)
	}
	s[key] = value
}

type parser[T any] func(string) (T, error)

func Get[T any](c *Config, path string, parse parser[T], fallback T) (T, error) {
	section, key, _ := strings.Cut(path, ".")
	text, ok := c.sections[section][key]
	if !ok {
		return fallback, nil
	}
	v, err := parse(text)
	if err != nil {
		return fallback, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

func main() {
	c, err := Parse(`
; comment
name = demo
[server]
port = 8080
timeout = 1m30s
debug = yes
[paths]
home = "/srv/data"
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range c.order {
		var keys []string
		for k := range c.sections[s] {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		fmt.Printf("[%s] %v\n", s, keys)
	}
	fmt.Println(Get(c, "server.port", strconv.Atoi, 80))
	fmt.Println(Get(c, "server.timeout", time.ParseDuration, time.Second))
	fmt.Println(Get(c, "server.debug", strconv.ParseBool, false))
	fmt.Println(Get(c, "server.host", func(s string) (string, error) { return s, nil }, "localhost"))
	fmt.Println(Get(c, "paths.home", parser[[]string](func(s string) ([]string, error) { return strings.Split(s, "/"), nil }), nil))
	_, err = Parse("a=1\nbroken\n")
	pe, ok := err.(ParseError)
	fmt.Println(err, ok, pe.Line)
}
