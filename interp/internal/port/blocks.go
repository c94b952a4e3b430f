package port

import (
	"fmt"
	"slices"

	"github.com/msrepl/msrepl/internal/text/python"
)

func (t *Translator) ifStmt(s *python.If) {
	t.hoist(s, s.Body, s.Orelse)
	t.ifChain(s)
}

func (t *Translator) ifChain(s *python.If) {
	if isMain(s.Test) {
		t.body(s.Body)
		return
	}
	narrow := t.isinstance(s)
	if narrow == nil && t.decided(s) {
		return
	}
	if narrow == nil {
		t.emit("if %s {", t.test(s.Test))
		t.block(s.Body)
	} else {
		narrow()
	}
	for s.Orelse != nil {
		if e, ok := s.Orelse[0].(*python.If); ok && len(s.Orelse) == 1 && e.Col > 0 && t.isinstance(e) == nil {
			mark := len(t.lines)
			test := t.test(e.Test)
			if len(t.lines) == mark {
				t.emit("} else if %s {", test)
				t.block(e.Body)
				s = e
				continue
			}
			t.lines = t.lines[:mark]
		}
		t.emit("} else {")
		t.block(s.Orelse)
		break
	}
	t.emit("}")
}

// decided translates an if whose test is settled by the types: only the branch that runs.
func (t *Translator) decided(s *python.If) bool {
	yes, ok := t.settled(s.Test)
	if ok && yes {
		t.body(s.Body)
	} else if ok {
		t.body(s.Orelse)
	}
	return ok
}

// settled is what a test says that the types decide: isinstance, hasattr, callable, and whether a class is None.
func (t *Translator) settled(test python.Expr) (yes, ok bool) {
	switch e := test.(type) {
	case *python.UnaryOp:
		if e.Op == "Not" {
			yes, ok = t.settled(e.Operand)
			return !yes, ok
		}
	case *python.Call:
		if isIn(t.pathOf(e.Func), "builtins.isinstance", "builtins.hasattr", "builtins.callable") {
			yes, ok = t.expr(e).konst.(bool)
		}
	case *python.Compare:
		if len(e.Ops) == 1 && isNone(e.Comparators[0]) {
			yes, ok = t.settled(e.Left)
			return yes == isIn(e.Ops[0], "IsNot", "NotEq"), ok
		}
	case *python.Name:
		v := t.scope.find(e.ID)
		return v != nil && v.t != nil && v.t.kind != none, v != nil && v.t.fixed() && (v.param || v.t.kind != none)
	case *python.Attribute:
		u := t.peek(e).t
		return u.kind != none, u.fixed()
	}
	return yes, ok
}

// keepTargets is a loop whose body first assigns the targets that are read after it, as Go's end with the loop.
func (t *Translator) keepTargets(s *python.For) *python.For {
	loop := *s
	for _, name := range assigned([]python.Stmt{&python.For{Target: s.Target}}) {
		if !t.readAfter(name, s) {
			continue
		}
		old := t.scope.vars[name]
		if old != nil && t.scope.fn == nil && old.cell != t.at && !t.readByFunctions(name) { // perhaps of another type
			delete(t.scope.vars, name)
		}
		each := "each_" + name
		t.scope.reads[each]++
		loop.Target = renamed(loop.Target, name, each)
		loop.Body = slices.Insert(slices.Clone(loop.Body), 0, python.Stmt(
			&python.Assign{Targets: []python.Expr{store(name)}, Value: load(each)}))
	}
	return &loop
}

// renamed is a target of a loop with another name in the place of one.
func renamed(target python.Expr, name, other string) python.Expr {
	if nameOf(target) == name {
		return store(other)
	}
	tp, ok := target.(*python.Tuple)
	if !ok {
		return target
	}
	out := &python.Tuple{}
	for _, x := range tp.Elts {
		out.Elts = append(out.Elts, renamed(x, name, other))
	}
	return out
}

// isMain recognizes if __name__ == "__main__".
func isMain(e python.Expr) bool {
	c, ok := e.(*python.Compare)
	if !ok {
		return false
	}
	n, ok := c.Left.(*python.Name)
	return ok && n.ID == "__name__"
}

// errorKinds are the exceptions that have a kind of tensor.Error, and those that are others' base.
var errorKinds = map[string][]string{
	"ValueError":     {"ValueError"},
	"TypeError":      {"TypeError"},
	"IndexError":     {"IndexError"},
	"RuntimeError":   {"RuntimeError"},
	"AttributeError": {"AttributeError"},
	"KeyError":       {"KeyError"},
	"LookupError":    {"IndexError", "KeyError"},
	"Exception":      nil,
	"BaseException":  nil,
}

// raise is raise of an exception with a text.
func (t *Translator) raise(s *python.Raise) {
	c, ok := s.Exc.(*python.Call)
	if !ok || s.Cause != nil || len(c.Args) > 1 || len(c.Keywords) > 0 {
		leave(s, "this form of raise")
	}
	n, ok := c.Func.(*python.Name)
	if !ok || len(errorKinds[n.ID]) != 1 || t.scope.find(n.ID) != nil || n.ID == "KeyError" { // whose text is a repr
		leave(s, "raising this kind of exception")
	}
	msg := `""`
	if len(c.Args) == 1 {
		v := t.value(c.Args[0])
		if v.t.kind != text {
			leave(c, "an exception whose argument has this type")
		}
		msg = v.code
	}
	t.emit("panic(&tensor.Error{Kind: tensor.%s, Msg: %s})", n.ID, msg)
}

// try is try with handlers for errors of tensors, which are those that translated code raises: a switch over the kind
// of what tensor.Try has caught.
func (t *Translator) try(s *python.Try) {
	if len(s.Finalbody) > 0 {
		t.finally(s)
		return
	}
	if leaves := leavesBlock(s.Body); leaves != nil {
		leave(leaves, "%s in a try block", nodeName(leaves))
	}
	bodies := [][]python.Stmt{s.Body, s.Orelse}
	for _, h := range s.Handlers {
		bodies = append(bodies, h.Body)
		walk(h.Body, func(n any) {
			if b, ok := n.(*python.Break); ok {
				leave(b, "break in an except block")
			}
		})
	}
	t.hoist(s, bodies...)
	failure := t.scope.temp("failure")
	t.emit("%s, _ := tensor.Try(func() {", failure)
	t.inTry++
	t.block(s.Body)
	t.inTry--
	t.emit("}).(*tensor.Error)")
	t.emit("switch {")
	all := false
	t.emit("case %s == nil:", failure)
	t.block(s.Orelse)
	for _, h := range s.Handlers {
		if all {
			leave(h, "except after one for all exceptions")
		}
		all = t.handler(h, failure)
	}
	if !all {
		t.emit("default:")
		t.emit("panic(%s)", failure)
	}
	t.emit("}")
}

// finally is try with finally: a function that ends with it however it ends.
func (t *Translator) finally(s *python.Try) {
	for _, body := range [][]python.Stmt{s.Body, s.Orelse, s.Finalbody} {
		if leaves := leavesBlock(body); leaves != nil {
			leave(leaves, "%s in a try block", nodeName(leaves))
		}
	}
	bodies := [][]python.Stmt{s.Body, s.Orelse, s.Finalbody}
	for _, h := range s.Handlers {
		if leaves := leavesBlock(h.Body); leaves != nil {
			leave(leaves, "%s in an except block with finally", nodeName(leaves))
		}
		bodies = append(bodies, h.Body)
	}
	t.hoist(s, bodies...)
	t.emit("func() {")
	t.emit("defer func() {")
	t.block(s.Finalbody)
	t.emit("}()")
	if len(s.Handlers) > 0 {
		inner := *s
		inner.Finalbody = nil
		t.scope.push()
		t.try(&inner)
		t.scope.pop()
	} else {
		t.block(s.Body)
	}
	t.emit("}()")
}

// handler is one except of a try; all says whether it takes every exception.
func (t *Translator) handler(h *python.ExceptHandler, failure string) (all bool) {
	kinds := t.caught(h)
	if len(kinds) == 0 {
		t.emit("default:")
	} else {
		test := ""
		for i, k := range kinds {
			if i > 0 {
				test += " || "
			}
			test += fmt.Sprintf("%s.Kind == tensor.%s", failure, k)
		}
		t.emit("case %s:", test)
	}
	t.scope.push()
	defer t.scope.pop()
	if h.Name != "" {
		if !t.printedOnly(h.Body, h.Name) {
			leave(h, "an exception that is not just printed")
		}
		t.scope.declare(h.Name, failure+".Msg", tText)
	}
	t.body(h.Body)
	return len(kinds) == 0
}

// caught are the kinds that a handler takes, none for all.
func (t *Translator) caught(h *python.ExceptHandler) (kinds []string) {
	list := []python.Expr{h.Type}
	if tp, ok := h.Type.(*python.Tuple); ok {
		list = tp.Elts
	}
	for _, e := range list {
		if e == nil || isNone(e) {
			return nil
		}
		n, ok := e.(*python.Name)
		if !ok || t.scope.find(n.ID) != nil {
			leave(h, "this kind of exception")
		}
		of, ok := errorKinds[n.ID]
		switch {
		case !ok:
			leave(h, "the exception %s", n.ID)
		case of == nil:
			return nil
		}
		kinds = append(kinds, of...)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// printedOnly says whether a name occurs in texts and calls of print and str only, where an exception is its message.
func (t *Translator) printedOnly(body []python.Stmt, name string) bool {
	is := func(e python.Expr) bool { return nameOf(e) == name }
	all, printed := 0, 0
	walk(body, func(n any) {
		switch n := n.(type) {
		case *python.Name:
			if n.ID == name {
				all++
			}
		case *python.FormattedValue:
			if is(n.Value) {
				printed++
			}
		case *python.Call:
			if !isIn(t.pathOf(n.Func), "builtins.print", "builtins.str") {
				return
			}
			for _, a := range n.Args {
				if is(a) {
					printed++
				}
			}
		}
	})
	return all == printed
}

// leavesBlock returns a statement that leaves a block: return, or break and continue of a loop around it.
func leavesBlock(body []python.Stmt) (found python.Node) {
	var visit func(n any, inLoop bool)
	visit = func(n any, inLoop bool) {
		switch n := n.(type) {
		case *python.FunctionDef, *python.ClassDef, *python.Lambda:
			return
		case *python.For, *python.While:
			inLoop = true
		case *python.Return:
			found = n
		case *python.Break:
			if !inLoop {
				found = n
			}
		case *python.Continue:
			if !inLoop {
				found = n
			}
		}
		for _, c := range children(n) {
			visit(c, inLoop)
		}
	}
	for _, s := range body {
		visit(s, false)
	}
	return found
}
