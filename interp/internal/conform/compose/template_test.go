package compose

import (
	_ "embed"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// templateText has the grammar of templates.
//
//go:embed templates.txt
var templateText string

//go:embed declared.txt
var declaredText string

// declared has the declarations of declared.txt.
var declared = func() map[string]string {
	all := map[string]string{}
	for _, section := range strings.Split(declaredText, "\n== ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		all[name] = strings.TrimSpace(text)
	}
	return all
}()

// template is a statement with placeholders for values.
type template struct {
	values []templateValue
	text   string
	needs  []string // the names that the text uses: predeclared, of packages, and of this package
}

// templateValue is a value of a template: an expression, or a number of a range.
type templateValue struct {
	name     string
	typ      types.Type // nil for a number
	depth    int        // of the expression
	exact    bool       // exactly this depth, even if the context allows less
	from, to int
}

// templatePieces returns the kinds of statements of templates.txt.
func templatePieces() (pieces []piece) {
	for _, section := range strings.Split(templateText, "\n== ")[1:] {
		head, body, _ := strings.Cut(section, "\n")
		name, weight := "", 0
		fmt.Sscan(head, &name, &weight)
		common, ways, _ := strings.Cut(body, "-- or\n")
		var list []template
		for way := range strings.SplitSeq(ways, "-- or\n") {
			list = append(list, newTemplate(way))
		}
		first := newTemplate(common)
		pieces = append(pieces, piece{name, weight, func(g *gen, s *scope, depth int) string {
			return g.templated(s, first, list, depth)
		}})
	}
	return pieces
}

// newTemplate parses the values and the text of a template.
func newTemplate(body string) (t template) {
	for strings.HasPrefix(body, "$") {
		var line string
		line, body, _ = strings.Cut(body, "\n")
		name, value, _ := strings.Cut(line[1:], " = ")
		t.values = append(t.values, newTemplateValue(name, value))
	}
	t.text = strings.TrimSpace(body)
	if t.text != "" {
		t.needs = namesOf(t.text)
	}
	return t
}

var depthAtEnd = regexp.MustCompile(` (=?)(\d)$`)

func newTemplateValue(name, text string) templateValue {
	v := templateValue{name: name, depth: 9}
	if _, err := fmt.Sscanf(text, "%d..%d", &v.from, &v.to); err == nil {
		return v
	}
	if m := depthAtEnd.FindStringSubmatchIndex(text); m != nil {
		v.exact, v.depth = m[2] < m[3], int(text[m[4]]-'0')
		text = text[:m[0]]
	}
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
	if err != nil {
		panic(fmt.Sprintf("templates.txt: %s: %v", text, err))
	}
	v.typ = tv.Type
	return v
}

// valueMark matches a placeholder for a value.
var valueMark = regexp.MustCompile(`\$\w+`)

// namesOf returns the names that a text uses and does not declare.
func namesOf(text string) (names []string) {
	source := "package main\nfunc _(value any) {\n" + valueMark.ReplaceAllString(text, "value") + "\n}"
	f, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		panic(fmt.Sprintf("templates.txt: %v\n%s", err, text))
	}
	for _, id := range f.Unresolved {
		if !slices.Contains(names, id.Name) {
			names = append(names, id.Name)
		}
	}
	return names
}

// templated generates the statement of a template: the values that all its texts use, then one of the texts.
func (g *gen) templated(s *scope, common template, ways []template, depth int) string {
	made := map[string]string{}
	values := func(t template) bool {
		if !g.use(s, t.needs...) || strings.Contains(t.text, "go func") && !g.may("goroutine") {
			return false
		}
		for _, v := range t.values {
			if v.typ != nil && !s.seesType(v.typ) {
				return false
			}
		}
		for _, v := range t.values {
			made["$"+v.name] = g.templateValue(s, v, depth)
		}
		return true
	}
	if !values(common) {
		return ""
	}
	t := common
	if t.text == "" {
		if t = pick(g, ways); !values(t) {
			return ""
		}
	}
	g.fn.effect.prints = true
	return valueMark.ReplaceAllStringFunc(t.text, func(mark string) string { return made[mark] })
}

func (g *gen) templateValue(s *scope, v templateValue, depth int) string {
	switch {
	case v.typ == nil:
		return fmt.Sprint(v.from + g.r.IntN(v.to-v.from+1))
	case v.exact:
		return g.expr(s, v.typ, v.depth)
	}
	return g.expr(s, v.typ, min(depth, v.depth))
}
