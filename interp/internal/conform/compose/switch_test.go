package compose

import (
	"fmt"
	"go/types"
	"strings"
)

var switchPieces = []piece{
	{"switch-tag", 4, nested(func(g *gen, s *scope, depth int) string { return g.switchTag(s, depth, false) })},
	{"switch-init-tag", 4, nested(func(g *gen, s *scope, depth int) string { return g.switchTag(s, depth, true) })},
	{"switch-true", 3, nested((*gen).switchTrue)},
	{"switch-type", 5, nested((*gen).switchType)},
	{"switch-error", 2, nested((*gen).switchError)},
}

// clause is a clause of a switch: what is before its colon, and its statements.
type clause struct{ head, body string }

// clauses joins clauses, with an occasional fallthrough where it is allowed.
func (g *gen) clauses(list []clause, falls bool) string {
	if g.one(3) && len(list) > 1 && g.may("default-first") {
		list[0], list[len(list)-1] = list[len(list)-1], list[0]
	}
	var b strings.Builder
	b.WriteString("{\n")
	for i, c := range list {
		fmt.Fprintf(&b, "%s:\n", c.head)
		if c.body != "" {
			b.WriteString(c.body + "\n")
		}
		if falls && i+1 < len(list) && g.one(6) && !jumps(lastLine(c.body)) {
			if list[i+1].head != "default" || i+2 == len(list) || g.allowed("fallthrough-default") {
				if list[i+1].head == "default" && i+2 < len(list) {
					g.note("fallthrough-default")
				}
				g.note("fallthrough")
				b.WriteString("fallthrough\n")
			}
		}
	}
	return b.String() + "}"
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// inside generates the statements of a clause.
func (g *gen) inside(s *scope, depth int, before ...string) string {
	return g.insideIn(newScope(s), depth, before...)
}

func (g *gen) insideIn(s *scope, depth int, before ...string) string {
	text := g.blockIn(s, 1, depth, before...)
	return strings.TrimSuffix(strings.TrimPrefix(text, "{\n"), "\n}")
}

// switchTag switches on a value, with or without a statement before it.
func (g *gen) switchTag(s *scope, depth int, init bool) string {
	inner, head := newScope(s), ""
	t := g.someType(s)
	for range 5 {
		if _, ok := t.Underlying().(*types.Basic); ok || isStruct(t) && init {
			break
		}
		t = g.someType(s)
	}
	tag := ""
	if init {
		value := g.expr(s, t, depth)
		if strings.HasSuffix(value, "}") && !strings.HasPrefix(value, "(") {
			value = "(" + value + ")"
		}
		if t == floatType || t == int8Type || t == byteType {
			value = g.converted(t, value)
			if !s.seesType(t) {
				return ""
			}
		}
		if n, ok := t.(*types.Named); ok && isScalar(n) {
			if !s.seesType(n) {
				return ""
			}
			value = g.converted(t, value)
		}
		e := g.declare(inner, t)
		e.used = true
		head = e.name + " := " + value + "; "
		if tag, t = g.tagOf(inner, place{text: e.name, typ: t, root: e}); tag == "" {
			return ""
		}
	}
	if tag == "" {
		list := g.places(inner)
		for range 10 {
			if len(list) == 0 {
				break
			}
			if p := pick(g, list); isScalar(p.typ) {
				tag, t = g.tagOf(inner, p)
				g.mark(p.root)
				break
			}
		}
	}
	if tag == "" || !isScalar(t) {
		return ""
	}
	return "switch " + head + tag + " " + g.clauses(g.valueClauses(inner, t, depth), true)
}

func isScalar(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// tagOf generates a tag from a value.
func (g *gen) tagOf(s *scope, p place) (string, types.Type) {
	switch u := p.typ.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if isScalar(f.Type()) {
				return p.text + "." + f.Name(), f.Type()
			}
		}
		return "", p.typ
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			switch g.r.IntN(4) {
			case 0:
				return p.text + " % 3", p.typ
			case 1:
				return p.text + " > 2", boolType
			}
		case u.Info()&types.IsString != 0 && s.sees("len") && g.one(2):
			return "len(" + p.text + ")", intType
		}
	}
	return p.text, p.typ
}

// valueClauses generates clauses for distinct values of a scalar type.
func (g *gen) valueClauses(s *scope, t types.Type, depth int) (list []clause) {
	u := t.Underlying().(*types.Basic)
	var values []string
	switch {
	case u.Info()&types.IsString != 0:
		for _, i := range g.r.Perm(len(texts))[:4] {
			values = append(values, fmt.Sprintf("%q", texts[i]))
		}
	case u.Info()&types.IsBoolean != 0:
		values = []string{"true", "false"}
	case u.Info()&types.IsFloat != 0:
		values = []string{"0.5", "1.5", "2", "10"}
	default:
		values = []string{"0", "1", "2", "3", "5"}
	}
	for len(values) > 0 && len(list) < 3 {
		n := 1
		if len(values) > 1 && g.one(3) {
			n = 2
		}
		list = append(list, clause{"case " + strings.Join(values[:n], ", "), g.inside(s, depth, g.took(s, len(list))...)})
		values = values[n:]
	}
	return g.withDefault(list, s, depth)
}

// withDefault adds a default clause at random.
func (g *gen) withDefault(list []clause, s *scope, depth int) []clause {
	if g.one(2) {
		list = append(list, clause{"default", g.inside(s, depth, g.took(s, -1)...)})
	}
	return list
}

// took prints which clause runs.
func (g *gen) took(s *scope, n int) []string {
	if !g.use(s, "fmt") || g.one(3) {
		return nil
	}
	g.fn.effect.prints = true
	return []string{fmt.Sprintf("fmt.Println(\"clause\", %d)", n)}
}

func (g *gen) switchTrue(s *scope, depth int) string {
	inner, head := newScope(s), ""
	if g.one(2) {
		value := g.expr(s, stringType, 1)
		e := g.declare(inner, stringType)
		head = e.name + " := " + value + "; "
	}
	var list []clause
	for range 1 + g.r.IntN(3) {
		list = append(list, clause{"case " + g.varied(inner), g.inside(inner, depth, g.took(inner, len(list))...)})
	}
	list = g.withDefault(list, inner, depth)
	for _, e := range inner.order {
		if !e.used {
			list[0].body = "_ = " + e.name + "\n" + list[0].body
		}
	}
	return "switch " + head + g.clauses(list, true)
}

// varied returns a condition that is not constant: the compiler rejects two clauses with the same constant.
func (g *gen) varied(s *scope) string {
	for range 5 {
		if c := g.condition(s, 1); c != "true" && c != "false" {
			return c
		}
	}
	if g.use(s, "strings") {
		return fmt.Sprintf("strings.Contains(%q, %q)", pick(g, texts), pick(g, texts))
	}
	return "len(fmt.Sprint()) > 0"
}

// switchType switches on the type of a value.
func (g *gen) switchType(s *scope, depth int) string {
	if !s.sees("any") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	inner, head := newScope(s), ""
	of := ""
	if t := pick(g, g.pool); printable(t) && g.makeable(s, t) && s.seesType(t) && !types.IsInterface(t) && g.one(2) {
		of = "any(" + g.converted(t, g.expr(s, t, 1)) + ")"
	} else {
		of = "any(" + g.expr(s, anyType, depth) + ")"
	}
	if g.one(3) {
		e := g.declare(inner, anyType)
		head, of = e.name+" := "+of+"; ", e.name
		e.used = true
		if !inner.sees("any") {
			return ""
		}
	}
	v := g.declare(newScope(inner), anyType)
	v.used = true
	bound := func() *scope {
		b := newScope(inner)
		b.add(v)
		return b
	}
	var list []clause
	seen := map[string]bool{}
	for range 1 + g.r.IntN(4) {
		t := pick(g, g.pool)
		if seen[text(t)] || !inner.seesType(t) || types.Identical(t, anyType) {
			continue
		}
		seen[text(t)] = true
		typed := newScope(inner)
		typed.add(&entity{name: v.name, typ: t, fn: g.fn, used: true})
		if !typed.sees("fmt") {
			continue
		}
		shown := fmt.Sprintf("fmt.Println(%q, %s)", text(t), g.printText(typed, v.name, t))
		list = append(list, clause{"case " + text(t), g.insideIn(typed, depth, shown)})
	}
	if !seen["bool"] && !seen["uint8"] && inner.sees("bool") && inner.sees("uint8") {
		list = append(list, clause{
			"case bool, uint8",
			g.insideIn(bound(), depth, fmt.Sprintf("fmt.Printf(\"%%T\\n\", %s)", v.name)),
		})
	}
	list = append(list,
		clause{"default", g.insideIn(bound(), depth, fmt.Sprintf("fmt.Println(\"other\", %s != nil)", v.name))})
	return "switch " + head + v.name + " := " + of + ".(type) " + g.clauses(list, false)
}

// switchError switches on the kind of an error.
func (g *gen) switchError(s *scope, depth int) string {
	if !g.use(s, "errors", "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	err := g.someRead(s, errorType)
	if err == "" {
		return ""
	}
	list := []clause{{"case " + err + " == nil", g.inside(s, depth, `fmt.Println("no error")`)}}
	for _, t := range g.errors {
		if s.seesType(t) && s.sees("new") {
			list = append(list, clause{
				fmt.Sprintf("case errors.As(%s, new(%s))", err, text(t)),
				g.inside(s, depth, fmt.Sprintf("fmt.Println(%q)", text(t))),
			})
		}
	}
	list = append(list, clause{"default", g.inside(s, depth, fmt.Sprintf("fmt.Println(\"other:\", %s)", err))})
	return "switch " + g.clauses(list, true)
}
