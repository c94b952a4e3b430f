package port

import (
	"fmt"
	"go/types"
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
		v := t.callGo(e, "ops."+name, f.Type().(*types.Signature), "ops", nil)
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
	sig := f.Type().(*types.Signature)
	at := sg.match(sig.Params(), false)
	var params, args []string
	var vars []*types.Var
	n := sig.Params().Len()
	for i := range n {
		switch p := sig.Params().At(i); {
		case sig.Variadic() && i == n-1:
			args = append(args, t.variadicOf(e, p, "ops", sg, given, at)...)
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
