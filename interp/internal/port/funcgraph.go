package port

import (
	"go/types"

	"github.com/msrepl/msrepl/internal/text/python"
)

// mapper is the name of the type of what ops.HyperMap and ops.Map make.
const mapper = "mapper"

// overAll is a call of such a function: a tuple where it maps one, as it nearly always does.
func (t *Translator) overAll(e *python.Call, v val, sig *types.Signature) val {
	out := t.callGo(e, v.code, sig, "", nil)
	for _, x := range e.Args {
		u := t.peek(x).t
		if u.is(tuple, list) || u.kind == result && u.elts != nil || u.is(golang) && !u.layer() {
			return atom(out.at(7)+".Tuple()", tGrads)
		}
	}
	return out
}

// multitype is ops.MultitypeFuncGraph(name).
func (t *Translator) multitype(e *python.Call) val {
	a := t.arguments(e)
	name := t.textOr(a.need(0, "name"), "")
	a.get(1, "read_value")
	a.done()
	return atom("ops.MultitypeFuncGraph("+name+")", t.lib.named("ops", "FuncGraph"))
}

// registered translates a function with a decorator graph.register("Tensor", …); ok is false for other functions. Its
// name is not kept: it is called by that of the graph. A number may be whole or not, so that it is written for both.
func (t *Translator) registered(s *python.FunctionDef) (ok bool) {
	if len(s.DecoratorList) != 1 {
		return false
	}
	c, isCall := s.DecoratorList[0].(*python.Call)
	if !isCall {
		return false
	}
	a, isAttr := c.Func.(*python.Attribute)
	if !isAttr || a.Attr != "register" || t.pathOf(a.Value) != "" {
		return false
	}
	graph := t.expr(a.Value)
	if graph.t.named() != "ops.FuncGraph" {
		return false
	}
	t.registerAs(s, c, graph.code, tInt)
	for _, x := range c.Args {
		if k, isText := x.(*python.Constant); isText && k.Value == "Number" {
			t.registerAs(s, c, graph.code, tFloat)
			break
		}
	}
	return true
}

// registerAs writes one form of a function, in which numbers have a type.
func (t *Translator) registerAs(s *python.FunctionDef, c *python.Call, graph string, number *typ) {
	args := *s.Args
	f := t.newFn("", s, &args, false)
	if len(c.Args) != len(f.params) || len(c.Keywords) > 0 {
		leave(c, "register of other types than the function has parameters")
	}
	kinds := map[any]*typ{
		"Number": number, "Tensor": tArray, "Bool": tBool, "Int": tInt, "Float": tFloat, "String": tText,
		"Tuple": tGrads, "List": tGrads,
	}
	for i, x := range c.Args {
		k, isText := x.(*python.Constant)
		if !isText || kinds[k.Value] == nil {
			leave(x, "register of such a type")
		}
		f.params[i].t = kinds[k.Value]
	}
	f.body = s.Body
	t.findGlobals(f)
	body := t.translated(f)
	t.emit("%s = %s.Register(func(%s)%s {", graph, graph, t.paramList(f), results(f.ret))
	t.lines = append(t.lines, body...)
	t.emit("})")
}
