package port

import (
	"fmt"
	"go/types"
	"math/big"
	"slices"
	"strconv"
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
		"atleast_3d":  eachAtLeast("AtLeast3D"),
		"concatenate": flatConcatenate, "block": numpyBlock, "reshape": numpyReshape,
	}
}

var intsType = types.NewSlice(types.Typ[types.Int])

// fourierCall is a function of mindspore.numpy.fft.
func (t *Translator) fourierCall(e *python.Call, name string) val {
	f, sg := t.lib.op(name), signatures()["fft."+name]
	if f == nil || sg == nil {
		leave(e, "numpy.fft.%s has no counterpart", name)
	}
	return t.callFunc(e, "ops", f, sg)
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
		return t.callGo(rest, "np."+goes, f.Signature(), "np", sg), true
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

// numpyReshape is reshape(a, newshape, order="F").
func numpyReshape(t *Translator, e *python.Call, numpy bool) (val, bool) {
	rest, values, ok := without(e, "order")
	if c, isConst := values["order"].(*python.Constant); !ok || !isConst || len(rest.Args) != 2 || len(rest.Keywords) > 0 {
		return val{}, false
	} else if c.Value == "C" {
		return t.expr(rest), true
	} else if c.Value != "F" {
		return val{}, false
	}
	return t.reshapeF(e, t.arrayArg(rest.Args[0], numpy), rest.Args[1:]), true
}

// reshapeF is a.reshape(…, order="F"): in C's order, the transpose of the transpose with its axes backwards.
func (t *Translator) reshapeF(e *python.Call, v val, sides []python.Expr) val {
	if len(sides) == 1 {
		elts, ok := elements(sides[0])
		if ok {
			sides = elts
		} else if t.peek(sides[0]).t.kind != integer {
			leave(e, "the argument order of this call")
		}
	}
	var codes []string
	for _, x := range sides {
		if t.changes(x) {
			leave(e, "the argument order of this call")
		}
		codes = append(codes, t.as(x, types.Typ[types.Int]))
	}
	slices.Reverse(codes)
	return atom(v.at(7)+".T().Reshape("+strings.Join(codes, ", ")+").T()", v.t)
}

// flatConcatenate is concatenate with the axis None, which joins the elements of all arrays.
func flatConcatenate(t *Translator, e *python.Call, _ bool) (val, bool) {
	rest, values, _ := without(e, "axis")
	axis := values["axis"]
	if len(e.Args) > 1 {
		axis = e.Args[1]
	}
	if axis == nil || !isNone(axis) || len(e.Args) == 0 {
		return val{}, false
	}
	elts, ok := elements(e.Args[0])
	if !ok {
		leave(e, "concatenate of this list with the axis None")
	}
	l := &python.List{}
	for _, x := range elts {
		l.Elts = append(l.Elts, t.numpyOf(e, "ravel", x))
	}
	rest.Args = []python.Expr{l}
	return t.expr(rest), true
}

// numpyBlock is block of rows of arrays.
func numpyBlock(t *Translator, e *python.Call, _ bool) (val, bool) {
	a := t.arguments(e)
	x := a.need(0, "arrays")
	a.done()
	rows, _ := elements(x)
	switch depthOf(x) {
	case 1:
		return t.expr(t.numpyOf(e, "hstack", x)), true
	case 2:
		l := &python.List{}
		for _, row := range rows {
			l.Elts = append(l.Elts, t.numpyOf(e, "hstack", row))
		}
		return t.expr(t.numpyOf(e, "vstack", l)), true
	}
	leave(e, "block of this list")
	return val{}, false
}

// mask is a tensor, or nil where True takes everything.
func (c *formCall) mask(x python.Expr) val {
	if k, ok := x.(*python.Constant); ok && (k.Value == nil || k.Value == true) {
		return atom("nil", tNone)
	}
	return atom(c.t.asTensor(x), tArray)
}

// widths are a number, a pair of numbers, or a list of pairs.
func (c *formCall) widths(x python.Expr) val {
	if depthOf(x) == 2 {
		return argumentKinds["pairs"](c, x)
	}
	return argumentKinds["any"](c, x)
}

// order is that of a norm: a number or a text.
func (c *formCall) order(x python.Expr) val {
	if c.t.peekValue(x).t.kind == text {
		return argumentKinds["text"](c, x)
	}
	return argumentKinds["float"](c, x)
}

// percents are percentages as parts of one.
func (c *formCall) percents(x python.Expr) val {
	v := c.t.value(x)
	if !v.t.number() {
		return atom(c.t.arrayArg(x, true).at(5)+" / 100.0", tNumpy)
	}
	if v.konst == nil {
		v = c.t.convert(v, tFloat)
	}
	return atom(v.at(5)+" / 100.0", tFloat)
}

// parts is a tuple of the arrays that a template has between semicolons, behind a statement that declares variables.
func (c *formCall) parts(template string) val {
	if names, _, ok := strings.Cut(template, " := "); ok {
		if c.t.inExpr > 0 {
			leave(c.call, "a call that returns tuples in this context")
		}
		for _, name := range parametersIn(names) {
			c.codes[name] = atom(c.t.scope.temp(name), tArray)
		}
	}
	v := val{t: &typ{kind: tuple}, prec: 7}
	for code := range strings.SplitSeq(c.fill(template), "; ") {
		if strings.Contains(code, " := ") {
			c.t.emit("%s", code)
			continue
		}
		p := numpyResult(atom(code, c.resultType("array")), "", "")
		v.parts, v.t.elts = append(v.parts, p), append(v.t.elts, p.t)
	}
	return v
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
	v := t.callGo(&call, "np."+f.Name(), f.Signature(), "np", signatures()["np."+name])
	t.narrow = narrow
	if v.t.kind == array {
		v.t = u
	}
	if out != nil {
		o := t.expr(out.Value)
		if o.t.kind != array {
			leave(e, "an out argument of this type")
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
	if numpy && k == integer && a.get(2, "dtype") == nil {
		code += ".AsType(tensor.Int64)"
	}
	d := a.get(2, "dtype")
	a.done()
	return t.numpyTyped(code, d, k, numpy), true
}

func numpyRange(t *Translator, e *python.Call, numpy bool) (val, bool) {
	a := t.arguments(e)
	d := a.get(3, "dtype")
	code, number := t.numpyArange(a, numpy && d == nil)
	a.done()
	return t.numpyTyped(code, d, number, numpy), true
}

// numpyArange is arange([start,] stop[, step]); its whole numbers are Int64 if they are to be numpy's.
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
	if numpy && number == integer {
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
	return atom(code, &typ{kind: array, numpy: numpy, dtype: arrayElement(elementOf(&typ{kind: number}))})
}

// limits are the attributes of finfo and iinfo, by element type.
var limits = map[string]string{
	"Float32.min": "float32(-math.MaxFloat32)", "Float32.max": "float32(math.MaxFloat32)",
	"Float32.eps": "float32(0x1p-23)",
	"Float64.min": "-math.MaxFloat64", "Float64.max": "math.MaxFloat64", "Float64.eps": "0x1p-52",
	"Int32.min": "math.MinInt32", "Int32.max": "math.MaxInt32", "Int64.min": "math.MinInt64", "Int64.max": "math.MaxInt64",
}

// limit is finfo(dtype).min and the like: a number of that type, which is one of Python's where it has that type.
func (t *Translator) limit(e *python.Call, name string) val {
	a := t.arguments(e)
	d := strings.TrimPrefix(t.asDType(a.need(0, "dtype")), "tensor.")
	a.done()
	code := limits[d+"."+name]
	switch {
	case code == "":
		leave(e, "%s of %s", name, d)
	case isWhole(d):
		return atom(code, tInt)
	case d == "Float64":
		return atom(code, tFloat)
	}
	return atom("tensor.New("+code+")", &typ{kind: array, numpy: true, dtype: d})
}

// gridOf is mgrid[…] and ogrid[…]: ranges from start to stop, of which an imaginary step is the number of
// elements, both ends included.
func (t *Translator) gridOf(e *python.Subscript, path string) val {
	numpy := strings.HasPrefix(path, "numpy.")
	u := &typ{kind: array, numpy: numpy}
	elts, several := elements(e.Slice)
	if !several {
		elts = []python.Expr{e.Slice}
	}
	var ranges []string
	whole := true
	for _, x := range elts {
		s, ok := x.(*python.Slice)
		if !ok || isNone(s.Upper) {
			leave(e, "this kind of range of a grid")
		}
		code, isWhole := t.gridRange(s)
		ranges, whole = append(ranges, code), whole && isWhole
	}
	dtype := map[[2]bool]string{
		{true, true}: "Int64", {true, false}: "Float64", {false, true}: "Int32", {false, false}: "Float32",
	}[[2]bool{numpy, whole}]
	for i := range ranges {
		ranges[i] += ".AsType(tensor." + dtype + ")"
	}
	u.dtype = dtype
	all := strings.Join(ranges, ", ")
	switch {
	case !several:
		return atom(all, u)
	case strings.HasSuffix(path, ".mgrid"):
		return atom("np.MGrid("+all+")", u)
	case numpy:
		return atom("np.OGrid("+all+")", &typ{kind: tuple, elem: u})
	}
	return atom("[]*Tensor(np.OGrid("+all+"))", listOf(u))
}

// joinedIn is r_[…] or c_[…]: arrays, numbers and ranges, joined by a function.
func (t *Translator) joinedIn(e *python.Subscript, function string) val {
	elts, several := elements(e.Slice)
	if !several {
		elts = []python.Expr{e.Slice}
	}
	var codes []string
	for _, x := range elts {
		if s, ok := x.(*python.Slice); ok && !isNone(s.Upper) {
			code, whole := t.gridRange(s)
			if whole {
				code += ".AsType(tensor.Int64)"
			}
			codes = append(codes, code)
			continue
		}
		codes = append(codes, t.arrayArg(x, true).code)
	}
	return atom("np."+function+"([]*Tensor{"+strings.Join(codes, ", ")+"})", tNumpy)
}

// gridRange is one range of a grid, and whether its numbers are whole.
func (t *Translator) gridRange(s *python.Slice) (code string, whole bool) {
	if isNone(s.Lower) {
		s = &python.Slice{Lower: &python.Constant{Value: new(big.Int)}, Upper: s.Upper, Step: s.Step}
	}
	from, to := t.value(s.Lower), t.value(s.Upper)
	if !from.t.is(integer, float) || !to.t.is(integer, float) {
		leave(s, "this kind of range of a grid")
	}
	if c, ok := s.Step.(*python.Constant); ok {
		if n, ok := c.Value.(complex128); ok && real(n) == 0 {
			from, to = t.convert(from, tFloat), t.convert(to, tFloat)
			return fmt.Sprintf("np.Linspace(%s, %s, %d)", from.code, to.code, int(imag(n))), false
		}
	}
	args := []string{t.typed(from), t.typed(to)}
	whole = from.t.kind == integer && to.t.kind == integer
	if !isNone(s.Step) {
		step := t.value(s.Step)
		if !step.t.is(integer, float) {
			leave(s, "this kind of step of a grid")
		}
		args, whole = append(args, t.typed(step)), whole && step.t.kind == integer
	}
	return "np.Arange(" + strings.Join(args, ", ") + ")", whole
}

// complexTensor makes a tensor of a list of complex numbers, "" of other expressions and element types.
func complexTensor(x python.Expr, dtype string) string {
	elem := "complex128"
	if dtype != "" {
		elem = strings.ToLower(strings.TrimPrefix(dtype, "tensor."))
	}
	code := complexLiteral(x)
	if code == "" || !strings.HasPrefix(elem, "complex") {
		return ""
	}
	return "tensor.New(" + strings.Repeat("[]", depthOf(x)) + elem + code + ")"
}

// complexLiteral writes a list of complex numbers as the elements of a literal of Go, "" for other expressions.
func complexLiteral(e python.Expr) string {
	elts, ok := elements(e)
	if !ok {
		return ""
	}
	isComplex := false
	code := complexText(&python.List{Elts: elts}, &isComplex)
	if !isComplex {
		return ""
	}
	return code
}

// complexText writes numbers and sums of them, "" where there is anything else.
func complexText(e python.Expr, isComplex *bool) string {
	if elts, ok := elements(e); ok {
		l := make([]string, len(elts))
		for i, x := range elts {
			if l[i] = complexText(x, isComplex); l[i] == "" {
				*isComplex = false
				return ""
			}
		}
		return "{" + strings.Join(l, ", ") + "}"
	}
	switch e := e.(type) {
	case *python.Constant:
		if z, ok := e.Value.(complex128); ok {
			*isComplex = true
			return strconv.FormatFloat(imag(z), 'g', -1, 64) + "i"
		}
		if k, _ := literalKind(e); k == float || k == integer {
			return literalText(e)
		}
	case *python.UnaryOp:
		if x := complexText(e.Operand, isComplex); x != "" && e.Op == "USub" {
			return "-" + x
		}
	case *python.BinOp:
		sign := map[string]string{"Add": " + ", "Sub": " - "}[string(e.Op)]
		x, y := complexText(e.Left, isComplex), complexText(e.Right, isComplex)
		if sign != "" && x != "" && y != "" {
			return x + sign + y
		}
	}
	return ""
}
