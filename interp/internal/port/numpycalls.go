package port

import (
	"fmt"
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
		"isclose": closeTo, "in1d": isIn1D, "isin": isIn1D,
		"amin": extremeOf("AMin"), "min": extremeOf("AMin"), "amax": extremeOf("AMax"), "max": extremeOf("AMax"),
		"histogram":     withFlag("density", true, "HistogramDensity"),
		"unravel_index": withFlag("order", "F", "UnravelIndexF"),
		"trapz":         trapezoids, "atleast_1d": eachAtLeast("AtLeast1D"), "atleast_2d": eachAtLeast("AtLeast2D"),
		"atleast_3d": eachAtLeast("AtLeast3D"), "rand": draw, "randn": draw, "randint": draw,
		"hanning": window, "hamming": window, "blackman": window, "bartlett": window,
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
	if v := t.single(t.expr(x)); t.isArray(v) {
		return t.arrayVal(v)
	}
	if k, _ := literalKind(x); k == integer && !numpy {
		return t.withDType(x, "Int32")
	}
	return t.newTensor(x, nil, numpy)
}

// closeTo is isclose with equal_nan.
func closeTo(t *Translator, e *python.Call, numpy bool) (val, bool) {
	e, values, ok := without(e, "equal_nan")
	if !ok {
		return val{}, false
	}
	a := t.arguments(e)
	x, y := t.arrayArg(a.need(0, "a"), numpy), t.arrayArg(a.need(1, "b"), numpy).code
	limits := []string{"1e-05", "1e-08"}
	for i, name := range []string{"rtol", "atol"} {
		if d := a.get(2+i, name); d != nil {
			limits[i] = t.as(d, types.Typ[types.Float64])
		}
	}
	a.done()
	code := fmt.Sprintf("%s.IsClose(%s, %s, %s)", x.at(7), y, strings.Join(limits, ", "), t.test(values["equal_nan"]))
	return atom(code, &typ{kind: array, numpy: numpy}), true
}

// isIn1D is in1d and isin with invert.
func isIn1D(t *Translator, e *python.Call, numpy bool) (val, bool) {
	call, values, ok := without(e, "invert", "assume_unique")
	if !ok {
		return val{}, false
	}
	c, isConst := values["invert"].(*python.Constant)
	if values["invert"] != nil && !isConst {
		leave(e, "a value of invert that is not known here")
	}
	v := t.expr(call)
	if isConst && c.Value == true {
		v = atom(v.at(7)+".LogicalNot()", v.t)
	}
	return v, true
}

// extremeOf is amin and the like with keepdims, initial or where.
func extremeOf(goes string) numpySpecial {
	return func(t *Translator, e *python.Call, numpy bool) (val, bool) {
		rest, values, ok := without(e, "keepdims", "initial", "where")
		if !ok {
			return val{}, false
		}
		a := t.arguments(rest)
		x, axis := t.arrayArg(a.need(0, "a"), numpy), a.get(1, "axis")
		a.done()
		axes, keep, initial, mask := "nil", "false", "nil", "nil"
		if !isNone(axis) {
			axes = t.as(axis, intsType)
		}
		if k := values["keepdims"]; k != nil {
			keep = t.test(k)
		}
		if i := values["initial"]; !isNone(i) {
			initial = t.asAny(i)
		}
		if w := values["where"]; w != nil {
			if c, ok := w.(*python.Constant); !ok || c.Value != true {
				mask = t.asTensor(w)
			}
		}
		code := fmt.Sprintf("%s.%s(%s, %s, %s, %s)", x.at(7), goes, axes, keep, initial, mask)
		return atom(code, &typ{kind: array, numpy: numpy}), true
	}
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

// trapezoids is trapz with places or an axis.
func trapezoids(t *Translator, e *python.Call, numpy bool) (val, bool) {
	a := t.arguments(e)
	y, x, dx, axis := t.asAny(a.need(0, "y")), "nil", "1", "-1"
	if p := a.get(1, "x"); !isNone(p) {
		x = t.asAny(p)
	}
	if d := a.get(2, "dx"); d != nil {
		dx = t.as(d, types.Typ[types.Float64])
	}
	if i := a.get(3, "axis"); i != nil {
		axis = t.as(i, types.Typ[types.Int])
	}
	a.done()
	u := &typ{kind: array, numpy: numpy}
	switch {
	case axis == "-1" && x == "nil" && dx == "1":
		return atom("np.Trapz("+y+")", u), true
	case axis == "-1" && x != "nil":
		return atom("np.TrapzAt("+y+", "+x+")", u), true
	}
	return atom(fmt.Sprintf("np.TrapzAlong(%s, %s, %s, %s)", y, x, dx, axis), u), true
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

// draw is mindspore.numpy.rand, randn and randint, which numpy has in its module random.
func draw(t *Translator, e *python.Call, numpy bool) (val, bool) {
	path := strings.Split(t.pathOf(e.Func), ".")
	name := path[len(path)-1]
	if numpy {
		return val{}, false
	}
	e, values, _ := without(e, "dtype")
	a := t.arguments(e)
	var args []string
	if name == "randint" {
		bounds := []string{"0", t.as(a.need(0, "minval"), types.Typ[types.Int])}
		if high := a.get(1, "maxval"); !isNone(high) {
			bounds = []string{bounds[1], t.as(high, types.Typ[types.Int])}
		}
		args = bounds
		if s := a.get(2, "shape"); !isNone(s) {
			args = append(args, t.values(s, types.Typ[types.Int])...)
		}
	} else {
		for i := range a.pos {
			args = append(args, t.values(a.get(i), types.Typ[types.Int])...)
		}
	}
	a.done()
	code := "ops." + goCase(name, true) + "(" + strings.Join(args, ", ") + ")"
	switch d := values["dtype"]; {
	case !isNone(d):
		code += ".AsType(" + t.asDType(d) + ")"
	case name == "randint":
		code += ".AsType(tensor.Int32)"
	}
	return atom(code, tArray), true
}

// window is a window of n points, which mindspore.numpy computes in Float32.
func window(t *Translator, e *python.Call, numpy bool) (val, bool) {
	if numpy {
		return val{}, false
	}
	path := strings.Split(t.pathOf(e.Func), ".")
	a := t.arguments(e)
	n := t.as(a.need(0, "M"), types.Typ[types.Int])
	a.done()
	return atom(fmt.Sprintf("np.%s(%s, tensor.Float32)", goCase(path[len(path)-1], true), n), tArray), true
}
