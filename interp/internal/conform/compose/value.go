package compose

import (
	"fmt"
	"go/types"
	"strings"
)

var valuePieces = []piece{
	{"copy-value", 4, (*gen).copyValue},
	{"array-copy", 2, (*gen).arrayCopy},
	{"slice-alias", 2, (*gen).sliceAlias},
	{"pointer-to", 3, (*gen).pointerTo},
	{"map-of-structs", 2, (*gen).mapOfStructs},
	{"struct-unnamed", 2, (*gen).unnamedStruct},
	{"interface-list", 3, (*gen).interfaceList},
	{"convert-text", 2, (*gen).convertText},
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
	return fmt.Sprintf("{\n%s := %s\n%s.%s = %s\nfmt.Println(%s, %s)\n}", c.name, p.text, c.name, f.Name(), value, c.name, p.text)
}

func (g *gen) arrayCopy(s *scope, depth int) string {
	if !s.sees("int") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	a := g.expr(s, types.NewArray(intType, 3), min(depth, 1))
	return fmt.Sprintf("{\nfirst := %s\nsecond, alias := first, &first\nsecond[1]++\nalias[2] = 9\nfor i, x := range first {\nfirst[2] += x + i\n}\nfmt.Println(first, second, *alias, first == second)\n}", a)
}

func (g *gen) sliceAlias(s *scope, depth int) string {
	if !s.seesType(types.NewSlice(intType)) || !g.use(s, "fmt") || !s.sees("append") || !s.sees("copy") || !s.sees("len") || !s.sees("cap") {
		return ""
	}
	g.fn.effect.prints = true
	x := g.expr(s, intType, depth)
	return fmt.Sprintf("{\nbase := []int{1, 2, 3, %s}\nhead := base[:2]\ntail := base[2:3:3]\nhead = append(head, 30)\ntail = append(tail, 40)\ntail[0] = 50\nfmt.Println(base, head, tail, len(head), cap(base[1:]), copy(base[1:], base))\n}", x)
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

func (g *gen) mapOfStructs(s *scope, depth int) string {
	if !s.seesType(types.NewMap(stringType, intType)) || !g.use(s, "fmt") || !s.sees("append") {
		return ""
	}
	g.fn.effect.prints = true
	n, key := g.expr(s, intType, depth), g.expr(s, stringType, depth)
	return fmt.Sprintf("{\nn, key := %s, %s\ntype spot struct{ x, y int }\nvisits := map[spot][]string{{1, 2}: {\"a\"}}\nvisits[spot{n, 2}] = append(visits[spot{n, 2}], key)\nbyName := map[string]*spot{key: {x: 1}}\nfor _, p := range byName {\np.x++\np.y -= p.x\n}\nfmt.Println(visits, *byName[key])\n}", n, key)
}

func (g *gen) unnamedStruct(s *scope, depth int) string {
	if !s.sees("string") || !s.sees("int") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	a, b := g.expr(s, stringType, depth), g.expr(s, intType, depth)
	return fmt.Sprintf("for _, c := range []struct {\nname string\nwant int\n}{{%s, %s}, {name: \"last\"}} {\nfmt.Printf(\"%%s %%d %%+v\\n\", c.name, c.want, c)\n}", a, b)
}

// interfaceList calls a method of values of several types.
func (g *gen) interfaceList(s *scope, depth int) string {
	for _, t := range g.pool {
		if !types.IsInterface(t) || types.Identical(t, anyType) || types.Identical(t, errorType) || !g.makeable(s, t) || !s.seesType(t) || !g.use(s, "fmt") {
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
		return fmt.Sprintf("for _, %s := range []%s{%s, %s} {\nfmt.Println(%s)\nfmt.Printf(\"%%T\\n\", %s)\n}", v.name, text(t), a, b, call, v.name)
	}
	return ""
}

func (g *gen) convertText(s *scope, depth int) string {
	if !s.sees("string") || !s.sees("len") || !s.sees("rune") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	x := g.expr(s, stringType, depth)
	return fmt.Sprintf("{\ntext := %s\nfmt.Println(len(text), len([]rune(text)), []byte(text), string([]rune(text+\"é\")[0]), string(rune(65+len(text)%%20)))\n}", x)
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
	a, b := g.converted(s, t, g.expr(s, t, depth)), g.converted(s, t, g.expr(s, t, depth))
	return fmt.Sprintf("fmt.Println(any(%s) == any(%s))", a, b)
}
