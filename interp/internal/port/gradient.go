package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// gradInfo is what is known of a gradient function.
type gradInfo struct {
	fn     val  // what is differentiated
	out    *typ // what it returns, tuple, array or result
	shape  func(t *Translator, outs *typ, args []*typ) *typ
	sens   bool
	isPair bool   // grad.ValueAndGrad: two results
	goes   string // the type in Go where the others do not say it
}

func (g *gradInfo) goType() string {
	switch {
	case g.goes != "":
		return g.goes
	case g.isPair:
		return "func(...any) (*Tensor, Tuple)"
	case g.out != nil && g.out.kind == array:
		return "func(...any) *Tensor"
	case g.out != nil && g.out.kind == tuple:
		return "func(...any) Tuple"
	}
	return "func(...any) grad.Result"
}

var tLeaf = &typ{kind: result}

func resultTuple(elts ...*typ) *typ { return &typ{kind: result, elts: elts} }

func leavesOf(n int) *typ {
	u := resultTuple()
	for range n {
		u.elts = append(u.elts, tLeaf)
	}
	return u
}

// positions reads grad_position: none, one, or several.
func (t *Translator) positions(x python.Expr) (pos []string, several, absent bool) {
	switch e := x.(type) {
	case nil:
		return []string{"0"}, false, false
	case *python.Tuple:
		return t.each(e.Elts, types.Typ[types.Int]), true, false
	}
	if isNone(x) {
		return nil, false, true
	}
	return []string{t.as(x, types.Typ[types.Int])}, false, false
}

// differentiable translates the function of a gradient.
func (t *Translator) differentiable(x python.Expr) val {
	v := t.callback(x)
	switch v.t.kind {
	case function, instance, gradient:
		return v
	case golang:
		if v.t.layer() {
			return v
		}
		if _, ok := v.t.goes.Underlying().(*types.Signature); ok {
			return v
		}
	case member:
		if f := t.lib.function(v.t.path); f != nil {
			return atom(f.Pkg().Name()+"."+f.Name(), &typ{kind: golang, goes: f.Type()})
		}
	}
	return leave(x, "the gradient of a value of this type")
}

// gradRequest is what mindspore.grad and mindspore.value_and_grad are asked for.
type gradRequest struct {
	fn      val
	pos     []string // the positions of the inputs, "0" by default
	isTuple bool     // the positions are a tuple
	absent  bool     // grad_position=None
	weights python.Expr
	aux     bool
}

func (t *Translator) gradRequest(e *python.Call) (q gradRequest) {
	a := t.arguments(e)
	q.fn = t.differentiable(a.need(0, "fn"))
	q.pos, q.isTuple, q.absent = t.positions(a.get(1, "grad_position"))
	q.weights = a.get(2, "weights")
	q.aux = a.flag(3, "has_aux")
	if a.flag(4, "return_ids") {
		leave(e, "return_ids")
	}
	a.done()
	return q
}

// gradCall is mindspore.grad(fn, grad_position, weights, has_aux).
func (t *Translator) gradCall(e *python.Call) val {
	q := t.gradRequest(e)
	g := &gradInfo{fn: q.fn}
	v := val{prec: 7, t: &typ{kind: gradient, grad: g}}
	switch {
	case isNone(q.weights) && !q.aux && !q.absent && !q.isTuple && q.pos[0] == "0":
		g.out, v.code = tArray, "grad.Grad("+q.fn.code+")"
		return v
	case isNone(q.weights) && !q.aux && q.isTuple:
		g.out = &typ{kind: tuple, elem: tArray}
		for range q.pos {
			g.out.elts = append(g.out.elts, tArray)
		}
		v.code = fmt.Sprintf("grad.GradAt(%s, %s)", q.fn.code, strings.Join(q.pos, ", "))
		return v
	case !isNone(q.weights) && !q.aux && q.absent:
		g.out, v.code = tGrads, fmt.Sprintf("grad.GradBy(%s, %s)", q.fn.code, t.asParams(q.weights))
		return v
	}
	v.code = t.gradNew(q, false)
	g.shape = func(_ *Translator, outs *typ, _ []*typ) *typ {
		part := q.shape()
		if q.aux {
			return resultTuple(part, leavesOf(max(len(outs.elts)-1, 0)))
		}
		return part
	}
	return v
}

// shape is the form of the gradients themselves.
func (q gradRequest) shape() *typ {
	part := tLeaf
	if q.isTuple {
		part = leavesOf(len(q.pos))
	}
	params := &typ{kind: result, elts: []*typ{}, elem: tArray}
	switch {
	case q.absent:
		return params
	case !isNone(q.weights):
		return resultTuple(part, params)
	}
	return part
}

func (t *Translator) gradNew(q gradRequest, value bool) string {
	args := []string{q.fn.code}
	if !q.absent {
		args = append(args, "grad.Position("+strings.Join(q.pos, ", ")+")")
	}
	if !isNone(q.weights) {
		args = append(args, "grad.Weights("+t.asParams(q.weights)+")")
	}
	if q.aux {
		args = append(args, "grad.HasAux()")
	}
	if value {
		args = append(args, "grad.Value()")
	}
	return "grad.New(" + strings.Join(args, ", ") + ")"
}

// valueAndGrad is mindspore.value_and_grad(fn, grad_position, weights, has_aux).
func (t *Translator) valueAndGrad(e *python.Call) val {
	q := t.gradRequest(e)
	g := &gradInfo{fn: q.fn}
	v := val{prec: 7, t: &typ{kind: gradient, grad: g}}
	if q.absent && !q.aux && !t.severalResults(q.fn) {
		g.isPair = true
		g.out = &typ{kind: tuple, elts: []*typ{tArray, tGrads}}
		v.code = fmt.Sprintf("grad.ValueAndGrad(%s, %s)", q.fn.code, t.asParams(q.weights))
		return v
	}
	v.code = t.gradNew(q, true)
	g.shape = func(_ *Translator, outs *typ, _ []*typ) *typ {
		part := q.shape()
		if len(outs.elts) > 1 {
			return resultTuple(leavesOf(len(outs.elts)), part)
		}
		return resultTuple(tLeaf, part)
	}
	return v
}

// severalResults says whether a function returns several values.
func (t *Translator) severalResults(f val) bool {
	switch f.t.kind {
	case function:
		return several(t.analyse(f.t.fn))
	case instance:
		m := f.t.class.method("construct")
		return m != nil && several(t.analyse(m))
	}
	return false
}

// gradOperation is ops.GradOperation(get_all, get_by_list, sens_param).
func (t *Translator) gradOperation(e *python.Call) val {
	a := t.arguments(e)
	all, byList, sens := a.flag(0, "get_all"), a.flag(1, "get_by_list"), a.flag(2, "sens_param")
	a.done()
	var fields []string
	for _, f := range []struct {
		on   bool
		name string
	}{{all, "GetAll"}, {byList, "GetByList"}, {sens, "SensParam"}} {
		if f.on {
			fields = append(fields, f.name+": true")
		}
	}
	g := &gradInfo{sens: sens}
	g.shape = func(_ *Translator, _ *typ, args []*typ) *typ {
		inputs := tLeaf
		if all {
			n := 0
			for _, u := range args {
				if u.kind == array {
					n++
				}
			}
			inputs = leavesOf(n)
		}
		params := &typ{kind: result, elts: []*typ{}, elem: tArray}
		switch {
		case all && byList:
			return resultTuple(inputs, params)
		case byList:
			return params
		}
		return inputs
	}
	return atom("grad.GradOperation{"+strings.Join(fields, ", ")+"}", &typ{kind: gradOp, grad: g})
}

// gradOperationOf is GradOperation()(fn, params).
func (t *Translator) gradOperationOf(e *python.Call, v val) val {
	a := t.arguments(e)
	f := t.differentiable(a.need(0, "fn"))
	code := f.code
	if x := a.get(1, "weights", "params"); x != nil {
		code += ", " + t.expr(x).code
	}
	a.done()
	recv := v.at(7)
	if strings.HasPrefix(recv, "grad.GradOperation{") && strings.HasPrefix(strings.TrimSpace(recv), "if ") {
		recv = "(" + recv + ")"
	}
	var g gradInfo
	if v.t.grad != nil {
		g = *v.t.grad
	}
	g.fn = f
	return atom(recv+".Of("+code+")", &typ{kind: gradient, grad: &g})
}

// callGradient calls a gradient function; the function that it differentiates gets arguments of the same types.
func (t *Translator) callGradient(e *python.Call, v val) val {
	g := v.t.grad
	a := t.arguments(&python.Call{Func: e.Func, Args: t.takenApart(e.Args), Keywords: e.Keywords})
	var codes []string
	var kinds []*typ
	for i := range a.pos {
		x := t.value(a.get(i))
		if t.isArray(x) && x.t.kind == result {
			x = t.arrayVal(x)
		}
		codes, kinds = append(codes, t.typed(x)), append(kinds, x.t)
		if x.t.goText() == "" {
			leave(a.pos[i], "this kind of argument")
		}
	}
	outs := t.differentiated(g.fn, kinds, g.sens)
	if f := g.fn.definition(); f != nil && !g.sens && len(kinds) < len(f.params) {
		codes = append(codes, t.defaultsOf(e, f.params[len(kinds):], f)...)
	}
	a.done()
	out := g.out
	if g.shape != nil {
		out = g.shape(t, outs, kinds)
	}
	if out.elts != nil && len(out.elts) == 0 && out.elem != nil {
		out = &typ{kind: result, elem: tArray, elts: nil, words: true}
		return atom(v.at(7)+"("+strings.Join(codes, ", ")+").Tuple()", tGrads)
	}
	r := atom(v.at(7)+"("+strings.Join(codes, ", ")+")", out)
	r.multi = g.isPair
	return r
}

// defaultsOf are the arguments for parameters that a call of a gradient omits.
func (t *Translator) defaultsOf(e *python.Call, params []*param, f *fn) (codes []string) {
	for _, p := range params {
		x := t.standard(f, p)
		switch {
		case p.rest || p.t.fixed():
		case x == nil:
			leave(e, "a call without the argument %s", p.name)
		default:
			codes = append(codes, t.argument(t.value(x), p.t))
		}
	}
	return codes
}

// definition is the function of the page that a gradient is of, nil for others.
func (v val) definition() *fn {
	switch v.t.kind {
	case function:
		return v.t.fn
	case instance:
		return v.t.class.method("construct")
	case gradient:
		return v.t.grad.fn.definition()
	}
	return nil
}

// differentiated learns the types of the arguments of what a gradient calls and returns what that gives.
func (t *Translator) differentiated(f val, kinds []*typ, sens bool) *typ {
	one := &typ{kind: tuple, elts: []*typ{tArray}}
	if f.t.kind == gradient {
		g := f.t.grad
		out := g.out
		if outs := t.differentiated(g.fn, kinds, g.sens); g.shape != nil {
			out = g.shape(t, outs, kinds)
		}
		if len(out.elts) > 1 && !g.isPair {
			return &typ{kind: tuple, elts: out.elts}
		}
		return one
	}
	def := f.definition()
	if def == nil {
		return one
	}
	if n := len(def.params); len(kinds) > n {
		kinds = kinds[:n]
	}
	t.learn(def, kinds)
	if r := t.analyse(def); several(r) {
		return r
	}
	return one
}

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

// vjpCall is mindspore.vjp(fn, *inputs, has_aux): what fn gives, and a function from its cotangents to those of inputs.
func vjpCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	fn, weights, aux := t.differentiable(a.need(0, "fn")), a.get(-1, "weights"), a.flag(-1, "has_aux")
	if !isNone(weights) {
		leave(e, "weights of vjp")
	}
	codes, kinds, back := []string{fn.code}, []*typ{}, &typ{kind: tuple, elem: tArray}
	for i := 1; i < len(a.pos); i++ {
		codes, kinds = append(codes, t.asTensor(a.get(i))), append(kinds, tArray)
		back.elts = append(back.elts, tArray)
	}
	a.done()
	n := len(t.differentiated(fn, kinds, false).elts)
	vjp := &typ{kind: gradient, grad: &gradInfo{fn: val{t: tNone}, out: back, goes: "func(...any) Tuple"}}
	goes, u := "VJP", &typ{kind: tuple, elts: []*typ{outputs(n), vjp}}
	if aux {
		goes, u.elts = "VJPAux", []*typ{tLeaf, vjp, outputs(max(n-1, 1))}
	}
	return val{code: "grad." + goes + "(" + strings.Join(codes, ", ") + ")", prec: 7, t: u, multi: true}
}

// vmapCall is mindspore.vmap(fn, in_axes, out_axes).
func vmapCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	fn := t.differentiable(a.need(0, "fn"))
	codes := []string{fn.code}
	if x := a.get(1, "in_axes"); x != nil {
		codes = append(codes, "grad.InAxes("+t.axes(x)+")")
	}
	if x := a.get(2, "out_axes"); x != nil {
		codes = append(codes, "grad.OutAxes("+t.axes(x)+")")
	}
	a.done()
	g := &gradInfo{fn: fn}
	g.shape = func(_ *Translator, outs *typ, _ []*typ) *typ { return outputs(len(outs.elts)) }
	return val{code: "grad.Vmap(" + strings.Join(codes, ", ") + ")", prec: 7, t: &typ{kind: gradient, grad: g}}
}

// axes is an axis, None, or a tuple of axes.
func (t *Translator) axes(x python.Expr) string {
	if isNone(x) {
		return "nil"
	}
	elts, ok := elements(x)
	if !ok {
		return t.as(x, types.Typ[types.Int])
	}
	return "[]any{" + commas(elts, t.axes) + "}"
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
