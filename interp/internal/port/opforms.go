package port

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// opForms are further calls that a table of names does not settle; specials has them, too.
var opForms = map[string]special{
	"mindspore.ops.batch_dot":  batchDot,
	"mindspore.ops.atleast_1d": atLeast("AtLeast1D"), "mindspore.ops.atleast_2d": atLeast("AtLeast2D"),
	"mindspore.ops.atleast_3d": atLeast("AtLeast3D"), "mindspore.ops.deformable_conv2d": deformableCall,
	"mindspore.jvp": jvpCall, "mindspore.ops.jvp": jvpCall, "mindspore.jacrev": jacobian("JacRev"),
	"mindspore.ops.jacrev": jacobian("JacRev"), "mindspore.jacfwd": jacobian("JacFwd"),
	"mindspore.ops.jacfwd": jacobian("JacFwd"), "mindspore.ops.derivative": derivativeCall,
}

// batchDot is ops.batch_dot(x1, x2, axes): one axis for both, or two.
func batchDot(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, y, axes := t.asTensor(a.need(0, "x1")), t.asTensor(a.need(1, "x2")), a.get(2, "axes")
	a.done()
	pair := "-1, -2"
	if !isNone(axes) {
		v := t.value(axes)
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
