package port

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

type special func(t *Translator, e *python.Call) val

// specials are the calls that a table of names does not settle. init fills it, as they call each other.
var specials map[string]special

type specialMethod func(t *Translator, e *python.Call, v val) val

// specialMethods are those of methods: "package.Type.name", or ".name" for every cell.
var specialMethods map[string]specialMethod

func init() {
	specials = map[string]special{
		"builtins.print": (*Translator).print, "builtins.len": lenCall, "builtins.int": numberCall(tInt),
		"builtins.float": numberCall(tFloat), "builtins.bool": boolCall, "builtins.str": strCall,
		"builtins.list": listCall, "builtins.tuple": listCall, "builtins.abs": absCall, "builtins.min": minMax("min"),
		"builtins.max": minMax("max"), "builtins.pow": operatorCall("Pow"), "builtins.sum": sumCall,
		"builtins.type":       typeCall,
		"builtins.isinstance": isinstanceCall, "builtins.round": roundCall, "builtins.dict": dictCall,
		"builtins.sorted": sortedCall, "builtins.any": anyAll(false), "builtins.all": anyAll(true),
		"builtins.set": setCall, "mindspore.Tensor": tensorCall, "mindspore.tensor": tensorCall,
		"mindspore.Tensor.from_numpy": sameValue, "mindspore.Parameter": parameterCall,
		"numpy.array": numpyArray(true), "numpy.asarray": numpyArray(true),
		"mindspore.numpy.array": numpyArray(false), "mindspore.numpy.asarray": numpyArray(false),
		"mindspore.grad": (*Translator).gradCall, "mindspore.ops.grad": (*Translator).gradCall,
		"mindspore.value_and_grad":     (*Translator).valueAndGrad,
		"mindspore.ops.value_and_grad": (*Translator).valueAndGrad,
		"mindspore.ops.GradOperation":  (*Translator).gradOperation, "mindspore.ops.HookBackward": hookBackward,
		"mindspore.load_checkpoint": loadCheckpoint, "mindspore.load_param_into_net": loadInto,
		"mindspore.ms_function": sameValue, "mindspore.jit": sameValue,
		"mindspore.nn.SequentialCell": sequential, "mindspore.nn.CellList": cellList,
		"mindspore.train.Model": modelCall, "mindspore.Model": modelCall,
		"mindspore.dataset.GeneratorDataset":   generatorDataset,
		"mindspore.dataset.NumpySlicesDataset": slicesDataset, "mindspore.ops.assign": assignCall,
		"tqdm.tqdm": barCall, "tqdm.auto.tqdm": barCall, "tqdm.notebook.tqdm": barCall,
		"random.sample": sampleCall, "itertools.product": productCall,
		"itertools.combinations": combinationsCall(false), "itertools.combinations_with_replacement": combinationsCall(true),
		"mindspore.dtype_to_nptype": dtypeText("numpy."), "mindspore.dtype_to_pytype": dtypeText(""),
	}
	for _, more := range []map[string]special{opForms, opCases(), standardCalls} {
		maps.Copy(specials, more)
	}
	specialMethods = methodTable()
	registerCells()
}

// parametersData is init_parameters_data(), which gives parameters the values that ours have from the beginning.
func parametersData(t *Translator, e *python.Call, _ val) val {
	if t.alone != e || len(e.Args)+len(e.Keywords) > 0 {
		leave(e, "what init_parameters_data returns")
	}
	return val{t: tNone, prec: 7}
}

func lenCall(t *Translator, e *python.Call) val { return t.lenOf(t.expr(t.arguments(e).need(0))) }

// sameValue is a call that gives its argument.
func sameValue(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0, "fn", "array")
	a.get(-1, "input_signature")
	a.done()
	v := t.expr(x)
	if t.isArray(v) {
		return val{code: v.code, prec: v.prec, t: tArray}
	}
	return v
}

func valueMethod(t *Translator, e *python.Call, v val) val {
	t.arguments(e).done()
	code := v.at(7) + ".Value()"
	if t.scope.fn != nil && e.Func.(*python.Attribute).Attr == "asnumpy" {
		code += ".Detach()"
	}
	return atom(code, tNumpy)
}

// tensorCall is Tensor(…).
func tensorCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, dtype := a.get(0, "input_data"), a.get(1, "dtype")
	shape, init := a.get(2, "shape"), a.get(3, "init")
	a.done()
	if x == nil {
		if shape == nil || init == nil || dtype == nil {
			leave(e, "Tensor of these arguments")
		}
		return atom(fmt.Sprintf("initializer.New(%s, %s, %s)", t.asAny(init),
			t.asSlice(shape, types.NewSlice(types.Typ[types.Int])), t.asDType(dtype)), tArray)
	}
	if inner := t.literalOfArray(x); inner != nil && dtype != nil {
		x = inner
	}
	return t.newTensor(x, dtype, false)
}

// literalOfArray returns the list in np.array([…]) when an element type given outside decides.
func (t *Translator) literalOfArray(x python.Expr) python.Expr {
	c, ok := x.(*python.Call)
	if !ok || t.pathOf(c.Func) != "numpy.array" || len(c.Args) != 1 || len(c.Keywords) != 0 {
		return nil
	}
	if k, _ := literalKind(c.Args[0]); k == unknown {
		return nil
	}
	return c.Args[0]
}

func numpyArray(numpy bool) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x, dtype := a.need(0, "object", "obj", "a"), a.get(1, "dtype")
		a.get(-1, "copy")
		a.done()
		v := t.newTensor(x, dtype, numpy)
		if !numpy && dtype == nil {
			switch k, _ := literalKind(x); k {
			case integer:
				v = t.withDType(x, "Int32")
			case float:
				v = t.withDType(x, "Float32")
			}
		}
		v.t = &typ{kind: array, numpy: numpy, dtype: v.t.dtype}
		return v
	}
}

func (t *Translator) withDType(x python.Expr, d string) val {
	return t.literalTensor(x, strings.ToLower(d), d)
}

// literalKind returns the type of the numbers of a literal, unknown for other expressions, and whether it is a list.
func literalKind(e python.Expr) (k kind, isList bool) {
	switch e := e.(type) {
	case *python.Constant:
		switch e.Value.(type) {
		case bool:
			return boolean, false
		case float64:
			return float, false
		}
		if _, ok := e.Int(); ok {
			return integer, false
		}
	case *python.UnaryOp:
		if k, isList := literalKind(e.Operand); e.Op == "USub" && !isList && k != boolean {
			return k, false
		}
	}
	if elts, ok := elements(e); ok {
		return eltsKind(elts)
	}
	return unknown, false
}

func eltsKind(elts []python.Expr) (k kind, isList bool) {
	for i, x := range elts {
		u, _ := literalKind(x)
		switch {
		case u == unknown:
			return unknown, true
		case i == 0 || k == u:
			k = u
		case k == boolean || u == boolean:
			return unknown, true
		default:
			k = float
		}
	}
	return k, true
}

// depthOf is how deep the lists of a literal are nested.
func depthOf(e python.Expr) int {
	elts, ok := elements(e)
	switch {
	case !ok:
		return 0
	case len(elts) == 0:
		return 1
	}
	return 1 + depthOf(elts[0])
}

// elements returns the expressions of a list or tuple that is written out.
func elements(e python.Expr) (elts []python.Expr, ok bool) {
	switch e := e.(type) {
	case *python.List:
		elts = e.Elts
	case *python.Tuple:
		elts = e.Elts
	default:
		return nil, false
	}
	return elts, !slices.ContainsFunc(elts, isStarred)
}

// newTensor is a tensor of a list, a number or another tensor.
func (t *Translator) newTensor(x, dtype python.Expr, numpy bool) val {
	d := ""
	if !isNone(dtype) {
		d = t.asDType(dtype)
	}
	short, cast := strings.CutPrefix(d, "tensor.")
	u := &typ{kind: array, numpy: numpy, dtype: short}
	if x == nil {
		leave(dtype, "a tensor from a value of this type")
	}
	if k, isList := literalKind(x); k != unknown && isList {
		v := t.literalTensor(x, elementType(k, short, numpy), short)
		if v.t = u; !cast && (numpy || k != float) {
			u.dtype = arrayElement(elementOf(&typ{kind: k}))
		}
		return v
	}
	if code := complexTensor(x, d); code != "" {
		return atom(code, u)
	}
	v := t.expr(x)
	if v.parts != nil {
		v = t.listOfParts(v)
	}
	if v.t == nil || v.t.goText() == "" {
		leave(x, "a tensor from a value of this type")
	}
	v = t.single(v)
	if e := elementOf(v.t); !cast && (numpy || e != "float" && v.t.kind != list) {
		u.dtype = arrayElement(e)
	}
	switch {
	case t.isArray(v):
		v = t.arrayVal(v)
		if d != "" {
			return atom(v.at(7)+".AsType("+d+")", u)
		}
		if _, isName := x.(*python.Name); !isName {
			return val{code: v.code, prec: v.prec, t: u}
		}
		return atom("tensor.New("+v.code+")", u)
	case v.t.number(), v.t.kind == list:
		return t.tensorOfValue(v, d, u)
	case v.t.kind == tuple:
		return t.tensorOfValue(v, d, u)
	}
	return leave(x, "a tensor from a value of this type")
}

// tensorOfValue is a tensor of a number or a list in a variable.
func (t *Translator) tensorOfValue(v val, d string, u *typ) val {
	elem := v.t
	for elem.kind == list {
		elem = elem.elem
	}
	code := t.typed(v)
	if elem.kind == array && v.t.kind == list && v.t.elem == elem {
		code = "ops.Stack(" + strings.Replace(code, "[]*Tensor{", "[]*tensor.Tensor{", 1) + ", 0)"
		if d != "" {
			code += ".AsType(" + d + ")"
		}
		return atom(code, u)
	}
	if d == "" && elem.is(float, anything) && u.numpy { // numbers of several types are float64, as floats are
		d = "tensor.Float64"
	} else if d == "" && elem.kind == float {
		d = "tensor.Float32"
	}
	if d != "" {
		code += ", " + d
	}
	return atom("tensor.New("+code+")", u)
}

// elementType is the type of Go for the elements of a literal.
func elementType(k kind, d string, numpy bool) string {
	switch d {
	case "Float32", "Float64", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64":
		return strings.ToLower(d)
	case "":
		switch {
		case k == integer:
			return "int"
		case k == boolean:
			return "bool"
		case numpy:
			return "float64"
		}
		return "float32"
	}
	return map[kind]string{integer: "int", boolean: "bool", float: "float32"}[k]
}

// negativeZero is -0.0, which is no constant of Go.
const negativeZero = "math.Copysign(0, -1)"

// literalTensor writes tensor.New of a literal. Elements that the type of Go cannot hold are cast.
func (t *Translator) literalTensor(x python.Expr, elem, d string) val {
	k, _ := literalKind(x)
	cast, text := "", literalText(x)
	whole := strings.Contains(elem, "int")
	switch {
	case elem != "float64" && !whole && strings.Contains(text, negativeZero):
		cast, elem = ", tensor."+cmp.Or(d, goCase(elem, true)), "float64"
	case k == float && whole, k == boolean && elem != "bool", elem == "bool" && k != boolean:
		elem = map[kind]string{float: "float64", boolean: "bool", integer: "int"}[k]
		cast = ", tensor." + d
	case d != "" && elem != strings.ToLower(d):
		cast = ", tensor." + d
	}
	if depthOf(x) == 0 {
		if cast == "" {
			cast = ", tensor." + cmp.Or(d, goCase(elem, true))
		}
		return atom("tensor.New("+text+cast+")", tArray)
	}
	return atom("tensor.New("+strings.Repeat("[]", depthOf(x))+elem+text+cast+")", tArray)
}

func literalText(e python.Expr) string {
	switch e := e.(type) {
	case *python.UnaryOp:
		if c, ok := e.Operand.(*python.Constant); ok && c.Value == 0.0 { // -0.0 is 0 in Go
			return negativeZero
		}
		return "-" + literalText(e.Operand)
	case *python.Constant:
		if f, ok := e.Value.(float64); ok {
			return strings.TrimSuffix(floatText(f), ".0")
		}
		if n, ok := e.Int(); ok {
			return fmt.Sprint(n)
		}
		return fmt.Sprint(e.Value)
	}
	elts, _ := elements(e)
	return "{" + commas(elts, literalText) + "}"
}

// parameterCall is Parameter(…).
func parameterCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, name, grad := a.need(0, "default_input"), a.get(1, "name"), a.get(2, "requires_grad")
	for _, n := range []string{"layerwise_parallel", "parallel_optimizer"} {
		a.get(-1, n)
	}
	a.done()
	v := t.value(x)
	var code string
	switch {
	case t.isArray(v):
		code = t.arrayVal(v).code
	case v.t.is(list, tuple):
		code = t.newTensor(x, nil, false).code
	case v.t.kind == integer && v.konst != nil:
		code = fmt.Sprintf("tensor.New(%s, tensor.Int32)", v.code)
	case v.t.is(float):
		code = t.typed(v)
	default:
		leave(x, "a Parameter from a value of this type")
	}
	args := []string{code}
	if !isNone(name) {
		args = append(args, t.asBasic(name, types.Typ[types.String], types.Typ[types.String]))
	}
	if grad != nil {
		if c, ok := grad.(*python.Constant); !ok || c.Value != true {
			args = append(args, "nn.RequiresGrad("+t.asBasic(grad, types.Typ[types.Bool], types.Typ[types.Bool])+")")
		}
	}
	return atom("nn.NewParameter("+strings.Join(args, ", ")+")", t.lib.parameter())
}

func (l *library) parameter() *typ {
	return &typ{kind: golang, goes: types.NewPointer(l.pkgs["nn"].Scope().Lookup("Parameter").Type())}
}

func (l *library) named(pkg, name string) *typ {
	u := l.pkgs[pkg].Scope().Lookup(name).Type()
	if _, ok := u.Underlying().(*types.Struct); ok {
		u = types.NewPointer(u)
	}
	return &typ{kind: golang, goes: u}
}

// hookBackward is ops.HookBackward(fn).
func hookBackward(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	v := t.callback(a.need(0, "hook_fn"))
	a.done()
	if v.t.kind != function || len(v.t.fn.params) != 1 {
		leave(e, "HookBackward of a value of this type")
	}
	t.learn(v.t.fn, []*typ{tGrads})
	t.analyse(v.t.fn)
	f := t.lib.pkgs["ops"].Scope().Lookup("HookBackward").Type().(*types.Signature)
	return atom("ops.HookBackward("+v.code+")", t.lib.typeOf(f.Results().At(0).Type()))
}

// hookMethod registers a hook of a cell. The form of backward hooks that MindSpore had up to 2.3 names its first
// parameter cell_id.
func hookMethod(goes string) specialMethod {
	return func(t *Translator, e *python.Call, v val) val {
		a := t.arguments(e)
		h := t.callback(a.need(0, "hook_fn"))
		a.done()
		if h.t.kind != function || len(h.t.fn.params) < 2 {
			leave(e, "this kind of hook")
		}
		kinds := []*typ{tLayer, tGrads, tGrads}
		m := goes
		switch {
		case goes == "RegisterForwardHook":
			kinds[2] = tArray
		case goes == "RegisterBackwardHook" && !strings.Contains(h.t.fn.params[0].name, "id"):
			m = "RegisterFullBackwardHook"
		case goes == "RegisterBackwardHook":
			kinds[0] = tText
		}
		t.learn(h.t.fn, kinds[:len(h.t.fn.params)])
		t.analyse(h.t.fn)
		recv := v.at(7)
		if v.t.named() == "nn.Layer" {
			recv += ".CellBase()"
		}
		return atom(recv+"."+m+"("+h.code+")", t.lib.named("nn", "HookHandle"))
	}
}

// loadCheckpoint is load_checkpoint(file, net), which sets the parameters of a network, if there is one.
func loadCheckpoint(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	file, net := a.need(0, "ckpt_file_name"), a.get(1, "net")
	a.done()
	load := t.lib.pkgs["ckpt"].Scope().Lookup("Load").(*types.Func)
	params := t.callFunc(&python.Call{Func: e.Func, Args: []python.Expr{file}}, "ckpt", load, nil)
	if !isNone(net) {
		t.emit("ckpt.LoadInto(%s, %s)", t.expr(net).code, params.code)
	}
	return params
}

func loadInto(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	net, params := t.expr(a.need(0, "net")), t.value(a.need(1, "parameter_dict"))
	a.done()
	code := params.code
	if params.t.kind == dict || params.t.named() == "nn.ParameterDict" {
		code = t.scope.temp("params")
		t.emit("%s := ckpt.NewParamDict()", code)
	}
	switch {
	case params.t.named() == "nn.ParameterDict":
		t.emit("for name, param := range %s.All() {", params.at(7))
		t.emit("%s.Set(name, param)", code)
		t.emit("}")
	case params.t.kind == dict:
		t.emit("for _, key := range %s.Keys() {", params.at(7))
		t.emit("%s.Set(key.(string), %s.Get(key).(*nn.Parameter))", code, params.at(7))
		t.emit("}")
	}
	f := t.lib.pkgs["ckpt"].Scope().Lookup("LoadInto").Type().(*types.Signature)
	return t.resultOf(fmt.Sprintf("ckpt.LoadInto(%s, %s)", net.code, code), f)
}

// initializerCall is One(), Normal(0.2) and the like.
func (t *Translator) initializerCall(e *python.Call, name string) val {
	switch name {
	case "One", "Zero":
		t.arguments(e).done()
		return atom(quoted(map[string]string{"One": "ones", "Zero": "zeros"}[name]), tText)
	}
	tn, ok := t.lib.find("initializer", name).(*types.TypeName)
	if !ok {
		leave(e, "initializer.%s has no counterpart", name)
	}
	s, ok := tn.Type().Underlying().(*types.Struct)
	if !ok {
		leave(e, "initializer.%s has no counterpart", name)
	}
	a := t.arguments(e)
	var codes []string
	for i := range s.NumFields() {
		f := s.Field(i)
		var names []string
		for k := range a.named {
			if fold(k) == fold(f.Name()) {
				names = append(names, k)
			}
		}
		if x := a.get(i, names...); x != nil {
			codes = append(codes, f.Name()+": "+t.as(x, f.Type()))
		}
	}
	a.done()
	return atom("initializer."+tn.Name()+"{"+strings.Join(codes, ", ")+"}", &typ{kind: golang, goes: tn.Type()})
}

// odictKeys is the keys of the parameters of a cell, which print as those of an OrderedDict.
func odictKeys(t *Translator, e *python.Call, v val) val {
	t.arguments(e).done()
	return atom(v.at(7)+".Keys()", &typ{kind: list, elem: tText, name: "odict_keys"})
}

// scale is a method of a loss scaler that takes one tensor or several.
func scale(goes string) specialMethod {
	return func(t *Translator, e *python.Call, v val) val {
		a := t.arguments(e)
		x := t.value(a.need(0, "inputs"))
		a.done()
		switch {
		case t.isArray(x):
			return atom(fmt.Sprintf("%s.%s(Tuple{%s})[0]", v.at(7), goes, t.arrayVal(x).code), tArray)
		case x.t.kind == tuple && x.t.goText() == "Tuple":
			return atom(fmt.Sprintf("%s.%s(%s)", v.at(7), goes, x.code), x.t)
		case x.t.kind == result:
			return atom(fmt.Sprintf("%s.%s(%s.Tuple())", v.at(7), goes, x.at(7)), tGrads)
		}
		return leave(e, "%s of a value of this type", goes)
	}
}

// dtypeText is a type of numpy or Python for an element type, of which a page shows the text only.
func dtypeText(prefix string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		d := strings.ToLower(strings.TrimPrefix(t.asDType(a.need(0, "type_")), "tensor."))
		a.done()
		if prefix == "" {
			d = strings.TrimRight(strings.TrimPrefix(d, "u"), "0123456789")
		}
		return typeText(prefix + d)
	}
}

// methodTable has the methods that a table of names does not settle.
func methodTable() map[string]specialMethod {
	return map[string]specialMethod{
		".init_parameters_data":       parametersData,
		".register_forward_pre_hook":  hookMethod("RegisterForwardPreHook"),
		".register_forward_hook":      hookMethod("RegisterForwardHook"),
		".register_backward_hook":     hookMethod("RegisterBackwardHook"),
		".register_backward_pre_hook": hookMethod("RegisterBackwardPreHook"),

		"data.Dataset.create_dict_iterator": dictIterator,
		"data.Dataset.filter":               datasetFilter,
		"data.Dataset.map":                  datasetMap,
		"data.Dataset.rename":               datasetRename,

		"nn.Parameter.asnumpy":  valueMethod,
		"nn.Parameter.value":    valueMethod,
		"nn.ParameterDict.keys": odictKeys,

		"train.DynamicLossScaler.unscale": scale("Unscale"),
		"train.Model.fit":                 modelTrain,
		"train.Model.train":               modelTrain,
		"train.StaticLossScaler.unscale":  scale("Unscale"),
	}
}

// PyTorch's lines of migration guides: its layers are MindSpore's with other defaults. Texts of its tensors are not
// made: what prints them differs, and says so.

// torchMethod calls a method of a module of torch; ok is false for those that MindSpore has as well.
func (t *Translator) torchMethod(e *python.Call, v val, name string) (out val, ok bool) {
	if v.t.kind != instance || !v.t.class.torch {
		return val{}, false
	}
	switch name {
	case "parameters":
		t.arguments(e).done()
		u := *t.lib.parameter()
		u.name = "torch"
		return atom("[]*nn.Parameter("+v.at(7)+".GetParameters().List())", listOf(&u)), true
	case "modules":
		t.arguments(e).done()
		cell := *tLayer
		cell.name = "cell"
		return atom(v.at(7)+".CellsAndNames()", listOf(&cell)), true
	case "eval":
		t.arguments(e).done()
		return atom(v.at(7)+".SetTrain(false)", tNone), true
	}
	return val{}, false
}
