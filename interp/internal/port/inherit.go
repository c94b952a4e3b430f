package port

import (
	"slices"

	"github.com/msrepl/msrepl/internal/text/python"
)

// A class that extends another one of the page gets copies of its methods, so that calls among them find the newest as
// in Python. What is overridden and called by super() is there under another name.

// copied is a method in the class that inherits it.
type copied struct {
	class  *python.ClassDef
	method *python.FunctionDef
}

func (t *Translator) inherit(c, parent *classInfo) {
	if parent.failed != nil {
		leave(c.def, "%s, which is not ported", parent.def.Name)
	}
	c.parent, c.base, c.torch = parent, parent.base, parent.torch
	c.events, c.metric = parent.events, parent.metric
	t.extended[parent.def] = true
}

// inheritMethods adds the methods of a class that c extends. Between both are the classes that have been looked at.
func (t *Translator) inheritMethods(c, from *classInfo) {
	for _, f := range from.fields {
		if f.first != "" && c.field(f.name) == nil {
			c.fields = append(c.fields, f)
		}
	}
	for _, b := range from.def.Body {
		def, ok := b.(*python.FunctionDef)
		if !ok {
			continue
		}
		alias := def.Name
		if c.defines(def.Name) {
			if !c.callsSuper(def.Name) {
				continue
			}
			alias = superName(from, def.Name)
		}
		key := copied{c.def, def}
		if t.copies[key] == nil {
			args, copy := *def.Args, *def
			copy.Name, copy.Args = alias, &args
			t.copies[key] = &copy
		}
		t.addMethod(c, from, t.copies[key])
		if alias != def.Name && def.Name == "__init__" {
			c.methods[len(c.methods)-1].inits = true
		}
	}
}

// superName is what a method is called in a class that overrides it.
func superName(from *classInfo, method string) string {
	if method == "__init__" {
		method = "init"
	}
	return "super_" + from.def.Name + "_" + method
}

// defines says whether the class has a method of a name already.
func (c *classInfo) defines(name string) bool {
	if name == "__init__" {
		return c.init != nil
	}
	return slices.ContainsFunc(c.methods, func(m *fn) bool { return m.node.(*python.FunctionDef).Name == name })
}

// callsSuper says whether a method of the class calls super().name.
func (c *classInfo) callsSuper(name string) bool {
	methods := c.methods
	if c.init != nil {
		methods = append(methods[:len(methods):len(methods)], c.init)
	}
	return slices.ContainsFunc(methods, func(m *fn) bool {
		return has(m.body, func(n any) bool {
			a, ok := n.(*python.Attribute)
			return ok && a.Attr == name && isSuper(a.Value)
		})
	})
}

// isSuper recognizes super().
func isSuper(e python.Expr) bool {
	call, ok := e.(*python.Call)
	return ok && nameOf(call.Func) == "super"
}

// above is the method that the class has of the classes that origin extends.
func (c *classInfo) above(origin *classInfo, name string) *fn {
	for from := origin.parent; from != nil; from = from.parent {
		for _, m := range c.methods {
			if n := m.node.(*python.FunctionDef).Name; m.origin == from && (n == superName(from, name) || n == name) {
				return m
			}
		}
	}
	return nil
}

// inherited is what super().name means in the method under translation: a method, nil when no class of the page has
// one, and the class of the page that is extended, nil when there is none.
func (t *Translator) inherited(name string) (*fn, *classInfo) {
	f := t.scope.fn
	if f == nil || f.class == nil || f.origin == nil || f.origin.parent == nil {
		return nil, nil
	}
	if m := f.class.above(f.origin, name); m != nil {
		return m, f.origin.parent
	}
	if name == "__init__" && f.origin.parent.base != nil {
		return nil, nil // that of the base of ours
	}
	return nil, f.origin.parent
}
