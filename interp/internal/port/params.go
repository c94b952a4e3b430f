package port

import (
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// guess gives parameters that no call has shown a type.
func (t *Translator) guess(f *fn) (guessed bool) {
	for _, p := range f.params {
		if p.t != nil {
			continue
		}
		if def := t.standard(f, p); def != nil && !isNone(def) {
			if v := t.peek(def); v.t.goText() != "" || v.t.fixed() {
				p.t, guessed = v.t, true
				continue
			}
		}
		if p.def != nil && isNone(p.def) && f.name != "Construct" && t.known == nil && t.before.params[f.args] != nil {
			p.t = tNone // in all calls, and nothing else calls the function: this is no guess
			continue
		}
		guessed = true
		switch {
		case f.class != nil && slices.Contains(slices.Collect(maps.Values(operatorMethods)), f.pythonName()):
			p.t = &typ{kind: instance, class: f.class} // the right operand
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

// standard is the default of a parameter. Of one that is None by default it is the class that the body puts in its
// place: if norm is None: norm = nn.BatchNorm2d.
func (t *Translator) standard(f *fn, p *param) python.Expr {
	if p.def == nil || !isNone(p.def) {
		return p.def
	}
	for _, s := range f.body {
		reads := map[string]int{}
		if mentions([]python.Stmt{s}, reads, map[string]int{}); reads[p.name] == 0 {
			continue
		}
		i, ok := s.(*python.If)
		if !ok || len(i.Body) != 1 || i.Orelse != nil || !isNoneTest(i.Test, p.name) {
			break
		}
		if a, ok := i.Body[0].(*python.Assign); ok && nameOf(a.Targets[0]) == p.name && t.peek(a.Value).t.fixed() {
			return a.Value
		}
	}
	return p.def
}

// isNoneTest says whether a condition is name is None, or not name.
func isNoneTest(e python.Expr, name string) bool {
	switch e := e.(type) {
	case *python.UnaryOp:
		return e.Op == "Not" && nameOf(e.Operand) == name
	case *python.Compare:
		return nameOf(e.Left) == name && len(e.Ops) == 1 && isIn(e.Ops[0], "Is", "Eq") && isNone(e.Comparators[0])
	}
	return false
}

// pythonName is the name of a function that def makes.
func (f *fn) pythonName() string {
	def, _ := f.node.(*python.FunctionDef)
	if def == nil {
		return ""
	}
	return def.Name
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

// A parameter that is None by default is a pointer where Go cannot have its type as nil: of a number, a text, a list.

// optional makes pointers of such parameters.
func (f *fn) optional() {
	for _, p := range f.params {
		if p.def != nil && isNone(p.def) && p.t != nil && !p.rest && p.t.orNone() != nil {
			p.t = p.t.orNone()
		}
	}
}

// pointed is the value of a variable or a field that may be None.
func pointed(code string, u *typ) val {
	return val{code: "(*" + code + ")", prec: 7, t: u.value(), pointer: code}
}

// pointer is a value as an argument of a parameter that may be None.
func (t *Translator) pointer(v val, u *typ) string {
	v = t.single(v)
	switch {
	case v.t.kind == none:
		return "nil"
	case v.pointer != "" && v.t.same(u.value()):
		return v.pointer
	case v.t.opt && v.t.same(u):
		return v.code
	case t.inExpr > 0:
		leave(v.node, "an argument that may be None in this context")
	case mixed(v.t, u.value()) || !u.value().same(v.t) && join(u.value(), v.t) == nil:
		leave(v.node, "a value of this type as an argument")
	}
	return "&" + t.held(t.convert(v, u.value()), "value").code
}

// orNone is a value that may be None where only its text counts.
func orNone(v val) val {
	if v.pointer == "" || isTuple(v.t) || v.t.kind == list && (v.t.name != "" || isTuple(v.t.elem)) {
		return v
	}
	return atom("py.ValueOf("+v.pointer+")", tAny)
}

// compareOptional is x is None of a value that may be.
func compareOptional(v val, equal bool) val {
	op := map[bool]string{true: "==", false: "!="}[equal]
	return val{code: v.pointer + " " + op + " nil", prec: 3, t: tBool}
}

// noneFor refuses None for a parameter that cannot be nil.
func noneFor(v val, u *typ) {
	if v.t.kind == none && u != nil && !u.opt && u.is(integer, float, boolean, text, list) {
		leave(v.node, "None for a parameter that has a value in other calls")
	}
}

func (f *fn) goType() string {
	var l []string
	for _, p := range f.params {
		switch {
		case p.t == nil:
			return ""
		case p.t.fixed():
		case p.rest:
			l = append(l, "...*Tensor")
		default:
			l = append(l, p.t.goText())
		}
	}
	return "func(" + strings.Join(l, ", ") + ")" + results(f.ret)
}

// paramList writes the parameters of a function.
func (t *Translator) paramList(f *fn) string {
	var l []string
	for i := 0; i < len(f.params); i++ {
		p := f.params[i]
		if p.t.fixed() {
			continue
		}
		if p.parts != nil {
			for _, part := range p.parts {
				l = append(l, part.code+" "+part.t.goText())
			}
			continue
		}
		if p.rest {
			elem := "*Tensor"
			if f.class != nil && f.class.metric && f.name == "Update" {
				elem = "any"
			}
			l = append(l, p.listName()+" ..."+elem)
			continue
		}
		u := p.t.goText()
		if u == "" {
			leave(f.node, "the type of the parameter %s", p.name)
		}
		l = append(l, p.goes+" "+u)
	}
	return shortened(l)
}

// shortened are parameters as Go writes them: x, y *Tensor.
func shortened(l []string) string {
	for i := 0; i+1 < len(l); i++ {
		name, u, _ := strings.Cut(l[i], " ")
		if _, next, _ := strings.Cut(l[i+1], " "); next == u {
			l[i] = name
		}
	}
	return strings.Join(l, ", ")
}
