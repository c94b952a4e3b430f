package port

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// fieldInfo is an attribute of the objects.
type fieldInfo struct {
	name, goes string
	t          *typ
	code       string // of one that needs no field
	first      string // what it begins with, of an attribute of the class
	set        bool   // __init__ has assigned a value above
}

// fieldsOf finds the attributes that __init__ and the other methods assign.
func (t *Translator) fieldsOf(c *classInfo) {
	if c.init == nil {
		return
	}
	t.storedBy(c, c.init)
	if c.base != nil { // whose setters look like attributes
		return
	}
	for _, m := range c.methods {
		if !m.static {
			t.storedBy(c, m)
		}
	}
}

// fieldKey is what the type of an attribute is kept under from pass to pass.
func (c *classInfo) fieldKey(name string) string { return c.def.Name + "." + name }

// fieldTakes notes that an attribute holds values of a type; the field has it in the next pass.
func (t *Translator) fieldTakes(c *classInfo, f *fieldInfo, u *typ) {
	if u.is(none, unknown) {
		return
	}
	key := c.fieldKey(f.name)
	old := t.page[key]
	if old != nil && old.opt != u.opt {
		old, u = orUnknown(old.orNone()), orUnknown(u.orNone())
	}
	if j := join(old, u); j != nil {
		t.page[key] = j
	}
}

// storedBy finds the attributes that __init__ assigns, and those of super().__init__ where it is called.
func (t *Translator) storedBy(c *classInfo, m *fn) {
	walk(m.body, func(n any) {
		a, ok := n.(*python.Attribute)
		if ok && isSuper(a.Value) && a.Attr == "__init__" && m.origin.parent != nil {
			if up := c.above(m.origin, a.Attr); up != nil {
				t.storedBy(c, up)
			}
		}
		if !ok || a.Ctx != python.Store {
			return
		}
		if n, ok := a.Value.(*python.Name); ok && n.ID == m.self && c.field(a.Attr) == nil &&
			a.Attr != "internal_params" &&
			!c.buffer(a.Attr) {
			f := &fieldInfo{name: a.Attr, goes: goCase(a.Attr, false), t: tUnknown}
			if known := t.before.page[c.fieldKey(a.Attr)]; known != nil && (c.base == nil || nilable(known) == nil) {
				switch none := t.storesNone(c, a.Attr); {
				case none && known.orNone() != nil:
					f.t = known.orNone()
				case c.base == nil:
					f.t = known
				}
			}
			if !isIn(f.goes, "data", "ops", "grad") {
				f.goes = free(f.goes, "Value")
			}
			f.goes = c.unlike(f.goes, f.name, "Value")
			c.fields = append(c.fields, f)
		}
	})
}

// fieldsOfMethods finds the types of attributes that are None until a method assigns something else.
func (t *Translator) fieldsOfMethods(c *classInfo) {
	if t.final || !slices.ContainsFunc(c.fields, func(f *fieldInfo) bool {
		return f.t.kind == unknown && t.storesNone(c, f.name)
	}) {
		return
	}
	for _, m := range c.methods {
		if !slices.ContainsFunc(m.params, func(p *param) bool { return p.t == nil }) {
			t.quietly(func() val { return atom("", t.analyse(m)) })
		}
	}
}

// storeField is self.name = value in __init__.
func (t *Translator) storeField(c *classInfo, name string, v val) bool {
	if name == "internal_params" && v.t.kind == list && strings.HasPrefix(v.code, "[]*nn.Parameter{") {
		params := strings.TrimSuffix(strings.TrimPrefix(v.code, "[]*nn.Parameter{"), "}")
		t.emit("%s.SetInternalParams(%s)", t.scope.vars[t.scope.fn.self].goes, params)
		return true
	}
	f := c.field(name)
	if f == nil {
		return false
	}
	value := v.node
	if v.parts != nil || v.multi || v.t.kind == result {
		v = t.single(v)
	}
	if v.t.kind == none {
		t.storeNoneOf(c, f, value, name)
		return true
	}
	f.set = true
	if f.t.opt {
		t.fieldTakes(c, f, f.t)
		t.emit("%s.%s = %s", t.scope.vars[t.scope.fn.self].goes, f.goes, t.pointer(v, f.t))
		return true
	}
	if v.pointer != "" {
		u := *v.t
		u.opt = true
		v = atom(v.pointer, &u)
	}
	if v.t.fixed() && (f.t.kind == unknown || join(f.t, v.t) == f.t) {
		f.t = v.t
		return true
	}
	if v.t.kind == method && v.t.recv != nil || v.t.fixed() {
		leave(value, "the attribute %s", name)
	}
	if u := t.before.page[c.fieldKey(name)]; u != nil && v.t.kind == list && v.t.elem.kind == unknown {
		v = t.convert(v, u) // an empty list, of what is appended below
	}
	if f.t.kind == gradient && v.t.kind == gradient && f.t.goText() == v.t.goText() { // of a pass before
		f.t = v.t
	}
	if f.t.kind != unknown && !f.t.same(v.t) {
		j := join(f.t, v.t)
		if j == nil {
			leave(value, "the attribute %s has several types", name)
		}
		v = t.convert(v, j)
		f.t = j
	} else {
		f.t = v.t
	}
	t.fieldTakes(c, f, v.t)
	if v.t.goText() == "" {
		leave(value, "the attribute %s", name)
	}
	t.emit("%s.%s = %s", t.scope.vars[t.scope.fn.self].goes, f.goes, v.code)
	return true
}

// storeNoneOf is None for the attribute of a class.
func (t *Translator) storeNoneOf(c *classInfo, f *fieldInfo, value python.Expr, name string) {
	switch {
	case f.t.is(member, class):
		leave(value, "the attribute %s has several types", name)
	case t.storedOnce(c, name):
		f.t = tNone
	case f.set || len(t.broke) > 0:
		t.storeNone(value, atom(t.scope.vars[t.scope.fn.self].goes, nil), f)
	}
}

// storeNone is None for an attribute that has other values, too.
func (t *Translator) storeNone(e python.Node, object val, f *fieldInfo) {
	if t.final && !f.t.opt && nilable(f.t) == nil { // before, its type may not be known
		leave(e, "the attribute %s, which is sometimes None", f.name)
	}
	t.emit("%s.%s = nil", object.at(7), f.goes)
}

// storesNone says whether an attribute of objects of a class is None at times.
func (t *Translator) storesNone(c *classInfo, attr string) bool {
	is := func(own bool) func(n any) bool {
		return func(n any) bool {
			s, ok := n.(*python.Assign)
			return ok && isNone(s.Value) && slices.ContainsFunc(s.Targets, func(e python.Expr) bool {
				a, ok := e.(*python.Attribute)
				return ok && a.Attr == attr && own == (nameOf(a.Value) == "self")
			})
		}
	}
	for from := c; from != nil; from = from.parent {
		if has(from.def.Body, is(true)) {
			return true
		}
	}
	return t.anywhere(is(false))
}

// storedOnce says whether one assignment only gives objects of a class an attribute.
func (t *Translator) storedOnce(c *classInfo, attr string) bool {
	n := 0
	for ; c != nil; c = c.parent {
		walk(c.def.Body, func(node any) {
			if a, ok := node.(*python.Attribute); ok && a.Attr == attr && a.Ctx != python.Load {
				n++
			}
		})
	}
	return n == 1 && !t.changesClass(attr)
}
