package main

import (
	"fmt"
	"os"
	"strings"
	"text/template"
)

type Money int

func (m Money) String() string { return fmt.Sprintf("%d.%02d", m/100, m%100) }

type Line struct {
	Name  string
	Qty   int
	Price Money
}

type Invoice struct {
	No       int
	Customer map[string]string
	Lines    []Line
	Notes    []string
}

const layout = `Invoice #{{printf "%05d" .No}} for {{.Customer.name | upper}}
{{- with .Customer.vat}} (VAT {{.}}){{end}}
{{range $i, $l := .Lines -}}
{{inc $i}}. {{pad 10 $l.Name}} {{$l.Qty}} x {{$l.Price}} = {{total $l}}
{{else -}}
(nothing)
{{end -}}
Sum: {{sum .Lines}}{{if gt (len .Lines) 1}} for {{len .Lines}} lines{{end}}
{{define "note"}}* {{.}}
{{end}}{{range .Notes}}{{template "note" .}}{{end -}}
`

func main() {
	funcs := template.FuncMap{
		"upper": strings.ToUpper,
		"inc":   func(i int) int { return i + 1 },
		"pad":   func(n int, s string) string { return fmt.Sprintf("%-*s", n, s) },
		"total": func(l Line) Money { return Money(l.Qty) * l.Price },
		"sum": func(lines []Line) (m Money) {
			for _, l := range lines {
				m += Money(l.Qty) * l.Price
			}
			return
		},
	}
	t, err := template.New("invoice").Funcs(funcs).Parse(layout)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	invoices := []Invoice{
		{7, map[string]string{"name": "Ada", "vat": "GB123"}, []Line{{"tea", 2, 350}, {"biscuits", 1, 199}}, []string{"thank you", "come again"}},
		{No: 12345, Customer: map[string]string{"name": "nobody"}},
	}
	for _, inv := range invoices {
		if err := t.Execute(os.Stdout, inv); err != nil {
			fmt.Println("execute:", err)
		}
		fmt.Println("---")
	}
	_, err = template.New("bad").Parse("{{if}}")
	fmt.Println(err)
	_, err = template.New("bad").Parse("{{nofunc 1}}")
	fmt.Println(err)
}
