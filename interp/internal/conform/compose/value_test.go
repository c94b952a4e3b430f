package compose

import (
	"fmt"
	"go/types"
	"strings"
)

var valuePieces = []piece{
	{"copy-value", 4, (*gen).copyValue},
	{"pointer-to", 3, (*gen).pointerTo},
	{"interface-list", 3, (*gen).interfaceList},
	{"compare-values", 2, (*gen).compareValues},
}

// copyValue copies a struct, changes the copy and prints both.
func (g *gen) copyValue(s *scope, depth int) string {
	p, ok := g.target(s, func(t types.Type) bool { return isStruct(t) && printable(t) })
	if !ok || !g.use(s, "fmt") || strings.HasPrefix(p.text, "(*") {
		return ""
	}
	st := p.typ.Underlying().(*types.Struct)
	if st.NumFields() == 0 {
		return ""
	}
	f := st.Field(g.r.IntN(st.NumFields()))
	value := g.lasting(s, f.Type(), depth)
	g.mark(p.root)
	g.fn.effect.prints = true
	inner := newScope(s)
	c := g.declare(inner, p.typ)
	if s.lookup(c.name) != nil {
		return ""
	}
	return fmt.Sprintf("{\n%s := %s\n%s.%s = %s\nfmt.Println(%s, %s)\n}", c.name, p.text, c.name, f.Name(), value, c.name,
		p.text)
}

func (g *gen) pointerTo(s *scope, depth int) string {
	p, ok := g.target(s, func(t types.Type) bool { return !types.IsInterface(t) })
	if !ok || strings.HasPrefix(p.text, "(*") {
		return ""
	}
	p.shared = p.shared || p.root.fn != g.fn
	inner := newScope(s)
	value := g.lasting(s, p.typ, depth)
	g.changed(p)
	c := g.declare(inner, types.NewPointer(p.typ))
	if s.lookup(c.name) != nil {
		return ""
	}
	g.mark(p.root)
	return fmt.Sprintf("{\n%s := &%s\n*%s = %s\n}", c.name, p.text, c.name, value)
}

// interfaceList calls a method of values of several types.
func (g *gen) interfaceList(s *scope, depth int) string {
	for _, t := range g.pool {
		if !types.IsInterface(t) || types.Identical(t, anyType) || types.Identical(t, errorType) || !g.makeable(s, t) ||
			!s.seesType(t) || !g.use(s, "fmt") {
			continue
		}
		a, b := g.expr(s, t, depth), g.expr(s, t, depth)
		inner := newScope(s)
		v := g.declare(inner, t)
		v.used = true
		methods := g.methodsOf(v.name, t, false)
		if len(methods) == 0 || !inner.sees("fmt") {
			return ""
		}
		c := pick(g, methods)
		if !g.allMakeable(inner, c.sig.Params()) || g.calm && !c.call.calm() {
			return ""
		}
		g.fn.effect.prints = true
		g.fn.times *= 2
		call := g.call(inner, c, 1)
		g.fn.times /= 2
		return fmt.Sprintf("for _, %s := range []%s{%s, %s} {\nfmt.Println(%s)\nfmt.Printf(\"%%T\\n\", %s)\n}", v.name,
			text(t), a, b, call, v.name)
	}
	return ""
}

func (g *gen) compareValues(s *scope, depth int) string {
	t := g.someType(s)
	if !types.Comparable(t) || types.IsInterface(t) || !s.sees("any") || !g.use(s, "fmt") {
		return ""
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return ""
	}
	g.fn.effect.prints = true
	a, b := g.converted(t, g.expr(s, t, depth)), g.converted(t, g.expr(s, t, depth))
	return fmt.Sprintf("fmt.Println(any(%s) == any(%s))", a, b)
}
