package port

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// opSettings are the names of what classes of mindspore.ops take when they are made, in order. Those that begin with
// "-" have no meaning here.
var opSettings = map[string][]string{
	"Squeeze": {"axis"}, "Softmax": {"axis"}, "LogSoftmax": {"axis"}, "Concat": {"axis"}, "Stack": {"axis"}, "Conv2D": {"-out_channel", "-kernel_size", "-mode", "pad_mode", "pad", "stride", "dilation", "group"},
	"Conv2DBackpropInput": {"-out_channel", "-kernel_size", "pad_mode", "pad", "-pad_list", "-mode", "stride", "dilation", "group"}, "IOU": {"mode"},
	"BoundingBoxEncode": {"means", "stds"}, "BoundingBoxDecode": {"max_shape", "means", "stds", "wh_ratio_clip"}, "SmoothL1Loss": {"beta", "reduction"}, "MatMul": {"transpose_a", "transpose_b"},
	"ReduceSum": {"keep_dims"}, "ReduceMean": {"keep_dims"}, "ReduceMax": {"keep_dims"}, "ReduceMin": {"keep_dims"}, "ReduceProd": {"keep_dims"}, "ReduceAll": {"keep_dims"}, "ReduceAny": {"keep_dims"},
	"Split": {"axis", "output_num"}, "Argmax": {"axis"}, "Flatten": {}, "ReLU": {}, "L2Normalize": {"axis", "epsilon"}, "Dropout": {"keep_prob"}, "Dropout2DMask": {"keep_prob"},
}

// opClass makes an op of a class: the function of ours, or one that calls it with the settings.
func (t *Translator) opClass(e *python.Call, name string) val {
	if isIn(name, "Dropout", "Dropout3D", "BatchNorm", "LayerNorm") {
		leave(e, "the class ops.%s, which returns several results", name)
	}
	switch name {
	case "Dropout2D":
		name = "Dropout2DMask"
		if len(e.Args)+len(e.Keywords) == 0 {
			leave(e, "the class ops.Dropout2D without keep_prob")
		}
	case "Cast":
		t.arguments(e).done()
		return atom("ops.AsType", t.lib.funcOf("AsType"))
	case "Shape":
		t.arguments(e).done()
		return val{t: &typ{kind: member, path: "mindspore.ops.shape"}}
	case "DType":
		t.arguments(e).done()
		return val{t: &typ{kind: member, path: "mindspore.ops.dtype"}}
	case "ZerosLike", "OnesLike":
		t.arguments(e).done()
		return atom("ops."+name, t.lib.funcOf(name))
	case "Sort":
		return t.sortClass(t.arguments(e))
	case "OneHot":
		return t.oneHotClass(t.arguments(e))
	case "Zeros", "Ones", "Fill", "Select", "Assign", "Pow":
		t.arguments(e).done()
		return val{t: &typ{kind: member, path: "mindspore.ops." + strings.ToLower(name)}}
	}
	f := t.lib.op(name)
	if f == nil {
		leave(e, "ops.%s has no counterpart", name)
	}
	u := t.lib.funcOf(f.Name())
	if len(e.Args)+len(e.Keywords) == 0 && t.complete(name, f) {
		return atom("ops."+f.Name(), u)
	}
	return t.opWith(e, name, f)
}

func (l *library) funcOf(name string) *typ {
	return &typ{kind: golang, goes: l.pkgs["ops"].Scope().Lookup(name).Type()}
}

// complete says whether the function has no parameters for settings that a call must give.
func (t *Translator) complete(name string, f *types.Func) bool {
	sig := f.Type().(*types.Signature)
	for _, s := range opSettings[name] {
		for i := range sig.Params().Len() {
			if p := sig.Params().At(i); fold(p.Name()) == fold(s) && !(sig.Variadic() && i == sig.Params().Len()-1) {
				return false
			}
		}
	}
	return true
}

// opDefaults are settings that MindSpore has by default and ours want to be given.
var opDefaults = map[string]string{"IOU.mode": `"iou"`}

// opWith is a function that calls an op with settings.
func (t *Translator) opWith(e *python.Call, name string, f *types.Func) val {
	a := t.arguments(e)
	settings := map[string]python.Expr{}
	for i, s := range opSettings[name] {
		x := a.get(i, strings.TrimPrefix(s, "-"))
		if x != nil && !strings.HasPrefix(s, "-") {
			settings[s] = x
		}
	}
	a.done()
	if keep, ok := settings["keep_dims"]; ok {
		return t.keepDims(name, f, keep)
	}
	sig := f.Type().(*types.Signature)
	var params, args []string
	var vars []*types.Var
	n := sig.Params().Len()
	for i := range n {
		p := sig.Params().At(i)
		last := sig.Variadic() && i == n-1
		if x := takeSetting(settings, p.Name()); x != nil && !last {
			args = append(args, t.as(x, p.Type()))
			continue
		}
		if d := opDefaults[name+"."+p.Name()]; d != "" {
			args = append(args, d)
			continue
		}
		if last {
			args = append(args, t.variadicSettings(settings, p, opSettings[name])...)
			continue
		}
		params = append(params, p.Name()+" "+strings.ReplaceAll(goText(p.Type()), "*tensor.Tensor", "*Tensor"))
		args = append(args, p.Name())
		vars = append(vars, p)
	}
	for _, s := range slices.Sorted(maps.Keys(settings)) {
		leave(e, "the argument %s of ops.%s", s, name)
	}
	for i := 0; i+1 < len(params); i++ {
		x, u, _ := strings.Cut(params[i], " ")
		if _, next, _ := strings.Cut(params[i+1], " "); next == u {
			params[i] = x
		}
	}
	u := types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), false)
	return atom(fmt.Sprintf("func(%s)%s { return ops.%s(%s) }", strings.Join(params, ", "), t.goResults(sig), f.Name(), strings.Join(args, ", ")), &typ{kind: golang, goes: u})
}

func (t *Translator) goResults(sig *types.Signature) string {
	if sig.Results().Len() == 1 {
		return " " + strings.ReplaceAll(goText(sig.Results().At(0).Type()), "*tensor.Tensor", "*Tensor")
	}
	var l []string
	for i := range sig.Results().Len() {
		l = append(l, strings.ReplaceAll(goText(sig.Results().At(i).Type()), "*tensor.Tensor", "*Tensor"))
	}
	return " (" + strings.Join(l, ", ") + ")"
}

func takeSetting(settings map[string]python.Expr, param string) python.Expr {
	for s, x := range settings {
		if fold(s) == fold(param) || paramsOf[s] != "" && fold(paramsOf[s]) == fold(param) {
			delete(settings, s)
			return x
		}
	}
	return nil
}

// variadicSettings are the settings that go to a variadic parameter: options, or values in order.
func (t *Translator) variadicSettings(settings map[string]python.Expr, p *types.Var, order []string) (codes []string) {
	elem := p.Type().(*types.Slice).Elem()
	for _, s := range order {
		x, ok := settings[s]
		if !ok {
			continue
		}
		delete(settings, s)
		if isOption(elem) {
			names := map[string]string{"pad": "padding"}
			name := s
			if names[s] != "" {
				name = names[s]
			}
			codes = append(codes, t.option(x, "ops", name, elem)...)
			continue
		}
		codes = append(codes, t.values(x, elem)...)
	}
	return codes
}

// keepDims is ReduceSum(keep_dims=…) and the like.
func (t *Translator) keepDims(name string, f *types.Func, keep python.Expr) val {
	sig := f.Type().(*types.Signature)
	if c, ok := keep.(*python.Constant); ok && c.Value == false {
		return atom("ops."+f.Name(), &typ{kind: golang, goes: sig})
	}
	m := reductions[strings.ToLower(strings.TrimPrefix(name, "Reduce"))]
	return atom(fmt.Sprintf("func(x *Tensor, axis ...int) *Tensor { return x.%sAxes(axis, %s) }", m, t.test(keep)), &typ{kind: golang, goes: sig})
}
