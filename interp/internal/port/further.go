package port

import (
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// further is an op that has a short form, with axes at its end, and a method with all arguments of Python's.
type further struct {
	short, full string
	params      []furtherParam // behind the tensor
}

// furtherParam is an argument of the full form. One without a default is an argument of the short form, too; so is
// the first one behind those, which are the axes.
type furtherParam struct {
	names     []string
	typ       types.Type
	otherwise string // in Go, "" where there is no default
}

var (
	axesParam = furtherParam{[]string{"axis", "dim"}, types.NewSlice(types.Typ[types.Int]), "nil"}
	lastAxis  = furtherParam{[]string{"axis", "dim"}, types.Typ[types.Int], "-1"}
	keepParam = flagParam("keepdims", "false")
	ddofParam = furtherParam{[]string{"ddof"}, types.Typ[types.Int], "0"}
	anyType   = types.NewInterfaceType(nil, nil)
)

func flagParam(name, otherwise string) furtherParam {
	return furtherParam{[]string{name}, types.Typ[types.Bool], otherwise}
}

// furthers are these ops by their names in Python.
var furthers = map[string]further{
	"std": {"Std", "StdAxes", []furtherParam{axesParam, ddofParam, keepParam}},
	"var": {"Var", "VarAxes", []furtherParam{axesParam, ddofParam, keepParam}},
	"quantile": {"Quantile", "QuantileAxes", []furtherParam{
		{[]string{"q"}, anyType, ""}, axesParam, keepParam,
	}},
	"nanquantile": {"NanQuantile", "NanQuantileAxes", []furtherParam{
		{[]string{"q"}, anyType, ""}, axesParam, keepParam,
	}},
	"sort":    {"Sort", "SortAlong", []furtherParam{lastAxis, flagParam("descending", "false")}},
	"argsort": {"ArgSort", "ArgSortAlong", []furtherParam{lastAxis, flagParam("descending", "false")}},
	"topk": {"TopK", "TopKAlong", []furtherParam{
		{[]string{"k"}, types.Typ[types.Int], ""}, lastAxis, flagParam("largest", "true"),
	}},
	"one_hot": {"OneHot", "OneHotOf", []furtherParam{
		{[]string{"depth"}, types.Typ[types.Int], ""},
		{[]string{"on_value"}, anyType, "1"},
		{[]string{"off_value"}, anyType, "0"},
		lastAxis,
	}},
}

// furtherCall calls one of these ops, in its short form where that says the same; recv is nil for the function.
func (t *Translator) furtherCall(e *python.Call, name string, recv *val) (val, bool) {
	op, ok := furthers[name]
	if !ok {
		return val{}, false
	}
	a := t.arguments(e)
	at := 0
	if recv == nil {
		v := t.single(t.expr(a.need(0, "input", "x", "input_x", "indices")))
		if !t.isArray(v) {
			leave(e, "ops.%s of such a value", name)
		}
		recv, at = &v, 1
	}
	var short, full []string
	enough := true
	for i, p := range op.params {
		x := a.get(at+i, p.names...)
		if x == nil && p.otherwise == "" {
			leave(e, "a call without the argument %s", p.names[0])
		}
		code := p.otherwise
		if !isNone(x) {
			code = t.as(x, p.typ)
		}
		full = append(full, code)
		switch {
		case p.otherwise == "":
			short = append(short, code)
		case code == p.otherwise:
		case p.names[0] == "axis" && name != "one_hot":
			short = append(short, t.values(x, types.Typ[types.Int])...)
		default:
			enough = false
		}
	}
	if name == "topk" {
		a.get(at+3, "sorted")
	}
	a.done()
	method, args := op.full, full
	if enough {
		method, args = op.short, short
	}
	r := t.arrayOf(*recv)
	f, _, _ := types.LookupFieldOrMethod(t.lib.tensor, true, nil, method)
	out := t.resultOf(r.at(7)+"."+method+"("+strings.Join(args, ", ")+")", f.Type().(*types.Signature))
	if out.t.kind == array && r.t.numpy {
		out.t = tNumpy
	}
	return out, true
}

// sortClass is ops.Sort(axis, descending).
func (t *Translator) sortClass(a *arguments) val {
	axis, down := a.get(0, "axis"), a.get(1, "descending")
	a.done()
	place := "-1"
	if axis != nil {
		place = t.as(axis, types.Typ[types.Int])
	}
	call := "ops.Sort(x, " + place + ")"
	if down != nil && t.test(down) != "false" {
		call = "x.SortAlong(" + place + ", " + t.test(down) + ")"
	}
	return t.opFunc("Sort", "func(x *Tensor) (*Tensor, *Tensor) { return "+call+" }",
		types.NewVar(0, nil, "x", t.lib.tensor))
}

// oneHotClass is ops.OneHot(axis).
func (t *Translator) oneHotClass(a *arguments) val {
	axis := a.get(0, "axis")
	a.done()
	place := "-1"
	if axis != nil {
		place = t.as(axis, types.Typ[types.Int])
	}
	const head = "func(x *Tensor, depth int, on, off any) *Tensor { return x.OneHotOf(depth, on, off, "
	return t.opFunc("OneHot", head+place+") }",
		types.NewVar(0, nil, "x", t.lib.tensor), types.NewVar(0, nil, "depth", types.Typ[types.Int]),
		types.NewVar(0, nil, "on", anyType), types.NewVar(0, nil, "off", anyType))
}

// opFunc is a function literal with these parameters and the results of an op.
func (t *Translator) opFunc(op, code string, params ...*types.Var) val {
	results := t.lib.funcOf(op).goes.(*types.Signature).Results()
	u := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), results, false)
	return atom(code, &typ{kind: golang, goes: u})
}

// runningClass is ops.CumSum(exclusive, reverse) and ops.CumProd.
func (t *Translator) runningClass(a *arguments, name string) val {
	flags := []string{"false", "false"}
	for i, param := range []string{"exclusive", "reverse"} {
		if x := a.get(i, param); x != nil {
			flags[i] = t.test(x)
		}
	}
	a.done()
	if flags[0] == "false" && flags[1] == "false" {
		return atom("ops."+name, t.lib.funcOf(name))
	}
	call := "x." + name + "Along(axis, " + strings.Join(flags, ", ") + ")"
	return t.opFunc(name, "func(x *Tensor, axis int) *Tensor { return "+call+" }",
		types.NewVar(0, nil, "x", t.lib.tensor), types.NewVar(0, nil, "axis", types.Typ[types.Int]))
}
