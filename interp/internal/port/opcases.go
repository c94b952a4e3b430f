package port

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// opCases are functions of ops that return more or less as they are asked to, or whose arguments have another form
// than those of Go.
func opCases() map[string]special {
	return map[string]special{
		"mindspore.ops.matrix_diag_part": matrixDiagPart,
		"mindspore.ops.matrix_set_diag":  matrixSetDiag,
		"mindspore.ops.trapz":            trapzCall,
		"mindspore.ops.vander":           vanderCall,
		"mindspore.ops.move_to":          moveTo,
		"mindspore.ops.partial":          partialCall,
		"functools.partial":              partialCall,
		"mindspore.ops.print_":           printLines,
		"mindspore.ops.randn_like":       randomLike("RandnLike"),
		"mindspore.ops.rand_like":        randomLike("RandLike"),
	}
}

// diagonals are the numbers of the first and the last diagonal: of a number, a pair or a tensor.
func (t *Translator) diagonals(k python.Expr) (lo, hi string) {
	if k == nil {
		return "0", "0"
	}
	if elts, ok := elements(k); ok && len(elts) > 0 {
		return t.as(elts[0], types.Typ[types.Int]), t.as(elts[len(elts)-1], types.Typ[types.Int])
	}
	v := t.single(t.expr(k))
	if !t.isArray(v) {
		n := t.as(k, types.Typ[types.Int])
		return n, n
	}
	if t.inExpr > 0 {
		leave(k, "a tensor of diagonals, here")
	}
	name := t.scope.temp("diagonals")
	t.emit("%s := py.Ints(%s)", name, t.arrayVal(v).code)
	return name + "[0]", fmt.Sprintf("%s[len(%s)-1]", name, name)
}

func (t *Translator) textOr(x python.Expr, otherwise string) string {
	if x == nil {
		return otherwise
	}
	return t.as(x, types.Typ[types.String])
}

// matrixDiagPart is ops.matrix_diag_part(x, k, padding_value, align).
func matrixDiagPart(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, k := t.asTensor(a.need(0, "x")), a.need(1, "k")
	padding, align := a.need(2, "padding_value"), t.textOr(a.get(3, "align"), `"RIGHT_LEFT"`)
	a.done()
	lo, hi := t.diagonals(k)
	return atom(fmt.Sprintf("ops.MatrixDiagPart(%s, %s, %s, %s, %s)", x, lo, hi, t.asAny(padding), align), tArray)
}

// matrixSetDiag is ops.matrix_set_diag(x, diagonal, k, align).
func matrixSetDiag(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, d, k := t.asTensor(a.need(0, "x")), t.asTensor(a.need(1, "diagonal")), a.get(2, "k")
	align := t.textOr(a.get(3, "align"), `"RIGHT_LEFT"`)
	a.done()
	lo, hi := t.diagonals(k)
	return atom(fmt.Sprintf("ops.MatrixSetDiag(%s, %s, %s, %s, %s)", x, d, lo, hi, align), tArray)
}

// trapzCall is ops.trapz(y, x, *, dx, dim).
func trapzCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	y, x := t.single(t.expr(a.need(0, "y"))), a.get(1, "x")
	dx, dim := a.get(-1, "dx"), a.get(-1, "dim")
	a.done()
	if !t.isArray(y) {
		leave(e, "ops.trapz of such a value")
	}
	axis := "-1"
	if dim != nil {
		axis = t.as(dim, types.Typ[types.Int])
	}
	if !isNone(x) {
		return atom(fmt.Sprintf("%s.TrapzAt(%s, %s)", t.arrayOf(y).at(7), t.asTensor(x), axis), tArray)
	}
	step := "1"
	if dx != nil {
		step = t.as(dx, types.Typ[types.Float64])
	}
	return atom(fmt.Sprintf("ops.Trapz(%s, %s, %s)", t.arrayOf(y).code, step, axis), tArray)
}

// vanderCall is ops.vander(x, N), with as many columns as x has elements without N.
func vanderCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x, n := t.asTensor(a.need(0, "x", "input")), a.get(1, "N")
	a.done()
	columns := x + ".Size()"
	if !isNone(n) {
		columns = t.as(n, types.Typ[types.Int])
	}
	return atom(fmt.Sprintf("ops.Vander(%s, %s)", x, columns), tArray)
}

// moveTo is ops.move_to(input, to, blocking): there is one device here.
func moveTo(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := t.single(t.expr(a.need(0, "input")))
	a.need(1, "to")
	a.get(2, "blocking")
	a.done()
	if !t.isArray(x) {
		leave(e, "move_to of such a value")
	}
	return t.arrayVal(x)
}

// partialCall is partial(f, …): of a function of the page a lambda of the parameters that are left.
func partialCall(t *Translator, e *python.Call) val {
	if len(e.Args) == 0 {
		leave(e, "partial without a function")
	}
	name, ok := e.Args[0].(*python.Name)
	v := t.quietly(func() val { return t.expr(e.Args[0]) })
	if !ok || v.t == nil || v.t.kind != function {
		f := t.lib.op("partial")
		return t.callGo(e, "ops."+f.Name(), f.Type().(*types.Signature), "ops", nil)
	}
	call := &python.Call{Func: name}
	for _, x := range e.Args[1:] {
		call.Args = append(call.Args, t.kept(x))
	}
	for _, k := range e.Keywords {
		call.Keywords = append(call.Keywords, &python.Keyword{Arg: k.Arg, Value: t.kept(k.Value)})
	}
	args := t.shortened[e]
	if args == nil {
		args = &python.Arguments{}
		t.shortened[e] = args
	}
	args.Args = nil
	for i, p := range v.t.fn.params {
		if p.rest {
			leave(e, "partial of a function with *args")
		}
		if i < len(e.Args)-1 ||
			slices.ContainsFunc(e.Keywords, func(k *python.Keyword) bool { return k.Arg == p.name }) {
			continue
		}
		args.Args = append(args.Args, &python.Arg{Arg: p.name})
		value := &python.Name{ID: p.name, Ctx: python.Load}
		call.Keywords = append(call.Keywords, &python.Keyword{Arg: p.name, Value: value})
	}
	return t.lambda(&python.Lambda{Args: args, Body: call})
}

// kept is an expression whose value is found now: a constant, or a variable that has it.
func (t *Translator) kept(x python.Expr) python.Expr {
	if _, ok := x.(*python.Constant); ok {
		return x
	}
	if t.inExpr > 0 {
		leave(x, "partial, here")
	}
	v := t.single(t.expr(x))
	name := t.scope.temp("given")
	t.emit("%s := %s", name, v.code)
	t.scope.declare(name, name, v.t)
	return &python.Name{ID: name, Ctx: python.Load}
}

// bounded is the tensor of ops.max and ops.min in which what is not asked for is the first value.
func (t *Translator) bounded(x string, a *arguments, goes string) string {
	initial, where := a.get(-1, "initial"), a.get(-1, "where")
	if isNone(initial) {
		if !isNone(where) {
			leave(a.call, "the argument where of this call")
		}
		return x
	}
	first := "tensor.FullLike(" + x + ", " + t.asAny(initial) + ")"
	x = fmt.Sprintf("ops.%simum(%s, %s)", goes, x, first)
	if !isNone(where) {
		x = fmt.Sprintf("ops.Where(%s, %s, %s)", t.asTensor(where), x, first)
	}
	return x
}

// asMethodOf is a function of ops that is a method of tensors here.
func (t *Translator) asMethodOf(e *python.Call, name string) val {
	f, _ := t.lib.method(t.lib.tensor, name)
	if f == nil || len(e.Args) == 0 {
		leave(e, "ops.%s has no counterpart", name)
	}
	x := t.single(t.expr(e.Args[0]))
	if !t.isArray(x) {
		leave(e, "ops.%s of such a value", name)
	}
	call := *e
	call.Args = e.Args[1:]
	return t.tensorMethod(&call, t.arrayOf(x), name)
}

// randomLike is ops.randn_like(input, *, dtype) and ops.rand_like.
func randomLike(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		v, d := t.single(t.expr(a.need(0, "input"))), a.get(-1, "dtype")
		a.done()
		if !t.isArray(v) {
			leave(e, "%s of such a value", goes)
		}
		x := t.arrayOf(v)
		if !isNone(d) {
			x = atom(x.at(7)+".AsType("+t.asDType(d)+")", tArray)
		}
		return atom("ops."+goes+"("+x.code+")", tArray)
	}
}

// printLines is ops.print_(…), which writes each value on a line.
func printLines(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	var codes []string
	for i := range a.pos {
		codes = append(codes, t.boxed(t.expr(a.get(i))))
	}
	a.done()
	return atom("print(py.Lines("+strings.Join(codes, ", ")+"))", tNone)
}
