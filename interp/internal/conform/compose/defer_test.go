package compose

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// deferred generates a defer statement for the function.
func (g *gen) deferred(s *scope) string {
	if !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	forms := []struct {
		name string
		make func(*scope) string
	}{
		{"defer-print", g.deferPrint},
		{"defer-call", g.deferCall},
		{"defer-closure", g.deferClosure},
		{"defer-results", g.deferResults},
		{"defer-recover", g.deferRecover},
		{"defer-recover", g.deferRecover},
		{"defer-loop", g.deferLoop},
	}
	for range 4 {
		f := pick(g, forms)
		if !g.allowed(f.name) || !g.allowed("defer") {
			continue
		}
		g.note("defer")
		g.note(f.name)
		if text := f.make(s); text != "" {
			return text
		}
	}
	return ""
}

func (g *gen) deferPrint(s *scope) string {
	return fmt.Sprintf("defer fmt.Println(\"end\", %s)", g.expr(s, pick(g, scalarTypes), 1))
}

func (g *gen) deferCall(s *scope) string {
	list := slices.DeleteFunc(g.callables(s), func(c callable) bool { return c.call.risky })
	if len(list) == 0 {
		return ""
	}
	c := pick(g, list)
	made := g.call(s, c, 1)
	if strings.Contains(c.text, ".") && s.lookup("later") == nil && g.one(2) {
		return "{\nlater := " + c.text + "\ndefer later" + strings.TrimPrefix(made, c.text) + "\n}"
	}
	return "defer " + made
}

func (g *gen) deferClosure(s *scope) string {
	f := newFunction(g.fn, noArgs)
	g.fn = f
	inner := newScope(s)
	body := strings.Join(g.settle(inner, g.statements(inner, 1+g.r.IntN(2), 1)), "\n")
	g.fn = f.outer
	g.fn.effect.add(&f.effect, 1)
	return "defer func() {\n" + body + "\n}()"
}

// deferResults changes the results after the function has returned.
func (g *gen) deferResults(*scope) string {
	if len(g.fn.results) == 0 {
		return ""
	}
	r := pick(g, g.fn.results)
	switch {
	case types.Identical(r.typ, errorType):
		return fmt.Sprintf("defer func() {\nif %s != nil {\n%s = fmt.Errorf(\"deferred: %%w\", %s)\n}\n}()", r.name, r.name,
			r.name)
	case isNumber(r.typ):
		return fmt.Sprintf("defer func() { %s += %s }()", r.name, pick(g, []string{"1", "10", r.name}))
	case types.Identical(r.typ, stringType):
		return fmt.Sprintf("defer func() { %s = %q + %s }()", r.name, pick(g, texts), r.name)
	}
	return fmt.Sprintf("defer func() { fmt.Println(\"result\", %s) }()", g.printText(g.pkg, r.name, r.typ))
}

// deferRecover recovers, if the zero values of the results are safe to use.
func (g *gen) deferRecover(s *scope) string {
	for v := range g.fn.sig.Results().Variables() {
		if !zeroSafe(v.Type()) {
			return ""
		}
	}
	g.fn.recovers = true
	var errs []*entity
	for _, r := range g.fn.results {
		if types.Identical(r.typ, errorType) {
			errs = append(errs, r)
		}
	}
	what := "fmt.Println(\"recovered:\", r)"
	if len(errs) > 0 && g.one(2) {
		what = fmt.Sprintf("%s = fmt.Errorf(\"recovered: %%v\", r)", errs[0].name)
	}
	if !s.sees("recover") || s.lookup("r") != nil &&
		slices.ContainsFunc(g.fn.results, func(e *entity) bool { return e.name == "r" }) {
		return ""
	}
	if g.one(4) {
		return fmt.Sprintf("defer func() {\nr := recover()\nif r == nil {\nreturn\n}\n%s\n}()", what)
	}
	return fmt.Sprintf("defer func() {\nif r := recover(); r != nil {\n%s\n}\n}()", what)
}

func (g *gen) deferLoop(s *scope) string {
	if s.lookup("i") != nil {
		return ""
	}
	value := g.expr(s, stringType, 1)
	return fmt.Sprintf("for i := range 3 {\ndefer func() { fmt.Println(\"deferred\", i, %s) }()\n}", value)
}
