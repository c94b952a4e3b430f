package port

import (
	"cmp"
	"fmt"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// The names of dicts of module collections.
const (
	counterDict = "Counter"
	defaultDict = "defaultdict"
)

// counterCall is Counter(…) of what can be gone through.
func counterCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.get(0, "iterable")
	a.done()
	u := &typ{kind: dict, elem: tInt, name: counterDict}
	if x == nil {
		return atom("py.NewCounter([]string{})", u)
	}
	code, key := t.counted(x)
	u.key = key
	return atom("py.NewCounter("+code+")", u)
}

// counted is what a counter counts.
func (t *Translator) counted(x python.Expr) (code string, key *typ) {
	if v := t.peekValue(x); v.t.kind == text {
		return t.value(x).code, tText
	}
	v := t.iterable(x)
	elem := t.elemType(v)
	if v.t.kind == set || elem == nil || !elem.is(integer, text) {
		leave(x, "Counter of values of these types")
	}
	return v.code, elem
}

// factories are the types of defaultdict with the values that they begin with.
var factories = map[string]struct {
	zero string
	t    *typ
}{
	"builtins.list": {"[]any{}", listOf(tUnknown)}, "builtins.int": {"0", tInt}, "builtins.float": {"0.0", tFloat},
	"builtins.str": {`""`, tText},
}

// defaultDictCall is defaultdict(type).
func defaultDictCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0)
	a.done()
	path := t.pathOf(x)
	f, ok := factories[path]
	if !ok {
		leave(e, "defaultdict of this type")
	}
	name := quoted(strings.TrimPrefix(path, "builtins."))
	code := fmt.Sprintf("py.NewDefaultDict(%s, func() any { return %s })", name, f.zero)
	return atom(code, &typ{kind: dict, elem: f.t, name: defaultDict})
}

// counterMethod is a method that only counters have; ok is false for others.
func (t *Translator) counterMethod(e *python.Call, v val, name string) (out val, ok bool) {
	a := t.arguments(e)
	switch name {
	case "most_common":
		n := "-1"
		if x := a.get(0, "n"); !isNone(x) {
			n = t.value(x).code
		}
		a.done()
		pair := &typ{kind: tuple, elts: []*typ{v.t.keyType(), tInt}, boxed: true}
		return atom(fmt.Sprintf("%s.MostCommon(%s)", v.at(7), n), listOf(pair)), true
	case "update":
		x := a.need(0, "iterable")
		a.done()
		code, key := t.counted(x)
		t.keyed(e.Func.(*python.Attribute).Value, key)
		return atom(fmt.Sprintf("%s.Count(%s)", v.at(7), code), tNone), true
	case "get", "keys", "values", "items", "clear":
		return val{}, false
	}
	leave(e, "the method %s of a counter", name)
	return val{}, false
}

// combinationsCall is combinations(l, r) of module itertools and the like.
func combinationsCall(again bool) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		v, r := t.iterable(a.need(0, "iterable")), a.need(1, "r")
		a.done()
		code := fmt.Sprintf("py.Combinations(%s, %s, %t)", v.code, t.as(r, types.Typ[types.Int]), again)
		return t.tuplesOf(code, []val{v}, r)
	}
}

// productCall is product(…) of module itertools.
func productCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	repeat := cmp.Or[python.Expr](a.get(-1, "repeat"), &python.Constant{Value: big.NewInt(1)})
	codes := []string{t.as(repeat, types.Typ[types.Int])}
	var lists []val
	for i := range a.pos {
		v := t.iterable(a.get(i))
		lists, codes = append(lists, v), append(codes, v.code)
	}
	a.done()
	return t.tuplesOf("py.Product("+strings.Join(codes, ", ")+")", lists, repeat)
}

// tuplesOf is a list of tuples of elements of lists, which are repeated.
func (t *Translator) tuplesOf(code string, lists []val, repeat python.Expr) val {
	u := &typ{kind: tuple, boxed: true}
	n, known := intConst(repeat)
	for range n {
		for _, v := range lists {
			u.elts = append(u.elts, boxedType(t.elemType(v)))
		}
	}
	for _, v := range lists {
		if v.t.kind == set || !known && v.t.elem.kind == array {
			leave(v.node, "tuples of values of this type")
		}
	}
	return atom(code, listOf(u))
}

// deleteStmt is del of variables and of elements of dicts and lists.
func (t *Translator) deleteStmt(s *python.Delete) {
	for _, target := range s.Targets {
		x, ok := target.(*python.Subscript)
		if !ok {
			leave(s, "del of a value of this type")
		}
		x = t.indexedOnce(x).(*python.Subscript)
		v := t.expr(x.Value)
		_, sliced := x.Slice.(*python.Slice)
		switch {
		case v.t.kind == dict:
			t.emit("%s.Pop(%s)", v.at(7), t.boxed(t.value(x.Slice)))
		case v.t.kind == list && !v.t.words && !sliced && v.parts == nil && strings.Trim(v.code, identifier) == "":
			t.emit("%s = slices.Delete(%s, %s, %s+1)", v.code, v.code, t.listBound(x.Slice, v), t.listBound(x.Slice, v))
		default:
			leave(s, "del of a value of this type")
		}
	}
}

// knownItem is the type of an element of a dict of values of several types: of one that is written out, read with a key
// that is written there and that the page does not change.
func (t *Translator) knownItem(e *python.Subscript, v val) *typ {
	c, ok := e.Slice.(*python.Constant)
	if !ok || !v.t.elem.is(anything) || t.changesDict(nameOf(e.Value)) {
		return v.t.elem
	}
	if i := slices.Index(v.t.keys, c.Value); i >= 0 {
		return v.t.elts[i]
	}
	return v.t.elem
}

// changesDict says whether the page changes a dict of a name.
func (t *Translator) changesDict(name string) bool {
	return name != "" && t.anywhere(func(n any) bool {
		switch n := n.(type) {
		case *python.Subscript:
			return nameOf(n.Value) == name && n.Ctx != python.Load
		case *python.Attribute:
			return nameOf(n.Value) == name && isIn(n.Attr, "update", "pop", "clear", "setdefault")
		}
		return false
	})
}

func orderedDict(t *Translator, e *python.Call) val {
	switch pairs := pairsOf(e); {
	case len(e.Args)+len(e.Keywords) == 0:
		return atom("py.NewDict()", &typ{kind: dict, elem: tUnknown})
	case pairs != nil:
		return t.expr(pairs)
	}
	return t.dictFrom(e)
}

func dictCall(t *Translator, e *python.Call) val {
	if d := t.writtenDict(e); d != nil {
		return t.dictOf(d)
	}
	return t.dictFrom(e)
}

// dictFrom is dict(…) of pairs or of another dict.
func (t *Translator) dictFrom(e *python.Call) val {
	if len(e.Args) != 1 || len(e.Keywords) > 0 {
		leave(e, "dict of a value of this type")
	}
	if t.peek(e.Args[0]).t.kind == dict {
		v := t.value(e.Args[0])
		return atom(v.at(7)+".Plain()", &typ{kind: dict, elem: v.t.elem, key: v.t.key})
	}
	pair := func(ctx python.Ctx) python.Expr {
		return &python.Tuple{Elts: []python.Expr{&python.Name{ID: "key", Ctx: ctx}, &python.Name{ID: "item", Ctx: ctx}}}
	}
	load := pair(python.Load).(*python.Tuple)
	return t.dictComprehension(&python.DictComp{
		Key: load.Elts[0], Value: load.Elts[1],
		Generators: []*python.Comprehension{{Target: pair(python.Store), Iter: e.Args[0]}},
	})
}

// literalDict is the dict that a name has been given once on the page, or that is written out.
func (t *Translator) literalDict(x python.Expr) (d *python.Dict, ok bool) {
	if d, ok = x.(*python.Dict); ok {
		return d, true
	}
	name := nameOf(x)
	times := 0
	t.everywhere(func(n any) {
		if n, ok := n.(*python.Assign); ok && len(n.Targets) == 1 && nameOf(n.Targets[0]) == name {
			times++
			d = t.writtenDict(n.Value)
		}
	})
	return d, name != "" && times == 1 && d != nil && !t.changesDict(name)
}

// writtenDict is {…} or dict(key=value, …), nil for other expressions.
func (t *Translator) writtenDict(x python.Expr) *python.Dict {
	d, _ := x.(*python.Dict)
	if c, ok := x.(*python.Call); ok && t.pathOf(c.Func) == "builtins.dict" && len(c.Args) == 0 {
		d = &python.Dict{}
		for _, k := range c.Keywords {
			d.Keys, d.Values = append(d.Keys, &python.Constant{Value: k.Arg}), append(d.Values, k.Value)
		}
	}
	return d
}

// dictMethod is a method of a dict that is a value.
func (t *Translator) dictMethod(e *python.Call, v val, name string) val {
	if v.t.name == counterDict {
		if out, ok := t.counterMethod(e, v, name); ok {
			return out
		}
	}
	a := t.arguments(e)
	switch name {
	case "get", "setdefault":
		return t.dictGet(e, v, a, name)
	case "pop":
		k := t.boxed(t.value(a.need(0)))
		a.done()
		return t.unboxed(fmt.Sprintf("%s.Pop(%s)", v.at(7), k), v.t.elem, e)
	case "copy":
		a.done()
		return atom(v.at(7)+".Copy()", v.t)
	case "update":
		x := t.value(a.need(0))
		a.done()
		if x.t.kind != dict {
			leave(e, "update with a value of this type")
		}
		t.widen(e.Func.(*python.Attribute).Value, x.t.elem)
		return atom(v.at(7)+".Update("+x.code+")", tNone)
	case "clear":
		a.done()
		return atom(v.at(7)+".Clear()", tNone)
	case "keys":
		a.done()
		return atom(v.at(7)+".KeysView()", &typ{kind: golang, goes: t.lib.view})
	case "values":
		a.done()
		return atom(v.at(7)+".ValuesView()", &typ{kind: golang, goes: t.lib.view})
	case "items":
		a.done()
		return atom(v.at(7)+".ItemsView()", &typ{kind: golang, goes: t.lib.view})
	}
	return leave(e, "the method %s of a dict", name)
}

// dictGet is v.get or v.setdefault.
func (t *Translator) dictGet(e *python.Call, v val, a *arguments, name string) val {
	k, x := t.boxed(t.value(a.need(0))), a.get(1)
	a.done()
	fallback := val{code: "nil", t: tNone}
	if x != nil {
		fallback = t.value(x)
	}
	method, dict := "GetOr", e.Func.(*python.Attribute).Value
	if name == "setdefault" {
		method, fallback = "SetDefault", t.emptyOf(dict, fallback)
	}
	elem := v.t.elem
	if elem.kind == unknown {
		elem = fallback.t
	}
	if !elem.same(boxedType(fallback.t)) {
		elem = anyOf(elem, fallback.t)
	}
	if name == "setdefault" {
		t.widen(dict, elem)
	}
	return t.unboxed(fmt.Sprintf("%s.%s(%s, %s)", v.at(7), method, k, t.boxed(fallback)), elem, e)
}

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
			leave(x, "an assignment to these elements")
		}
		t.emit("%s[%s] = %s", t.arrayOf(base).at(7), t.index(x.Slice), t.typed(t.operand(v)))
	case base.t.kind == list:
		if n, ok := t.constIndex(x.Slice, base); base.t.elts != nil && (!ok || !base.t.elts[n].same(v.t)) {
			leave(x, "an element that changes its type")
		}
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
		leave(x, "an assignment to these elements")
	default:
		leave(x, "an assignment to these elements")
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

// keyed gives the variable or the attribute of a dict the type of a new key.
func (t *Translator) keyed(container python.Expr, u *typ) {
	old := t.peek(container).t
	if old.kind != dict || !u.is(text, integer) {
		return
	}
	w := *old
	if w.key == nil {
		w.key = u
	} else if !w.key.same(u) {
		w.key = tAny
	}
	t.retype(container, &w)
}

// widen gives the variable or the attribute of a dict or list the type of a new element.
func (t *Translator) widen(container python.Expr, u *typ) {
	old := t.peek(container).t
	if !old.is(dict, list) {
		return
	}
	switch e := old.elem; {
	case e.kind == unknown:
		old = &typ{kind: old.kind, elem: u, key: old.key, name: old.name}
	case !e.same(u):
		old = &typ{kind: old.kind, elem: anyOf(e, u), key: old.key, name: old.name}
	}
	t.retype(container, old)
}
