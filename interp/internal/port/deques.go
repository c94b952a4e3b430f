package port

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// The names of the types of deques, which are slices in Go. The capacity of one with a greatest length is that length.
const (
	deque        = "deque"
	boundedDeque = "deque with maxlen"
)

// isDeque says whether values are a deque.
func (t *typ) isDeque() bool { return t.kind == list && (t.name == deque || t.name == boundedDeque) }

// dequeCall is collections.deque.
func dequeCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, most := a.get(0, "iterable"), a.get(1, "maxlen")
	a.done()
	v := val{code: "[]any{}", t: listOf(tUnknown), prec: 7}
	if l, ok := x.(*python.List); x != nil && !(ok && len(l.Elts) == 0) {
		v = listCall(t, &python.Call{Func: load("list"), Args: []python.Expr{x}})
		if v.t.kind != list {
			leave(e, "a deque of these elements")
		}
		if !isNone(most) {
			leave(e, "a deque of these elements with maxlen")
		}
	}
	u := *v.t
	u.name = deque
	if isNone(most) {
		return atom(v.code, &u)
	}
	n := t.value(most)
	if n.t.kind != integer {
		leave(most, "maxlen of this type")
	}
	u.name = boundedDeque
	return atom(fmt.Sprintf("make(%s, 0, %s)", u.goText(), n.code), &u)
}

// withElements is the code of an empty or written list with another type of elements; ok is false for other lists.
func withElements(v val, u *typ) (code string, ok bool) {
	made, from := "", v.t.goText()
	if v.t.name == boundedDeque {
		made = "make("
	}
	rest, ok := strings.CutPrefix(v.code, made+from)
	if !ok || rest == "" || !strings.Contains("{,", rest[:1]) {
		return "", false
	}
	return made + u.goText() + rest, true
}

// dequeChange translates a method that changes a deque; ok is false for those that lists have, too.
func (t *Translator) dequeChange(e *python.Call, a *python.Attribute, v val) (ok bool) {
	bounded := v.t.name == boundedDeque
	switch {
	case a.Attr == "append" && bounded && len(e.Args) == 1:
		x := t.added(e, a, v, t.value(e.Args[0]))
		t.emit("if len(%s) == cap(%s) {", v.code, v.code)
		t.emit("%s = slices.Delete(%s, 0, 1)", v.code, v.code)
		t.emit("}")
		t.emit("%s = append(%s, %s)", v.code, v.code, x.code)
	case a.Attr == "appendleft" && !bounded && len(e.Args) == 1:
		t.emit("%s = slices.Insert(%s, 0, %s)", v.code, v.code, t.added(e, a, v, t.value(e.Args[0])).code)
	case a.Attr == "clear":
		t.emit("clear(%s)", v.code)
		t.emit("%s = %s[:0]", v.code, v.code)
	case bounded && !isIn(a.Attr, "pop", "popleft"):
		leave(e, "the method %s of a deque with maxlen", a.Attr)
	default:
		return false
	}
	return true
}
