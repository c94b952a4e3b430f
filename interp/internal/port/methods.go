package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// arrayMethod calls a method of a tensor or an array.
func (t *Translator) arrayMethod(e *python.Call, v val, name string) val {
	if out, ok := t.parameterMethod(e, v, name); ok {
		return out
	}
	v = t.arrayOf(v)
	switch name {
	case "asnumpy", "numpy", "detach":
		t.arguments(e).done()
		if t.scope.fn != nil { // no gradient flows through an array
			v.code, v.prec = v.at(7)+".Detach()", 7
		}
		return atom(v.code, &typ{kind: array, numpy: v.t.numpy || name != "detach"})
	case "itemset":
		return itemSet(t, e, v)
	case "register_hook":
		return t.tensorHook(e, v)
	}
	return t.tensorMethod(e, v, name)
}

// tensorMethod calls the method of ours that a method of a tensor means.
func (t *Translator) tensorMethod(e *python.Call, v val, name string) val {
	if v.t.numpy {
		if out, ok := t.callForm("ndarray."+name, e, &v); ok {
			return out
		}
	}
	if out, ok := t.callForm("tensor."+name, e, &v); ok {
		return out
	}
	f, _ := t.lib.method(t.lib.tensor, name)
	if f == nil {
		if op := t.lib.op(name); op != nil && op.Type().(*types.Signature).Recv() == nil {
			if m, _ := t.lib.method(t.lib.tensor, op.Name()); m != nil {
				f = m
			}
		}
	}
	if f == nil {
		leave(e, "tensors have no counterpart of the method %s", name)
	}
	sg := signatures()["ops."+name].method()
	if sg != nil && sg.goes != "" {
		f, _ = t.lib.method(t.lib.tensor, sg.goes)
	}
	out := t.callGo(e, v.at(7)+"."+f.Name(), f.Type().(*types.Signature), "ops", sg)
	if out.t.kind == array && v.t.numpy {
		out.t = tNumpy
	}
	return out
}

// parameterMethod calls a method that parameters have and tensors have not; ok is false for others.
func (t *Translator) parameterMethod(e *python.Call, v val, name string) (out val, ok bool) {
	if v.t.named() != "nn.Parameter" {
		return val{}, false
	}
	if out, ok = t.callForm("nn.Parameter."+name, e, &v); ok {
		return out, true
	}
	if s := specialMethods["nn.Parameter."+name]; s != nil {
		return s(t, e, v), true
	}
	f, _ := t.lib.method(v.t.goes, name)
	if f == nil || name == "astype" {
		return val{}, false
	}
	if o, _, _ := types.LookupFieldOrMethod(t.lib.tensor, true, nil, f.Name()); o != nil {
		return val{}, false
	}
	return t.callGo(e, v.at(7)+"."+f.Name(), f.Type().(*types.Signature), "nn", nil), true
}

func (t *Translator) tensorHook(e *python.Call, v val) val {
	h := t.expr(e.Args[0])
	if h.t.kind != function || len(h.t.fn.params) != 1 {
		leave(e, "such a hook")
	}
	t.learn(h.t.fn, []*typ{tArray})
	t.analyse(h.t.fn)
	return atom(v.at(7)+".RegisterHook("+h.code+")", tAny)
}

func (t *Translator) textMethod(e *python.Call, v val, name string) val {
	if name == "format" {
		return t.textFormat(e, v)
	}
	out, ok := t.callForm("text."+name, e, &v)
	if !ok {
		leave(e, "the method %s of a text", name)
	}
	return out
}

// textFormat is "…{}…".format(…).
func (t *Translator) textFormat(e *python.Call, v val) val {
	s, ok := v.konst.(string)
	if !ok {
		leave(e, "format of a text that is not written here")
	}
	a := t.arguments(e)
	j := &python.JoinedStr{}
	next := 0
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			j.Values = append(j.Values, &python.Constant{Value: s})
			break
		}
		if i+1 < len(s) && s[i+1] == s[i] {
			j.Values = append(j.Values, &python.Constant{Value: s[:i+1]})
			s = s[i+2:]
			continue
		}
		end := strings.IndexByte(s, '}')
		if s[i] == '}' || end < i {
			leave(e, "the format %s", v.code)
		}
		field, spec, _ := strings.Cut(s[i+1:end], ":")
		j.Values = append(j.Values, &python.Constant{Value: s[:i]})
		s = s[end+1:]
		p := &python.FormattedValue{Conversion: -1}
		if field, conversion, ok := strings.Cut(field, "!"); ok && conversion == "r" {
			p.Conversion = 'r'
			p.Value = t.formatArgument(e, a, field, &next)
		} else {
			p.Value = t.formatArgument(e, a, field, &next)
		}
		if spec != "" {
			p.FormatSpec = &python.JoinedStr{Values: []python.Expr{&python.Constant{Value: spec}}}
		}
		j.Values = append(j.Values, p)
	}
	for i := range a.taken {
		a.taken[i] = true // arguments that no field names are dropped
	}
	a.done()
	return t.formatted(j)
}

func (t *Translator) formatArgument(e *python.Call, a *arguments, field string, next *int) python.Expr {
	switch {
	case field == "":
		*next++
		return a.need(*next - 1)
	case strings.Trim(field, "0123456789") == "":
		n := 0
		fmt.Sscan(field, &n)
		return a.need(n)
	case a.named[field] != nil:
		return a.need(-1, field)
	}
	leave(e, "the field %s of a format", field)
	return nil
}

func (t *Translator) listMethod(e *python.Call, v val, name string) val {
	a := t.arguments(e)
	switch name {
	case "append", "extend":
		if t.listCall(e, e.Func.(*python.Attribute)) {
			return val{t: tNone, prec: 7}
		}
	case "pop":
		if v.t.kind == list {
			out := t.popped(e, v, a)
			a.done()
			return out
		}
	case "copy":
		a.done()
		return atom("slices.Clone("+v.code+")", v.t)
	case "count":
		x := t.value(a.need(0))
		a.done()
		if v.t.kind == list && x.t.same(v.t.elem) && x.t.is(integer, float, text) {
			n := t.scope.temp("count")
			t.emit("%s := 0", n)
			t.emit("for _, item := range %s {", v.code)
			t.emit("if item == %s {", x.code)
			t.emit("%s++", n)
			t.emit("}")
			t.emit("}")
			return atom(n, tInt)
		}
	case "index":
		x := t.value(a.need(0))
		a.done()
		if v.t.kind == list && x.t.same(v.t.elem) && x.t.is(integer, float, text) {
			return atom(fmt.Sprintf("slices.Index(%s, %s)", v.code, x.code), tInt)
		}
	}
	leave(e, "the method %s of a list", name)
	return val{}
}

// numpyCall calls a function of numpy or mindspore.numpy.
func (t *Translator) numpyCall(e *python.Call, name string, numpy bool) val {
	u := &typ{kind: array, numpy: numpy}
	if s := numpySpecials[name]; s != nil {
		if v, ok := s(t, e, numpy); ok {
			return v
		}
	}
	var out *python.Keyword
	call := *e
	call.Keywords = nil
	for _, k := range e.Keywords {
		if k.Arg == "out" {
			out = k
			continue
		}
		call.Keywords = append(call.Keywords, k)
	}
	f, ok := t.lib.find("np", name).(*types.Func)
	if !ok {
		leave(e, "numpy.%s has no counterpart", name)
	}
	narrow := t.narrow
	t.narrow = !numpy
	v := t.callGo(&call, "np."+f.Name(), f.Type().(*types.Signature), "np", signatures()["np."+name])
	t.narrow = narrow
	if v.t.kind == array {
		v.t = u
	}
	if out != nil {
		o := t.expr(out.Value)
		if o.t.kind != array {
			leave(e, "out of such a value")
		}
		return atom(o.at(7)+".Assign("+v.code+")", u)
	}
	return v
}

// numpyFull is full(shape, fill_value, dtype), numpyRange arange. MindSpore's numpy makes Float32 and Int32.
func numpyFull(t *Translator, e *python.Call, numpy bool) (val, bool) {
	a := t.arguments(e)
	x, shape := a.need(1, "fill_value"), t.as(a.need(0, "shape"), intsType)
	k, isList := literalKind(x)
	code := ""
	if isList {
		code = fmt.Sprintf("np.BroadcastTo(%s, %s...)", t.newTensor(x, nil, numpy).code, shape)
	} else {
		v := t.value(x)
		code, k = fmt.Sprintf("np.Full(%s, %s)", shape, t.typed(v)), v.t.kind
	}
	d := a.get(2, "dtype")
	a.done()
	return t.numpyTyped(code, d, k, numpy), true
}

func numpyRange(t *Translator, e *python.Call, numpy bool) (val, bool) {
	a := t.arguments(e)
	code, number := t.numpyArange(a, numpy)
	d := a.get(-1, "dtype")
	a.done()
	return t.numpyTyped(code, d, number, numpy), true
}

// numpyArange is arange([start,] stop[, step]); whole numbers of numpy are Int64 unless a type is asked for.
func (t *Translator) numpyArange(a *arguments, numpy bool) (code string, number kind) {
	var args []string
	number = integer
	for i, param := range []string{"start", "stop", "step"} {
		x := a.get(i, param)
		if isNone(x) {
			continue
		}
		v := t.value(x)
		if v.t.kind == float {
			number = float
		}
		if i == 2 && len(args) == 1 { // a step without a start
			args = []string{"0", args[0]}
		}
		args = append(args, t.typed(v))
	}
	code = "np.Arange(" + strings.Join(args, ", ") + ")"
	if numpy && number == integer && a.named["dtype"] == nil {
		code += ".AsType(tensor.Int64)"
	}
	return code, number
}

// numpyTyped gives a new array the element type that is asked for, or that the package has for its numbers.
func (t *Translator) numpyTyped(code string, d python.Expr, number kind, numpy bool) val {
	switch {
	case !isNone(d):
		code += ".AsType(" + t.asDType(d) + ")"
	case !numpy && number == float:
		code += ".AsType(tensor.Float32)"
	case !numpy && number == integer:
		code += ".AsType(tensor.Int32)"
	}
	return atom(code, &typ{kind: array, numpy: numpy})
}
