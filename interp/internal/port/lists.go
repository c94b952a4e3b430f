package port

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// listCall is l.append(x) and the like of a list.
func (t *Translator) listCall(e *python.Call, a *python.Attribute) bool {
	if t.pathOf(a.Value) != "" || !isIn(a.Attr, listMethods...) {
		return false
	}
	if c, ok := a.Value.(*python.Call); ok && t.peek(c).t.kind == list {
		return t.defaultList(e, a, c)
	}
	v := t.expr(a.Value)
	if v.t.kind == set && a.Attr == "add" || v.t.kind != list || v.parts != nil {
		return false
	}
	if n, ok := a.Value.(*python.Name); ok {
		old := t.scope.find(n.ID)
		if old != nil && old.param {
			leave(e, "a change of a list that is a parameter")
		}
		if old != nil && old.shared && !isIn(a.Attr, "sort", "reverse") { // a slice of Go has its own length
			leave(e, "a change of a list that is also an element or an attribute")
		}
	}
	if s, ok := a.Value.(*python.Subscript); ok {
		if v.t.isDeque() {
			leave(e, "a change of a deque inside another value")
		}
		t.listInside(e, a, s, v)
		return true
	}
	if v.t.isDeque() && t.dequeChange(e, a, v) {
		return true
	}
	if !isIn(a.Attr, "append", "extend") || len(e.Args) != 1 {
		return t.listChange(e, a, v)
	}
	var x val
	dots := ""
	if a.Attr == "extend" {
		x, dots = t.iterable(e.Args[0]), "..."
	} else {
		x = t.present(e.Args[0])
	}
	t.emit("%s = append(%s, %s%s)", v.code, v.code, t.added(e, a, v, x).code, dots)
	return true
}

// defaultList is d.setdefault(k, []).append(x): the list becomes an element before it changes.
func (t *Translator) defaultList(e *python.Call, a *python.Attribute, c *python.Call) bool {
	f, ok := c.Func.(*python.Attribute)
	if !ok || f.Attr != "setdefault" || len(c.Args) != 2 {
		leave(e, "a change of a list that a call returns")
	}
	list := t.indexedOnce(&python.Subscript{Value: f.Value, Slice: c.Args[0], Ctx: python.Load}).(*python.Subscript)
	first := *c
	first.Args = []python.Expr{list.Slice, c.Args[1]}
	t.emit("_ = %s", t.expr(&first).code)
	call := *e
	call.Func = &python.Attribute{Value: list, Attr: a.Attr, Ctx: python.Load}
	return t.listCall(&call, call.Func.(*python.Attribute))
}

// added is what append, extend or insert adds to a list, whose type it may widen.
func (t *Translator) added(e *python.Call, a *python.Attribute, v, x val) val {
	elem, extends := x.t, a.Attr == "extend"
	if extends {
		if x.t.kind != list {
			leave(e, "extend with a value of this type")
		}
		elem = x.t.elem
	}
	if j := join(v.t.elem, elem); j == nil || j.goText() != v.t.elem.goText() {
		if j == nil || j.kind == float && v.t.elem.kind != elem.kind && v.t.elem.kind != unknown {
			j = anyOf(v.t.elem, elem)
		}
		u := &typ{kind: list, elem: j, name: v.t.name}
		t.retype(a.Value, u)
		if t.final && v.t.goText() != u.goText() && v.t.elem.kind != unknown {
			leave(e, "a list with elements of several types")
		}
		if x.t.kind == list && x.t.goText() != u.goText() && x.node != nil {
			return t.listAs(x, j)
		}
	} else if x.t.kind == list && extends && x.t.goText() != v.t.goText() {
		return t.listAs(x, v.t.elem)
	} else if !extends {
		return t.convert(x, v.t.elem)
	}
	return x
}

// listInside is append to a list that is an element of a dict or of a list.
func (t *Translator) listInside(e *python.Call, a *python.Attribute, s *python.Subscript, v val) {
	base := t.value(s.Value)
	if a.Attr != "append" || len(e.Args) != 1 || base.t.kind != dict && base.t.kind != list {
		leave(e, "a change of a list inside another value")
	}
	x := t.present(e.Args[0])
	elem := x.t
	if v.t.elem.kind != unknown && !v.t.elem.same(x.t) {
		elem = anyOf(v.t.elem, x.t)
	}
	u := listOf(elem)
	if base.t.kind == list {
		if !v.t.elem.same(x.t) {
			leave(e, "a list with elements of several types")
		}
		t.emit("%s = append(%s, %s)", v.code, v.code, x.code)
		return
	}
	code := v.code
	if v.t.goText() != u.goText() {
		t.widenTo(s.Value, u)
		if t.final {
			leave(e, "a list with elements of several types")
		}
	}
	t.emit("%s.Set(%s, append(%s, %s))", base.at(7), t.boxed(t.value(s.Slice)), code, t.convert(x, elem).code)
}

// widenTo gives the variable of a dict another type of elements; its first value has it in the next pass.
func (t *Translator) widenTo(container python.Expr, u *typ) {
	n, ok := container.(*python.Name)
	if !ok {
		leave(container, "a list with elements of several types")
	}
	if old := t.scope.find(n.ID); old != nil && old.t.is(dict) {
		old.t = &typ{kind: dict, elem: u, key: old.t.key, name: old.t.name}
		old.binder.types[old.key(n.ID)] = old.t
	}
}

// listAs writes a list with another type of elements.
func (t *Translator) listAs(v val, elem *typ) val {
	u := listOf(elem)
	code, ok := withElements(v, u)
	if !ok {
		leave(v.node, "a list with elements of several types")
	}
	return atom(code, u)
}

// retype gives the variable of a list the type that its elements turn out to have. Its declaration has it in the next
// pass.
func (t *Translator) retype(e python.Expr, u *typ) {
	if a, ok := e.(*python.Attribute); ok {
		if v := t.expr(a.Value); v.t.kind == instance {
			if f := v.t.class.field(a.Attr); f != nil {
				f.t = u
				t.fieldTakes(v.t.class, f, u)
			}
		}
		return
	}
	n, ok := e.(*python.Name)
	if !ok {
		return
	}
	if v := t.scope.find(n.ID); v != nil {
		v.t = u
		v.binder.types[v.key(n.ID)] = u
	}
}

// listMethods change the list that they are called on.
var listMethods = []string{
	"append", "extend", "sort", "reverse", "insert", "remove", "pop", "clear", "appendleft", "popleft",
}

// listChange translates the methods that change a list; ok is false for others.
func (t *Translator) listChange(e *python.Call, a *python.Attribute, v val) (ok bool) {
	args := t.arguments(e)
	l := v.code
	switch a.Attr {
	case "sort":
		key, reverse := args.get(-1, "key"), args.get(-1, "reverse")
		if compare := t.comparison(e, v.t.elem, key, reverse); compare != "" {
			t.emit("slices.SortStableFunc(%s, %s)", l, compare)
		} else {
			t.emit("slices.Sort(%s)", l)
		}
	case "reverse":
		t.emit("slices.Reverse(%s)", l)
	case "clear":
		t.emit("%s = nil", l)
	case "insert":
		at := t.bound(args.need(0))
		if n, isConst := intConst(e.Args[0]); !isConst || n < 0 {
			leave(e, "insert at a variable or negative index")
		}
		t.emit("%s = slices.Insert(%s, min(%s, len(%s)), %s)", l, l, at, l, t.added(e, a, v, t.value(args.need(1))).code)
	case "remove":
		if !v.t.elem.is(integer, float, text) {
			leave(e, "remove of a value of this type")
		}
		at := t.scope.temp("at")
		t.emit("%s := slices.Index(%s, %s)", at, l, t.convert(t.value(args.need(0)), v.t.elem).code)
		t.emit("%s = slices.Delete(%s, %s, %s+1)", l, l, at, at)
	case "pop", "popleft":
		t.popped(e, v, args)
	default:
		return false
	}
	args.done()
	return true
}

// popped takes an element out of a list, and returns its variable.
func (t *Translator) popped(e *python.Call, v val, args *arguments) val {
	if t.alone != e || strings.ContainsAny(v.code, "(") { // what is beside it would be evaluated after it
		leave(e, "pop in this context")
	}
	name := t.scope.temp("taken")
	at := fmt.Sprintf("len(%s)-1", v.code)
	first := e.Func.(*python.Attribute).Attr == "popleft"
	if x := args.get(0); first {
		at = "0"
	} else if x != nil {
		at = t.listBound(x, v)
	}
	t.emit("%s := %s[%s]", name, v.code, at)
	if len(args.pos) == 0 && !first {
		t.emit("%s = %s[:%s]", v.code, v.code, at)
	} else {
		t.emit("%s = slices.Delete(%s, %s, %s+1)", v.code, v.code, at, at)
	}
	return atom(name, v.t.elem)
}

func (t *Translator) listMethod(e *python.Call, v val, name string) val {
	a := t.arguments(e)
	switch name {
	case "append", "extend":
		if t.listCall(e, e.Func.(*python.Attribute)) {
			return val{t: tNone, prec: 7}
		}
	case "pop", "popleft":
		if v.t.kind == list {
			out := t.popped(e, v, a)
			a.done()
			return out
		}
	case "copy":
		a.done()
		if v.t.name == boundedDeque {
			leave(e, "a copy of a deque with maxlen")
		}
		return atom("slices.Clone("+v.code+")", v.t)
	case "count":
		x := t.value(a.need(0))
		a.done()
		if v.t.kind == list && x.t.same(v.t.elem) && x.t.is(integer, float, text) {
			n := t.scope.temp("count")
			t.emit("%s := 0", n)
			t.emit("for _, item := range %s {", v.code)
			t.emit("if item == %s {", x.code)
			t.emit("%s++", n)
			t.emit("}")
			t.emit("}")
			return atom(n, tInt)
		}
	case "index":
		x := t.value(a.need(0))
		a.done()
		if v.t.kind == list && x.t.same(v.t.elem) && x.t.is(integer, float, text) {
			return atom(fmt.Sprintf("slices.Index(%s, %s)", v.code, x.code), tInt)
		}
	}
	return leave(e, "the method %s of a list", name)
}

// listIndex is an element or a part of a list.
func (t *Translator) listIndex(e *python.Subscript, v val) val {
	elem := v.t.elem
	if elem == nil && len(v.t.elts) > 0 && strings.HasPrefix(v.t.goText(), "[]") {
		elem = v.t.elts[0]
	} else if v.t.goText() == "Tuple" {
		for i, u := range v.t.elts {
			if elem = join(elem, u); i == 0 {
				elem = u
			}
		}
		elem = cmp.Or(elem, tArray)
		v.t = &typ{kind: tuple, elem: elem}
	}
	s, sliced := e.Slice.(*python.Slice)
	if elem == nil {
		if u := v.t.elts; len(u) == 0 || sliced || slices.ContainsFunc(u, func(e *typ) bool { return !e.same(u[0]) }) {
			leave(e, "an index of a tuple of several types")
		}
		return t.unboxed(v.at(7)+"["+t.listBound(e.Slice, v)+"]", v.t.elts[0], e)
	}
	if sliced {
		u := v.t
		if u.kind == tuple && u.elem == nil {
			u = &typ{kind: list, elem: elem, words: true}
		}
		if !t.plainSlice(s, v) {
			return atom(t.slicedBy(s, v.code)+".("+u.goText()+")", u)
		}
		v = t.again(e, v)
		return atom(v.at(7)+"["+t.listBound(s.Lower, v)+":"+t.listBound(s.Upper, v)+"]", u)
	}
	if fromEnd(e.Slice) {
		v = t.again(e, v)
	}
	return atom(v.at(7)+"["+t.listBound(e.Slice, v)+"]", elem)
}

// fromEnd says whether an index counts from the end, for which the code of the list is written twice.
func fromEnd(e python.Expr) bool {
	n, ok := intConst(e)
	return ok && n < 0
}

// plainSlice says whether Go may slice a value itself: a shape, which nobody changes and which is as long as the page
// takes it to be. Python copies what it slices, and leaves out what is beyond the end.
func (t *Translator) plainSlice(s *python.Slice, v val) bool {
	known := func(e python.Expr) bool {
		_, isConst := intConst(e)
		return e == nil || isConst
	}
	return v.t.words && s.Step == nil && known(s.Lower) && known(s.Upper)
}

// slicedBy is list[lower:upper:step] by the function that does what Python does.
func (t *Translator) slicedBy(s *python.Slice, code string) string {
	bound := func(e python.Expr) string {
		if isNone(e) {
			return "nil"
		}
		return t.bound(e)
	}
	step := "1"
	if s.Step != nil {
		step = t.bound(s.Step)
	}
	return fmt.Sprintf("py.Slice(%s, %s, %s, %s)", code, bound(s.Lower), bound(s.Upper), step)
}

// listBound is an index into a list; a negative one counts from the end.
func (t *Translator) listBound(e python.Expr, v val) string {
	if e == nil {
		return ""
	}
	if n, ok := intConst(e); ok && n < 0 {
		return fmt.Sprintf("len(%s)-%d", v.code, -n)
	}
	return t.bound(e)
}

func (t *Translator) textIndex(e *python.Subscript, v val) val {
	if fromEnd(e.Slice) {
		v = t.again(e, v)
	}
	runes := atom("[]rune("+v.code+")", v.t) // Python counts characters
	if s, ok := e.Slice.(*python.Slice); ok {
		return atom(t.slicedBy(s, v.code)+".(string)", tText)
	}
	return atom("string("+runes.code+"["+t.listBound(e.Slice, runes)+"])", tText)
}
