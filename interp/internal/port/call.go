package port

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// statementCall translates calls that are statements of Go; ok is false for others.
func (t *Translator) statementCall(e *python.Call) (ok bool) {
	a, isAttr := e.Func.(*python.Attribute)
	if isAttr {
		if c, ok := a.Value.(*python.Call); ok && t.pathOf(c.Func) == "builtins.super" {
			return t.superCall(e, a)
		}
		return t.listCall(e, a)
	}
	return false
}

// superCall is super().__init__(): the embedded struct needs none.
func (t *Translator) superCall(e *python.Call, a *python.Attribute) bool {
	if m, c := t.inherited(a.Attr); c != nil {
		if m != nil {
			t.emit("%s", t.callFn(e, m, t.scope.vars[t.scope.fn.self].goes+"."+m.name).code)
		} else if a.Attr != "__init__" || len(e.Args)+len(e.Keywords) > 0 {
			leave(e, "super().%s", a.Attr)
		}
		return true
	}
	if a.Attr != "__init__" {
		leave(e, "super().%s", a.Attr)
	}
	f := t.scope.fn
	if f != nil && f.class != nil && goName(f.class.base) == "nn.SequentialCell" {
		cells := sequential(t, e).code
		if strings.HasPrefix(cells, "nn.NewSequentialCellNamed(") {
			leave(e, "super().__init__ with names of cells")
		}
		t.emit("for _, cell := range %s.All() {", cells)
		t.emit("%s.Append(cell)", t.scope.vars[f.self].goes)
		t.emit("}")
		return true
	}
	args := t.arguments(e)
	if f == nil || f.class == nil || f.class.base == nil && len(e.Args)+len(e.Keywords) > 0 {
		leave(e, "super().__init__ in this context")
	}
	if goName(f.class.base) == "experimental.LRScheduler" {
		t.setupScheduler(args, t.scope.vars[f.self].goes)
		return true
	}
	if goName(f.class.base) == "optim.Optimizer" {
		lr, params := t.asAny(args.need(0, "learning_rate")), t.value(args.need(1, "parameters"))
		args.done()
		t.emit("%s.Setup(%s, %s)", t.scope.vars[f.self].goes, params.code, lr)
		return true
	}
	if x := args.get(-1, "auto_prefix"); x != nil {
		if c, ok := x.(*python.Constant); !ok || c.Value != true {
			t.emit("%s.AutoPrefix(%s)", t.scope.vars[f.self].goes, t.expr(x).code)
		}
	}
	if x := args.get(0, "reduction"); x != nil {
		t.emit("%s.SetReduction(%s)", t.scope.vars[f.self].goes, t.expr(x).code)
	}
	args.done()
	return true
}

func (t *Translator) call(e *python.Call) val {
	if path := t.pathOf(e.Func); path != "" {
		return t.libraryCall(e, path)
	}
	if a, ok := e.Func.(*python.Attribute); ok {
		if c, ok := a.Value.(*python.Call); ok && t.pathOf(c.Func) == "builtins.super" {
			m, _ := t.inherited(a.Attr)
			if m == nil {
				leave(e, "super().%s", a.Attr)
			}
			return t.callFn(e, m, t.scope.vars[t.scope.fn.self].goes+"."+m.name)
		}
		v := t.expr(a.Value)
		if v.parts != nil || v.multi {
			v = t.single(v)
		}
		return t.methodCall(e, v, a)
	}
	return t.callValue(e, t.expr(e.Func))
}

// callValue calls a value.
func (t *Translator) callValue(e *python.Call, v val) val {
	switch v.t.kind {
	case function:
		return t.callFn(e, v.t.fn, v.code)
	case class:
		return t.construct(e, v.t.class)
	case instance:
		return t.callInstance(e, v)
	case gradient:
		return t.callGradient(e, v)
	case gradOp:
		return t.gradOperationOf(e, v)
	case member:
		return t.libraryCall(e, v.t.path)
	case golang:
		if sig, ok := v.t.goes.Underlying().(*types.Signature); ok {
			if v.t.name == mapper {
				return t.overAll(e, v, sig)
			}
			return t.callGo(e, v.code, sig, "", nil)
		}
		if goName(v.t.goes) == "nn.Layer" || t.lib.memberOf(v.t.goes, "Call") != "" {
			return t.callLayer(e, v)
		}
	}
	return leave(e, "a call of a value of this type")
}

// callLayer calls a cell or another value of ours that can be called.
func (t *Translator) callLayer(e *python.Call, v val) val {
	if v.t.name == returnsPlaces {
		f, _ := t.lib.method(v.t.goes, "WithIndices")
		return t.callGo(e, v.at(7)+".WithIndices", f.Signature(), "nn", nil)
	}
	f, _ := t.lib.method(v.t.goes, "Call")
	if f == nil {
		a := t.arguments(e)
		var codes []string
		for i := range a.pos {
			codes = append(codes, t.asTensor(a.get(i)))
		}
		a.done()
		return atom(v.at(7)+"("+strings.Join(codes, ", ")+")", tArray)
	}
	if v.t.named() == "nn.LSTMCell" {
		e = t.flatState(e)
	}
	out := t.callGo(e, v.at(7), f.Signature(), "nn", nil)
	switch v.t.named() {
	case "nn.LSTM":
		return t.nestedStates(out)
	case "ops.FuncGraph":
		noNumber := func(x python.Expr) bool { return !t.peek(x).t.number() }
		if !slices.ContainsFunc(e.Args, noNumber) {
			return atom(out.at(7)+".Interface()", tAny)
		}
	}
	return out
}

// nestedStates is what an LSTM returns, (output, (hn, cn)), of three results.
func (t *Translator) nestedStates(v val) val {
	if t.inExpr > 0 {
		leave(v.node, "a call that returns tuples in this context")
	}
	var parts []val
	var names []string
	for _, name := range []string{"output", "hn", "cn"} {
		name = t.scope.temp(name)
		names = append(names, name)
		parts = append(parts, val{code: name, prec: 7, t: tArray, fresh: true})
	}
	t.emit("%s := %s", strings.Join(names, ", "), v.code)
	state := val{t: &typ{kind: tuple, elts: []*typ{tArray, tArray}}, prec: 7, parts: parts[1:]}
	return val{t: &typ{kind: tuple, elts: []*typ{tArray, state.t}}, prec: 7, parts: []val{parts[0], state}}
}

// callFunc calls a function of a package of ours, callGo any function of ours.
func (t *Translator) callFunc(e *python.Call, pkg string, f *types.Func, sg *signature) val {
	return t.callGo(e, pkg+"."+f.Name(), f.Signature(), pkg, sg)
}

func (t *Translator) callGo(e *python.Call, callee string, sig *types.Signature, pkg string, sg *signature) val {
	a := t.arguments(e)
	wanted := t.wanted
	t.wanted = ""
	if strings.HasPrefix(callee, pkg+".") {
		pkg = callee
	}
	codes := t.bind(a, sig, pkg, sg)
	t.wanted = wanted
	return t.resultOf(callee+"("+strings.Join(codes, ", ")+")", sig)
}

// resultOf is the value of a call of ours. An error that it returns is left to the session, which reports it.
func (t *Translator) resultOf(code string, sig *types.Signature) val {
	r := sig.Results()
	n := r.Len()
	failing := n > 0 && types.TypeString(r.At(n-1).Type(), nil) == "error"
	switch {
	case n == 0 || n == 1 && failing:
		return atom(code, tNone)
	case n == 1:
		return atom(code, t.lib.typeOf(r.At(0).Type()))
	case n == 2 && failing:
		if t.inExpr > 0 {
			leave(nil, "a call that may fail in this context")
		}
		wanted := t.wanted
		name := ""
		if wanted != "" {
			name = t.scope.goFor(wanted)
		} else {
			name = t.scope.temp("value")
		}
		t.emit("%s, err := %s", name, code)
		t.emit("if err != nil {")
		t.emit("panic(err)")
		t.emit("}")
		out := atom(name, t.lib.typeOf(r.At(0).Type()))
		out.declared = wanted != ""
		return out
	}
	u := &typ{kind: tuple}
	for i := range n {
		u.elts = append(u.elts, t.lib.typeOf(r.At(i).Type()))
	}
	return val{code: code, prec: 7, t: u, multi: true}
}

// methodCall is value.name(…).
func (t *Translator) methodCall(e *python.Call, v val, a *python.Attribute) val {
	name := a.Attr
	switch {
	case v.t.name == barPath:
		return t.libraryCall(e, barPath+"."+name)
	case v.t.kind == instance:
		return t.instanceMethod(e, v, a)
	case v.t.kind == text:
		return t.textMethod(e, v, name)
	case v.t.kind == list || v.t.kind == tuple:
		return t.listMethod(e, v, name)
	case v.t.kind == dict:
		return t.dictMethod(e, v, name)
	case t.isArray(v):
		return t.arrayMethod(e, v, name)
	case v.t.kind == golang:
		return t.goMethod(e, v, name)
	case v.t.kind == class && v.t.class.method(name) != nil && v.t.class.method(name).static:
		return t.callFn(e, v.t.class.method(name), v.t.class.method(name).name)
	case v.t.kind == class && name == "__init__":
		leave(e, "a call of __init__")
	}
	return leave(e, "the method %s of a value of this type", name)
}

// instanceMethod calls a method of an object of the page: its own, what an attribute holds, or that of the base.
func (t *Translator) instanceMethod(e *python.Call, v val, a *python.Attribute) val {
	c := v.t.class
	if out, ok := t.torchMethod(e, v, a.Attr); ok {
		return out
	}
	if f := c.field(a.Attr); f != nil {
		return t.callValue(e, t.attributeOf(a, v))
	}
	if m := c.method(a.Attr); m != nil && m.static {
		return t.callFn(e, m, m.name)
	} else if m != nil {
		return t.callFn(e, m, v.at(7)+"."+m.name)
	}
	if c.base == nil {
		leave(e, "the method %s", a.Attr)
	}
	if goName(c.base) == "optim.Optimizer" && a.Attr == "get_lr" { // one rate, as without groups
		t.arguments(e).done()
		return atom(v.at(7)+".GetLR(0)", tArray)
	}
	if strings.Contains(v.code, "(") { // one object, also where the method returns it
		v = t.held(v, "cell")
	}
	out := t.goMethod(e, val{code: v.code, prec: v.prec, t: &typ{kind: golang, goes: c.base}}, a.Attr)
	if out.t.named() == "nn.Cell" { // methods that return the cell itself
		t.emit("%s", out.code)
		return v
	}
	return out
}

// goMethod calls a method of a value of ours.
func (t *Translator) goMethod(e *python.Call, v val, name string) val {
	if out, ok := t.callForm(v.t.named()+"."+name, e, &v); ok {
		return out
	}
	if s := specialMethods[v.t.named()+"."+name]; s != nil {
		return s(t, e, v)
	}
	if s := specialMethods["."+name]; s != nil && v.t.layer() {
		return s(t, e, v)
	}
	goes := v.t.goes
	if v.t.named() == "nn.Layer" {
		o, _, _ := types.LookupFieldOrMethod(goes, true, nil, "CellBase")
		goes = o.Type().(*types.Signature).Results().At(0).Type()
		v = atom(v.at(7)+".CellBase()", &typ{kind: golang, goes: goes})
	}
	f, m := t.lib.method(goes, name)
	if f == nil {
		if field := t.lib.memberOf(goes, name); field != "" {
			o, _, _ := types.LookupFieldOrMethod(goes, true, nil, field)
			return t.callValue(e, atom(v.at(7)+"."+field, t.lib.typeOf(o.Type())))
		}
		leave(e, "%s has no counterpart of the method %s", goText(goes), name)
	}
	out := t.callGo(e, v.at(7)+"."+m, f.Signature(), "nn", nil)
	if out.t.named() == "nn.Cell" && v.t.layer() && v.t.named() != "nn.Cell" {
		if strings.Contains(v.code, "(") {
			rest := strings.TrimPrefix(out.code, v.at(7))
			v = t.held(v, "cell")
			out.code = v.code + rest
		}
		t.emit("%s", out.code)
		return v
	}
	return out
}

// libraryCall calls what a library has.
func (t *Translator) libraryCall(e *python.Call, path string) val {
	if name, ok := strings.CutPrefix(path, "numpy."); ok {
		return t.numpyLibrary(e, path, name)
	}
	return t.libraryFunction(e, path)
}

func (t *Translator) libraryFunction(e *python.Call, path string) val {
	if v, ok := t.callForm(path, e, nil); ok {
		return v
	}
	if s := specials[path]; s != nil {
		return s(t, e)
	}
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		leave(e, "a call of the module %s", path)
	}
	mod, name := path[:i], path[i+1:]
	switch mod {
	case "mindspore.Tensor": // a method, called as a function of the tensor
		if len(e.Args) > 0 {
			call := *e
			call.Func, call.Args = &python.Attribute{Value: e.Args[0], Attr: name}, e.Args[1:]
			return t.expr(&call)
		}
	case "mindspore.ops", "mindspore.mint", "mindspore.mint.nn.functional", "mindspore.mint.special":
		return t.opCall(e, mod, name)
	case "mindspore.numpy", "numpy":
		return t.numpyCall(e, name, mod == "numpy")
	case "mindspore.numpy.fft":
		return t.fourierCall(e, name)
	case "numpy.fft":
		call := *e
		if len(e.Args) > 0 && depthOf(e.Args[0]) > 0 { // a list
			call.Args = append([]python.Expr{t.numpyOf(e, "array", e.Args[0])}, e.Args[1:]...)
		}
		return ofNumpy(t.fourierCall(&call, name))
	case "mindspore.initializer":
		return t.initializerCall(e, name)
	}
	return t.makerCall(e, mod, name)
}

// opCall calls a function of mindspore.ops, or makes one of a class.
func (t *Translator) opCall(e *python.Call, mod, name string) val {
	if name[0] >= 'A' && name[0] <= 'Z' {
		return t.opClass(e, name)
	}
	f, sg := t.lib.op(name), signatures()["ops."+name]
	if short, ok := strings.CutSuffix(name, "_ext"); ok && sg == nil { // what a function of mint calls
		for _, module := range []string{"mindspore.mint", "mindspore.mint.nn.functional"} {
			if v, ok := t.callForm(module+"."+short, e, nil); ok {
				return v
			}
		}
		return t.opCall(e, "mindspore.mint", short)
	}
	if of := signatures()["mint."+name]; of != nil && mod != "mindspore.ops" {
		sg = of
	}
	if sg != nil && sg.goes != "" {
		f = t.lib.op(sg.goes)
	}
	if f == nil {
		return t.asMethodOf(e, name)
	}
	e, f = t.withIndices(e, f)
	return t.callFunc(e, "ops", f, sg)
}

// withIndices is the function that also returns where elements are, for a call that asks for that.
func (t *Translator) withIndices(e *python.Call, f *types.Func) (*python.Call, *types.Func) {
	for i, k := range e.Keywords {
		if c, ok := k.Value.(*python.Constant); k.Arg != "return_indices" || !ok || c.Value != true {
			continue
		}
		if both, ok := t.lib.pkgs["ops"].Scope().Lookup(f.Name() + "WithIndices").(*types.Func); ok {
			call := *e
			call.Keywords = append(e.Keywords[:i:i], e.Keywords[i+1:]...)
			return &call, both
		}
	}
	return e, f
}

// packagesOf are the packages that have functions for the classes and functions of a module.
var packagesOf = map[string][]string{
	"mindspore": {"sparse"}, "mindspore.nn": {"nn", "optim", "train"}, "mindspore.train": {"train"},
	"mindspore.mint.nn": {"nn"}, "mindspore.mint.optim": {"experimental"},
	"mindspore.amp": {"train"}, "mindspore.experimental.optim": {"experimental"},
	"mindspore.dataset.vision": {"vision"}, "mindspore.dataset.transforms": {"transforms"},
}

// structOf is an object of Python that is a struct here, whose fields are the arguments.
func (t *Translator) structOf(e *python.Call, o *types.TypeName) val {
	a := t.arguments(e)
	sg := signatures()[o.Pkg().Name()+"."+o.Name()]
	var fields []string
	for i, x := range sg.given(a) {
		p := sg.params[i]
		name := t.lib.fieldOf(o.Type(), fold(cmp.Or(p.to, p.name)))
		switch {
		case x == nil || p.to == "_" || t.isDefault(x, p.def):
		case name == "":
			leave(x, "the argument %s of this call", p.name)
		default:
			f, _, _ := types.LookupFieldOrMethod(o.Type(), false, nil, name)
			fields = append(fields, name+": "+t.as(x, f.Type()))
		}
	}
	a.done()
	u, pointer := o.Type(), types.NewPointer(o.Type())
	code := goText(u) + "{" + strings.Join(fields, ", ") + "}"
	if types.NewMethodSet(pointer).Len() > types.NewMethodSet(u).Len() {
		return atom("&"+code, &typ{kind: golang, goes: pointer})
	}
	return atom(code, &typ{kind: golang, goes: u})
}

// makerCall makes a layer, an optimizer or another object, or calls a function of such a package.
func (t *Translator) makerCall(e *python.Call, mod, name string) val {
	if rates, ok := strings.CutSuffix(name, "_lr"); ok && mod == "mindspore.nn" {
		if f, ok := t.lib.find("optim", rates+"_rates").(*types.Func); ok {
			v := t.callFunc(e, "optim", f, signatures()["optim."+name])
			v.t = t.lib.named("optim", "Rates")
			return v
		}
	}
	for _, goes := range []string{"New" + name, name} {
		for _, pkg := range packagesOf[mod] {
			if f, ok := t.lib.find(pkg, goes).(*types.Func); ok && (goes != name || mod != "mindspore.nn") {
				call, placed := withPlaces(e, name)
				return placedLayer(t.callFunc(call, pkg, f, signatures()[pkg+"."+name]), placed)
			}
		}
	}
	for _, pkg := range packagesOf[mod] {
		if o, ok := t.lib.find(pkg, name).(*types.TypeName); ok && signatures()[pkg+"."+name] != nil {
			return t.structOf(e, o)
		}
	}
	return leave(e, "%s.%s has no counterpart", mod, name)
}
