package main

import (
	"fmt"
	"strings"
)

// A search language: words, AND, OR, NOT and parentheses over small documents.

type Expr interface {
	Match(words map[string]bool) bool
}

type (
	Word string
	Not  struct{ X Expr }
	And  struct{ L, R Expr }
	Or   struct{ L, R Expr }
)

func (w Word) Match(m map[string]bool) bool { return m[string(w)] }
func (n Not) Match(m map[string]bool) bool  { return !n.X.Match(m) }
func (a And) Match(m map[string]bool) bool  { return a.L.Match(m) && a.R.Match(m) }
func (o *Or) Match(m map[string]bool) bool  { return o.L.Match(m) || o.R.Match(m) }

func show(e Expr) string {
	switch e := e.(type) {
	case Word:
		return string(e)
	case Not:
		return "!" + show(e.X)
	case And:
		return "(" + show(e.L) + " & " + show(e.R) + ")"
	case *Or:
		return "(" + show(e.L) + " | " + show(e.R) + ")"
	default:
		return fmt.Sprintf("?%T", e)
	}
}

type tokens struct {
	list []string
	i    int
}

func (t *tokens) peek() string {
	if t.i < len(t.list) {
		return t.list[t.i]
	}
	return ""
}

func (t *tokens) take(want string) bool {
	if strings.EqualFold(t.peek(), want) {
		t.i++
		return true
	}
	return false
}

func parseQuery(q string) (e Expr, err error) {
	q = strings.ReplaceAll(strings.ReplaceAll(q, "(", " ( "), ")", " ) ")
	t := &tokens{list: strings.Fields(q)}
	if e, err = t.or(); err == nil && t.i < len(t.list) {
		err = fmt.Errorf("left over: %q", t.list[t.i:])
	}
	return e, err
}

func (t *tokens) or() (Expr, error) {
	left, err := t.and()
	for err == nil && t.take("or") {
		var right Expr
		right, err = t.and()
		left = &Or{left, right}
	}
	return left, err
}

func (t *tokens) and() (Expr, error) {
	left, err := t.unary()
	for err == nil {
		t.take("and")
		switch next := strings.ToLower(t.peek()); next {
		case "", "or", ")":
			return left, nil
		}
		var right Expr
		if right, err = t.unary(); err == nil {
			left = And{left, right}
		}
	}
	return nil, err
}

func (t *tokens) unary() (e Expr, err error) {
	switch {
	case t.take("not"):
		if e, err = t.unary(); err != nil {
			return nil, err
		}
		return Not{e}, nil
	case t.take("("):
		e, err = t.or()
		if err == nil && !t.take(")") {
			err = fmt.Errorf("missing ) before %q", t.peek())
		}
		return
	}
	w := t.peek()
	if w == "" || w == ")" {
		return nil, fmt.Errorf("word expected, got %q", w)
	}
	t.i++
	return Word(strings.ToLower(w)), nil
}

func index(doc string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.FieldsFunc(doc, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') }) {
		m[strings.ToLower(w)] = true
	}
	return m
}

func main() {
	docs := []string{
		"The quick brown fox.",
		"A lazy dog sleeps; the fox watches.",
		"Brown dogs and lazy cats.",
		"Nothing here.",
	}
	for _, q := range []string{
		"fox",
		"brown or lazy",
		"lazy AND NOT cats",
		"fox not (quick or dog)",
		"not not the",
		"(fox",
		"and or",
		"fox ) dog",
	} {
		e, err := parseQuery(q)
		if err != nil {
			fmt.Printf("%-24s error: %v\n", q, err)
			continue
		}
		var hits []int
		for i, d := range docs {
			if e.Match(index(d)) {
				hits = append(hits, i)
			}
		}
		fmt.Printf("%-24s %-28s %v\n", q, show(e), hits)
	}
}
