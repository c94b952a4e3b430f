package main

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
	"text/template"
)

type Page struct {
	Title string
	Items []Item
	m     map[string]int
	Err   error
	F     func(int) int
}
type Item struct {
	Name  string
	Price float64
	Tags  []string
	Sub   *Item
}

func (i Item) Upper(suffix string) string  { return strings.ToUpper(i.Name) + suffix }
func (i *Item) Ptr() string                { return "ptr " + i.Name }
func (p Page) Count() int                  { return len(p.Items) }
func (p Page) Fail(n int) (string, error)  { return "", fmt.Errorf("fail %d", n) }
func (p Page) Lookup(k string) (int, bool) { v, ok := p.m[k]; return v, ok }
func (p Page) M() map[string]int           { return p.m }
func (p Page) Seq() iter.Seq2[string, int] {
	return func(y func(string, int) bool) {
		for _, k := range slices.Sorted(maps.Keys(p.m)) {
			if !y(k, p.m[k]) {
				return
			}
		}
	}
}

func render(name, text string, data any) {
	t, err := template.New(name).Funcs(template.FuncMap{
		"join": strings.Join, "add": func(a, b int) int { return a + b }, "boom": func() string { panic("boom") },
		"dict": func(kv ...any) (map[string]any, error) {
			if len(kv)%2 != 0 {
				return nil, errors.New("odd dict")
			}
			m := map[string]any{}
			for p := range slices.Chunk(kv, 2) {
				m[p[0].(string)] = p[1]
			}
			return m, nil
		},
	}).Option("missingkey=error").Parse(text)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	var b strings.Builder
	err = t.Execute(&b, data)
	fmt.Printf("%q %v\n", b.String(), err)
}

func main() {
	p := Page{Title: "<T>", Items: []Item{{"a", 1.5, []string{"x", "y"}, &Item{Name: "s"}}, {Name: "b"}}, m: map[string]int{"z": 26, "k": 1}, F: func(i int) int { return i * 2 }}
	render("a", `{{.Title}} {{range $i, $e := .Items}}{{if $i}}, {{end}}{{$e.Upper "!"}}:{{printf "%.2f" .Price}} {{with .Sub}}{{.Name}}{{else}}-{{end}} {{join .Tags "+"}}{{end}} {{.Count}}`, p)
	render("b", `{{range $k, $v := .Seq}}{{$k}}={{$v}};{{end}}{{range $k, $v := .M}}{{$k}}{{$v}}{{break}}{{end}} {{index .M "z"}} {{call .F 4}} {{add 1 2 | printf "%03d"}}`, &p)
	render("c", `{{(index .Items 0).Ptr}}`, p)
	render("c2", `{{(index .Items 0).Ptr}}`, &p)
	render("d", `{{.Fail 3}}`, p)
	render("e", `x{{.Nope}}`, p)
	render("f", `{{.m}}`, p)
	render("g", `{{boom}}`, p)
	render("h", `{{define "t"}}[{{.a}}{{.b}}]{{end}}{{template "t" dict "a" 1 "b" (len .Items)}}{{template "t" dict "a"}}`, p)
	render("i", `{{if and .Items (gt (len .Items) 1) (not .Err)}}ok{{else if eq 1 1}}x{{end}} {{range 3}}{{.}}{{end}} {{slice "abcdef" 1 3}} {{html "<a>"}} {{js "it's"}} {{1.5 | printf "%v %T"}}`, p)
	render("j", `{{index .Items 9}}`, p)
	render("k", `{{.M.q}}`, p)
	render("l", `{{range .Items}}`, p)
	render("m", `{{.Items | nofunc}}`, p)
	render("n", `{{- /* c */ -}}  {{- "trim" -}}  .{{"\n"}}{{.Lookup "z"}}`, p)
	render("o", `{{range .Items}}{{else}}none{{end}}{{with $x := 5}}{{$x = 6}}{{$x}}{{end}}{{block "q" .Title}}<{{.}}>{{end}}`, Page{})
	ht := htmltemplate.Must(htmltemplate.New("p").Parse(`<a href="/?q={{.Title}}" onclick="f({{.Items}})">{{.Title}}</a><script>var x = {{.M}};</script>{{.Safe}}`))
	err := ht.Execute(os.Stdout, struct {
		Page
		Safe htmltemplate.HTML
	}{p, "<b>ok</b>"})
	fmt.Println(err)
}
