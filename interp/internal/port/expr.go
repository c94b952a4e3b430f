package port

import (
	"cmp"
	"fmt"
	"go/types"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// nodeName returns the name of a construct for messages: for most statements, the keyword that they begin with.
func nodeName(n any) string {
	names := map[string]string{
		"TryStar": "except*", "Delete": "del", "ClassDef": "class", "ImportFrom": "import", "AugAssign": "an assignment",
		"Set":     "a set",
		"SetComp": "a set comprehension", "DictComp": "a dict comprehension", "GeneratorExp": "a generator expression",
		"YieldFrom": "yield from",
		"Starred":   "a starred expression", "NamedExpr": ":=",
	}
	s := reflect.TypeOf(n).Elem().Name()
	if n, ok := names[s]; ok {
		return n
	}
	return strings.ToLower(s)
}

// expr translates an expression.
func (t *Translator) expr(e python.Expr) val {
	alone := e == t.alone
	t.open = append(t.open, nil)
	v := t.expression(e)
	t.open = t.open[:len(t.open)-1]
	if v.code != "" && t.changes(e) {
		t.effects[v.code] = true
	}
	if !alone {
		v = t.performed(e, v)
	}
	t.noteOperand(v.code)
	if v.node == nil {
		v.node = e
	}
	return v
}

// value translates an expression to one value of Go.
func (t *Translator) value(e python.Expr) val { return t.single(t.expr(e)) }

// present translates an element of a list or a dict. What may be None is any value there.
func (t *Translator) present(e python.Expr) val { return t.orAny(e, t.value(e)) }

// orAny is the value of an element, which is any value where it may be None.
func (t *Translator) orAny(e python.Expr, v val) val {
	if _, isCall := e.(*python.Call); v.pointer == "" || !isCall && !t.mayBeNone(e) {
		return v
	}
	if v = orNone(v); v.pointer != "" {
		leave(e, "a value that may be None in a list, a dict or a tuple")
	}
	v.node = e
	return v
}

func (t *Translator) expression(e python.Expr) val {
	switch e := e.(type) {
	case *python.Constant:
		return t.constant(e)
	case *python.Name:
		return t.name(e)
	case *python.JoinedStr:
		return t.formatted(e)
	case *python.Attribute:
		return t.attribute(e)
	case *python.Subscript:
		return t.subscript(e)
	case *python.Call:
		return t.call(e)
	case *python.BinOp:
		return t.binary(e)
	case *python.UnaryOp:
		return t.unary(e)
	case *python.BoolOp:
		return t.boolOp(e)
	case *python.Compare:
		return t.compare(e)
	case *python.Tuple:
		return t.tupleOf(e.Elts)
	case *python.List:
		return t.listOf(e)
	case *python.Dict:
		return t.dictOf(e)
	case *python.ListComp:
		return t.comprehension(e, "")
	case *python.Set:
		return t.setOf(e, t.listOf(&python.List{Elts: e.Elts}))
	case *python.SetComp:
		return t.setOf(e, t.comprehension(&python.ListComp{Elt: e.Elt, Generators: e.Generators}, ""))
	case *python.DictComp:
		return t.dictComprehension(e)
	case *python.IfExp:
		return t.ifExp(e)
	case *python.NamedExpr:
		return t.namedExpr(e)
	case *python.Lambda:
		return t.lambda(e)
	}
	return leave(e, "%s is not translated", nodeName(e))
}

func (t *Translator) constant(e *python.Constant) val {
	switch v := e.Value.(type) {
	case nil:
		return atom("nil", tNone)
	case bool:
		return val{code: strconv.FormatBool(v), prec: 7, t: tBool, konst: v}
	case *big.Int:
		if !v.IsInt64() {
			leave(e, "an integer of more than 64 bits")
		}
		return val{code: v.String(), prec: 7, t: tInt, konst: int(v.Int64())}
	case float64:
		if math.IsInf(v, 0) {
			return atom("math.Inf(1)", tFloat)
		}
		return val{code: floatText(v), prec: 7, t: tFloat, konst: v}
	case string:
		return val{code: quoted(v), prec: 7, t: tText, konst: v}
	case python.Ellipsis:
		return atom("tensor.Ellipsis", tAny)
	}
	return leave(e, "a literal of this type")
}

func floatText(f float64) string {
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".eIN") {
		s += ".0"
	}
	return strings.Replace(s, "e-0", "e-", 1)
}

func quoted(s string) string {
	if strings.Contains(s, "\\") && !strings.ContainsAny(s, "`\n\t\r") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

func (t *Translator) name(e *python.Name) val {
	if v := t.scope.find(e.ID); v != nil {
		switch {
		case v.parts != nil:
			return val{t: v.t, parts: v.parts, prec: 7}
		case v.t == nil:
			leave(e, "%s has no value yet", e.ID)
		case v.t.kind == unknown:
			leave(e, "%s, which is not ported", e.ID)
		case v.t.kind == none:
			return atom("nil", tNone)
		case v.t.opt:
			return pointed(v.goes, v.t)
		}
		return atom(v.goes, v.t)
	}
	if t.known != nil {
		if code, u := t.known(goCase(e.ID, false)); u != nil {
			return atom(code, u)
		}
	}
	if path := t.pathOf(e); path != "" {
		return val{t: &typ{kind: member, path: path}, node: e}
	}
	if f := t.functionBelow(e.ID); f != nil {
		return atom(f.name, &typ{kind: function, fn: f})
	}
	return leave(e, "the name %s is unknown", e.ID)
}

// builtins are the functions and types of Python that calls may name.
var builtins = map[string]bool{}

func init() {
	for _, s := range strings.Fields(`print len range int float bool str list tuple dict abs min max sum round sorted reversed enumerate zip map filter
		isinstance divmod type super any all object property staticmethod classmethod Exception
		ValueError open set next iter hasattr getattr id callable ord chr repr bin oct hex pow complex`) {
		builtins[s] = true
	}
}

// single makes one Go value of a tuple.
func (t *Translator) single(v val) val {
	switch {
	case v.parts != nil:
		return t.literal(v)
	case v.multi:
		if v.t.goText() == "Tuple" {
			return atom("py.Tensors("+v.code+")", &typ{kind: tuple, elts: v.t.elts, elem: tArray})
		}
		return t.packed(v)
	case v.t.kind == result && v.t.elts == nil:
		return atom(v.at(7)+".Tensor()", tArray)
	}
	return v
}

// packed is the tuple that several results of a call are in Python.
func (t *Translator) packed(v val) val {
	u := &typ{kind: tuple, boxed: true}
	var names, parts []string
	for i, e := range v.t.elts {
		name := fmt.Sprintf("v%d", i)
		names, parts, u.elts = append(names, name), append(parts, name), append(u.elts, boxedType(e))
		if isTuple(e) {
			parts[i] = t.boxed(atom(name, e))
		}
	}
	if slices.Equal(names, parts) {
		return atom("py.Pack("+v.code+")", u)
	}
	return atom(fmt.Sprintf("func() py.Tuple {\n%s := %s\nreturn py.Tuple{%s}\n}()", strings.Join(names, ", "), v.code,
		strings.Join(parts, ", ")), u)
}

// asValue is a value of Go for a class of layers or a function of a library, v for other values.
func (t *Translator) asValue(v val) val {
	if !v.t.is(member, class) {
		return v
	}
	outer := t.scope
	defer func() { t.scope = outer }()
	t.scope = newScope(outer, outer.fn)
	t.scope.declare("x", "x", tArray)
	mark := len(t.lines)
	try := func(args ...python.Expr) val {
		made := t.quietly(func() val { return t.callValue(&python.Call{Func: v.node, Args: args}, v) })
		if len(t.lines) > mark {
			t.lines, made = t.lines[:mark], val{}
		}
		return known(made)
	}
	if made := try(); made.t.layer() {
		return val{code: "func() nn.Layer { return " + made.code + " }", prec: 7, t: tMaker, node: v.node}
	}
	if made := try(load("x")); made.t.kind == array {
		if f, ok := strings.CutSuffix(made.code, "(x)"); ok && t.lib.isUnary(f) {
			return val{code: f, prec: 7, t: tUnary, node: v.node}
		}
		return val{code: "func(x *Tensor) *Tensor { return " + made.code + " }", prec: 7, t: tUnary, node: v.node}
	}
	return v
}

// literal writes a tuple of parts as one value.
func (t *Translator) literal(v val) val {
	var codes []string
	var parts []val
	u := &typ{kind: tuple}
	for _, p := range v.parts {
		p = t.asValue(t.single(p))
		u.elts = append(u.elts, p.t)
		codes, parts = append(codes, p.code), append(parts, p)
	}
	if u.goText() == "py.Tuple" {
		for i, p := range parts {
			codes[i] = t.boxed(p)
			u.elts[i] = boxedType(u.elts[i])
		}
	}
	return val{code: u.goText() + "{" + strings.Join(codes, ", ") + "}", prec: 7, t: u, node: v.node}
}

func (t *Translator) tupleOf(elts []python.Expr) val {
	v := val{t: &typ{kind: tuple}, prec: 7, parts: []val{}}
	for i, x := range elts {
		if isStarred(x) {
			return t.joined(elts, i, func(l []python.Expr) python.Expr { return &python.Tuple{Elts: l} })
		}
		p := t.orAny(x, t.expr(x))
		v.parts = append(v.parts, p)
		v.t.elts = append(v.t.elts, p.t)
	}
	return v
}

func (t *Translator) listOf(e *python.List) val {
	var vals []val
	var elem *typ
	if code := t.groupList(e); code != "" {
		u := t.lib.pkgs["optim"].Scope().Lookup("Group").Type()
		return atom(code, &typ{kind: golang, goes: types.NewSlice(u)})
	}
	for i, x := range e.Elts {
		if isStarred(x) {
			return t.joined(e.Elts, i, func(l []python.Expr) python.Expr { return &python.List{Elts: l} })
		}
		v := t.asValue(t.present(x))
		if v.t == tSum {
			leave(x, "%s", eitherNumber)
		}
		if row, ok := elements(x); ok && v.t.kind == list && v.t.elem.kind == anything {
			v.t = t.rowOf(row)
		}
		vals = append(vals, v)
		if elem == nil {
			elem = v.t
		} else if elem.kind != anything {
			if j := join(elem, v.t); j != nil && (!j.is(float, array) || elem.kind == v.t.kind) && !mixedRows(elem, v.t) {
				elem = j
			} else {
				elem = anyOf(elem, v.t)
			}
		} else {
			elem = anyOf(elem, v.t)
		}
	}
	elem = cmp.Or(elem, tUnknown)
	if elem.is(member, class, method, gradient, function) {
		leave(e, "a list of functions or types")
	}
	var codes []string
	inner := elem.goText()
	for _, v := range vals {
		code := v.code
		switch {
		case elem.kind == anything:
			code = t.boxed(v)
		case code == "[]any{}" && strings.HasPrefix(inner, "[]"):
			code = "{}"
		case strings.HasPrefix(code, inner+"{") && strings.HasPrefix(inner, "[]"):
			code = strings.TrimPrefix(code, inner)
		}
		codes = append(codes, code)
	}
	u := listOf(elem)
	return val{code: u.goText() + "{" + strings.Join(codes, ", ") + "}", prec: 7, t: u, node: e}
}

// rowOf is the type of a list of values of several types in a table, a list of such lists.
func (t *Translator) rowOf(elts []python.Expr) *typ {
	u := listOf(tAny)
	for _, x := range elts {
		u.elts = append(u.elts, boxedType(t.peekValue(x).t))
	}
	return u
}

// joined is a list or a tuple with starred parts, the first at a place: [1, *rest].
func (t *Translator) joined(elts []python.Expr, at int, display func([]python.Expr) python.Expr) val {
	plus := func(l, r python.Expr) python.Expr { return &python.BinOp{Left: l, Op: "Add", Right: r} }
	sum := elts[at].(*python.Starred).Value
	if c, ok := sum.(*python.Call); ok && t.pathOf(c.Func) == "builtins.range" {
		sum = &python.Call{Func: load("list"), Args: []python.Expr{sum}}
	}
	if at > 0 {
		sum = plus(display(elts[:at]), sum)
	}
	if rest := elts[at+1:]; len(rest) > 0 {
		sum = plus(sum, display(rest))
	}
	return t.expr(sum)
}

func (t *Translator) dictOf(e *python.Dict) val {
	u := &typ{kind: dict, elem: tUnknown}
	var parts, codes []string
	for i, k := range e.Keys {
		v := t.asValue(t.present(e.Values[i]))
		if k == nil { // {**other}
			if v.t.kind != dict {
				leave(e.Values[i], "** in a dict")
			}
			parts = append(parts, "py.NewDict("+strings.Join(codes, ", ")+")", v.code)
			codes = nil
			u.takes(v.t.keyType(), v.t.elem)
			continue
		}
		key := t.value(k)
		if !key.t.is(text, integer) {
			leave(k, "a dict with these keys")
		}
		u.takes(key.t, boxedType(v.t))
		u.keys, u.elts = append(u.keys, key.konst), append(u.elts, boxedType(v.t))
		codes = append(codes, key.code, t.boxed(v))
	}
	code := "py.NewDict(" + strings.Join(codes, ", ") + ")"
	if parts != nil {
		u.keys, u.elts = nil, nil
		code = "py.Merge(" + strings.Join(append(parts, code), ", ") + ")"
	}
	return atom(code, u)
}

// takes widens the type of a dict to that of another entry.
func (t *typ) takes(key, elem *typ) {
	switch {
	case t.elem.kind == unknown:
		t.elem = elem
	case t.elem.same(elem):
		t.elem = cmp.Or(join(t.elem, elem), elem)
	case t.elem.layer() && elem.layer():
		t.elem = tLayer
	case elem.kind != unknown:
		t.elem = anyOf(t.elem, elem)
	}
	if t.key == nil || t.key.same(key) {
		t.key = key
	} else {
		t.key = tAny
	}
}

// boxed is the code of a value in the place of an any: tuples of Python are tuples there.
func (t *Translator) boxed(v val) string {
	v = t.single(v)
	switch {
	case v.t.words, v.t.kind == tuple && strings.HasPrefix(v.t.goText(), "[]"):
		return "py.TupleOf(" + v.code + ")"
	case v.t.kind == list && isTuple(v.t.elem):
		return "py.TuplesOf(" + v.code + ")"
	case v.t.kind == list && v.t.elem.kind == list && isTuple(v.t.elem.elem):
		leave(v.node, "a list of lists of tuples among values of other types")
	case v.t.kind == float:
		return t.typed(v)
	case v.t.is(member, class, method) || v.t.goText() == "" && v.t.kind != none:
		leave(v.node, "a value of this type among values of other types")
	}
	return v.code
}

// isTuple says whether values are tuples of Python that are plain slices here.
func isTuple(u *typ) bool {
	return u.words || u.kind == tuple && strings.HasPrefix(u.goText(), "[]")
}

// isArray says whether a value can be an operand as a tensor.
func (t *Translator) isArray(v val) bool {
	return v.t.kind == array || v.t.named() == "nn.Parameter" || v.t.kind == result && v.t.elts == nil
}

// arrayOf is a value as a tensor in an expression of operators, where parameters are tensors.
func (t *Translator) arrayOf(v val) val {
	if v.t.kind == result {
		return atom(v.at(7)+".Tensor()", tArray)
	}
	return v
}

// arrayVal is a value as a *Tensor.
func (t *Translator) arrayVal(v val) val {
	switch {
	case v.t.kind == array:
		return v
	case v.t.kind == result && v.t.elts == nil:
		return atom(v.at(7)+".Tensor()", tArray)
	case v.t.named() == "nn.Parameter":
		return atom(v.at(7)+".Value()", tArray)
	case v.t.number():
		return atom("tensor.Scalar("+v.code+")", tArray)
	case v.t.kind == list || v.t.kind == tuple:
		return t.newTensor(v.node, nil, false)
	}
	return leave(v.node, "this expression in place of a tensor")
}

// operand is a value that an operator combines with a tensor.
func (t *Translator) operand(v val) val {
	switch {
	case t.isArray(v):
		return t.arrayOf(v)
	case v.t.number():
		return v
	case v.t.kind == list || v.t.kind == tuple:
		return t.newTensor(v.node, nil, false)
	}
	return leave(v.node, "an operation of a tensor and a value of this type")
}

// namedExpr is name := value: an assignment before the statement.
func (t *Translator) namedExpr(e *python.NamedExpr) val {
	n, ok := e.Target.(*python.Name)
	if !ok || t.inExpr > 0 {
		leave(e, ":= in this context")
	}
	t.setName(n.ID, t.expr(e.Value))
	return t.expr(load(n.ID))
}

func (t *Translator) ifExp(e *python.IfExp) val {
	if yes, ok := t.settled(e.Test); ok && yes {
		return t.expr(e.Body)
	} else if ok {
		return t.expr(e.Orelse)
	}
	if t.inExpr > 0 {
		leave(e, "a conditional expression in this context")
	}
	test := t.test(e.Test)
	mark := len(t.lines)
	a, b := t.asValue(t.value(e.Body)), t.asValue(t.value(e.Orelse))
	if len(t.lines) != mark {
		leave(e, "a conditional expression that needs several statements")
	}
	j := join(a.t, b.t)
	if j == nil || j.goText() == "" || mixed(a.t, b.t) {
		leave(e, "a conditional expression with values of two types")
	}
	a, b = t.convert(a, j), t.convert(b, j)
	return atom(fmt.Sprintf("func() %s {\nif %s {\nreturn %s\n}\nreturn %s\n}()", j.goText(), test, a.code, b.code), j)
}

// convert makes a value of type u of one whose type joins with it.
func (t *Translator) convert(v val, u *typ) val {
	switch {
	case v.t == tSum && (u == nil || u.kind != float):
		leave(v.node, "%s", eitherNumber)
	case v.t == u || u == nil:
		return v
	case u.is(integer, float) && v.t.kind == boolean:
		return t.convert(asWhole(v), u)
	case u.kind == float && v.t.kind == integer:
		if v.konst != nil {
			return val{code: v.code + ".0", prec: 7, t: tFloat, konst: float64(v.konst.(int))}
		}
		return atom("float64("+v.code+")", tFloat)
	case u.is(integer, float) && v.t.isItem():
		return t.fromItem(v, u)
	case u.kind == array && (v.t.number() || v.t.kind == result || v.t.named() == "nn.Parameter"):
		return t.arrayVal(v)
	case u.kind == list && v.t.kind == list && v.t.goText() != u.goText():
		if code, ok := withElements(v, u); ok {
			return atom(code, u)
		}
	case v.t.empty() && u.grows():
		return atom(u.goText()+"{}", u.anyLength())
	case u.kind == tuple && v.t.kind == result:
		return atom(v.at(7)+".Tuple()", tGrads)
	case u.kind == anything:
		return val{code: t.boxed(v), prec: v.prec, t: u, node: v.node}
	}
	return v
}

// fromItem is what item of a tensor returns as an int or a float.
func (t *Translator) fromItem(v val, u *typ) val {
	if v.t == tSum && u.kind == integer {
		return atom("int("+v.code+")", tInt)
	} else if v.t == tSum {
		return val{code: v.code, prec: v.prec, t: tFloat}
	}
	x, direct := strings.CutSuffix(v.code, ".Item()")
	if !direct {
		x = "tensor.New(" + v.code + ")"
	}
	return atom(x+map[kind]string{integer: ".Int()", float: ".Float()"}[u.kind], u)
}

// eitherNumber is the reason for leaving a number that Python may show as 2 or as 2.0.
const eitherNumber = "a number that may be a float or an integer"

// lenOf is len(v) in Go.
func (t *Translator) lenOf(v val) val {
	v = t.single(v)
	switch {
	case t.isArray(v):
		return atom(t.arrayOf(v).at(7)+".Len()", tInt)
	case v.t.kind == text:
		return atom("len([]rune("+v.code+"))", tInt)
	case v.t.is(list, tuple, set):
		return atom("len("+v.code+")", tInt)
	case v.t.kind == instance && v.t.class.method("__len__") != nil:
		return atom(v.at(7)+".Len()", tInt)
	case v.t.kind == dict, v.t.kind == result:
		return atom(v.at(7)+".Len()", tInt)
	case v.t.kind == golang:
		if _, ok := v.t.goes.Underlying().(*types.Slice); ok {
			return atom("len("+v.code+")", tInt)
		}
		for _, m := range []string{"Len", "Size"} {
			if f, _ := t.lib.method(v.t.goes, m); f != nil {
				return atom(v.at(7)+"."+m+"()", tInt)
			}
		}
	}
	return leave(v.node, "len of a value of this type")
}

// commas is f of every element, with commas between.
func commas[T any](list []T, f func(T) string) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = f(x)
	}
	return strings.Join(texts, ", ")
}
