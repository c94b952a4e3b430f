package main

import (
	"fmt"
	"net/url"
	"sort"
	"strings"
)

type URL struct {
	Scheme, User, Host string
	Port               int
	Path               []string
	Query              map[string][]string
	Fragment           string
}

type parseErr struct {
	part string
	url  string
}

func (e parseErr) Error() string { return "bad " + e.part + " in " + e.url }

func Parse(raw string) (u *URL, err error) {
	u = &URL{Query: map[string][]string{}}
	rest := raw
	var ok bool
	if u.Scheme, rest, ok = strings.Cut(rest, "://"); !ok {
		return nil, parseErr{"scheme", raw}
	}
	rest, u.Fragment, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	host, path, _ := strings.Cut(rest, "/")
	if at := strings.LastIndex(host, "@"); at >= 0 {
		u.User, host = host[:at], host[at+1:]
	}
	if h, port, found := strings.Cut(host, ":"); found {
		if _, err := fmt.Sscanf(port, "%d", &u.Port); err != nil || u.Port > 65535 {
			return nil, parseErr{"port", raw}
		}
		host = h
	}
	if u.Host = host; host == "" {
		return nil, parseErr{"host", raw}
	}
	for _, seg := range strings.Split(path, "/") {
		switch s, err := unescape(seg); {
		case err != nil:
			return nil, fmt.Errorf("%v: %w", parseErr{"path", raw}, err)
		case s == "..":
			if n := len(u.Path); n > 0 {
				u.Path = u.Path[:n-1]
			}
		case s != "" && s != ".":
			u.Path = append(u.Path, s)
		}
	}
	for _, kv := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		k, v, _ := strings.Cut(kv, "=")
		if v, err = unescape(strings.ReplaceAll(v, "+", " ")); err != nil {
			return nil, err
		}
		u.Query[k] = append(u.Query[k], v)
	}
	return u, nil
}

func unescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		var c byte
		if i+3 > len(s) {
			return "", fmt.Errorf("short escape %q", s[i:])
		}
		if _, err := fmt.Sscanf(s[i+1:i+3], "%02x", &c); err != nil {
			return "", fmt.Errorf("escape %q", s[i:i+3])
		}
		b.WriteByte(c)
		i += 2
	}
	return b.String(), nil
}

func (u *URL) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s://", u.Scheme)
	if u.User != "" {
		b.WriteString(u.User + "@")
	}
	b.WriteString(u.Host)
	if u.Port != 0 {
		fmt.Fprintf(&b, ":%d", u.Port)
	}
	for _, p := range u.Path {
		b.WriteString("/" + url.PathEscape(p))
	}
	keys := make([]string, 0, len(u.Query))
	for k := range u.Query {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	sep := byte('?')
	for _, k := range keys {
		for _, v := range u.Query[k] {
			b.WriteByte(sep)
			b.WriteString(k + "=" + url.QueryEscape(v))
			sep = '&'
		}
	}
	if u.Fragment != "" {
		b.WriteString("#" + u.Fragment)
	}
	return b.String()
}

func main() {
	for _, raw := range []string{
		"http://example.org",
		"https://me@example.org:8443/a/b/../c%20d/./e?x=1&y=two+words&x=3#top",
		"ftp://h/%e4%b8%96",
		"nothing",
		"http:///path",
		"http://h:port/",
		"http://h/%zz",
		"http://h/?q=%4",
	} {
		u, err := Parse(raw)
		if err != nil {
			_, mine := err.(parseErr)
			fmt.Println("error:", err, mine)
			continue
		}
		std, _ := url.Parse(u.String())
		fmt.Printf("%s | %s %d %q %v | %s\n", u, u.Host, u.Port, u.Path, u.Query["x"], std.Host)
	}
}
