package port

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// unpack is a, b = value.
func (t *Translator) unpack(elts []python.Expr, v val) {
	for i, x := range elts {
		if s, ok := x.(*python.Starred); ok {
			t.unpackStar(elts, i, s, v)
			return
		}
	}
	switch {
	case v.parts != nil && len(v.parts) == len(elts):
		t.unpackParts(elts, v)
	case v.multi && len(v.t.elts) == len(elts):
		t.unpackCall(elts, v)
	case v.t.kind == tuple && v.t.elts != nil && len(v.t.elts) != len(elts):
		leave(elts[0], "%d values for %d names", len(v.t.elts), len(elts))
	case v.t.kind == tuple,
		v.t.kind == result && v.t.elts != nil,
		v.t.kind == list,
		t.isArray(v),
		v.t.kind == golang && rows[goName(v.t.goes)] != nil:
		base := t.simple(v, "values")
		for i, x := range elts {
			if n, ok := x.(*python.Name); ok && n.ID == "_" {
				continue
			}
			t.put(x, t.part(x, base, i))
		}
	default:
		leave(elts[0], "an assignment of a value of this type to several names")
	}
}

// unpacked is a value for several targets: a list of what an iterator gives, as in a, b = map(int, texts).
func (t *Translator) unpacked(target, value python.Expr) python.Expr {
	g, _ := value.(*python.GeneratorExp)
	if c, ok := value.(*python.Call); ok {
		item, elt := t.elementsOf(c)
		if item == nil {
			return t.columns(target, c)
		}
		g = &python.GeneratorExp{Elt: elt, Generators: []*python.Comprehension{{Target: item, Iter: c}}}
	}
	if g == nil {
		return value
	}
	return &python.ListComp{Elt: g.Elt, Generators: g.Generators}
}

// columns is zip(*rows) for targets, one tuple for each, and any other call as it is.
func (t *Translator) columns(target python.Expr, c *python.Call) python.Expr {
	targets, ok := elements(target)
	if !ok || len(c.Args) != 1 || t.pathOf(c.Func) != "builtins.zip" {
		return c
	}
	star, ok := c.Args[0].(*python.Starred)
	if !ok {
		return c
	}
	rows := t.held(t.value(star.Value), "rows")
	if rows.t.kind != list || len(rows.t.elem.elts) != len(targets) {
		return c
	}
	t.scope.declare(rows.code, rows.code, rows.t)
	out := &python.Tuple{}
	for i := range targets {
		column := &python.Subscript{Value: load("item"), Slice: &python.Constant{Value: big.NewInt(int64(i))}}
		each := &python.ListComp{
			Elt: column, Generators: []*python.Comprehension{{Target: store("item"), Iter: load(rows.code)}},
		}
		out.Elts = append(out.Elts, &python.Call{Func: load("tuple"), Args: []python.Expr{each}})
	}
	return out
}

// unpackStar is a, *b, c = value: b is a list of what the others leave.
func (t *Translator) unpackStar(elts []python.Expr, at int, s *python.Starred, v val) {
	behind := len(elts) - at - 1
	if v.parts != nil {
		if l := t.listOfParts(v); l.t != nil {
			v = l
		}
	}
	v = t.single(v)
	elem, ok := t.elemOf(v)
	if !ok || t.isArray(v) || elem.goText() == "" {
		leave(s, "* on the left of an assignment")
	}
	base := t.simple(v, "values")
	for i, x := range elts {
		switch {
		case i < at:
			t.put(x, atom(fmt.Sprintf("%s[%d]", base.at(7), i), elem))
		case i > at:
			t.put(x, atom(fmt.Sprintf("%s[len(%s)-%d]", base.at(7), base.code, len(elts)-i), elem))
		default:
			end := ""
			if behind > 0 {
				end = fmt.Sprintf("len(%s)-%d", base.code, behind)
			}
			t.put(s.Value, atom(fmt.Sprintf("slices.Clone(%s[%d:%s])", base.at(7), at, end), listOf(elem)))
		}
	}
}

func (t *Translator) part(x python.Expr, v val, i int) val {
	switch {
	case v.t.is(tuple, result, list) && i < len(v.t.elts):
		return t.whole(t.element(x, v, i))
	case v.t.kind == golang:
		return t.rowField(v, rows[goName(v.t.goes)][i])
	}
	elem, _ := t.elemOf(v)
	return atom(fmt.Sprintf("%s[%d]", v.at(7), i), elem)
}

// whole is a part of a result in the form of a variable.
func (t *Translator) whole(v val) val {
	if v.t.kind == result && v.t.elts == nil {
		return atom(v.at(7)+".Tensor()", tArray)
	}
	return v
}

// unpackParts assigns values whose number is known. Values that are assigned at once may not see each other.
func (t *Translator) unpackParts(elts []python.Expr, v val) {
	simple := true
	for _, x := range elts {
		if _, ok := x.(*python.Name); !ok {
			simple = false
		}
	}
	if !simple {
		t.unpackNested(elts, v)
		return
	}
	if t.assignTogether(elts, v) {
		return
	}
	names := map[string]bool{}
	reads := map[string]int{}
	for i, x := range elts {
		names[x.(*python.Name).ID] = true
		if i > 0 {
			if n := v.parts[i].node; n != nil {
				mentions([]python.Expr{n}, reads, map[string]int{})
			}
		}
	}
	for n := range reads {
		if names[n] { // a, b = b, a
			for i := range v.parts {
				v.parts[i] = t.held(t.single(v.parts[i]), "old")
			}
			break
		}
	}
	for i, x := range elts {
		t.put(x, v.parts[i])
	}
}

// unpackNested assigns several values to targets of any form, one by one: first they are evaluated.
func (t *Translator) unpackNested(elts []python.Expr, v val) {
	for i, x := range elts {
		_, nested := x.(*python.Tuple)
		elem := v.parts[i].t.elem
		if nested && !t.effectful(v.parts[i].code) || v.parts[i].konst != nil || v.parts[i].fresh ||
			elem != nil && elem.kind == unknown { // an empty list, whose type comes from its target
			continue
		}
		v.parts[i] = t.held(t.single(v.parts[i]), "value")
	}
	for i, x := range elts {
		t.put(x, v.parts[i])
	}
}

// assignTogether writes a, b = b, a for variables that keep their types.
func (t *Translator) assignTogether(elts []python.Expr, v val) bool {
	var names, codes []string
	for i, x := range elts {
		old := t.scope.vars[x.(*python.Name).ID]
		p := t.single(v.parts[i])
		if old == nil || old.t == nil || old.goes == "" || !old.t.same(p.t) || t.scope.fn == nil && old.cell != t.at ||
			p.t.kind == instance {
			return false
		}
		names, codes = append(names, old.goes), append(codes, p.code)
	}
	t.emit("%s = %s", strings.Join(names, ", "), strings.Join(codes, ", "))
	return true
}

// unpackCall assigns the results of a call.
func (t *Translator) unpackCall(elts []python.Expr, v val) {
	names := make([]string, len(elts))
	kept := map[int]bool{} // the names of variables that are there already
	var later []func()
	fresh := false
	for i, x := range elts {
		u := v.t.elts[i]
		if n, ok := x.(*python.Name); ok {
			old := t.scope.vars[n.ID]
			switch {
			case n.ID == "_" || !t.read(n.ID):
				names[i] = "_"
				continue
			case old != nil && old.hoist && old.t == nil:
				old.t = u
				names[i], kept[i] = old.goes, true
				continue
			case old == nil || old.goes == "" || old.t != nil && old.t.kind == unknown:
				g := t.scope.goFor(n.ID)
				t.scope.declare(n.ID, g, u)
				names[i], fresh = g, true
				continue
			case t.onPage() && (old.cell != t.at || !old.t.same(u)):
				old.t, old.cell = u, t.at
				names[i], fresh = old.goes, true
				continue
			case old.t.same(u):
				names[i], kept[i] = old.goes, true
				continue
			}
		}
		g := t.scope.temp("value")
		names[i], fresh = g, true
		later = append(later, func() { t.put(x, atom(g, u)) })
	}
	op := "="
	if fresh {
		op = ":="
		for i, x := range elts { // := in an inner block would make new variables of those that are there
			if !kept[i] {
				continue
			}
			if old := t.scope.vars[x.(*python.Name).ID]; old.depth < t.scope.depth || old.binder != t.scope {
				g := t.scope.temp("value")
				later = append(later, func() { t.emit("%s = %s", old.goes, g) })
				names[i] = g
			}
		}
	}
	t.emit("%s %s %s", strings.Join(names, ", "), op, v.code)
	for _, f := range later {
		f()
	}
}
