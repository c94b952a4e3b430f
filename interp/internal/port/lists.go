package port

import (
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// listCall is l.append(x) and the like of a list.
func (t *Translator) listCall(e *python.Call, a *python.Attribute) bool {
	if t.pathOf(a.Value) != "" || !isIn(a.Attr, listMethods...) {
		return false
	}
	v := t.expr(a.Value)
	if v.t.kind == set && a.Attr == "add" || v.t.kind != list || v.parts != nil {
		return false
	}
	if n, ok := a.Value.(*python.Name); ok {
		if old := t.scope.find(n.ID); old != nil && old.param {
			leave(e, "a change of a list that is a parameter")
		}
	}
	if s, ok := a.Value.(*python.Subscript); ok {
		t.listInside(e, a, s, v)
		return true
	}
	if !isIn(a.Attr, "append", "extend") || len(e.Args) != 1 {
		return t.listChange(e, a, v)
	}
	var x val
	if a.Attr == "extend" {
		x = t.iterable(e.Args[0])
	} else {
		x = t.value(e.Args[0])
	}
	elem := x.t
	dots := ""
	if a.Attr == "extend" {
		if x.t.kind != list {
			leave(e, "extend by such a value")
		}
		elem, dots = x.t.elem, "..."
	}
	if j := join(v.t.elem, elem); j == nil || j.goText() != v.t.elem.goText() {
		if j == nil || j.kind == float && v.t.elem.kind != elem.kind && v.t.elem.kind != unknown {
			j = tAny
		}
		t.retype(a.Value, listOf(j))
		if t.final && v.t.goText() != listOf(j).goText() && v.t.elem.kind != unknown {
			leave(e, "a list of several types")
		}
		if x.t.kind == list && x.t.goText() != listOf(j).goText() && x.node != nil {
			x = t.listAs(x, j)
		}
	} else if x.t.kind == list && dots != "" && x.t.goText() != v.t.goText() {
		x = t.listAs(x, v.t.elem)
	} else if dots == "" {
		x = t.convert(x, v.t.elem)
	}
	t.emit("%s = append(%s, %s%s)", v.code, v.code, x.code, dots)
	return true
}

// listInside is append to a list that is an element of a dict or of a list.
func (t *Translator) listInside(e *python.Call, a *python.Attribute, s *python.Subscript, v val) {
	base := t.value(s.Value)
	if a.Attr != "append" || len(e.Args) != 1 || base.t.kind != dict && base.t.kind != list {
		leave(e, "a change of a list inside of another value")
	}
	x := t.value(e.Args[0])
	elem := x.t
	if v.t.elem.kind != unknown && !v.t.elem.same(x.t) {
		elem = tAny
	}
	u := listOf(elem)
	if base.t.kind == list {
		if !v.t.elem.same(x.t) {
			leave(e, "a list of several types")
		}
		t.emit("%s = append(%s, %s)", v.code, v.code, x.code)
		return
	}
	code := v.code
	if v.t.goText() != u.goText() {
		t.widenTo(s.Value, u)
		if t.final {
			leave(e, "a list of several types")
		}
	}
	t.emit("%s.Set(%s, append(%s, %s))", base.at(7), t.boxed(t.value(s.Slice)), code, t.convert(x, elem).code)
}

// widenTo gives the variable of a dict another type of elements; its first value has it in the next pass.
func (t *Translator) widenTo(container python.Expr, u *typ) {
	n, ok := container.(*python.Name)
	if !ok {
		leave(container, "a list of several types")
	}
	if old := t.scope.find(n.ID); old != nil && old.t.is(dict) {
		old.t = &typ{kind: dict, elem: u, key: old.t.key, name: old.t.name}
		old.binder.types[old.key(n.ID)] = old.t
	}
}

// listAs writes a list with another type of elements.
func (t *Translator) listAs(v val, elem *typ) val {
	u := listOf(elem)
	if !strings.HasPrefix(v.code, v.t.goText()+"{") {
		leave(v.node, "a list of several types")
	}
	return atom(u.goText()+strings.TrimPrefix(v.code, v.t.goText()), u)
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
var listMethods = []string{"append", "extend", "sort", "reverse", "insert", "remove", "pop", "clear"}
