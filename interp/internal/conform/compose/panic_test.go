package compose

import (
	"fmt"
	"go/types"
)

// Pieces that panic, and pieces for past faults of sessions.
var panicPieces = []piece{
	{"panic-value", 2, (*gen).panicValue},
	{"panic-runtime", 3, (*gen).panicRuntime},
	{"typed-nil", 1, (*gen).typedNil},
	{"sprint-named", 1, (*gen).sprintNamed},
	{"assign-fails", 3, (*gen).assignFails},
}

// panics records that the function can panic, if its callers allow it. It reports whether they do.
func (g *gen) panics() bool {
	if g.calm {
		return false
	}
	g.fn.effect.risky = !g.fn.recovers
	return true
}

func (g *gen) panicValue(s *scope, depth int) string {
	if !g.panics() || !g.use(s, "fmt") {
		return ""
	}
	value := pick(g, []string{`"stop"`, "42", "fmt.Errorf(\"broken %d\", 7)", "fmt.Sprint(\"at \", 3)"})
	if len(g.errors) > 0 && g.one(2) && s.seesType(g.errors[0]) && g.makeable(s, g.errors[0]) {
		value = g.literal(s, g.errors[0], depth)
	}
	return "if " + g.condition(s, 1) + " {\npanic(" + value + ")\n}"
}

// panicRuntime causes one of the common runtime panics.
func (g *gen) panicRuntime(s *scope, _ int) string {
	if !g.use(s, "fmt") || !s.seesType(types.NewMap(stringType, intType)) || !s.sees("any") || !s.sees("len") ||
		!s.sees("error") {
		return ""
	}
	ways := []struct{ name, text string }{
		{"panic-index", "list := []int{1, 2}\nfmt.Println(list[len(list)+%d])"},
		{"panic-slice", "list := []int{1, 2, 3}\nend := %d + 4\nfmt.Println(list[1:end])"},
		{"panic-slice", "text, from := \"abc\", %d + 1\nfmt.Println(text[from:1], text[from:])"},
		{"panic-map", "var m map[string]int\nm[\"a\"] = %d"},
		{"panic-divide", "a, b := %d, 0\nfmt.Println(a / b)"},
		{"panic-nil", "var p *struct{ n int }\nfmt.Println(p.n + %d)"},
		{"panic-assertion", "var v any = %d\nfmt.Println(v.(string))"},
		{"panic-assertion-interface", "var v any = %d\nfmt.Println(v.(error))"},
		{"panic-type", "defer func() { fmt.Printf(\"%%T\\n\", recover()) }()\nvar m map[string]int\nm[\"a\"] = %d"},
		{"panic-nil-func", "var f func(int)\nf(%d)"},
	}
	w := pick(g, ways)
	if !g.may(w.name) || !g.panics() {
		return ""
	}
	return "if " + g.condition(s, 1) + " {\n" + fmt.Sprintf(w.text, g.r.IntN(3)) + "\n}"
}

// typedNil assigns a nil pointer of a type of the program to an error.
func (g *gen) typedNil(s *scope, _ int) string {
	for _, t := range g.errors {
		if _, ok := t.(*types.Pointer); ok && s.sees("error") && s.seesType(t) && g.use(s, "fmt") {
			g.fn.effect.prints = true
			return fmt.Sprintf("{\nvar none %s\nvar e error = none\nfmt.Println(e == nil, none == nil)\n}", text(t))
		}
	}
	return ""
}

func (g *gen) sprintNamed(s *scope, depth int) string {
	for _, t := range g.pool {
		if n, ok := t.(*types.Named); ok && types.Identical(n.Underlying(), stringType) && s.seesType(n) && g.use(s, "fmt") {
			g.fn.effect.prints = true
			return fmt.Sprintf("fmt.Println(fmt.Sprint(%s(%s), 1, %s(\"b\")))", text(n), g.expr(s, stringType, depth), text(n))
		}
	}
	return ""
}
