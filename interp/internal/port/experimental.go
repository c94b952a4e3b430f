package port

import (
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// experimental makes an optimizer of mindspore.experimental.optim, or a scheduler for one.
func (t *Translator) experimental(e *python.Call, name string) val {
	f, ok := t.lib.find("experimental", "New"+name).(*types.Func)
	if !ok {
		leave(e, "mindspore.experimental.optim.%s has no counterpart", name)
	}
	sig := f.Type().(*types.Signature)
	if sig.Params().At(0).Name() != "params" {
		return t.callGo(e, "experimental."+f.Name(), sig, "experimental", signatures()["experimental."+name])
	}
	a := t.arguments(e)
	params, lr := t.value(a.need(0, "params")), a.get(1, "lr")
	if params.t.kind == golang && strings.Contains(params.t.goText(), "optim.Group") {
		leave(e, "such groups of parameters")
	}
	codes := []string{params.code, "nil"}
	if !isNone(lr) {
		codes[1] = t.asAny(lr)
	}
	codes = append(codes, t.bindRest(a, sig, 2, "experimental", []string{"params", "lr"})...)
	a.done()
	return atom("experimental."+f.Name()+"("+strings.Join(codes, ", ")+")", t.lib.typeOf(sig.Results().At(0).Type()))
}

// setupScheduler is super().__init__(optimizer, last_epoch) of a scheduler of the page.
func (t *Translator) setupScheduler(a *arguments, self string) {
	codes := []string{self, t.value(a.need(0, "optimizer")).code}
	if last := a.get(1, "last_epoch"); last != nil {
		codes = append(codes, t.as(last, types.Typ[types.Int]))
	}
	a.done()
	t.emit("%s.Setup(%s)", self, strings.Join(codes, ", "))
}

// groupItem is an element of a group of parameters of an experimental optimizer: its rate is a parameter.
func (t *Translator) groupItem(e *python.Subscript, v val) (val, bool) {
	c, ok := e.Slice.(*python.Constant)
	if !ok || goName(v.t.goes) != "experimental.ParamGroup" {
		return val{}, false
	}
	switch c.Value {
	case "lr":
		return atom(v.at(7)+".LR()", t.lib.parameter()), true
	case "params":
		return atom(v.at(7)+".Params()", t.lib.named("nn", "ParameterList")), true
	}
	return val{}, false
}
