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
	if f := arrayForms[name]; f != nil {
		return f(t, e, v)
	}
	u := &typ{kind: array, numpy: v.t.numpy}
	a := t.arguments(e)
	plain := func(code string, u *typ) val {
		a.done()
		return atom(code, u)
	}
	switch name {
	case "asnumpy", "numpy", "detach":
		if t.scope.fn != nil { // no gradient flows through an array
			v.code, v.prec = v.at(7)+".Detach()", 7
		}
		if name == "detach" {
			return plain(v.code, u)
		}
		return plain(v.code, tNumpy)
	case "astype", "to", "type":
		d := t.asDType(a.need(0, "dtype"))
		a.get(-1, "copy")
		return plain(v.at(7)+".AsType("+d+")", u)
	case "long", "int", "half", "float", "double", "bool":
		d := map[string]string{"long": "Int64", "int": "Int32", "half": "Float16", "float": "Float32", "double": "Float64", "bool": "Bool"}[name]
		return plain(v.at(7)+".AsType(tensor."+d+")", u)
	case "copy":
		return plain(v.at(7)+".Clone()", u)
	case "item":
		return plain(v.at(7)+".Item()", tAny)
	case "tolist":
		return plain(v.at(7)+".ToList()", tAny)
	case "init_data", "contiguous":
		return plain(v.code, u)
	case "set_dtype":
		return plain(v.at(7)+".AsType("+t.asDType(a.need(0))+")", u)
	case "std", "var":
		if !v.t.numpy {
			return t.tensorMethod(e, v, name)
		}
		args := []string{v.code}
		if x := a.get(0, "axis"); !isNone(x) {
			args = append(args, t.values(x, types.Typ[types.Int])...)
		}
		return plain(fmt.Sprintf("np.%s(%s)", goCase(name, true), strings.Join(args, ", ")), u)
	case "register_hook":
		return t.tensorHook(e, v)
	}
	return t.tensorMethod(e, v, name)
}

// tensorMethod calls the method of ours that a method of a tensor means.
func (t *Translator) tensorMethod(e *python.Call, v val, name string) val {
	if reductions[name] != "" {
		out, _ := t.reduction(e, name, &v)
		return out
	}
	if out, ok := t.furtherCall(e, name, &v); ok {
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

// textForms are methods of a text that are one call in Go, with the number of their arguments.
var textForms = map[string]struct {
	code string
	args int
	t    *typ
}{
	"upper": {"strings.ToUpper(%s)", 0, tText}, "lower": {"strings.ToLower(%s)", 0, tText},
	"startswith": {"strings.HasPrefix(%s, %s)", 1, tBool}, "endswith": {"strings.HasSuffix(%s, %s)", 1, tBool},
	"replace": {"strings.ReplaceAll(%s, %s, %s)", 2, tText}, "find": {"py.Find(%s, %s)", 1, tInt},
	"count": {"strings.Count(%s, %s)", 1, tInt}, "capitalize": {"py.Capitalize(%s)", 0, tText},
	"title": {"py.Title(%s)", 0, tText},
}

func (t *Translator) textMethod(e *python.Call, v val, name string) val {
	a := t.arguments(e)
	arg := func(i int) string { return t.as(a.need(i), types.Typ[types.String]) }
	call := func(format string, u *typ, args ...any) val {
		a.done()
		return atom(fmt.Sprintf(format, args...), u)
	}
	if form, ok := textForms[name]; ok && len(a.pos) == form.args {
		codes := []any{v.code}
		for i := range form.args {
			codes = append(codes, arg(i))
		}
		return call(form.code, form.t, codes...)
	}
	switch name {
	case "format":
		return t.textFormat(e, v)
	case "strip":
		if len(a.pos) == 0 {
			return call("strings.TrimSpace(%s)", tText, v.code)
		}
		return call("strings.Trim(%s, %s)", tText, v.code, arg(0))
	case "lstrip", "rstrip":
		side := map[string]string{"lstrip": "Left", "rstrip": "Right"}[name]
		if len(a.pos) == 0 {
			return call("strings.Trim%sFunc(%s, unicode.IsSpace)", tText, side, v.code)
		}
		return call("strings.Trim%s(%s, %s)", tText, side, v.code, arg(0))
	case "zfill":
		return call("py.ZFill(%s, %s)", tText, v.code, t.as(a.need(0), types.Typ[types.Int]))
	case "ljust", "rjust":
		align := map[string]string{"ljust": "<", "rjust": ">"}[name]
		width := t.as(a.need(0), types.Typ[types.Int])
		return call("py.Format(%s, fmt.Sprintf(%s, %s))", tText, v.code, quoted(align+"%d"), width)
	case "isdigit", "isalpha", "isspace", "isupper", "islower":
		check := map[string]string{"isdigit": "Digit", "isalpha": "Letter", "isspace": "Space"}[name]
		if check != "" && t.inExpr == 0 {
			v = t.again(e, v)
			return call("(%s != %q && strings.TrimFunc(%s, unicode.Is%s) == %q)", tBool, v.code, "", v.code, check, "")
		}
	case "splitlines":
		return call("strings.Split(strings.TrimSuffix(%s, %q), %q)", listOf(tText), v.code, "\n", "\n")
	case "split":
		if len(a.pos) == 0 {
			return call("strings.Fields(%s)", listOf(tText), v.code)
		}
		return call("strings.Split(%s, %s)", listOf(tText), v.code, arg(0))
	case "join":
		l := t.iterable(a.need(0))
		if l.t.kind == list && l.t.elem.kind == text {
			return call("strings.Join(%s, %s)", tText, l.code, v.code)
		}
	}
	leave(e, "the method %s of a text", name)
	return val{}
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
		x := t.single(t.expr(a.need(0)))
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
		x := t.single(t.expr(a.need(0)))
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
	if out := t.numpyCreate(e, name, numpy); out.t != nil {
		out.t = u
		return out
	}
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

// numpyCreate makes an array of a shape; the zero value is for other functions. MindSpore's numpy makes Float32 and
// Int32.
func (t *Translator) numpyCreate(e *python.Call, name string, numpy bool) val {
	a := t.arguments(e)
	number := float
	var code string
	at := 1
	switch name {
	case "ones", "zeros", "empty":
		dims := t.values(a.need(0, "shape"), types.Typ[types.Int])
		code = fmt.Sprintf("np.%s(%s)", goCase(name, true), strings.Join(dims, ", "))
	case "full":
		x := a.need(1, "fill_value")
		shape := t.asSlice(a.need(0, "shape"), types.NewSlice(types.Typ[types.Int]))
		k, isList := literalKind(x)
		if isList {
			code = fmt.Sprintf("np.BroadcastTo(%s, %s...)", t.newTensor(x, nil, numpy).code, shape)
		} else {
			v := t.single(t.expr(x))
			code, k = fmt.Sprintf("np.Full(%s, %s)", shape, t.typed(v)), v.t.kind
		}
		number, at = k, 2
	case "arange":
		code, number = t.numpyArange(a, numpy)
		at = -1
	case "eye", "tri", "identity":
		var args []string
		for i := range a.pos {
			args = append(args, t.as(a.get(i), types.Typ[types.Int]))
		}
		code, at = fmt.Sprintf("np.%s(%s)", goCase(name, true), strings.Join(args, ", ")), -1
	case "linspace":
		args := []string{
			t.as(a.need(0, "start"), types.Typ[types.Float64]),
			t.as(a.need(1, "stop"), types.Typ[types.Float64]),
			"50",
		}
		if x := a.get(2, "num"); x != nil {
			args[2] = t.as(x, types.Typ[types.Int])
		}
		code, at = "np.Linspace("+strings.Join(args, ", ")+")", -1
	default:
		return val{}
	}
	d := a.get(at, "dtype")
	a.done()
	return t.numpyTyped(code, d, number, numpy)
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
		v := t.single(t.expr(x))
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
	return atom(code, tNumpy)
}

// randomCall is a function of numpy.random. Without a size it gives a number there, a tensor without dimensions here.
func (t *Translator) randomCall(e *python.Call, name string) val {
	a := t.arguments(e)
	floatArg := func(i int, fallback string, names ...string) string {
		if x := a.get(i, names...); x != nil {
			return t.as(x, types.Typ[types.Float64])
		}
		return fallback
	}
	size := func(i int) []string {
		if x := a.get(i, "size"); !isNone(x) {
			return t.values(x, types.Typ[types.Int])
		}
		return nil
	}
	var args []string
	switch name {
	case "rand", "randn":
		for i := range a.pos {
			args = append(args, t.as(a.get(i), types.Typ[types.Int]))
		}
	case "uniform":
		args = append([]string{floatArg(0, "0", "low"), floatArg(1, "1", "high")}, size(2)...)
	case "normal":
		args = append([]string{floatArg(0, "0", "loc"), floatArg(1, "1", "scale")}, size(2)...)
	case "random", "random_sample":
		name, args = "random_sample", size(0)
	case "randint":
		low, high := t.as(a.need(0, "low"), types.Typ[types.Int]), ""
		if x := a.get(1, "high"); !isNone(x) {
			high = t.as(x, types.Typ[types.Int])
		} else {
			low, high = "0", low
		}
		args = append([]string{low, high}, size(2)...)
		if d := a.get(3, "dtype"); d != nil {
			args, name = append([]string{t.asDType(d)}, args...), "randintOf"
		}
	case "choice":
		x := t.asAny(a.need(0, "a"))
		args = []string{x, "[]int{" + strings.Join(size(1), ", ") + "}"}
		if r := a.get(2, "replace"); r != nil {
			args = append(args, "np.Replace("+t.as(r, types.Typ[types.Bool])+")")
		}
	case "permutation", "shuffle":
		args = []string{t.asAny(a.need(0, "x"))}
	default:
		leave(e, "numpy.random.%s has no counterpart", name)
	}
	a.done()
	u := tNumpy
	if name == "shuffle" {
		u = tNone
	}
	return atom(fmt.Sprintf("np.Random.%s(%s)", goCase(name, true), strings.Join(args, ", ")), u)
}
