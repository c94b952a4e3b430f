package main

import "errors"
import "fmt"
import "io"
import "os"
import "strings"
import "text/template"

type row struct {
	Name  string
	price float64
	sub   []row
}

func (r row) Price() string           { return fmt.Sprintf("%.2f", r.price) }
func (r *row) Raise(p float64) string { r.price += p; return "" }
func (r row) Sub() []row              { return r.sub }
func (r row) Has(s string) (bool, error) {
	if s == "" {
		return false, errors.New("empty")
	}
	return strings.Contains(r.Name, s), nil
}

func main() {
	t := template.Must(template.New("t").Funcs(template.FuncMap{"up": strings.ToUpper}).Parse(`{{define "r"}}{{.Name | up}}={{.Price}}{{range .Sub}} [{{template "r" .}}]{{end}}{{end}}{{range $i, $r := .}}{{$i}}:{{template "r" $r}}{{if $r.Has "a"}}!{{end}}{{$r.Raise 1}};{{end}}`))
	rows := []*row{{"apple", 1, []row{{"core", .5, nil}}}, {"fig", 2.25, nil}}
	fmt.Println(t.Execute(os.Stdout, rows))
	fmt.Println(rows[0].price)
	t2 := template.Must(template.New("e").Parse(`{{range .}}{{.Has ""}}{{end}}`))
	fmt.Println(t2.Execute(io.Discard, rows))
}
