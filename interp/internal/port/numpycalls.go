package port

import (
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// numpySpecial is a function of numpy or mindspore.numpy whose Go depends on its arguments; ok is false where the
// function of package np of the same name does.
type numpySpecial func(t *Translator, e *python.Call, numpy bool) (v val, ok bool)

// numpySpecials are these functions. init fills it, as they call each other.
var numpySpecials map[string]numpySpecial

func init() {
	numpySpecials = map[string]numpySpecial{
		"full": numpyFull, "arange": numpyRange,
		"histogram":     withFlag("density", true, "HistogramDensity"),
		"unravel_index": withFlag("order", "F", "UnravelIndexF"),
		"atleast_1d":    eachAtLeast("AtLeast1D"), "atleast_2d": eachAtLeast("AtLeast2D"),
		"atleast_3d": eachAtLeast("AtLeast3D"),
	}
}

var intsType = types.NewSlice(types.Typ[types.Int])

// fourierCall is a function of mindspore.numpy.fft.
func (t *Translator) fourierCall(e *python.Call, name string) val {
	f, sg := t.lib.op(name), signatures()["fft."+name]
	if f == nil || sg == nil {
		leave(e, "numpy.fft.%s has no counterpart", name)
	}
	return t.callGo(e, "ops."+f.Name(), f.Type().(*types.Signature), "ops", sg)
}

// without is a call without some of its keywords, and their values; ok is false where it has none of them.
func without(e *python.Call, names ...string) (rest *python.Call, values map[string]python.Expr, ok bool) {
	call := *e
	call.Keywords = nil
	values = map[string]python.Expr{}
	for _, k := range e.Keywords {
		if isIn(k.Arg, names...) {
			values[k.Arg] = k.Value
			continue
		}
		call.Keywords = append(call.Keywords, k)
	}
	return &call, values, len(values) > 0
}

// arrayArg is an argument as an array: lists are what array makes of them.
func (t *Translator) arrayArg(x python.Expr, numpy bool) val {
	if v := t.value(x); t.isArray(v) {
		return t.arrayVal(v)
	}
	if k, _ := literalKind(x); k == integer && !numpy {
		return t.withDType(x, "Int32")
	}
	return t.newTensor(x, nil, numpy)
}

// withFlag is a function that is another one of ours when an argument has a value.
func withFlag(name string, value any, goes string) numpySpecial {
	return func(t *Translator, e *python.Call, _ bool) (val, bool) {
		rest, values, _ := without(e, name)
		c, ok := values[name].(*python.Constant)
		if !ok {
			return val{}, false
		}
		if c.Value != value { // what the function has by default
			return t.expr(rest), true
		}
		f := t.lib.pkgs["np"].Scope().Lookup(goes).(*types.Func)
		path := strings.Split(t.pathOf(e.Func), ".")
		sg := signatures()["np."+path[len(path)-1]]
		return t.callGo(rest, "np."+goes, f.Type().(*types.Signature), "np", sg), true
	}
}

// eachAtLeast is atleast_1d and the like of several arrays, which give a list.
func eachAtLeast(goes string) numpySpecial {
	return func(t *Translator, e *python.Call, numpy bool) (val, bool) {
		a := t.arguments(e)
		if len(a.pos) < 2 {
			return val{}, false
		}
		var codes []string
		for i := range a.pos {
			codes = append(codes, "np."+goes+"("+t.asAny(a.get(i))+")")
		}
		a.done()
		u := listOf(&typ{kind: array, numpy: numpy})
		return atom(u.goText()+"{"+strings.Join(codes, ", ")+"}", u), true
	}
}
