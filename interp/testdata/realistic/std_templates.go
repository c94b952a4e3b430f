package main

import (
	"errors"
	"fmt"
	htemplate "html/template"
	"os"
	"strings"
	"text/tabwriter"
	"text/template"
)

type Money int64

func (m Money) String() string { return fmt.Sprintf("$%d.%02d", int64(m)/100, int64(m)%100) }

type Line struct {
	Name  string
	Qty   int
	Price Money
	opts  map[string]any
}

func (l Line) Total() Money          { return Money(l.Qty) * l.Price }
func (l *Line) Discount(p int) Money { return l.Total() * Money(100-p) / 100 }
func (l Line) Opt(k string) (any, error) {
	if v, ok := l.opts[k]; ok {
		return v, nil
	}
	return nil, errors.New("no option " + k)
}

type Order struct {
	Lines []*Line
	Meta  map[string]int
	Fn    func(int) int
	Next  *Order
}

func (o Order) Sum() (t Money) {
	for _, l := range o.Lines {
		t += l.Total()
	}
	return
}

const text = `{{define "row"}}{{.Name | printf "%-6s" }}|{{.Qty}}|{{.Price}}|{{.Total}}|{{.Discount 50}}
{{end -}}
{{- $n := len .Lines -}}
{{range $i, $l := .Lines}}{{if eq $i 1}}{{continue}}{{end}}{{$i}}/{{$n}} {{template "row" $l}}{{else}}none{{end -}}
{{with .Meta}}{{range $k, $v := .}}{{$k}}={{$v}};{{end}}{{end}}
{{call .Fn 20}} {{.Sum}} {{upper "abc" | repeat 2}} {{index .Meta "a"}} {{slice "abcdef" 1 3}}
{{with .Next}}{{.Sum}}{{else with .Lines}}{{len .}}{{else}}no{{end}}
{{range 3}}{{.}}{{end}} {{and 1 0}} {{or 0 "x"}} {{not true}} {{lt 1 2 }} 
{{html "<a>"}} {{js "a'b"}} {{print 1 2 "x" 3}} {{printf "%T" .Fn}}
{{- block "foot" .Meta}} foot {{.}}{{end}}
{{(index .Lines 0).Opt "color"}} {{range $c := seq 3}}{{$c}},{{end}}
`

func main() {
	funcs := template.FuncMap{"upper": strings.ToUpper, "repeat": func(n int,
		s string) string {
		return strings.Repeat(s, n)
	},
		"seq": func(n int) func(func(int) bool) {
			return func(yield func(int) bool) {
				for i := range n {
					if !yield(i * i) {
						return
					}
				}
			}
		}}
	t := template.Must(template.New("order").Funcs(funcs).Parse(text))
	o := Order{Lines: []*Line{{"pen", 2, 150, map[string]any{"color": "red"}}, {"ink", 1, 999, nil}, {"cap", 3, 5, nil}},
		Meta: map[string]int{"b": 2, "a": 1}, Fn: func(i int) int { return i * 2 }}
	if err := t.Execute(os.Stdout, o); err != nil {
		fmt.Println("ERR", err)
	}
	for _, bad := range []string{`{{.Nope}}`, `{{(index .Lines 1).Opt "x"}}`, `{{index .Lines 9}}`, `{{call .Fn "x"}}`,
		`{{template "zz"}}`, `{{.Sum.Foo}}`, `{{nil}}`, `{{range}}`, `{{.Lines.Name}}`, `{{(index .Lines 0).opts}}`} {
		t, err := template.New("bad").Parse(bad)
		if err == nil {
			err = t.Execute(os.Stdout, o)
		}
		var ee template.ExecError
		fmt.Println(err, errors.As(err, &ee))
	}
	h := htemplate.Must(htemplate.New("h").Parse(`<a href="/q?x={{.Q}}" title='{{.T}}' onclick="f({{.J}})">` +
		"{{.T}}{{.Safe}}</a>\n"))
	h.Execute(os.Stdout, map[string]any{"Q": "a b&c", "T": "<i>'\"", "J": map[string]Money{"k": 3},
		"Safe": htemplate.HTML("<b>")})
	h.Execute(os.Stdout, struct {
		Q    Money
		T    fmt.Stringer
		J    []Line
		Safe error
	}{5, Money(7), []Line{{Name: "</script>"}}, errors.New("e<")})
	tw := tabwriter.NewWriter(os.Stdout, 4, 0, 2, '.', tabwriter.AlignRight|tabwriter.Debug)
	for _, l := range o.Lines {
		fmt.Fprintf(tw, "%s\t%d\t%v\t\n", l.Name, l.Qty, l.Total())
	}
	tw.Flush()
}
