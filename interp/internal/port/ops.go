package port

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// severalResults are the ops that return what classes of these names return, where the functions return less.
var severalResults = map[string]string{
	"Dropout": "DropoutMask", "Dropout2D": "Dropout2DMask", "Dropout3D": "Dropout3DMask",
	"BatchNorm": "BatchNormMoments", "LayerNorm": "LayerNormMoments",
}

// opClass makes an op of a class: the function of ours, or one that calls it with the settings.
func (t *Translator) opClass(e *python.Call, name string) val {
	if several := severalResults[name]; several != "" {
		name = several
	}
	if v, ok := t.callForm("classes."+name, e, nil); ok {
		return v
	}
	switch name {
	case "HyperMap", "Map":
		f := t.lib.pkgs["ops"].Scope().Lookup(name).(*types.Func)
		v := t.callGo(e, "ops."+name, f.Signature(), "ops", nil)
		v.t.name = mapper
		return v
	case "MultitypeFuncGraph":
		return t.multitype(e)
	}
	f := t.lib.op(name)
	if f == nil {
		leave(e, "ops.%s has no counterpart", name)
	}
	return t.opWith(e, name, f)
}

func (l *library) funcOf(name string) *typ {
	return &typ{kind: golang, goes: l.pkgs["ops"].Scope().Lookup(name).Type()}
}

// opWith is the function of an op with the settings of its class.
func (t *Translator) opWith(e *python.Call, name string, f *types.Func) val {
	sg := signatures()["classes."+name]
	if sg == nil {
		sg = &signature{}
	}
	a := t.arguments(e)
	given := sg.given(a)
	a.done()
	sig := f.Signature()
	at := sg.match(sig.Params(), false)
	var params, args []string
	var vars []*types.Var
	n := sig.Params().Len()
	for i := range n {
		switch p := sig.Params().At(i); {
		case sig.Variadic() && i == n-1:
			args = append(args, t.variadicOf(e, p, "ops."+f.Name(), sg, given, at)...)
		case at[i] >= 0:
			args = append(args, t.fixedOf(e, p, sg, given, at[i]))
		default:
			params = append(params, p.Name()+" "+strings.ReplaceAll(goText(p.Type()), "*tensor.Tensor", "*Tensor"))
			args = append(args, p.Name())
			vars = append(vars, p)
		}
	}
	t.dropped(sg, given)
	if len(args) == len(vars) && len(vars) >= n-1 && (len(vars) == n || sig.Variadic()) {
		return atom("ops."+f.Name(), t.lib.funcOf(f.Name()))
	}
	u := types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), false)
	return atom(fmt.Sprintf("func(%s)%s { return ops.%s(%s) }", shortened(params), t.goResults(sig), f.Name(),
		strings.Join(args, ", ")), &typ{kind: golang, goes: u})
}

func (t *Translator) goResults(sig *types.Signature) string {
	results := commas(slices.Collect(sig.Results().Variables()), func(v *types.Var) string {
		return strings.ReplaceAll(goText(v.Type()), "*tensor.Tensor", "*Tensor")
	})
	if sig.Results().Len() == 1 {
		return " " + results
	}
	return " (" + results + ")"
}

// opForms are further calls that a table of names does not settle; specials has them, too.
var opForms = map[string]special{
	"mindspore.ops.batch_dot":  batchDot,
	"mindspore.ops.atleast_1d": atLeast("AtLeast1D"), "mindspore.ops.atleast_2d": atLeast("AtLeast2D"),
	"mindspore.ops.atleast_3d": atLeast("AtLeast3D"), "mindspore.ops.deformable_conv2d": deformableCall,
	"mindspore.jvp": jvpCall, "mindspore.ops.jvp": jvpCall, "mindspore.jacrev": jacobian("JacRev"),
	"mindspore.ops.jacrev": jacobian("JacRev"), "mindspore.jacfwd": jacobian("JacFwd"),
	"mindspore.ops.jacfwd": jacobian("JacFwd"), "mindspore.ops.derivative": derivativeCall,
	"mindspore.ops.scalar_add": operatorCall("Add"), "mindspore.ops.scalar_sub": operatorCall("Sub"),
	"mindspore.ops.scalar_mul": operatorCall("Mult"), "mindspore.ops.scalar_div": operatorCall("Div"),
	"mindspore.vjp": vjpCall, "mindspore.ops.vjp": vjpCall, "mindspore.vmap": vmapCall, "mindspore.ops.vmap": vmapCall,
}

// operatorCall is a function that does what an operator does, such as ops.scalar_add(x, y).
func operatorCall(op python.Op) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x, y := a.need(0, "x", "base"), a.need(1, "y", "exp")
		a.done()
		return t.expr(&python.BinOp{Left: x, Op: op, Right: y})
	}
}

// batchDot is ops.batch_dot(x1, x2, axes): one axis for both, or two.
func batchDot(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, y, axes := t.asTensor(a.need(0, "x1")), t.asTensor(a.need(1, "x2")), a.get(2, "axes")
	a.done()
	pair := "-1, -2"
	if !isNone(axes) {
		v := t.value(axes)
		if v.t.kind == integer {
			pair = v.code + ", " + v.code
		} else {
			code := t.asSlice(axes, types.NewSlice(types.Typ[types.Int]))
			if elts, ok := elements(axes); ok {
				pair = strings.Join(t.each(elts, types.Typ[types.Int]), ", ")
			} else {
				pair = fmt.Sprintf("%s[0], %s[1]", code, code)
			}
		}
	}
	return atom(fmt.Sprintf("ops.BatchDot(%s, %s, %s)", x, y, pair), tArray)
}

// deformableCall is ops.deformable_conv2d, whose strides and dilations are those of all four axes.
func deformableCall(t *Translator, e *python.Call) val {
	call := *e
	call.Args, call.Keywords = slices.Clone(e.Args), slices.Clone(e.Keywords)
	for _, i := range []int{4, 7} {
		if i < len(call.Args) {
			call.Args[i] = ofPlanes(call.Args[i])
		}
	}
	for i, k := range call.Keywords {
		if isIn(k.Arg, "strides", "dilations") {
			call.Keywords[i] = &python.Keyword{Arg: k.Arg, Value: ofPlanes(k.Value)}
		}
	}
	return t.opCall(&call, "mindspore.ops", "deformable_conv2d")
}

// ofPlanes are the last two of four numbers, of which the first are 1.
func ofPlanes(x python.Expr) python.Expr {
	elts, ok := elements(x)
	if !ok || len(elts) != 4 {
		return x
	}
	for _, one := range elts[:2] {
		if n, ok := intConst(one); !ok || n != 1 {
			leave(x, "strides along the batch or channel axis")
		}
	}
	return &python.Tuple{Elts: elts[2:]}
}

// atLeast is ops.atleast_1d and its like, also of a list of tensors.
func atLeast(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x := a.need(0, "inputs", "input")
		a.done()
		elts, several := elements(x)
		if !several {
			return atom("ops."+goes+"("+t.asTensor(x)+")", tArray)
		}
		u := &typ{kind: tuple}
		var codes []string
		for _, elt := range elts {
			u.elts = append(u.elts, tArray)
			codes = append(codes, "ops."+goes+"("+t.asTensor(elt)+")")
		}
		return atom("Tuple{"+strings.Join(codes, ", ")+"}", u)
	}
}

// itemSet is x.itemset(index, value), which makes a new tensor, and changes an array.
func itemSet(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	n := len(a.pos)
	if n == 0 {
		leave(e, "a call without the argument item")
	}
	x := t.asAny(a.get(n - 1))
	codes := []string{x}
	for i := range n - 1 {
		codes = append(codes, t.values(a.get(i), types.Typ[types.Int])...)
	}
	a.done()
	code := v.at(7) + ".ItemSet(" + strings.Join(codes, ", ") + ")"
	if v.t.numpy {
		return atom(v.at(7)+".Assign("+code+")", tNone)
	}
	return atom(code, tArray)
}

// opCases are functions of ops that return more or less as they are asked to, or whose arguments have another form
// than those of Go.
func opCases() map[string]special {
	return map[string]special{
		"mindspore.ops.partial": partialCall,
		"functools.partial":     partialCall,
	}
}

// diagonals are the numbers of the first and the last diagonal: of a number, a pair or a tensor.
func (t *Translator) diagonals(k python.Expr) (lo, hi string) {
	if k == nil {
		return "0", "0"
	}
	if elts, ok := elements(k); ok && len(elts) > 0 {
		return t.as(elts[0], types.Typ[types.Int]), t.as(elts[len(elts)-1], types.Typ[types.Int])
	}
	v := t.value(k)
	if !t.isArray(v) {
		n := t.as(k, types.Typ[types.Int])
		return n, n
	}
	if t.inExpr > 0 {
		leave(k, "a tensor of diagonals in this context")
	}
	name := t.scope.temp("diagonals")
	t.emit("%s := py.Ints(%s)", name, t.arrayVal(v).code)
	return name + "[0]", fmt.Sprintf("%s[len(%s)-1]", name, name)
}

func (t *Translator) textOr(x python.Expr, otherwise string) string {
	if x == nil {
		return otherwise
	}
	return t.as(x, types.Typ[types.String])
}

// partialCall is partial(f, …): of a function of the page a lambda of the parameters that are left.
func partialCall(t *Translator, e *python.Call) val {
	if len(e.Args) == 0 {
		leave(e, "partial without a function")
	}
	name, ok := e.Args[0].(*python.Name)
	v := t.peek(e.Args[0])
	if !ok || v.t.kind != function {
		f := t.lib.op("partial")
		return t.callFunc(e, "ops", f, nil)
	}
	call := &python.Call{Func: name}
	for _, x := range e.Args[1:] {
		call.Args = append(call.Args, t.kept(x))
	}
	for _, k := range e.Keywords {
		call.Keywords = append(call.Keywords, &python.Keyword{Arg: k.Arg, Value: t.kept(k.Value)})
	}
	args := t.shortened[e]
	if args == nil {
		args = &python.Arguments{}
		t.shortened[e] = args
	}
	args.Args = nil
	for i, p := range v.t.fn.params {
		if p.rest {
			leave(e, "partial of a function with *args")
		}
		if i < len(e.Args)-1 ||
			slices.ContainsFunc(e.Keywords, func(k *python.Keyword) bool { return k.Arg == p.name }) {
			continue
		}
		args.Args = append(args.Args, &python.Arg{Arg: p.name})
		value := load(p.name)
		call.Keywords = append(call.Keywords, &python.Keyword{Arg: p.name, Value: value})
	}
	return t.lambda(&python.Lambda{Args: args, Body: call})
}

// kept is an expression whose value is found now: a constant, or a variable that has it.
func (t *Translator) kept(x python.Expr) python.Expr {
	if _, ok := x.(*python.Constant); ok {
		return x
	}
	if t.inExpr > 0 {
		leave(x, "partial in this context")
	}
	v := t.held(t.value(x), "given")
	t.scope.declare(v.code, v.code, v.t)
	return load(v.code)
}

// asMethodOf is a function of ops that is a method of tensors here.
func (t *Translator) asMethodOf(e *python.Call, name string) val {
	f, _ := t.lib.method(t.lib.tensor, name)
	if f == nil || len(e.Args) == 0 {
		leave(e, "ops.%s has no counterpart", name)
	}
	x := t.value(e.Args[0])
	if !t.isArray(x) {
		leave(e, "ops.%s of a value of this type", name)
	}
	call := *e
	call.Args = e.Args[1:]
	return t.tensorMethod(&call, t.arrayOf(x), name)
}

// Functions of ops and of numpy whose Go has another form than theirs.

func assignCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	p, x := t.expr(a.need(0, "variable")), a.need(1, "value")
	a.done()
	v := t.arrayOf(t.value(x))
	if p.t.named() == "nn.Parameter" {
		return atom(p.at(7)+".SetData("+v.code+")", p.t)
	}
	if p.t.kind != array {
		leave(e, "assign to a value of this type")
	}
	return atom(p.at(7)+".Assign("+t.asTensor(x)+")", tArray)
}

// mapper is the name of the type of what ops.HyperMap and ops.Map make.
const mapper = "mapper"

// overAll is a call of such a function: a tuple where it maps one, as it nearly always does.
func (t *Translator) overAll(e *python.Call, v val, sig *types.Signature) val {
	out := t.callGo(e, v.code, sig, "", nil)
	for _, x := range e.Args {
		u := t.peek(x).t
		if u.is(tuple, list) || u.kind == result && u.elts != nil || u.is(golang) && !u.layer() {
			return atom(out.at(7)+".Tuple()", tGrads)
		}
	}
	return out
}

// multitype is ops.MultitypeFuncGraph(name).
func (t *Translator) multitype(e *python.Call) val {
	a := t.arguments(e)
	name := t.textOr(a.need(0, "name"), "")
	a.get(1, "read_value")
	a.done()
	return atom("ops.MultitypeFuncGraph("+name+")", t.lib.named("ops", "FuncGraph"))
}

// registered translates a function with a decorator graph.register("Tensor", …); ok is false for other functions. Its
// name is not kept: it is called by that of the graph. A number may be whole or not, so that it is written for both.
func (t *Translator) registered(s *python.FunctionDef) (ok bool) {
	if len(s.DecoratorList) != 1 {
		return false
	}
	c, isCall := s.DecoratorList[0].(*python.Call)
	if !isCall {
		return false
	}
	a, isAttr := c.Func.(*python.Attribute)
	if !isAttr || a.Attr != "register" || t.pathOf(a.Value) != "" {
		return false
	}
	graph := t.expr(a.Value)
	if graph.t.named() != "ops.FuncGraph" {
		return false
	}
	t.registerAs(s, c, graph.code, tInt)
	for _, x := range c.Args {
		if k, isText := x.(*python.Constant); isText && k.Value == "Number" {
			t.registerAs(s, c, graph.code, tFloat)
			break
		}
	}
	return true
}

// registerAs writes one form of a function, in which numbers have a type.
func (t *Translator) registerAs(s *python.FunctionDef, c *python.Call, graph string, number *typ) {
	args := *s.Args
	f := t.newFn("", s, &args, false)
	if len(c.Args) != len(f.params) || len(c.Keywords) > 0 {
		leave(c, "register with types that do not match the parameters")
	}
	kinds := map[any]*typ{
		"Number": number, "Tensor": tArray, "Bool": tBool, "Int": tInt, "Float": tFloat, "String": tText,
		"Tuple": tGrads, "List": tGrads,
	}
	for i, x := range c.Args {
		k, isText := x.(*python.Constant)
		if !isText || kinds[k.Value] == nil {
			leave(x, "register with this type")
		}
		f.params[i].t = kinds[k.Value]
	}
	f.body = s.Body
	t.findGlobals(f)
	body := t.translated(f)
	t.emit("%s = %s.Register(func(%s)%s {", graph, graph, t.paramList(f), results(f.ret))
	t.lines = append(t.lines, body...)
	t.emit("})")
}
