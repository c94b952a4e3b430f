package port

import (
	"slices"

	"github.com/msrepl/msrepl/internal/text/python"
)

// guess gives parameters that no call has shown a type.
func (t *Translator) guess(f *fn) (guessed bool) {
	for _, p := range f.params {
		if p.t != nil {
			continue
		}
		guessed = true
		if p.def != nil && !isNone(p.def) {
			if v := t.peek(p.def); v.t.goText() != "" {
				p.t = v.t
				continue
			}
		}
		switch {
		case f.usesAsCount(p.name):
			p.t = tInt
		case f.calls(p.name) || f.holds(p.name) ||
			isIn(p.name, "net", "network", "backbone", "model", "forward_net", "inner_net"):
			p.t = tLayer
		default:
			p.t = tArray
		}
	}
	return guessed
}

// calls says whether a parameter is called as a function.
func (f *fn) calls(name string) bool {
	return has(f.body, func(n any) bool {
		c, _ := calledMethod(n)
		return c != nil && nameOf(c.Func) == name
	})
}

// shows says whether the body prints a parameter itself, or makes a text of it.
func (f *fn) shows(name string) bool {
	is := func(e python.Expr) bool { return nameOf(e) == name }
	return has(f.body, func(n any) bool {
		switch n := n.(type) {
		case *python.FormattedValue:
			return is(n.Value)
		case *python.Call:
			return slices.ContainsFunc(n.Args, is)
		case *python.Return:
			return is(n.Value)
		}
		return false
	})
}

// holds says whether a parameter of __init__ becomes an attribute that a method of the class calls.
func (f *fn) holds(name string) bool {
	if f.class == nil || f.class.init != f {
		return false
	}
	held := map[string]bool{}
	walk(f.body, func(n any) {
		if s, ok := n.(*python.Assign); ok && nameOf(s.Value) == name {
			for _, target := range s.Targets {
				if a, ok := target.(*python.Attribute); ok {
					held[a.Attr] = true
				}
			}
		}
	})
	return has(f.class.def.Body, func(n any) bool {
		_, method := calledMethod(n)
		return held[method]
	})
}

// usesAsCount says whether a parameter is given to range.
func (f *fn) usesAsCount(name string) bool {
	return has(f.body, func(n any) bool {
		c, _ := calledMethod(n)
		return c != nil && nameOf(c.Func) == "range" && len(c.Args) > 0 && nameOf(c.Args[len(c.Args)-1]) == name
	})
}
