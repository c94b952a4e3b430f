package port

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/internal/text/python"
)

// opCases are functions of ops that return more or less as they are asked to, or whose arguments have another form
// than those of Go.
func opCases() map[string]special {
	return map[string]special{
		"mindspore.ops.partial": partialCall,
		"functools.partial":     partialCall,
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
	v := t.value(k)
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

// partialCall is partial(f, …): of a function of the page a lambda of the parameters that are left.
func partialCall(t *Translator, e *python.Call) val {
	if len(e.Args) == 0 {
		leave(e, "partial without a function")
	}
	name, ok := e.Args[0].(*python.Name)
	v := t.peek(e.Args[0])
	if !ok || v.t.kind != function {
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
		value := load(p.name)
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
	v := t.value(x)
	name := t.scope.temp("given")
	t.emit("%s := %s", name, v.code)
	t.scope.declare(name, name, v.t)
	return load(name)
}

// asMethodOf is a function of ops that is a method of tensors here.
func (t *Translator) asMethodOf(e *python.Call, name string) val {
	f, _ := t.lib.method(t.lib.tensor, name)
	if f == nil || len(e.Args) == 0 {
		leave(e, "ops.%s has no counterpart", name)
	}
	x := t.value(e.Args[0])
	if !t.isArray(x) {
		leave(e, "ops.%s of such a value", name)
	}
	call := *e
	call.Args = e.Args[1:]
	return t.tensorMethod(&call, t.arrayOf(x), name)
}
