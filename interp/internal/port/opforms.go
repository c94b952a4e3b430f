package port

import (
	"fmt"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// opForms are further calls that a table of names does not settle; specials has them, too.
var opForms = map[string]special{
	"mindspore.ops.full": fullCall("tensor.Int64"), "mindspore.ops.full_ext": fullCall("tensor.Float32"),
	"mindspore.mint.full": fullCall(""), "mindspore.ops.dyn_shape": dynShape, "mindspore.ops.batch_dot": batchDot,
	"mindspore.ops.argmax": placeCall("ArgMax"), "mindspore.ops.argmin": placeCall("ArgMin"),
	"mindspore.mint.argmax": placeCall("ArgMax"), "mindspore.mint.argmin": placeCall("ArgMin"),
	"mindspore.ops.atleast_1d": atLeast("AtLeast1D"), "mindspore.ops.atleast_2d": atLeast("AtLeast2D"),
	"mindspore.ops.atleast_3d": atLeast("AtLeast3D"), "mindspore.mint.item": itemCall,
	"mindspore.ops.aminmax": aminmaxCall, "mindspore.ops.deformable_conv2d": deformableCall,
	"mindspore.mint.unique_consecutive": runsCall, "mindspore.ops.unique_consecutive": runsCall,
	"mindspore.jvp": jvpCall, "mindspore.ops.jvp": jvpCall, "mindspore.jacrev": jacobian("JacRev"),
	"mindspore.ops.jacrev": jacobian("JacRev"), "mindspore.jacfwd": jacobian("JacFwd"),
	"mindspore.ops.jacfwd": jacobian("JacFwd"), "mindspore.ops.coo_add": sparseSum,
	"mindspore.ops.derivative": derivativeCall, "itertools.combinations": combinations(false),
	"itertools.combinations_with_replacement": combinations(true),
}

// arrayForms are methods of tensors whose Go has another form.
var arrayForms map[string]specialMethod

func init() {
	arrayForms = map[string]specialMethod{
		"argmax": placeMethod("ArgMax"), "argmin": placeMethod("ArgMin"), "argmax_with_value": extremeMethod("Max"),
		"argmin_with_value": extremeMethod("Min"), "cauchy": cauchyMethod, "itemset": itemSet, "get_bytes": bytesMethod,
		"unique_consecutive": func(t *Translator, e *python.Call, v val) val { return t.runs(t.arguments(e), v, 0) },
	}
}

// ofOps says whether a function of mindspore.mint takes what that of mindspore.ops takes.
func ofOps(name string) bool {
	return isIn(name, "zeros", "ones", "eye", "arange", "stack", "cat", "concat", "where", "norm", "pow")
}

// fullCall is full(size, fill_value, *, dtype); the element type is that of the number where otherwise is "".
func fullCall(otherwise string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		shape, x, d := a.need(0, "size"), a.need(1, "fill_value"), a.get(-1, "dtype")
		a.done()
		args := []string{t.asSlice(shape, types.NewSlice(types.Typ[types.Int])), t.asAny(x)}
		if !isNone(d) {
			args = append(args, t.asDType(d))
		} else if otherwise != "" {
			args = append(args, otherwise)
		}
		return atom("tensor.Full("+strings.Join(args, ", ")+")", tArray)
	}
}

// dynShape is ops.dyn_shape, a shape as a tensor.
func dynShape(t *Translator, e *python.Call) val {
	return ofArray("dyn_shape", tArray, func(x string) string { return "tensor.New([]int(" + x + ".Shape()))" })(t, e)
}

// itemCall is mint.item(input).
func itemCall(t *Translator, e *python.Call) val {
	return ofArray("item", tAny, func(x string) string { return x + ".Item()" })(t, e)
}

// batchDot is ops.batch_dot(x1, x2, axes): one axis for both, or two.
func batchDot(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, y, axes := t.asTensor(a.need(0, "x1")), t.asTensor(a.need(1, "x2")), a.get(2, "axes")
	a.done()
	pair := "-1, -2"
	if !isNone(axes) {
		v := t.single(t.expr(axes))
		if v.t.kind == integer {
			pair = v.code + ", " + v.code
		} else {
			code := t.asSlice(axes, types.NewSlice(types.Typ[types.Int]))
			if elts, ok := elements(axes); ok {
				pair = strings.Join(t.each(elts, types.Typ[types.Int]), ", ")
			} else {
				pair = fmt.Sprintf("%s[0], %s[1]", code, code)
			}
		}
	}
	return atom(fmt.Sprintf("ops.BatchDot(%s, %s, %s)", x, y, pair), tArray)
}

// placeCall is argmax and argmin as functions, placeMethod as methods.
func placeCall(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x := t.single(t.expr(a.need(0, "input", "x")))
		if !t.isArray(x) {
			leave(e, "%s of such a value", goes)
		}
		return t.place(a, goes, t.arrayVal(x), 1)
	}
}

func placeMethod(goes string) specialMethod {
	return func(t *Translator, e *python.Call, v val) val { return t.place(t.arguments(e), goes, v, 0) }
}

// place writes x.ArgMax(axis), whose axis may stay with length one.
func (t *Translator) place(a *arguments, goes string, x val, at int) val {
	axis, keep := a.get(at, "dim", "axis"), a.get(at+1, "keepdim", "keepdims")
	a.done()
	axes := ""
	if !isNone(axis) {
		axes = t.as(axis, types.Typ[types.Int])
	}
	code := x.at(7) + "." + goes + "(" + axes + ")"
	if c, ok := keep.(*python.Constant); keep != nil && (!ok || c.Value != false) && axes != "" {
		if !ok || c.Value != true {
			leave(keep, "a value of keepdim that is not known here")
		}
		code += ".ExpandDims(" + axes + ")"
	}
	return atom(code, &typ{kind: array, numpy: x.t.numpy})
}

// extremeMethod is x.argmax_with_value(axis, keep_dims): the values, then where they are.
func extremeMethod(goes string) specialMethod {
	return func(t *Translator, e *python.Call, v val) val {
		a := t.arguments(e)
		axis, keep := a.get(0, "axis"), a.get(1, "keep_dims")
		a.done()
		if axis == nil {
			axis = &python.Constant{Value: new(big.Int)}
		}
		return t.indexed(goes, v.code, axis, keep)
	}
}

// aminmaxCall is ops.aminmax(input, *, axis, keepdims), along the first axis by default and over all with None.
func aminmaxCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, axis, keep := t.asTensor(a.need(0, "input")), a.get(-1, "axis"), a.get(-1, "keepdims")
	a.done()
	axes, kept := "[]int{0}", "false"
	if axis != nil {
		axes = t.asSlice(axis, types.NewSlice(types.Typ[types.Int]))
	}
	if keep != nil {
		kept = t.test(keep)
	}
	sig := t.lib.op("aminmax").Type().(*types.Signature)
	return t.resultOf(fmt.Sprintf("ops.AMinMax(%s, %s, %s)", x, axes, kept), sig)
}

// deformableCall is ops.deformable_conv2d, whose strides and dilations are those of all four axes.
func deformableCall(t *Translator, e *python.Call) val {
	call := *e
	call.Args, call.Keywords = slices.Clone(e.Args), slices.Clone(e.Keywords)
	for _, i := range []int{4, 7} {
		if i < len(call.Args) {
			call.Args[i] = ofPlanes(call.Args[i])
		}
	}
	for i, k := range call.Keywords {
		if isIn(k.Arg, "strides", "dilations") {
			call.Keywords[i] = &python.Keyword{Arg: k.Arg, Value: ofPlanes(k.Value)}
		}
	}
	return t.opCall(&call, "deformable_conv2d")
}

// ofPlanes are the last two of four numbers, of which the first are 1.
func ofPlanes(x python.Expr) python.Expr {
	elts, ok := elements(x)
	if !ok || len(elts) != 4 {
		return x
	}
	for _, one := range elts[:2] {
		if n, ok := intConst(one); !ok || n != 1 {
			leave(x, "steps along images or channels")
		}
	}
	return &python.Tuple{Elts: elts[2:]}
}

// atLeast is ops.atleast_1d and its like, also of a list of tensors.
func atLeast(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x := a.need(0, "inputs", "input")
		a.done()
		elts, several := elements(x)
		if !several {
			return atom("ops."+goes+"("+t.asTensor(x)+")", tArray)
		}
		u := &typ{kind: tuple}
		var codes []string
		for _, elt := range elts {
			u.elts = append(u.elts, tArray)
			codes = append(codes, "ops."+goes+"("+t.asTensor(elt)+")")
		}
		return atom("Tuple{"+strings.Join(codes, ", ")+"}", u)
	}
}

// runsCall is unique_consecutive(input, return_inverse, return_counts, dim).
func runsCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := t.single(t.expr(a.need(0, "input")))
	if !t.isArray(x) {
		leave(e, "unique_consecutive of such a value")
	}
	return t.runs(a, t.arrayVal(x), 1)
}

func (t *Translator) runs(a *arguments, x val, at int) val {
	flags := []bool{true, a.flag(at, "return_inverse"), a.flag(at+1, "return_idx") || a.flag(at+1, "return_counts")}
	axis := a.get(at+2, "dim", "axis")
	a.done()
	if flags[1] != flags[2] {
		leave(a.call, "one of return_inverse and return_counts")
	}
	call := x.at(7) + ".UniqueConsecutive()"
	if !isNone(axis) {
		call = x.at(7) + ".UniqueConsecutiveAlong(" + t.as(axis, types.Typ[types.Int]) + ")"
	}
	f, _ := t.lib.method(t.lib.tensor, "UniqueConsecutive")
	all := t.resultOf(call, f.Type().(*types.Signature))
	if flags[1] {
		return all
	}
	return t.element(a.call, all, 0)
}

// itemSet is x.itemset(index, value), which makes a new tensor.
func itemSet(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	n := len(a.pos)
	if n == 0 {
		leave(e, "a call without the argument item")
	}
	x := t.asAny(a.get(n - 1))
	codes := []string{x}
	for i := range n - 1 {
		codes = append(codes, t.values(a.get(i), types.Typ[types.Int])...)
	}
	a.done()
	return atom(v.at(7)+".ItemSet("+strings.Join(codes, ", ")+")", tArray)
}

// cauchyMethod is x.cauchy(median, sigma), random numbers in the shape of x.
func cauchyMethod(t *Translator, e *python.Call, v val) val {
	a := t.arguments(e)
	codes := []string{v.at(7) + ".Shape()", "0", "1"}
	for i, name := range []string{"median", "sigma"} {
		if x := a.get(i, name); x != nil {
			codes[i+1] = t.as(x, types.Typ[types.Float64])
		}
	}
	a.done()
	return atom("ops.Cauchy("+strings.Join(codes, ", ")+")", tArray)
}

// bytesMethod is x.get_bytes().
func bytesMethod(t *Translator, e *python.Call, v val) val {
	t.arguments(e).done()
	return atom("py.BytesOf("+v.code+")", t.lib.named("py", "Bytes"))
}

// combinations is itertools.combinations of a list.
func combinations(again bool) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x, r := a.need(0, "iterable"), a.need(1, "r")
		a.done()
		v := t.iterable(x)
		n := t.as(r, types.Typ[types.Int])
		u := listOf(&typ{kind: tuple, boxed: true})
		return atom(fmt.Sprintf("py.Combinations(%s, %s, %t)", v.code, n, again), u)
	}
}

// sparseSum is ops.coo_add(x1, x2, thresh).
func sparseSum(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, y := t.single(t.expr(a.need(0, "x1"))), t.single(t.expr(a.need(1, "x2")))
	thresh := t.as(a.need(2, "thresh"), types.Typ[types.Float64])
	a.done()
	if x.t.named() != "sparse.COOTensor" || y.t.named() != "sparse.COOTensor" {
		leave(e, "coo_add of such values")
	}
	return atom(fmt.Sprintf("%s.Add(%s, %s)", x.at(7), y.code, thresh), x.t)
}
