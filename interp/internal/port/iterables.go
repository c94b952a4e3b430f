package port

import (
	"fmt"
	"go/types"
	"maps"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// What Python's functions go through: generator expressions, zip, map, the entries of dicts and the like are lists
// here, made by a loop before the statement.

// iterable is a list of what an expression goes through.
func (t *Translator) iterable(x python.Expr) val {
	switch e := x.(type) {
	case *python.GeneratorExp:
		return t.comprehension(&python.ListComp{Elt: e.Elt, Generators: e.Generators}, "")
	case *python.Call:
		if target, elt := t.elementsOf(e); target != nil {
			return t.comprehension(&python.ListComp{
				Elt: elt, Generators: []*python.Comprehension{{Target: target, Iter: e}},
			}, "")
		}
	}
	v := t.expr(x)
	if v.parts != nil {
		if l := t.listOfParts(v); l.t != nil {
			v = l
		}
	}
	v = t.single(v)
	switch {
	case v.t.kind == list, v.t.kind == set, v.t.kind == tuple && strings.HasPrefix(v.t.goText(), "[]"):
		return v
	case v.t.kind == text:
		return atom("strings.Split("+v.code+`, "")`, listOf(tText))
	case v.t.kind == dict, t.isArray(v), v.t.named() == "data.Dataset",
		v.t.kind == golang && iterated(v.t.goes) != nil:
		return t.iterable(eachOf(x))
	case v.t.kind == golang:
		if s, ok := v.t.goes.Underlying().(*types.Slice); ok {
			u := listOf(t.lib.typeOf(s.Elem()))
			return atom(u.goText()+"("+v.code+")", u)
		}
	}
	return leave(x, "iterating over a value of this type")
}

// iterated is the type of what an iterator of Go gives one by one, nil for other types.
func iterated(u types.Type) types.Type {
	sig, ok := u.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 {
		return nil
	}
	if yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature); ok && yield.Params().Len() == 1 {
		return yield.Params().At(0).Type()
	}
	return nil
}

// eachOf is (item for item in x).
func eachOf(x python.Expr) *python.GeneratorExp {
	return &python.GeneratorExp{
		Elt: load("item"), Generators: []*python.Comprehension{{Target: store("item"), Iter: x}},
	}
}

// elementsOf are names for what a call gives one by one, as a target and as a value; nil for other calls.
func (t *Translator) elementsOf(c *python.Call) (target, elt python.Expr) {
	names := func(l ...string) (python.Expr, python.Expr) {
		to, from := &python.Tuple{}, &python.Tuple{}
		for _, n := range l {
			to.Elts, from.Elts = append(to.Elts, store(n)), append(from.Elts, load(n))
		}
		if len(l) == 1 {
			return to.Elts[0], from.Elts[0]
		}
		return to, from
	}
	switch t.pathOf(c.Func) {
	case "builtins.range":
		return names("number")
	case "builtins.enumerate":
		return names("number", "item")
	case "builtins.reversed", "builtins.map", "builtins.filter":
		return names("item")
	case "builtins.zip":
		if len(c.Args) > 1 {
			return names([]string{"first", "second", "third", "fourth"}[:min(len(c.Args), 4)]...)
		}
	}
	if _, _, ok := t.datasetIterator(c); ok {
		return names("item")
	}
	if a, ok := c.Func.(*python.Attribute); ok && len(c.Args) == 0 && isIn(a.Attr, "items", "keys", "values") {
		v := t.peek(a.Value)
		switch {
		case v.t.kind != dict && (v.t.kind != golang || t.lib.memberOf(v.t.goes, "Keys") == ""):
		case a.Attr == "items":
			return names("key", "item")
		default:
			return names("item")
		}
	}
	return nil, nil
}

// lazyLoop is a loop over reversed, map and filter; ok is false for others.
func (t *Translator) lazyLoop(target python.Expr, c *python.Call, body func()) (ok bool) {
	path := t.pathOf(c.Func)
	switch {
	case path == "builtins.reversed" && len(c.Args) == 1:
		v := t.iterable(c.Args[0])
		if v.t.kind == set {
			leave(c, "the order of a set")
		}
		v = t.simple(v, "list")
		i := t.scope.temp("i")
		t.emit("for %s := len(%s) - 1; %s >= 0; %s-- {", i, v.code, i, i)
		elem := t.elemType(v)
		t.bindTarget(target, atom(fmt.Sprintf("%s[%s]", v.at(7), i), elem))
		body()
		return true
	case isIn(path, "builtins.map", "builtins.filter") && len(c.Args) == 2:
		item, elt := t.mapped(c)
		t.loop(item, c.Args[1], func() {
			if path == "builtins.map" {
				t.bindTarget(target, t.value(elt))
				body()
				return
			}
			t.emit("if %s {", t.test(elt))
			t.bindTarget(target, t.expr(loaded(item)))
			body()
			t.emit("}")
		})
		return true
	}
	return false
}

// mapped is the element that map and filter go through, and what their function makes of it.
func (t *Translator) mapped(c *python.Call) (item, elt python.Expr) {
	name := "element"
	l, ok := c.Args[0].(*python.Lambda)
	switch {
	case ok && len(l.Args.Args) == 1:
		name, elt = l.Args.Args[0].Arg, l.Body
	case isNone(c.Args[0]):
		elt = load(name)
	case ok:
		leave(c, "map or filter with this kind of function")
	default:
		elt = &python.Call{Func: c.Args[0], Args: []python.Expr{load(name)}}
	}
	mentions([]python.Expr{elt}, t.scope.reads, map[string]int{})
	return store(name), elt
}

// anyAll is any(…) and all(…): of conditions, one by one.
func anyAll(all bool) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x := a.need(0)
		a.done()
		g, ok := x.(*python.GeneratorExp)
		if l, isList := elements(x); isList && len(l) == 0 {
			return atom(fmt.Sprint(all), tBool)
		}
		if !ok {
			g = eachOf(x)
		}
		if t.inExpr > 0 {
			leave(e, "a comprehension in this context")
		}
		found := t.scope.temp(map[bool]string{true: "all", false: "any"}[all] + "Of")
		t.emit("%s := %t", found, all)
		t.comprehend(g.Generators, []python.Expr{g.Elt}, func() {
			if all {
				t.emit("if %s {", t.not(g.Elt))
			} else {
				t.emit("if %s {", t.test(g.Elt))
			}
			t.emit("%s = %t", found, !all)
			if len(g.Generators) == 1 {
				t.emit("break")
			}
			t.emit("}")
		})
		return atom(found, tBool)
	}
}

// setCall is set(…), whose elements have no order.
func setCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	if len(e.Args) == 0 {
		leave(e, "an empty set")
	}
	v := t.iterable(a.need(0))
	a.done()
	return t.setOf(e, v)
}

func (t *Translator) setOf(e python.Node, v val) val {
	elem := t.elemType(v)
	if elem == nil || !elem.is(integer, float, text) {
		leave(e, "a set of values of these types")
	}
	u := listOf(elem)
	return atom("py.Unique("+v.code+").("+u.goText()+")", &typ{kind: set, elem: elem})
}

// keyOf is the function of sorted(…, key=…) and the like, as a function of an element.
func (t *Translator) keyOf(key python.Expr, elem *typ) (code string, ret *typ) {
	var body python.Expr
	item, path := load("item"), t.pathOf(key)
	if name, ok := strings.CutPrefix(path, "builtins.str."); ok { // str.lower
		body = &python.Call{Func: &python.Attribute{Value: item, Attr: name, Ctx: python.Load}}
	} else if a, ok := key.(*python.Attribute); ok && a.Attr == "get" && path == "" { // max(counts, key=counts.get)
		body = &python.Subscript{Value: a.Value, Slice: item, Ctx: python.Load}
	} else if path == "builtins.len" {
		body = &python.Call{Func: key, Args: []python.Expr{item}}
	}
	if body != nil {
		key = &python.Lambda{Args: &python.Arguments{Args: []*python.Arg{{Arg: "item"}}}, Body: body}
	}
	var f *fn
	if l, ok := key.(*python.Lambda); ok && len(l.Args.Args) == 1 {
		f = t.newFn("", l, l.Args, false)
		f.value, f.params[0].t = l.Body, elem
		body := t.translated(f)
		code = fmt.Sprintf("func(%s)%s { %s }", t.paramList(f), results(f.ret), strings.Join(body, "; "))
	} else if v := t.expr(key); v.t.kind == function && len(v.t.fn.params) == 1 {
		f, code = v.t.fn, v.code
		t.learn(f, []*typ{elem})
		t.analyse(f)
	}
	if f == nil || f.ret == nil || !ordered(f.ret) {
		leave(key, "this kind of sort key")
	}
	return code, f.ret
}

// ordered says whether values of a type have an order: numbers, texts, and tuples of them.
func ordered(u *typ) bool {
	if u == nil || u.kind != tuple {
		return u != nil && u.is(integer, float, text)
	}
	for _, e := range u.elts {
		if !ordered(e) {
			return false
		}
	}
	return len(u.elts) > 0
}

// comparison is a function that compares elements for slices.SortFunc and its like.
func (t *Translator) comparison(e python.Node, elem *typ, key, reverse python.Expr) string {
	a, b := "a", "b"
	if c, ok := reverse.(*python.Constant); reverse != nil {
		switch {
		case ok && c.Value == true:
			a, b = b, a
		case !ok || c.Value != false:
			leave(e, "this value of reverse")
		}
	}
	if isNone(key) {
		if ordered(elem) && elem.kind == tuple {
			return fmt.Sprintf("func(a, b %s) int { return py.Compare(%s, %s) }", elem.goText(), a, b)
		}
		if !ordered(elem) {
			leave(e, "sorting values of these types")
		}
		if a == "a" {
			return ""
		}
		return fmt.Sprintf("func(a, b %s) int { return cmp.Compare(%s, %s) }", elem.goText(), a, b)
	}
	if t.inExpr > 0 {
		leave(e, "sorting by a key in this context")
	}
	f := t.scope.temp("by")
	code, ret := t.keyOf(key, elem)
	t.emit("%s := %s", f, code)
	if ret.kind == tuple {
		const form = "func(a, b %s) int { return py.Compare(py.Pack(%s(%s)), py.Pack(%s(%s))) }"
		return fmt.Sprintf(form, elem.goText(), f, a, f, b)
	}
	return fmt.Sprintf("func(a, b %s) int { return cmp.Compare(%s(%s), %s(%s)) }", elem.goText(), f, a, f, b)
}

// isItems says whether an expression is d.items().
func isItems(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok || len(c.Args) > 0 {
		return false
	}
	a, ok := c.Func.(*python.Attribute)
	return ok && a.Attr == "items"
}

func sortedCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v, key, reverse := t.iterable(a.need(0)), a.get(-1, "key"), a.get(-1, "reverse")
	a.done()
	elem := t.elemType(v)
	compare := ""
	plain := isNone(key) && isNone(reverse) && !ordered(elem)
	if plain && isItems(e.Args[0]) && elem.kind == tuple && ordered(elem.elts[0]) {
		// No two keys are equal.
		compare = fmt.Sprintf("func(a, b %s) int { return py.Compare(a[:1], b[:1]) }", elem.goText())
	} else {
		compare = t.comparison(e, elem, key, reverse)
	}
	if compare == "" {
		return atom("slices.Sorted(slices.Values("+v.code+"))", listOf(elem))
	}
	return atom(fmt.Sprintf("slices.SortedStableFunc(slices.Values(%s), %s)", v.code, compare), listOf(elem))
}

// comprehension is [elt for …]: a loop before the statement. Name is the variable that it fills, "" for a new one.
func (t *Translator) comprehension(e *python.ListComp, name string) val {
	if t.inExpr > 0 {
		leave(e, "a comprehension in this context")
	}
	target := t.scope.temp("list")
	if name != "" {
		target = t.scope.goFor(name)
	}
	at := len(t.lines)
	t.emit("")
	var elem *typ
	t.comprehend(e.Generators, []python.Expr{e.Elt}, func() {
		v := t.present(e.Elt)
		elem = v.t
		t.emit("%s = append(%s, %s)", target, target, v.code)
	})
	if elem == nil || elem.goText() == "" {
		leave(e, "a comprehension of values of these types")
	}
	u := listOf(elem)
	t.lines[at] = target + " := " + u.goText() + "{}"
	if name != "" {
		if old := t.scope.vars[name]; old != nil && old.t != nil && (!t.onPage()) {
			t.lines[at] = target + " = " + u.goText() + "{}"
		}
		t.scope.declare(name, target, u)
	}
	return atom(target, u)
}

// comprehend writes the loops of a comprehension with their conditions; body is what it does with elts for each
// element. The names of the loops are the comprehension's own.
func (t *Translator) comprehend(generators []*python.Comprehension, elts []python.Expr, body func()) {
	reads, own := t.scope.reads, map[string]*variable{}
	t.scope.reads = maps.Clone(reads)
	if t.scope.reads == nil {
		t.scope.reads = map[string]int{}
	}
	mentions(elts, t.scope.reads, map[string]int{})
	for _, g := range generators {
		mentions(append([]python.Expr{g.Iter}, g.Ifs...), t.scope.reads, map[string]int{})
		for _, name := range assigned([]python.Stmt{&python.For{Target: g.Target, Iter: g.Iter}}) {
			if _, twice := own[name]; !twice {
				own[name] = t.scope.vars[name]
			}
		}
	}
	t.comprehendNext(generators, body)
	t.scope.reads = reads
	for name, old := range own {
		if old != nil {
			t.scope.vars[name] = old
		}
	}
}

func (t *Translator) comprehendNext(generators []*python.Comprehension, body func()) {
	if len(generators) == 0 {
		body()
		return
	}
	g := generators[0]
	t.scope.push()
	t.loop(g.Target, g.Iter, func() {
		for _, c := range g.Ifs {
			t.emit("if %s {", t.test(c))
		}
		t.comprehendNext(generators[1:], body)
		for range g.Ifs {
			t.emit("}")
		}
	})
	t.emit("}")
	t.scope.pop()
}

// dictComprehension is {key: value for …}: a loop before the statement.
func (t *Translator) dictComprehension(e *python.DictComp) val {
	if t.inExpr > 0 {
		leave(e, "a dict comprehension in this context")
	}
	target := t.scope.temp("dict")
	t.emit("%s := py.NewDict()", target)
	var elem, key *typ
	t.comprehend(e.Generators, []python.Expr{e.Key, e.Value}, func() {
		v, k := t.value(e.Value), t.value(e.Key)
		if !k.t.is(text, integer) {
			leave(e.Key, "a dict with these keys")
		}
		elem, key = v.t, k.t
		t.emit("%s.Set(%s, %s)", target, k.code, t.boxed(v))
	})
	return atom(target, &typ{kind: dict, elem: boxedType(elem), key: key})
}
