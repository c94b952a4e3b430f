package port

// A parameter that is None by default is a pointer where Go cannot have its type as nil: of a number, a text, a list.

// optional makes pointers of such parameters.
func (f *fn) optional() {
	for _, p := range f.params {
		if p.def != nil && isNone(p.def) && p.t != nil && !p.t.opt && !p.rest &&
			p.t.is(integer, float, boolean, text, list, tuple) && p.t.goText() != "" {
			u := *p.t
			u.opt = true
			p.t = &u
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
	case t.inExpr > 0:
		leave(v.node, "an argument that may be None, here")
	case mixed(v.t, u.value()) || !u.value().same(v.t) && join(u.value(), v.t) == nil:
		leave(v.node, "such a value as an argument")
	}
	name := t.scope.temp("value")
	t.emit("%s := %s", name, t.typed(t.convert(v, u.value())))
	return "&" + name
}

// compareOptional is x is None of a value that may be.
func compareOptional(v val, equal bool) val {
	op := map[bool]string{true: "==", false: "!="}[equal]
	return val{code: v.pointer + " " + op + " nil", prec: 3, t: tBool}
}

// noneFor refuses None for a parameter that cannot be nil.
func noneFor(v val, u *typ) {
	if v.t.kind == none && u != nil && !u.opt && u.is(integer, float, boolean, text, list) {
		leave(v.node, "None for a parameter that has another value elsewhere")
	}
}
