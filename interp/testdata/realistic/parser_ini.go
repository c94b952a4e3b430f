package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

type Section struct {
	Name string
	Keys []string
	vals map[string]string
}

type File struct {
	sections []*Section
	byName   map[string]*Section
}

var (
	ErrNoSection = errors.New("no such section")
	ErrNoKey     = errors.New("no such key")
)

func (f *File) section(name string) *Section {
	if s, ok := f.byName[name]; ok {
		return s
	}
	s := &Section{Name: name, vals: map[string]string{}}
	if f.byName == nil {
		f.byName = make(map[string]*Section)
	}
	f.byName[name] = s
	f.sections = append(f.sections, s)
	return s
}

func (s *Section) set(key, val string) {
	if _, dup := s.vals[key]; !dup {
		s.Keys = append(s.Keys, key)
	}
	s.vals[key] = val
}

// Load reads a file in INI format.
func Load(r io.Reader) (f *File, err error) {
	f = new(File)
	cur := f.section("")
	sc := bufio.NewScanner(r)
	lineNo := 0
	defer func() {
		if err != nil {
			err = fmt.Errorf("line %d: %w", lineNo, err)
			f = nil
		}
	}()
	for sc.Scan() {
		lineNo++
		line := strings.TrimSpace(sc.Text())
		switch {
		case line == "", line[0] == ';', line[0] == '#':
			continue
		case line[0] == '[':
			name, ok := strings.CutSuffix(line[1:], "]")
			if !ok {
				return f, errors.New("section is not closed")
			}
			cur = f.section(name)
		default:
			key, val, ok := strings.Cut(line, "=")
			if !ok {
				return f, fmt.Errorf("no = in %q", line)
			}
			if i := strings.IndexByte(val, ';'); i >= 0 {
				val = val[:i]
			}
			val = strings.TrimSpace(val)
			if len(val) > 1 && val[0] == '"' {
				if val, err = strconv.Unquote(val); err != nil {
					return f, err
				}
			}
			cur.set(strings.TrimSpace(key), val)
		}
	}
	return f, sc.Err()
}

func (f *File) Get(section, key string) (string, error) {
	s, ok := f.byName[section]
	if !ok {
		return "", fmt.Errorf("%w: %s", ErrNoSection, section)
	}
	if v, ok := s.vals[key]; ok {
		return v, nil
	}
	return "", fmt.Errorf("%w: %s.%s", ErrNoKey, section, key)
}

func (f *File) Int(section, key string, def int) (n int, err error) {
	s, err := f.Get(section, key)
	if errors.Is(err, ErrNoKey) {
		return def, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(s)
}

func main() {
	const text = `
; global
debug = yes
[server]
host = "example.org"   ; where
port = 8080
workers=x4
[paths]
root = /srv
root = /var/srv
`
	f, err := Load(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for _, s := range f.sections {
		fmt.Printf("[%s] %v\n", s.Name, s.Keys)
	}
	for _, q := range [][2]string{{"server", "host"}, {"paths", "root"}, {"server", "tls"}, {"client", "x"}} {
		v, err := f.Get(q[0], q[1])
		fmt.Printf("%s.%s = %q, %v\n", q[0], q[1], v, err)
	}
	for _, key := range []string{"port", "timeout", "workers"} {
		n, err := f.Int("server", key, 30)
		fmt.Println(key, n, err)
	}
	for _, bad := range []string{"[x", "a\nb=1", "k = \"open"} {
		g, err := Load(strings.NewReader(bad))
		fmt.Println(g == nil, err)
	}
}
