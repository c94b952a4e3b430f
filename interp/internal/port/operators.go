package port

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// goOperators are the operators that Go writes alike.
var goOperators = map[python.Op]string{
	"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Mod": "%", "BitAnd": "&", "BitOr": "|", "BitXor": "^",
	"LShift": "<<", "RShift": ">>",
	"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=",
}

var goPrec = map[string]int{
	"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "+": 4, "-": 4, "|": 4, "^": 4, "*": 5, "/": 5,
	"%": 5, "<<": 5, ">>": 5, "&": 5,
}

// infix joins two operands.
func infix(x val, op string, y val, u *typ) val {
	p := goPrec[op]
	return val{code: x.at(p) + " " + op + " " + y.at(p+1), prec: p, t: u}
}

func (t *Translator) binary(e *python.BinOp) val {
	if c, ok := e.Left.(*python.Constant); ok && e.Op == "Mod" {
		if format, ok := c.Value.(string); ok {
			return t.percent(format, e.Right)
		}
	}
	x := t.value(e.Left)
	if v, ok := t.operatorMethod(e, e.Right, x, e.Op); ok {
		return v
	}
	y := t.value(e.Right)
	if x.t.empty() { // of a variable in the first pass
		x = t.convert(x, y.t)
	}
	if x.t.isItem() || y.t.isItem() {
		return t.itemBinary(e, x, y)
	}
	switch {
	case t.isArray(x) || t.isArray(y):
		return t.arrayBinary(e, x, y)
	case x.t.number() && y.t.number():
		return t.numberBinary(e, x, y)
	case x.t.kind == text && y.t.kind == text && e.Op == "Add":
		return infix(x, "+", y, tText)
	case x.t.kind == text && y.t.kind == integer && e.Op == "Mult":
		return atom(fmt.Sprintf("strings.Repeat(%s, %s)", x.code, t.times(y)), tText)
	case x.t.is(list, tuple) && y.t.is(list, tuple) && e.Op == "Add" && x.t.goText() == y.t.goText() &&
		(strings.HasPrefix(x.t.goText(), "[]") || x.t.goText() == "Tuple"):
		return atom(fmt.Sprintf("slices.Concat(%s, %s)", x.code, y.code), x.t.longer())
	case (x.t.kind == list || x.t.grows()) && y.t.kind == integer && e.Op == "Mult":
		return atom(fmt.Sprintf("slices.Repeat(%s, %s)", x.code, t.times(y)), x.t.longer())
	}
	return leave(e, "the operator %s between values of these types", e.Op.Symbol())
}

// times is a number of repetitions: none where it is negative, which Go's functions refuse.
func (t *Translator) times(n val) string {
	c, isConst := n.konst.(int)
	if isConst && c >= 0 || strings.HasPrefix(n.code, "len(") && n.prec == 7 || t.counting(nameOf(n.node)) {
		return n.code
	}
	return "max(" + n.code + ", 0)"
}

// itemBinary joins what item of a tensor returns and another operand.
func (t *Translator) itemBinary(e *python.BinOp, x, y val) val {
	isFloat := x.t.kind == float || y.t.kind == float || e.Op == "Div"
	x, y = t.itemsAsFloats(x, y)
	switch {
	case t.isArray(x) || t.isArray(y):
		return t.arrayBinary(e, x, y)
	case !x.t.number() || !y.t.number():
		leave(e, "the operator %s between values of these types", e.Op.Symbol())
	}
	v := t.numberBinary(e, x, y)
	if !isFloat {
		v.t = tSum
	}
	return v
}

// measured says whether what reads a variable shows a float in any case: divisions, and f-strings like {x:.3f}.
func (t *Translator) measured(name string) bool {
	reads, floats := 0, 0
	count := func(n any) bool {
		switch n := n.(type) {
		case *python.Name:
			if n.ID == name && n.Ctx == python.Load {
				reads++
			}
		case *python.BinOp:
			if n.Op == "Div" && (nameOf(n.Left) == name || nameOf(n.Right) == name) {
				floats++
			}
		case *python.FormattedValue:
			if nameOf(n.Value) == name && n.FormatSpec != nil && len(n.FormatSpec.Values) == 1 {
				if c, ok := n.FormatSpec.Values[0].(*python.Constant); ok && strings.HasSuffix(c.Value.(string), "f") {
					floats++
				}
			}
		}
		return false
	}
	if t.scope.fn != nil {
		has(t.scope.fn.body, count)
	} else {
		t.anywhere(count)
	}
	return reads == floats
}

// itemsAsFloats makes floats of what item of a tensor returns, where the other operand is a number or a tensor.
func (t *Translator) itemsAsFloats(x, y val) (val, val) {
	isNumber := func(v val) bool { return v.t.isItem() || v.t.is(integer, float) || t.isArray(v) }
	if x.t.isItem() && isNumber(y) {
		x = t.convert(x, tFloat)
	}
	if y.t.isItem() && isNumber(x) {
		y = t.convert(y, tFloat)
	}
	return x, y
}

// operatorMethods are the methods that classes have for operators.
var operatorMethods = map[python.Op]string{
	"Add": "__add__", "Sub": "__sub__", "Mult": "__mul__", "Div": "__truediv__", "MatMult": "__matmul__",
	"Eq": "__eq__", "Lt": "__lt__", "Gt": "__gt__", "LtE": "__le__", "GtE": "__ge__",
}

// operatorMethod is an operator that the class of its left operand defines; ok is false for others.
func (t *Translator) operatorMethod(e, right python.Expr, x val, o python.Op) (v val, ok bool) {
	if x.t.kind != instance || x.t.class.method(operatorMethods[o]) == nil {
		return val{}, false
	}
	m := x.t.class.method(operatorMethods[o])
	if !t.pure(m, map[*fn]bool{}) {
		leave(e, "an operator whose method has side effects")
	}
	return t.callFn(&python.Call{Func: e, Args: []python.Expr{right}}, m, x.at(7)+"."+m.name), true
}

func (t *Translator) arrayBinary(e *python.BinOp, x, y val) val {
	x, y = t.operand(x), t.operand(y)
	u := t.elementwise(x, y)
	if e.Op == "Div" && isWhole(u.dtype) {
		u.dtype = "Float64"
	}
	if u.dtype == "Float64" && x.t.dtype != "Float64" && y.t.dtype != "Float64" {
		x, y = asFloat64(x), asFloat64(y)
	}
	methods := map[python.Op]string{
		"Pow":      "Pow",
		"FloorDiv": "FloorDiv",
		"MatMult":  "MatMul",
		"LShift":   "LeftShift",
		"RShift":   "RightShift",
	}
	if m := methods[e.Op]; m != "" {
		if !t.isArray(x) {
			x = atom("tensor.Scalar("+x.code+")", tArray)
		}
		return atom(fmt.Sprintf("%s.%s(%s)", x.at(7), m, y.code), u)
	}
	o := goOperators[e.Op]
	if o == "" {
		leave(e, "the operator %s", e.Op.Symbol())
	}
	return infix(x, o, y, u)
}

func (t *Translator) numberBinary(e *python.BinOp, x, y val) val {
	isFloat := x.t.kind == float || y.t.kind == float
	if x.t.kind == boolean && y.t.kind == boolean && isIn(e.Op, "BitAnd", "BitOr", "BitXor") {
		leave(e, "the operator %s between True and False", e.Op.Symbol())
	}
	x, y = asWhole(x), asWhole(y)
	u := tInt
	if isFloat || e.Op == "Div" {
		u = tFloat
		x, y = t.convert(x, tFloat), t.convert(y, tFloat)
	}
	if t.inTry > 0 && isIn(e.Op, "Div", "FloorDiv", "Mod") && (y.konst == nil || y.konst == 0 || y.konst == 0.0) {
		leave(e, "a division in a try block, which may be by zero")
	}
	switch e.Op {
	case "Add", "Sub", "Mult":
		return rounded(e.Op, x, y, u)
	case "Div":
		if y.konst != nil && y.konst.(float64) == 0 {
			leave(e, "a division by zero")
		}
		return rounded(e.Op, x, y, u)
	case "FloorDiv":
		if isFloat {
			return atom(fmt.Sprintf("math.Floor(%s / %s)", x.at(5), y.at(6)), tFloat)
		}
		return atom(fmt.Sprintf("py.FloorDiv(%s, %s)", x.code, y.code), tInt)
	case "Mod":
		if !isFloat {
			return t.wholeMod(x, y)
		}
	case "Pow":
		switch n, isConst := y.konst.(int); {
		case isFloat:
			return atom(fmt.Sprintf("py.PowFloat(%s, %s)", x.code, y.code), tFloat)
		case isConst && n < 0:
			return atom(fmt.Sprintf("py.PowFloat(%s, %s)", t.convert(x, tFloat).code, y.code), tFloat)
		default:
			return atom(fmt.Sprintf("py.Pow(%s, %s)", x.code, y.code), tInt)
		}
	case "BitAnd", "BitOr", "BitXor", "LShift", "RShift":
		if !isFloat {
			return infix(x, goOperators[e.Op], y, u)
		}
	}
	return leave(e, "the operator %s between these numbers", e.Op.Symbol())
}

// asWhole is a condition as 1 or 0, and other values as they are.
func asWhole(v val) val {
	switch {
	case v.t.kind != boolean:
		return v
	case v.konst != nil:
		n := map[any]int{true: 1, false: 0}[v.konst]
		return val{code: fmt.Sprint(n), prec: 7, t: tInt, konst: n, node: v.node}
	}
	return val{code: "py.Bit(" + v.code + ")", prec: 7, t: tInt, node: v.node}
}

// rounded joins two numbers. Go computes constants exactly, 0.1*3-0.3 is 0; where Python's digits are others, they are
// written.
func rounded(o python.Op, x, y val, u *typ) val {
	v := infix(x, goOperators[o], y, u)
	a, ok := x.konst.(float64)
	b, ok2 := y.konst.(float64)
	if !ok || !ok2 {
		return v
	}
	f := map[python.Op]float64{"Add": a + b, "Sub": a - b, "Mult": a * b, "Div": a / b}[o]
	exact, err := types.Eval(token.NewFileSet(), nil, token.NoPos, v.code)
	if err != nil || math.IsInf(f, 0) {
		return v
	}
	if g, _ := constant.Float64Val(exact.Value); g != f {
		v = val{code: floatText(f), prec: 6, t: u}
	}
	v.konst = f
	return v
}

// counting says whether a variable is that of a loop and counts from 0 or more.
func (t *Translator) counting(name string) bool {
	v := t.scope.find(name)
	return v != nil && v.count
}

// wholeMod is x % y, by Go's operator where it means the same.
func (t *Translator) wholeMod(x, y val) val {
	if n, ok := x.node.(*python.Name); ok && t.counting(n.ID) {
		if c, ok := y.konst.(int); ok && c > 0 {
			return infix(x, "%", y, tInt)
		}
	}
	return atom(fmt.Sprintf("py.Mod(%s, %s)", x.code, y.code), tInt)
}

func (t *Translator) unary(e *python.UnaryOp) val {
	if e.Op == "Not" {
		return val{code: t.not(e.Operand), prec: 6, t: tBool}
	}
	x := t.value(e.Operand)
	switch {
	case t.isArray(x):
		x = t.arrayOf(x)
		switch e.Op {
		case "USub":
			return val{code: "-" + x.at(6), prec: 6, t: x.t}
		case "UAdd":
			return x
		}
		return val{code: "!" + x.at(6), prec: 6, t: x.t}
	case x.konst == 0.0 && e.Op == "USub":
		return atom(negativeZero, tFloat)
	case x.t.is(integer, float) && e.Op == "USub":
		v := val{code: "-" + x.at(6), prec: 6, t: x.t}
		switch k := x.konst.(type) {
		case int:
			v.konst = -k
		case float64:
			v.konst = -k
		}
		return v
	case x.t.is(integer, float) && e.Op == "UAdd":
		return x
	case x.t.isItem() && e.Op == "USub":
		return val{code: "-" + t.convert(x, tFloat).at(6), prec: 6, t: tSum}
	}
	return leave(e, "the operator %s on a value of this type", e.Op.Symbol())
}

// test is an expression as the condition of an if.
func (t *Translator) test(e python.Expr) string {
	t.inTest++
	defer func() { t.inTest-- }()
	return t.truth(t.expr(e)).code
}

func (t *Translator) truth(v val) val {
	v = t.single(v)
	if v.pointer != "" {
		there := val{code: v.pointer + " != nil", prec: 3, t: tBool}
		v.pointer = ""
		return infix(there, "&&", t.truth(v), tBool)
	}
	not := func(zero string) val { return val{code: v.at(4) + " != " + zero, prec: 3, t: tBool} }
	switch {
	case v.t.kind == boolean:
		return v
	case v.t.kind == none:
		return atom("false", tBool)
	case t.isArray(v):
		return atom(t.arrayOf(v).at(7)+".Bool()", tBool)
	case v.t.is(integer, float):
		return not("0")
	case v.t.kind == text:
		return not(`""`)
	case v.t.is(list, tuple, set):
		return val{code: "len(" + v.code + ") > 0", prec: 3, t: tBool}
	case v.t.kind == dict:
		return val{code: v.at(7) + ".Len() > 0", prec: 3, t: tBool}
	case v.t.kind == golang && goName(v.t.goes) == "data.Dataset", v.t.is(instance, gradient, function),
		v.t.layer() && t.lib.memberOf(v.t.goes, "Len") == "" && v.t.named() != "nn.Layer":
		return not("nil")
	}
	return leave(v.node, "a value of this type as a condition")
}

// not is the negation of an expression as a condition.
func (t *Translator) not(e python.Expr) string {
	t.inTest++
	defer func() { t.inTest-- }()
	v := t.truth(t.expr(e))
	return "!" + v.at(6)
}

func (t *Translator) boolOp(e *python.BoolOp) val {
	if t.inTest == 0 && len(e.Values) == 2 && sameAgain(e.Values[0]) {
		if first := t.peek(e.Values[0]); first.t != tBool {
			return t.chosen(e)
		}
	}
	op := map[python.Op]string{"And": "&&", "Or": "||"}[e.Op]
	var out val
	for i, x := range e.Values {
		v := t.expr(x)
		if !v.t.is(boolean) && t.inTest == 0 {
			leave(e, "and or or between values that are not conditions")
		}
		v = t.truth(v)
		if i > 0 {
			t.inExpr--
			v = infix(out, op, v, tBool)
		}
		t.inExpr++
		if out = v; !t.final && v.code == fmt.Sprint(e.Op == "Or") { // of a variable whose type comes below
			break
		}
	}
	t.inExpr--
	return out
}

// chosen is x or y, x and y, of values: one of them.
func (t *Translator) chosen(e *python.BoolOp) val {
	choice := &python.IfExp{Test: e.Values[0], Body: e.Values[0], Orelse: e.Values[1]}
	if e.Op == "And" {
		choice.Body, choice.Orelse = choice.Orelse, choice.Body
	}
	return t.ifExp(choice)
}

// sameAgain says whether an expression may be evaluated twice: a literal, a name or an attribute.
func sameAgain(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Constant, *python.Name:
		return true
	case *python.Attribute:
		return sameAgain(e.Value)
	}
	return false
}

func (t *Translator) compare(e *python.Compare) val {
	if len(e.Ops) == 1 {
		return t.comparePair(e, e.Left, e.Ops[0], e.Comparators[0])
	}
	var out val
	left := e.Left
	for i, o := range e.Ops {
		right := e.Comparators[i]
		if _, call := right.(*python.Call); call && i < len(e.Ops)-1 {
			if t.inExpr > 0 {
				leave(e, "a chain of comparisons with a call inside")
			}
			v := t.held(t.value(right), "middle")
			t.scope.declare(v.code, v.code, v.t)
			right = load(v.code)
		}
		v := t.comparePair(e, left, o, right)
		if v.t.kind != boolean {
			leave(e, "a chain of comparisons of tensors")
		}
		if i > 0 {
			v = infix(out, "&&", v, tBool)
		}
		out, left = v, right
	}
	return out
}

func (t *Translator) comparePair(e *python.Compare, left python.Expr, o python.Op, right python.Expr) val {
	if c, ok := right.(*python.Call); ok && isIn(o, "In", "NotIn") && len(c.Args) == 0 { // x in d.keys()
		if a, ok := c.Func.(*python.Attribute); ok && a.Attr == "keys" {
			right = a.Value
		}
	}
	x := t.value(left)
	if v, ok := t.operatorMethod(e, right, x, o); ok {
		return v
	}
	if v, ok := t.operatorMethod(e, right, x, "Eq"); ok && o == "NotEq" {
		return val{code: "!" + v.at(6), prec: 6, t: v.t}
	}
	y := t.value(right)
	if !isIn(o, "In", "NotIn", "Is", "IsNot") {
		x, y = t.itemsAsFloats(x, y)
	}
	switch {
	case o == "In" || o == "NotIn":
		return t.contains(e, x, y, o == "NotIn")
	case x.t.kind == none || y.t.kind == none:
		return t.compareNone(e, x, o, y)
	case o == "Is" || o == "IsNot":
		if x.t.kind == boolean && y.t.kind == boolean {
			return infix(x, map[python.Op]string{"Is": "==", "IsNot": "!="}[o], y, tBool)
		}
		leave(e, "is between values of these types")
	case t.isArray(x) || t.isArray(y):
		u := t.elementwise(x, y)
		u.dtype = "Bool"
		return infix(t.operand(x), goOperators[o], t.operand(y), u)
	case x.t.number() && y.t.number() && x.t.kind != y.t.kind:
		x, y = t.convert(x, tFloat), t.convert(y, tFloat)
		fallthrough
	case x.t.kind == y.t.kind && x.t.is(integer, float, text, boolean):
		v := infix(x, goOperators[o], y, tBool)
		if glue := map[python.Op]string{"Eq": "&&", "NotEq": "||"}[o]; glue != "" && x.pointer != "" && y.pointer == "" {
			return infix(compareOptional(x, o == "NotEq"), glue, v, tBool)
		}
		return v
	case x.t.is(list, tuple) && y.t.is(list, tuple) && tupleInPython(x.t) != tupleInPython(y.t) &&
		isIn(o, "Eq", "NotEq"):
		leave(e, "a comparison of a list with a tuple")
	case x.t.kind == tuple && y.t.kind == tuple && ordered(x.t) && ordered(y.t) && !isIn(o, "Eq", "NotEq"):
		code := fmt.Sprintf("py.Compare(%s, %s) %s 0", t.boxed(x), t.boxed(y), goOperators[o])
		return val{code: code, prec: 3, t: tBool}
	case x.t.is(list, tuple) && y.t.is(list, tuple) && strings.HasPrefix(x.t.goText(), "[]") &&
		x.t.goText() == y.t.goText() && isIn(o, "Eq", "NotEq") && plainElements(x.t):
		v := atom(fmt.Sprintf("slices.Equal(%s, %s)", x.code, y.code), tBool)
		if o == "NotEq" {
			v = val{code: "!" + v.code, prec: 6, t: tBool}
		}
		return v
	case isDType(x.t) && isDType(y.t):
		return infix(x, goOperators[o], y, tBool)
	}
	return leave(e, "a comparison of values of these types")
}

// plainElements says whether Go compares the elements of a list or tuple as Python does: numbers, texts and conditions.
func plainElements(u *typ) bool {
	return u.kind == tuple || u.elem.number() || u.elem.kind == text
}

// compareNone is x is None and the like. A value that Go cannot have as nil is never None.
func (t *Translator) compareNone(e *python.Compare, x val, o python.Op, y val) val {
	if x.t.kind == none {
		x = y
	}
	equal := isIn(o, "Is", "Eq")
	if x.t.kind == method && t.isArray(*x.t.recv) {
		leave(e, "tensors have no counterpart of the attribute %s", x.t.name)
	}
	if x.pointer != "" {
		return compareOptional(x, equal)
	}
	if !equal && !isIn(o, "IsNot", "NotEq") {
		leave(e, "a comparison with None")
	}
	if x.t.kind == none || nilable(x.t) == nil && x.t.kind != anything {
		return atom(fmt.Sprint(equal == (x.t.kind == none)), tBool)
	}
	return infix(x, map[bool]string{true: "==", false: "!="}[equal], atom("nil", tNone), tBool)
}

func (t *Translator) contains(e *python.Compare, x, y val, negated bool) val {
	var code string
	switch {
	case y.t.kind == text && x.t.kind == text:
		code = fmt.Sprintf("strings.Contains(%s, %s)", y.code, x.code)
	case y.t.is(list, tuple, set) && (x.t.is(integer, float, text, boolean) || isDType(x.t)) &&
		y.t.goText() == "[]"+x.t.goText():
		code = fmt.Sprintf("slices.Contains(%s, %s)", y.code, x.code)
	case y.t.kind == tuple && strings.HasPrefix(y.code, "py.Tuple{") && (x.t.kind == text || isDType(x.t)) &&
		!slices.ContainsFunc(y.t.elts, func(u *typ) bool { return !u.same(x.t) }):
		code = fmt.Sprintf("slices.Contains([]%s%s, %s)", x.t.goText(), strings.TrimPrefix(y.code, "py.Tuple"), x.code)
	case y.t.kind == dict:
		code = y.at(7) + ".Has(" + x.code + ")"
	case y.t.kind == list && y.t.elem.kind == unknown && !t.final: // an append below gives it its type
		code = "false"
	default:
		leave(e, "in between values of these types")
	}
	if negated {
		return val{code: "!" + code, prec: 6, t: tBool}
	}
	return atom(code, tBool)
}

// tupleInPython says whether a list or tuple of Go is a tuple in Python.
func tupleInPython(u *typ) bool { return u.kind == tuple || u.words }
