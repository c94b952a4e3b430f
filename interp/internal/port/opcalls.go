package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// Functions of ops and of numpy whose Go has another form than theirs.

// fillCall is ops.fill(dtype, shape, value).
func fillCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	d, shape, x := a.need(0, "type", "dtype"), a.need(1, "shape"), a.need(2, "value")
	a.done()
	dims := t.asSlice(shape, types.NewSlice(types.Typ[types.Int]))
	return atom(fmt.Sprintf("tensor.Full(%s, %s, %s)", dims, t.asAny(x), t.asDType(d)), tArray)
}

// eyeCall is ops.eye(n, m, dtype).
func eyeCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	sides := []python.Expr{a.need(0, "n")}
	if m := a.get(1, "m"); !isNone(m) {
		sides = append(sides, m)
	}
	d := a.get(2, "dtype", "t")
	a.done()
	lengths := strings.Join(t.each(sides, types.Typ[types.Int]), ", ")
	if isNone(d) {
		return atom("tensor.Eye("+lengths+")", tArray)
	}
	return atom("tensor.EyeOf("+t.asDType(d)+", "+lengths+")", tArray)
}

// normCall is ops.norm(A, ord, dim, keepdim).
func normCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := t.single(t.expr(a.need(0, "A", "x", "input_x")))
	ord, axes, keep := a.get(1, "ord"), a.get(2, "dim", "axis"), a.get(3, "keepdim", "keep_dims")
	a.done()
	if !t.isArray(x) {
		leave(e, "ops.norm of such a value")
	}
	r := t.arrayOf(x)
	list, flag := "nil", "false"
	if !isNone(axes) {
		list = t.asSlice(axes, types.NewSlice(types.Typ[types.Int]))
	}
	if keep != nil {
		flag = t.test(keep)
	}
	switch {
	case !isNone(ord):
		return atom(fmt.Sprintf("%s.NormBy(%s, %s, %s)", r.at(7), t.asAny(ord), list, flag), tArray)
	case list == "nil" && flag == "false":
		return atom("ops.Norm("+r.code+")", tArray)
	}
	return atom(fmt.Sprintf("%s.NormAxes(%s, %s)", r.at(7), list, flag), tArray)
}

// opsCreate is ops.zeros(shape, dtype) and ops.ones.
func opsCreate(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		shape, d := a.need(0, "shape", "size"), a.get(1, "dtype", "type")
		a.done()
		dims := strings.Join(t.values(shape, types.Typ[types.Int]), ", ")
		if isNone(d) {
			return atom(fmt.Sprintf("tensor.%s(%s)", goes, dims), tArray)
		}
		dtype := t.asDType(d)
		if dtype == "tensor.Float32" {
			return atom(fmt.Sprintf("tensor.%s(%s)", goes, dims), tArray)
		}
		return atom(fmt.Sprintf("tensor.%sOf(%s, %s)", goes, dtype, dims), tArray)
	}
}

func opsArange(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	var codes []string
	for i := range a.pos {
		codes = append(codes, t.asAny(a.get(i)))
	}
	d := a.get(-1, "dtype")
	a.done()
	out := atom("tensor.Arange("+strings.Join(codes, ", ")+")", tArray)
	if !isNone(d) {
		out.code += ".AsType(" + t.asDType(d) + ")"
	}
	return out
}

// ofArray is a function of one tensor, of which write makes the Go.
func ofArray(name string, u *typ, write func(x string) string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		v := t.expr(a.need(0, "input_x", "x", "input"))
		a.done()
		if !t.isArray(v) {
			leave(e, "%s of such a value", name)
		}
		return atom(write(t.arrayOf(v).at(7)), u)
	}
}

func shapeCall(t *Translator, e *python.Call) val {
	return ofArray("shape", tShape, func(x string) string { return x + ".Shape()" })(t, e)
}

func dtypeCall(t *Translator, e *python.Call) val {
	return ofArray("dtype", t.lib.dtype, func(x string) string { return x + ".DType()" })(t, e)
}

func typeofCall(t *Translator, e *python.Call) val {
	return ofArray("typeof", tText, func(x string) string { return `fmt.Sprintf("Tensor[%v]", ` + x + ".DType())" })(t, e)
}

func selectCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	c, x, y := a.need(0, "condition", "cond"), a.need(1, "input", "x"), a.need(2, "other", "y")
	a.done()
	return atom(fmt.Sprintf("ops.Where(%s, %s, %s)", t.asTensor(c), t.asTensor(x), t.asTensor(y)), tArray)
}

func assignCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	p, x := t.expr(a.need(0, "variable")), a.need(1, "value")
	a.done()
	v := t.arrayOf(t.single(t.expr(x)))
	if p.t.named() == "nn.Parameter" {
		return atom(p.at(7)+".SetData("+v.code+")", p.t)
	}
	if p.t.kind != array {
		leave(e, "assign to such a value")
	}
	return atom(p.at(7)+".Assign("+t.asTensor(x)+")", tArray)
}

func stackCall(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		x, axis := a.need(0, "tensors", "input_x"), a.get(1, "axis", "dim")
		a.done()
		f := t.lib.pkgs["ops"].Scope().Lookup(goes).Type().(*types.Signature)
		code := "ops." + goes + "(" + t.as(x, f.Params().At(0).Type())
		if !isNone(axis) {
			code += ", " + t.as(axis, types.Typ[types.Int])
		}
		return atom(code+")", tArray)
	}
}

// powCall is ops.pow, also of a number to the power of a tensor.
func powCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, y := t.single(t.expr(a.need(0, "input", "x"))), t.single(t.expr(a.need(1, "exponent", "y")))
	a.done()
	if !t.isArray(x) {
		x = t.arrayVal(x)
	}
	return atom(fmt.Sprintf("%s.Pow(%s)", t.arrayOf(x).at(7), t.operand(y).code), tArray)
}

// whereCall is np.where(cond) and np.where(cond, x, y).
func whereCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	c, x, y := a.need(0, "condition"), a.get(1, "x"), a.get(2, "y")
	a.done()
	if x == nil {
		return atom("np.NonZero("+t.asTensor(c)+")", &typ{kind: tuple, elem: tNumpy})
	}
	if y == nil {
		leave(e, "where of two arguments")
	}
	return atom(fmt.Sprintf("np.Where(%s, %s, %s)", t.asTensor(c), t.asAny(x), t.asAny(y)), tNumpy)
}
