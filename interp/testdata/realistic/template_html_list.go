package main

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
)

type Link struct {
	Href, Text string
	Sub        []Link
}

var funcs = template.FuncMap{
	"join":  strings.Join,
	"odd":   func(i int) bool { return i%2 == 1 },
	"safe":  func(s string) template.HTML { return template.HTML(s) },
	"times": func(n int) []struct{} { return make([]struct{}, n) },
	"dict": func(kv ...any) (map[string]any, error) {
		if len(kv)%2 != 0 {
			return nil, fmt.Errorf("dict: %d arguments", len(kv))
		}
		m := map[string]any{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i].(string)] = kv[i+1]
		}
		return m, nil
	},
}

var site = template.Must(template.New("site").Funcs(funcs).Parse(`
{{- define "link"}}<a href="{{.Href}}">{{.Text}}</a>{{with .Sub}}<ul>{{range .}}<li>{{template "link" .}}</li>{{end}}</ul>{{end}}{{end -}}
{{- define "row"}}<td class="{{.class}}">{{.text}}</td>{{end -}}
<nav>{{range .Links}}{{template "link" .}}{{end}}</nav>
<table>{{range $i, $r := .Rows}}<tr{{if odd $i}} class="odd"{{end}}>{{range $r}}{{template "row" (dict "class" "c" "text" .)}}{{end}}</tr>{{end}}</table>
<p title="{{.Title}}" onclick="go({{.Data}})">{{safe "<i>ok</i>"}} {{.Title}} {{range times 3}}*{{end}} {{join .Tags ", "}}</p>
`))

func main() {
	var out bytes.Buffer
	clone := template.Must(site.Clone())
	err := site.Execute(&out, map[string]any{
		"Links": []Link{
			{"/a?x=1&y=2", "A & B", nil},
			{"javascript:alert(1)", "<script>", []Link{{"/sub", "sub", nil}}},
		},
		"Rows":  [][]string{{"1", "<2>"}, {"3", `"4"`}},
		"Title": `say "hi" & 'bye'`,
		"Data":  map[string]int{"n": 1},
		"Tags":  []string{"x", "<y>"},
	})
	fmt.Print(out.String())
	fmt.Println(err)
	_, err = template.New("e").Funcs(funcs).Parse(`{{dict "a"`)
	fmt.Println(err)
	bad := template.Must(template.New("e").Funcs(funcs).Parse(`{{dict "a"}}`))
	out.Reset()
	err = bad.Execute(&out, nil)
	fmt.Println(strings.HasSuffix(err.Error(), "dict: 1 arguments"))
	template.Must(clone.New("link").Parse(`[{{.Text}}]`))
	out.Reset()
	clone.Execute(&out, map[string]any{"Links": []Link{{Text: "only"}}, "Title": "", "Tags": []string(nil)})
	line, _ := out.ReadString('\n')
	fmt.Print(line)
}
