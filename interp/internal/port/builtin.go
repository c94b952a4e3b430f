package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

func numberCall(u *typ) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		v := t.value(a.need(0))
		a.done()
		if s, ok := v.konst.(string); ok && u.kind == float {
			if code := specialFloats[strings.ToLower(s)]; code != "" {
				return atom(code, tFloat)
			}
		}
		switch {
		case v.t.kind == boolean:
			return t.convert(asWhole(v), u)
		case t.isArray(v):
			return atom(t.arrayOf(v).at(7)+map[kind]string{integer: ".Int()", float: ".Float()"}[u.kind], u)
		case v.t.kind == u.kind:
			return v
		case v.t.isItem():
			return t.fromItem(v, u)
		case v.t.kind == text:
			return atom(map[kind]string{integer: "py.Int(", float: "py.Float("}[u.kind]+v.code+")", u)
		case v.t.kind == integer:
			return t.convert(v, tFloat)
		case v.t.kind == float && v.konst == nil:
			return atom("int("+v.code+")", u)
		case v.t.kind == float:
			n := int(v.konst.(float64))
			return val{code: fmt.Sprint(n), prec: 7, t: tInt, konst: n}
		}
		return leave(e, "int or float of a value of this type")
	}
}

// specialFloats are the texts that float makes numbers of which no literal is.
var specialFloats = map[string]string{
	"inf": "math.Inf(1)", "+inf": "math.Inf(1)", "-inf": "math.Inf(-1)", "nan": "math.NaN()",
}

func boolCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0)
	a.done()
	return atom(t.test(x), tBool)
}

func strCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v := t.expr(a.need(0))
	a.done()
	s := t.shown(v)
	if strings.HasPrefix(s, "py.Str(") || v.t.kind == text {
		return atom(s, tText)
	}
	return atom("py.Str("+s+")", tText)
}

// listCall is list(x) and tuple(x).
func listCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	if len(e.Args) == 0 {
		a.done()
		return atom("[]any{}", listOf(tUnknown))
	}
	x := a.need(0)
	a.done()
	v := t.iterable(x)
	if v.t.kind == set {
		return v // sorted gives it an order, all else refuses it
	}
	if shared(x, v) && !(v.t.words && t.pathOf(e.Func) == "builtins.tuple") {
		v = atom("slices.Clone("+v.code+")", v.t)
	}
	return t.listKind(e, v)
}

// listKind gives a list the text of a list or a tuple.
func (t *Translator) listKind(e *python.Call, v val) val {
	u := *v.t
	if u.kind == tuple {
		u = typ{kind: list, elem: u.elts[0]}
	}
	u.words = t.pathOf(e.Func) == "builtins.tuple"
	u.name = ""
	return val{code: v.code, prec: v.prec, t: &u}
}

// shared says whether the value of an expression is a list that has another name or is an element or an attribute.
func shared(x python.Expr, v val) bool {
	switch x := x.(type) {
	case *python.Name, *python.Attribute:
		return v.t.kind == list && (v.pointer != "" || !strings.HasSuffix(v.code, ")"))
	case *python.Subscript:
		_, sliced := x.Slice.(*python.Slice)
		return v.t.kind == list && !sliced
	}
	return false
}

func absCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v := t.value(a.need(0))
	a.done()
	switch {
	case t.isArray(v):
		return atom(t.arrayOf(v).at(7)+".Abs()", v.t)
	case v.t.kind == float:
		return atom("math.Abs("+v.code+")", tFloat)
	case v.t.kind == integer:
		v = t.again(e, v)
		return atom(fmt.Sprintf("max(%s, -(%s))", v.code, v.code), tInt)
	}
	return leave(e, "abs of a value of this type")
}

func minMax(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		if len(a.pos) == 1 {
			return t.extreme(e, goes, a)
		}
		var codes []string
		var u *typ
		for i := range a.pos {
			v := t.value(a.get(i))
			if !v.t.is(integer, float) {
				leave(e, "%s of values of these types", goes)
			}
			if u != nil && u.kind != v.t.kind {
				leave(e, "%s of integers and floats", goes)
			}
			u = v.t
			codes = append(codes, v.code)
		}
		a.done()
		if len(codes) < 2 {
			leave(e, "%s of a value of this type", goes)
		}
		return atom(goes+"("+strings.Join(codes, ", ")+")", u)
	}
}

// extreme is min and max of what can be gone through.
func (t *Translator) extreme(e *python.Call, goes string, a *arguments) val {
	x, key := a.get(0), a.get(-1, "key")
	a.done()
	v := t.single(t.peek(x))
	if t.isArray(v) {
		return atom(t.arrayOf(t.value(x)).at(7)+"."+goCase(goes, true)+"()", v.t)
	}
	v = t.iterable(x)
	elem := t.elemType(v)
	if !isNone(key) {
		compare := t.comparison(e, elem, key, nil)
		return atom(fmt.Sprintf("slices.%sFunc(%s, %s)", goCase(goes, true), v.code, compare), elem)
	}
	if !elem.is(integer, float, text) {
		leave(e, "%s of values of these types", goes)
	}
	return atom(fmt.Sprintf("slices.%s(%s)", goCase(goes, true), v.code), elem)
}

func sumCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, start := a.need(0), a.get(1, "start")
	a.done()
	if start != nil || t.inExpr > 0 {
		leave(e, "sum of a value of this type")
	}
	v := t.iterable(x)
	elem := t.elemType(v)
	if !elem.is(integer, float, array, boolean) && elem != tItem {
		leave(e, "sum of a value of this type")
	}
	total := t.scope.temp("total")
	first := map[kind]string{integer: "0", boolean: "0", float: "0.0", anything: "0.0", array: "tensor.Scalar(0)"}
	t.emit("%s := %s", total, first[elem.kind])
	t.emit("for _, value := range %s {", v.code)
	if elem.kind == boolean {
		t.emit("%s += py.Bit(value)", total)
		elem = tInt
	} else if elem == tItem {
		t.emit("%s += %s", total, t.fromItem(atom("value", elem), tFloat).code)
		elem = tSum
	} else {
		t.emit("%s += value", total)
	}
	t.emit("}")
	return atom(total, elem)
}

// sampleCall is random.sample(x, k): the first elements of a shuffled copy.
func sampleCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, k := a.need(0, "population"), a.need(1, "k")
	a.done()
	v, n := t.looped(x), t.value(k)
	if v.t.kind != list || v.t.words || n.t.kind != integer || t.inExpr > 0 {
		leave(e, "random.sample of a value of this type")
	}
	l := t.held(atom("slices.Clone("+v.code+")", v.t), "sample")
	t.emit("rand.Shuffle(len(%s), func(i, j int) { %s[i], %s[j] = %s[j], %s[i] })", l.code, l.code, l.code, l.code, l.code)
	return atom(l.code+"[:"+n.code+"]", listOf(v.t.elem))
}

// typeCall is type(x), whose text is known where it is written.
func typeCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0)
	a.done()
	v := t.expr(x)
	t.evaluated(e, v)
	if v.t.kind == none {
		return typeText("NoneType")
	}
	if v.t.kind == tuple && v.t.elem == nil {
		return typeText("tuple")
	}
	v = t.single(v)
	switch v.t.kind {
	case array:
		if v.t.numpy {
			return typeText("numpy.ndarray")
		}
		return typeText("mindspore.common.tensor.Tensor")
	case list:
		if v.t.words {
			return typeText("tuple")
		}
	case instance:
		return typeText("__main__." + v.t.class.def.Name)
	case golang:
		switch v.t.named() {
		case "nn.Parameter":
			return typeText("mindspore.common.parameter.ParameterTensor")
		case "nn.ParameterSeq":
			return typeText("generator")
		}
	}
	name := typeNames[v.t.kind]
	if name == "" {
		leave(e, "type of a value of this type")
	}
	return typeText(name)
}

// typeNames are the types of values that Python and Go both have.
var typeNames = map[kind]string{
	integer: "int", float: "float", text: "str", boolean: "bool", tuple: "tuple", dict: "dict", list: "list",
}

func typeText(s string) val { return atom(quoted("<class '"+s+"'>"), tText) }

// isinstanceCall is isinstance of a value whose type is known: True or False.
func isinstanceCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, kinds := a.need(0), []python.Expr{a.need(1)}
	a.done()
	if elts, ok := elements(kinds[0]); ok {
		kinds = elts
	}
	v := t.expr(x)
	if v.parts == nil {
		v = t.single(v)
	}
	if t.guessing > 0 || v.pointer != "" {
		leave(e, "isinstance in this context")
	}
	t.evaluated(e, v)
	for _, k := range kinds {
		if t.isA(e, v.t, k) {
			return val{code: "true", prec: 7, t: tBool, konst: true}
		}
	}
	return val{code: "false", prec: 7, t: tBool, konst: false}
}

// isA says whether values of a type are of a class of Python.
func (t *Translator) isA(e *python.Call, u *typ, class python.Expr) bool {
	switch {
	case u.kind == instance:
		n, ok := class.(*python.Name)
		for c := u.class; ok && c != nil; c = c.parent {
			if c.def.Name == n.ID {
				return true
			}
		}
		return t.pathOf(class) == "mindspore.nn.Cell" && u.class.isCell()
	case u.is(integer, float, boolean, text, list, tuple, dict, none, array):
		words := map[string][]kind{
			"builtins.int": {integer, boolean}, "builtins.float": {float}, "builtins.bool": {boolean}, "builtins.str": {text},
			"builtins.dict": {dict}, "mindspore.Tensor": {array}, "numpy.ndarray": {array}, "builtins.list": {list},
			"builtins.tuple": {list, tuple}, "mindspore.Parameter": {},
		}
		path := t.pathOf(class)
		kinds, known := words[path]
		if !known && t.scope.find(nameOf(class)) == nil {
			leave(e, "isinstance with this kind of class")
		}
		switch {
		case u.kind == array && u.numpy && path != "numpy.ndarray" && path != "mindspore.Tensor":
			leave(e, "isinstance of a value that may be a numpy number")
		case u.kind == array:
			return path == map[bool]string{true: "numpy.ndarray", false: "mindspore.Tensor"}[u.numpy]
		case u.kind == list && (path == "builtins.tuple") != u.words:
			return false
		}
		return u.is(kinds...)
	}
	leave(e, "isinstance in this context")
	return false
}

// nameOf is the name that an expression is, "" for others.
func nameOf(e python.Expr) string {
	if n, ok := e.(*python.Name); ok {
		return n.ID
	}
	return ""
}

// hasAttribute is hasattr(x, "name") of an object of the page.
func hasAttribute(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v, name := t.value(a.need(0)), t.expr(a.need(1))
	a.done()
	s, ok := name.konst.(string)
	if v.t.kind != instance || !ok || v.t.class.isCell() {
		leave(e, "hasattr in this context")
	}
	yes := v.t.class.field(s) != nil || v.t.class.method(s) != nil
	return val{code: fmt.Sprint(yes), prec: 7, t: tBool, konst: yes}
}

// callableCall is callable(x), which the type of x decides.
func callableCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v := t.asValue(t.expr(a.need(0)))
	a.done()
	t.evaluated(e, v)
	yes := strings.HasPrefix(v.t.path, "builtins.") || v.t.is(function, class, method, gradient) ||
		v.t.layer() || isIn(v.t, tMaker, tUnary) ||
		v.t.kind == instance && v.t.class.method("__call__") != nil
	if !yes && !v.t.number() && !v.t.is(none, text, array, list, tuple, dict, instance) || v.pointer != "" {
		leave(e, "callable in this context")
	}
	return val{code: fmt.Sprint(yes), prec: 7, t: tBool, konst: yes}
}

// getAttribute is getattr(x, "name") and getattr(x, "name", default).
func getAttribute(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, name, otherwise := a.need(0), t.expr(a.need(1)), a.get(2)
	a.done()
	s, ok := name.konst.(string)
	if !ok {
		leave(e, "getattr with a name that is not a literal")
	}
	if otherwise != nil {
		v := t.value(x)
		if v.t.kind != instance || v.t.class.isCell() {
			leave(e, "getattr in this context")
		}
		if v.t.class.field(s) == nil && v.t.class.method(s) == nil {
			return t.expr(otherwise)
		}
	}
	return t.expr(&python.Attribute{Value: x, Attr: s, Ctx: python.Load})
}

// isinstance translates if isinstance(x, T), nil for other conditions: the function writes the branches up to the
// closing brace.
func (t *Translator) isinstance(s *python.If) func() {
	c, ok := s.Test.(*python.Call)
	if !ok || t.pathOf(c.Func) != "builtins.isinstance" || len(c.Args) != 2 {
		return nil
	}
	n, ok := c.Args[0].(*python.Name)
	if !ok || t.peek(n).t.named() != "nn.Layer" {
		return nil
	}
	v, kinds := t.expr(n), []python.Expr{c.Args[1]}
	if tp, ok := c.Args[1].(*python.Tuple); ok {
		kinds = tp.Elts
	}
	var classes []*typ
	for _, k := range kinds {
		name, ok := strings.CutPrefix(t.pathOf(k), "mindspore.nn.")
		if torch, found := strings.CutPrefix(t.pathOf(k), "torch.nn."); found {
			name, ok = strings.Replace(torch, "Linear", "Dense", 1), true
		}
		tn, found := t.lib.find("nn", name).(*types.TypeName)
		if x := t.peek(k); x.t.kind == class {
			if t.extended[x.t.class.def] {
				leave(k, "isinstance with a class that has subclasses")
			}
			classes = append(classes, &typ{kind: instance, class: x.t.class})
			continue
		}
		if !ok || !found {
			leave(k, "isinstance with this kind of class")
		}
		classes = append(classes, &typ{kind: golang, goes: types.NewPointer(tn.Type())})
	}
	return func() {
		for i, u := range classes {
			name, before := v.code, ""
			if len(classes) > 1 || s.Orelse != nil { // the branches that follow ask for the type of the first variable
				name = t.scope.temp(v.code)
			}
			if i > 0 {
				before = "} else "
			}
			t.emit("%sif %s, ok := %s.(%s); ok {", before, name, v.code, u.goText())
			t.scope.push()
			outer := t.scope.vars[n.ID]
			t.scope.declare(n.ID, name, u)
			mark := len(t.lines)
			t.body(s.Body)
			if !strings.Contains(strings.Join(t.lines[mark:], "\n"), name) {
				t.emit("_ = %s", name)
			}
			t.scope.pop()
			if outer != nil {
				t.scope.vars[n.ID] = outer
			}
		}
	}
}

func roundCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v := t.value(a.need(0))
	digits := a.get(1, "ndigits")
	a.done()
	if v.t.kind == integer && isNone(digits) {
		return v
	}
	if v.t.kind != float {
		leave(e, "round of a value of this type")
	}
	if digits == nil {
		return atom("int(math.RoundToEven("+v.code+"))", tInt)
	}
	return atom(fmt.Sprintf("py.Round(%s, %s)", v.code, t.as(digits, types.Typ[types.Int])), tFloat)
}

// asFunction is a function of a library or a method of an object as a value of Go, "" for others.
func (t *Translator) asFunction(x python.Expr, v val) string {
	if f := t.lib.function(v.t.path); v.t.kind == member && f != nil {
		return f.Pkg().Name() + "." + f.Name()
	}
	if v.t.kind != method || v.t.recv.t.kind != instance {
		return ""
	}
	if m := v.t.recv.t.class.method(v.t.name); m != nil {
		return v.t.recv.at(7) + "." + m.name
	}
	return ""
}

// callback is what is called later, a method of an object as a function of the page.
func (t *Translator) callback(x python.Expr) val {
	v := t.expr(x)
	if f := t.asFunction(x, v); f != "" && v.t.kind == method {
		return atom(f, &typ{kind: function, fn: v.t.recv.t.class.method(v.t.name)})
	}
	return v
}

// standardCalls are functions of Python's standard library.
var standardCalls = map[string]special{
	"collections.Counter": counterCall, "collections.defaultdict": defaultDictCall,
	"collections.OrderedDict": orderedDict, "collections.deque": dequeCall,
	"builtins.hasattr": hasAttribute, "builtins.getattr": getAttribute, "builtins.divmod": divmodCall,
	"builtins.callable": callableCall,
	"builtins.next":     nextCall, "os.path.exists": pathExists, "os.path.isfile": pathExists,
}

// nextCall is next(…) of a new iterator of a dataset: its first row.
func nextCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0)
	a.done()
	if c, ok := x.(*python.Call); ok && t.pathOf(c.Func) == "builtins.iter" && len(c.Args) == 1 {
		x = c.Args[0]
	}
	v, byName, ok := t.datasetIterator(x)
	if !ok || t.inExpr > 0 {
		leave(e, "next of a value of this type")
	}
	row := t.scope.temp("row")
	rows, first := "Tuple", rowOf(row)
	all := v.at(7) + ".All()"
	if byName {
		rows, first, all = "*py.Dict", atom(row, rowByName), v.at(7)+".Dicts()"
	}
	t.emit("var %s %s", row, rows)
	t.emit("for _, values := range %s {", all)
	t.emit("%s = values", row)
	t.emit("break")
	t.emit("}")
	return first
}

// divmodCall is divmod of whole numbers.
func divmodCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	pair := []python.Expr{a.need(0), a.need(1)}
	a.done()
	for _, x := range pair {
		if v := t.peek(x); t.effectful(v.code) {
			leave(x, "divmod of what a call returns")
		}
	}
	return t.tupleOf([]python.Expr{
		&python.BinOp{Left: pair[0], Op: "FloorDiv", Right: pair[1]},
		&python.BinOp{Left: pair[0], Op: "Mod", Right: pair[1]},
	})
}

// pathExists is os.path.exists(path).
func pathExists(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	path := t.as(a.need(0, "path"), types.Typ[types.String])
	a.done()
	if t.inExpr > 0 {
		leave(e, "a check for a file in this context")
	}
	name := t.scope.temp("missing")
	t.emit("_, %s := os.Stat(%s)", name, path)
	return val{code: name + " == nil", prec: 3, t: tBool}
}
