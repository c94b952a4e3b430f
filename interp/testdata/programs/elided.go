package main

import (
	"fmt"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"sort"
	"testing/fstest"
	"text/template/parse"
)

type files = fstest.MapFS

func main() {
	m := fstest.MapFS{"a": {Data: []byte("x")}, "d/b.txt": {Data: []byte("yy"), Mode: 0o600}}
	b, err := fs.ReadFile(m, "d/b.txt")
	fmt.Println(string(b), err)
	var names []string
	fs.WalkDir(m, ".", func(p string, d fs.DirEntry, err error) error { names = append(names, p); return nil })
	sort.Strings(names)
	fmt.Println(names)
	m2 := files{"q": {}}
	fmt.Println(len(m2), m2["q"] != nil)
	cs := []*http.Cookie{{Name: "a", Value: "1"}, {Name: "b"}}
	fmt.Println(cs[0], cs[1].Name)
	us := map[string]*url.URL{"x": {Scheme: "http", Host: "h"}}
	fmt.Println(us["x"])
	ps := [2]*token.Position{{Line: 1}, 1: {Line: 2}}
	fmt.Println(ps[0].Line, ps[1].Line)
	mm := map[token.Position]string{{Line: 3}: "three"}
	fmt.Println(mm[token.Position{Line: 3}])
	vv := url.Values{"a": {"1", "2"}}
	h := http.Header{"K": {"v"}}
	fmt.Println(vv.Encode(), h.Get("K"))
	nn := [][]*url.Userinfo{{nil}, {}}
	fmt.Println(len(nn), len([]map[string]*url.URL{{"y": {Path: "p"}}}[0]))
	_ = parse.Tree{}
	_ = cookiejar.Options{}
}
