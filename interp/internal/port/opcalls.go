package port

import (
	"github.com/msrepl/msrepl/internal/text/python"
)

// Functions of ops and of numpy whose Go has another form than theirs.

func assignCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	p, x := t.expr(a.need(0, "variable")), a.need(1, "value")
	a.done()
	v := t.arrayOf(t.value(x))
	if p.t.named() == "nn.Parameter" {
		return atom(p.at(7)+".SetData("+v.code+")", p.t)
	}
	if p.t.kind != array {
		leave(e, "assign to such a value")
	}
	return atom(p.at(7)+".Assign("+t.asTensor(x)+")", tArray)
}
