package port

import (
	"github.com/msrepl/msrepl/internal/text/python"
)

// setItem is value[index] = v.
func (t *Translator) setItem(x *python.Subscript, v val) {
	base := t.value(x.Value)
	v = t.single(v)
	if _, sliced := x.Slice.(*python.Slice); !sliced && t.effectful(v.code) { // Python evaluates it first
		if i := t.peek(x.Slice); t.effectful(base.code + " " + i.code) {
			v = t.again(x, v)
		}
	}
	switch {
	case t.isArray(base):
		if !t.plainIndex(x.Slice) {
			leave(x, "an assignment to such elements")
		}
		t.emit("%s[%s] = %s", t.arrayOf(base).at(7), t.index(x.Slice), t.typed(t.operand(v)))
	case base.t.kind == list:
		t.emit("%s[%s] = %s", base.at(7), t.listBound(x.Slice, base), t.convert(v, base.t.elem).code)
	case base.t.kind == dict:
		v = t.emptyOf(x.Value, v)
		t.widen(x.Value, boxedType(v.t))
		key := t.value(x.Slice)
		t.keyed(x.Value, key.t)
		t.emit("%s.Set(%s, %s)", base.at(7), t.boxed(key), t.boxed(v))
	case base.t.kind == golang:
		if f, _ := t.lib.method(base.t.goes, "Set"); f != nil {
			t.emit("%s.Set(%s, %s)", base.at(7), t.value(x.Slice).code, v.code)
			return
		}
		leave(x, "an assignment to such elements")
	default:
		leave(x, "an assignment to such elements")
	}
}

// emptyOf is an empty list that becomes an element of a dict, with the type that later appends ask for.
func (t *Translator) emptyOf(container python.Expr, v val) val {
	old := t.scope.find(nameOf(container))
	if old == nil || v.t.kind != list || v.t.elem.kind != unknown {
		return v
	}
	want := old.binder.known[old.key(nameOf(container))]
	if want == nil || want.kind != dict || want.elem.kind != list {
		return v
	}
	return t.convert(v, want.elem)
}

// keyed gives the variable of a dict the type of a new key.
func (t *Translator) keyed(container python.Expr, u *typ) {
	n, ok := container.(*python.Name)
	if !ok || !u.is(text, integer) {
		return
	}
	if old := t.scope.find(n.ID); old != nil && old.t.kind == dict {
		w := *old.t
		if w.key == nil {
			w.key = u
		} else if !w.key.same(u) {
			w.key = tAny
		}
		old.t = &w
		old.binder.types[old.key(n.ID)] = old.t
	}
}

// widen gives the variable of a dict or list the type of a new element.
func (t *Translator) widen(container python.Expr, u *typ) {
	n, ok := container.(*python.Name)
	if !ok {
		return
	}
	old := t.scope.find(n.ID)
	if old == nil || !old.t.is(dict, list) {
		return
	}
	switch e := old.t.elem; {
	case e.kind == unknown:
		old.t = &typ{kind: old.t.kind, elem: u, key: old.t.key, name: old.t.name}
	case !e.same(u):
		old.t = &typ{kind: old.t.kind, elem: tAny, key: old.t.key, name: old.t.name}
	}
	old.binder.types[old.key(n.ID)] = old.t
}
