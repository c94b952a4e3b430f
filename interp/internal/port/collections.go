package port

import (
	"fmt"
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
		leave(x, "Counter of such values")
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
		leave(e, "defaultdict of such a type")
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

// deleteStmt is del of variables and of elements of dicts and lists.
func (t *Translator) deleteStmt(s *python.Delete) {
	for _, target := range s.Targets {
		x, ok := target.(*python.Subscript)
		if !ok {
			leave(s, "del of such a value")
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
			leave(s, "del of such a value")
		}
	}
}

// knownItem is the type of an element of a dict of values of several types: of one that the page makes once, changes
// nowhere and reads with a key that is written there.
func (t *Translator) knownItem(e *python.Subscript, v val) *typ {
	c, ok := e.Slice.(*python.Constant)
	if !ok || v.t.kind != dict || !v.t.elem.is(anything) {
		return v.t.elem
	}
	d, ok := t.literalDict(e.Value)
	if !ok {
		return v.t.elem
	}
	for i, k := range d.Keys {
		if key, ok := k.(*python.Constant); ok && key.Value == c.Value {
			if x := t.peekValue(d.Values[i]); x.t.goText() != "" {
				return boxedType(x.t)
			}
		}
	}
	return v.t.elem
}
