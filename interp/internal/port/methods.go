package port

import (
	"go/types"
	"slices"
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
		return val{code: v.code, prec: v.prec, t: &typ{kind: array, numpy: v.t.numpy || name != "detach", dtype: v.t.dtype}}
	case "itemset":
		return itemSet(t, e, v)
	case "register_hook":
		return t.tensorHook(e, v)
	}
	return t.tensorMethod(e, v, name)
}

// alongDim says whether the first argument is a dimension, as PyTorch and mint have it, and not a tensor of indices.
func (t *Translator) alongDim(e *python.Call) bool {
	return len(e.Args) > 0 && t.peek(e.Args[0]).t.is(integer) ||
		slices.ContainsFunc(e.Keywords, func(k *python.Keyword) bool { return k.Arg == "dim" })
}

// tensorMethod calls the method of ours that a method of a tensor means.
func (t *Translator) tensorMethod(e *python.Call, v val, name string) val {
	if !v.t.numpy {
		out := t.anyMethod(e, v, name)
		if out.t.kind == array && v.t.dtype == "Bool" && name == "sum" { // a count
			out.t = &typ{kind: array, dtype: "Int64"}
		}
		return out
	}
	if rest, values, ok := without(e, "order"); ok && name == "reshape" && len(rest.Keywords) == 0 {
		if c, isConst := values["order"].(*python.Constant); isConst && c.Value == "F" {
			return t.reshapeF(e, v, e.Args)
		} else if isConst && c.Value == "C" {
			e = rest
		}
	}
	if fractions[name] {
		v = asFloat64(v)
	}
	d := v.t.dtype
	if wide[name] && wider(d) != "" {
		d = wider(d)
		v = atom(v.at(7)+".AsType(tensor."+d+")", &typ{kind: array, numpy: true, dtype: d})
	}
	if wide[name] && t.maybeNarrow(v.t) {
		v = atom("py.Wide("+v.code+")", v.t)
	}
	if together[name] {
		d = ""
	}
	return numpyResult(t.anyMethod(e, v, name), name, d)
}

// anyMethod is tensorMethod with the element types of MindSpore.
func (t *Translator) anyMethod(e *python.Call, v val, name string) val {
	if v.t.numpy {
		if out, ok := t.callForm("ndarray."+name, e, &v); ok {
			return out
		}
	}
	if base, ok := strings.CutSuffix(name, "_"); ok {
		return t.inPlace(e, v, base)
	}
	if isIn(name, "gather", "index_add") && t.alongDim(e) {
		call := *e
		call.Args = append([]python.Expr{e.Func.(*python.Attribute).Value}, e.Args...)
		return t.libraryCall(&call, "mindspore.mint."+name)
	}
	if out, ok := t.callForm("tensor."+name, e, &v); ok {
		return out
	}
	f, _ := t.lib.method(t.lib.tensor, name)
	if f == nil {
		if op := t.lib.op(name); op != nil && op.Signature().Recv() == nil {
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
	out := t.callGo(e, v.at(7)+"."+f.Name(), f.Signature(), "ops", sg)
	if out.t.kind == array && v.t.numpy {
		out.t = tNumpy
	}
	return out
}

// inPlace calls a method that changes its tensor: ours, such as AddAssign, or the one that returns a new tensor, which
// is assigned.
func (t *Translator) inPlace(e *python.Call, v val, name string) val {
	t.effects["Assign("] = true
	if f, _ := t.lib.method(t.lib.tensor, name+"_assign"); f != nil {
		return t.callGo(e, v.at(7)+"."+f.Name(), f.Signature(), "ops", signatures()["ops."+name].method())
	}
	v = t.again(e, v)
	out := t.tensorMethod(e, v, name)
	return atom(v.at(7)+".Assign("+out.code+")", out.t)
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
	return t.callGo(e, v.at(7)+"."+f.Name(), f.Signature(), "nn", nil), true
}

func (t *Translator) tensorHook(e *python.Call, v val) val {
	h := t.callback(e.Args[0])
	if h.t.kind != function || len(h.t.fn.params) != 1 {
		leave(e, "this kind of hook")
	}
	t.learn(h.t.fn, []*typ{tArray})
	t.analyse(h.t.fn)
	return atom(v.at(7)+".RegisterHook("+h.code+")", tAny)
}
