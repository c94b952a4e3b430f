package compose

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

var callPieces = []piece{
	{"call", 10, (*gen).callStatement},
	{"call-checked", 6, (*gen).callChecked},
	{"compiled-callback", 1, (*gen).onceDo},
	{"errors-wrap", 3, (*gen).wrapError},
}

// callStatement calls a function that may change variables, as a separate statement.
func (g *gen) callStatement(s *scope, depth int) string {
	list := g.callables(s)
	if len(list) == 0 {
		return ""
	}
	c := pick(g, list)
	call := g.call(s, c, depth)
	n := c.sig.Results().Len()
	if n == 0 || g.one(4) {
		return call
	}
	var names []string
	var fresh bool
	for v := range c.sig.Results().Variables() {
		if g.one(5) && fresh {
			names = append(names, "_")
			continue
		}
		names = append(names, g.declare(s, v.Type()).name)
		fresh = true
	}
	return strings.Join(names, ", ") + " := " + call
}

// callChecked calls a function and returns if it fails.
func (g *gen) callChecked(s *scope, depth int) string {
	list := g.failers(s)
	if len(list) == 0 {
		return ""
	}
	c := pick(g, list)
	call := g.call(s, c, depth)
	var names []string
	var err *entity
	again, isNew := false, false
	n := c.sig.Results().Len()
	for i := range n {
		t := c.sig.Results().At(i).Type()
		if e := s.names["err"]; i == n-1 && e != nil && e.kind == variable && !e.fixed &&
			types.Identical(e.typ, errorType) && !slices.Contains(names, "err") {
			err, again = e, true // reused: := declares only new variables
			names = append(names, "err")
			g.changed(place{root: e})
			continue
		}
		err = g.declare(s, t)
		isNew = true
		names = append(names, err.name)
	}
	err.used = true
	op := " := "
	if again && !isNew {
		op = " = "
	}
	body := g.giveBackError(s, err)
	return fmt.Sprintf("%s%s%s\nif %s != nil {\n%s\n}", strings.Join(names, ", "), op, call, err.name, body)
}

// giveBackError returns an error, or prints it if the function has no error result.
func (g *gen) giveBackError(s *scope, err *entity) string {
	results := g.fn.sig.Results()
	if !fails(g.fn.sig) {
		if g.use(s, "fmt") {
			g.fn.effect.prints = true
			return fmt.Sprintf("fmt.Println(\"failed:\", %s)", err.name)
		}
		return "_ = " + err.name
	}
	var values []string
	for i := range results.Len() - 1 {
		values = append(values, g.expr(s, results.At(i).Type(), 0))
	}
	last := err.name
	if g.one(2) && g.use(s, "fmt") {
		last = fmt.Sprintf("fmt.Errorf(%q, %s)", pick(g, texts)+": %w", last)
	}
	return "return " + strings.Join(append(values, last), ", ")
}

// giveBack returns from the function.
func (g *gen) giveBack(s *scope) string {
	results := g.fn.sig.Results()
	if results.Len() == 0 {
		return "return"
	}
	bare := named(g.fn.sig) && g.one(2)
	for _, r := range g.fn.results {
		bare = bare && s.lookup(r.name) == r
	}
	if bare {
		g.note("return-bare")
		if r := pick(g, g.fn.results); g.one(2) {
			return r.name + " = " + g.lasting(s, r.typ, 2) + "\nreturn"
		}
		return "return"
	}
	var values []string
	for v := range results.Variables() {
		values = append(values, g.expr(s, v.Type(), 2))
	}
	return "return " + strings.Join(values, ", ")
}

// onceDo passes a function to compiled code, which calls it once.
func (g *gen) onceDo(s *scope, _ int) string {
	if !g.use(s, "sync") {
		return ""
	}
	for _, c := range g.callables(s) {
		if c.sig.Params().Len()+c.sig.Results().Len() == 0 && !strings.ContainsAny(c.text, "(") {
			g.call(s, c, 1)
			return fmt.Sprintf("{\nvar once sync.Once\nonce.Do(%s)\nonce.Do(%s)\n}", c.text, c.text)
		}
	}
	return ""
}

// wrapError wraps an error and inspects the chain.
func (g *gen) wrapError(s *scope, depth int) string {
	if !g.use(s, "errors", "fmt") || !s.sees("error") {
		return ""
	}
	g.fn.effect.prints = true
	value := g.errorValue(s, depth)
	if value == "nil" {
		return ""
	}
	var checks []string
	for _, t := range g.errors {
		if s.seesType(t) {
			checks = append(checks, fmt.Sprintf("var as %s\nif errors.As(wrapped, &as) {\nfmt.Println(\"as\", as)\n}", text(t)))
			break
		}
	}
	return fmt.Sprintf("{\nbase := error(%s)\nwrapped := fmt.Errorf(\"wrapped: %%w\", base)\n"+
		"fmt.Println(wrapped, errors.Is(wrapped, base), errors.Unwrap(wrapped) == base)\n%s\n}", value,
		strings.Join(checks, "\n"))
}
