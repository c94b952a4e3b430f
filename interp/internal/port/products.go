package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// pushed is a function that is called with tensors as a list: of mindspore.jvp and ops.derivative.
type pushed struct {
	fn     val
	inputs string // of Go
	out    *typ   // what it returns
}

func (t *Translator) pushed(fn, inputs python.Expr) pushed {
	p := pushed{fn: t.differentiable(fn), inputs: t.tensorsOf(inputs)}
	n := 1
	if elts, ok := elements(inputs); ok {
		n = len(elts)
	}
	kinds := make([]*typ, n)
	for i := range kinds {
		kinds[i] = tArray
	}
	p.out = t.differentiated(p.fn, kinds, false)
	return p
}

// tensorsOf is a tensor or several as a Tuple.
func (t *Translator) tensorsOf(x python.Expr) string {
	elts, ok := elements(x)
	if !ok {
		v := t.value(x)
		if !t.isArray(v) {
			return t.asTensors(x, t.lib.pkgs["tensor"].Scope().Lookup("Tuple").Type())
		}
		return "Tuple{" + t.arrayVal(v).code + "}"
	}
	return "Tuple{" + strings.Join(t.each(elts, t.lib.tensor), ", ") + "}"
}

// outputs is the form of n outputs of a function: one as itself, several as a tuple.
func outputs(n int) *typ {
	if n == 1 {
		return tLeaf
	}
	return leavesOf(n)
}

// jvpCall is mindspore.jvp(fn, inputs, v, has_aux).
func jvpCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	p := t.pushed(a.need(0, "fn"), a.need(1, "inputs"))
	v, aux := t.tensorsOf(a.need(2, "v")), a.flag(3, "has_aux")
	a.done()
	n := len(p.out.elts)
	goes, u := "JVP", &typ{kind: tuple, elts: []*typ{outputs(n), outputs(n)}}
	if aux {
		goes, u.elts = "JVPAux", []*typ{tLeaf, tLeaf, outputs(max(n-1, 1))}
	}
	return val{code: fmt.Sprintf("grad.%s(%s, %s, %s)", goes, p.fn.code, p.inputs, v), prec: 7, t: u, multi: true}
}

// derivativeCall is ops.derivative(fn, primals, order).
func derivativeCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	p := t.pushed(a.need(0, "fn"), a.need(1, "primals"))
	order := t.as(a.need(2, "order"), types.Typ[types.Int])
	a.done()
	out := outputs(len(p.out.elts))
	u := &typ{kind: tuple, elts: []*typ{out, out}}
	return val{code: fmt.Sprintf("grad.Derivative(%s, %s, %s)", p.fn.code, p.inputs, order), prec: 7, t: u, multi: true}
}

// jacobian is mindspore.jacrev(fn, grad_position, has_aux) and mindspore.jacfwd.
func jacobian(goes string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		fn := t.differentiable(a.need(0, "fn"))
		pos, several, absent := t.positions(a.get(1, "grad_position"))
		aux := a.flag(2, "has_aux")
		a.done()
		if absent {
			leave(e, "grad_position=None")
		}
		one := tLeaf
		if several {
			one = leavesOf(len(pos))
		}
		g := &gradInfo{fn: fn}
		code := "grad." + goes
		if aux {
			code += "Aux"
			g.isPair, g.goes = true, "func(...any) (jac, aux grad.Result)"
		}
		g.shape = func(_ *Translator, outs *typ, _ []*typ) *typ {
			n := len(outs.elts)
			switch {
			case aux:
				return &typ{kind: tuple, elts: []*typ{one, outputs(max(n-1, 1))}}
			case n == 1:
				return one
			}
			all := resultTuple()
			for range n {
				all.elts = append(all.elts, one)
			}
			return all
		}
		code += "(" + strings.Join(append([]string{fn.code}, pos...), ", ") + ")"
		return val{code: code, prec: 7, t: &typ{kind: gradient, grad: g}}
	}
}
