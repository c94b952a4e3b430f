package port

import (
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
			if v := t.quietly(func() val { return t.expr(p.def) }); v.t != nil && v.t.goText() != "" {
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
func (f *fn) calls(name string) (yes bool) {
	walk(f.body, func(n any) {
		if c, ok := n.(*python.Call); ok {
			if fun, ok := c.Func.(*python.Name); ok && fun.ID == name {
				yes = true
			}
		}
	})
	return yes
}

// shows says whether the body prints a parameter itself, or makes a text of it.
func (f *fn) shows(name string) (yes bool) {
	is := func(e python.Expr) bool {
		n, ok := e.(*python.Name)
		return ok && n.ID == name
	}
	walk(f.body, func(n any) {
		switch n := n.(type) {
		case *python.FormattedValue:
			yes = yes || is(n.Value)
		case *python.Call:
			for _, a := range n.Args {
				yes = yes || is(a)
			}
		case *python.Return:
			yes = yes || is(n.Value)
		}
	})
	return yes
}

// holds says whether a parameter of __init__ becomes an attribute that a method of the class calls.
func (f *fn) holds(name string) (yes bool) {
	if f.class == nil || f.class.init != f {
		return false
	}
	held := map[string]bool{}
	walk(f.body, func(n any) {
		s, ok := n.(*python.Assign)
		if !ok {
			return
		}
		if v, ok := s.Value.(*python.Name); ok && v.ID == name {
			for _, target := range s.Targets {
				if a, ok := target.(*python.Attribute); ok {
					held[a.Attr] = true
				}
			}
		}
	})
	walk(f.class.def.Body, func(n any) {
		if c, ok := n.(*python.Call); ok {
			if a, ok := c.Func.(*python.Attribute); ok && held[a.Attr] {
				yes = true
			}
		}
	})
	return yes
}

// usesAsCount says whether a parameter is given to range.
func (f *fn) usesAsCount(name string) (yes bool) {
	walk(f.body, func(n any) {
		if c, ok := n.(*python.Call); ok && len(c.Args) > 0 {
			if fun, ok := c.Func.(*python.Name); ok && fun.ID == "range" {
				if a, ok := c.Args[len(c.Args)-1].(*python.Name); ok && a.ID == name {
					yes = true
				}
			}
		}
	})
	return yes
}
