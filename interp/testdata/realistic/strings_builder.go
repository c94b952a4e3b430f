package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type Indenter struct {
	strings.Builder
	level int
}

func (w *Indenter) Line(format string, args ...any) *Indenter {
	w.WriteString(strings.Repeat("\t", w.level))
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
	return w
}

func (w *Indenter) Block(head string, body func()) {
	w.Line("%s {", head)
	w.level++
	defer func() {
		w.level--
		w.Line("}")
	}()
	body()
}

type field struct{ name, typ string }

func genStruct(name string, fields ...field) string {
	w := &Indenter{}
	w.Block("type "+name+" struct", func() {
		for _, f := range fields {
			w.Line("%s %s", f.name, f.typ)
		}
	})
	for _, f := range fields {
		w.Block(fmt.Sprintf("func (x %s) Get%s() %s", name, strings.ToUpper(f.name[:1])+f.name[1:], f.typ), func() {
			w.Line("return x.%s", f.name)
		})
	}
	return w.String()
}

func reverse(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		b.WriteRune(r)
		s = s[:len(s)-n]
	}
	return b.String()
}

func center(s string, width int, pad rune) string {
	gap := width - utf8.RuneCountInString(s)
	if gap <= 0 {
		return s
	}
	left := gap / 2
	return strings.Repeat(string(pad), left) + s + strings.Repeat(string(pad), gap-left)
}

func template(text string, vars map[string]string) string {
	return replaceFunc(text, "{", "}", func(key string) string {
		if v, ok := vars[key]; ok {
			return v
		}
		return "?" + key
	})
}

func replaceFunc(s, open, closing string, f func(string) string) (out string) {
	for {
		before, rest, ok := strings.Cut(s, open)
		out += before
		if !ok {
			return out
		}
		key, after, ok := strings.Cut(rest, closing)
		if !ok {
			return out + open + rest
		}
		out += f(key)
		s = after
	}
}

func main() {
	fmt.Print(genStruct("user", field{"id", "int"}, field{"name", "string"}))
	fmt.Println(reverse("añb日"), center("né", 7, '*'), center("long enough", 3, ' '))
	fmt.Println(template("hi {name}, {x}{y} {open", map[string]string{"name": "Bo", "x": "1"}))
	fmt.Printf("%q\n", strings.FieldsFunc("a1b22c", func(r rune) bool { return r >= '0' && r <= '9' }))
	fmt.Println(strings.EqualFold("Straße", "STRAßE"), strings.Title("go now"), strings.Count("cheese", "e"), strings.LastIndex("go gopher", "go"))
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;")
	fmt.Println(r.Replace("<b>"), strings.SplitN("a,b,c,d", ",", 3), strings.TrimFunc("123abc456", func(r rune) bool { return r < 'a' }))
	for i, r := range "aé日\xff" {
		fmt.Printf("%d:%q ", i, r)
	}
	fmt.Println(utf8.ValidString("a\xff"), strings.ToValidUTF8("a\xffb", "?"))
}
