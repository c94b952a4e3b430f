package port

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

func (t *Translator) returnStmt(s *python.Return) {
	f := t.scope.fn
	if f == nil || f.rows != "" {
		leave(s, "return in this context")
	}
	if isNone(s.Value) {
		t.returnNone(s)
		return
	}
	if f.class != nil && f.name == "Bprop" && t.returnByParam(s) {
		return
	}
	t.alone = s.Value
	v := t.expr(s.Value)
	if f.class != nil && f.name == "Bprop" && v.parts != nil && len(v.parts) == 1 {
		v = v.parts[0]
	}
	if v.t.kind == none {
		t.emit("%s", v.code)
		t.emit("return")
		return
	}
	if v.pointer != "" && t.mayBeNone(s.Value) {
		v = val{code: v.pointer, prec: 7, t: v.t.orNone(), node: v.node}
	}
	v = t.returned(v)
	if t.returnOrNone(v) {
		return
	}
	r := v.t
	if f.ret != nil {
		r = t.joinReturns(s, f.ret, v.t)
		v = t.convert(v, r)
	} else if known := t.before.rets[f.args]; known != nil && known != r && covers(known, r) {
		v = t.convert(v, known)
		r = known
	}
	f.ret = r
	if v.parts != nil {
		t.emit("return %s", strings.Join(t.typedParts(v, r), ", "))
		return
	}
	t.emit("return %s", v.code)
}

// returnNone is return without a value: nil in a function that returns values elsewhere.
func (t *Translator) returnNone(s python.Node) {
	f := t.scope.fn
	switch r := cmp.Or(f.ret, t.before.rets[f.args], tNone); {
	case r.kind == none:
		f.ret = tNone
		t.emit("return")
	case r.orNone() == nil:
		leave(s, sometimes)
	default:
		f.ret = r.orNone()
		t.emit("return nil")
	}
}

// sometimes is the reason for leaving a function that may return None where its type has no nil.
const sometimes = "a function that returns a value in some cases only"

// returnOrNone returns a value where a function returns None elsewhere; ok is false for other functions.
func (t *Translator) returnOrNone(v val) (ok bool) {
	f := t.scope.fn
	r, u := f.ret, v.t.orNone()
	if before := t.before.rets[f.args]; r == nil && before != nil && (before.opt || v.t.opt) {
		r = before
	}
	switch {
	case u == nil || v.parts != nil || v.multi:
		return false
	case v.t.opt, r != nil && r.kind == none && !t.final: // known in the next pass
		r = orUnknown(join(u, orUnknown(r).value().orNone()))
	case r == nil || !r.opt:
		return false
	}
	f.ret = r
	t.emit("return %s", t.pointer(v, r))
	return true
}

// mayBeNone says whether an attribute or a variable that is None at times may be so still: a parameter until the
// function gives it a value.
func (t *Translator) mayBeNone(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Name:
		v := t.scope.find(e.ID)
		return v != nil && !(v.param && slices.Contains(assigned(t.scope.fn.body), e.ID))
	case *python.Attribute:
		return true
	}
	return false
}

// fallsOff says whether a function may end without return.
func (t *Translator) fallsOff(body []python.Stmt) bool {
	if len(body) == 0 {
		return true
	}
	switch s := body[len(body)-1].(type) {
	case *python.Return, *python.Raise, *python.Try, *python.With:
		return false
	case *python.While:
		c, ok := s.Test.(*python.Constant)
		return !ok || c.Value != true
	case *python.If:
		if yes, ok := t.settled(s.Test); ok && yes {
			return t.fallsOff(s.Body)
		} else if ok {
			return t.fallsOff(s.Orelse)
		}
		return t.fallsOff(s.Body) || t.fallsOff(s.Orelse)
	}
	return true
}

// covers says whether a function that returns known may return values of type r.
func covers(known, r *typ) bool {
	if join(known, r) != known {
		return false
	}
	for i := range min(len(known.elts), len(r.elts)) {
		if j := join(known.elts[i], r.elts[i]); j == nil || !j.same(known.elts[i]) {
			return false
		}
	}
	return true
}

// typedParts are the codes of the parts of a tuple as several values of the types of r.
func (t *Translator) typedParts(v val, r *typ) []string {
	codes := make([]string, len(v.parts))
	for i, p := range v.parts {
		codes[i] = t.typed(t.convert(p, r.elts[i]))
	}
	return codes
}

// returnByParam is return (…,), {self.w: …} of a bprop: gradients of inputs and of parameters.
func (t *Translator) returnByParam(s *python.Return) bool {
	tp, ok := s.Value.(*python.Tuple)
	if !ok || len(tp.Elts) != 2 {
		return false
	}
	inputs, ok := tp.Elts[0].(*python.Tuple)
	byParam, isDict := tp.Elts[1].(*python.Dict)
	if !ok || !isDict || len(byParam.Keys) == 0 {
		return false
	}
	var grads, weights []string
	for _, x := range inputs.Elts {
		grads = append(grads, t.asTensor(x))
	}
	for i, k := range byParam.Keys {
		p := t.value(k)
		if p.t.named() != "nn.Parameter" {
			leave(k, "a dict with these keys")
		}
		weights = append(weights, p.code+": "+t.asTensor(byParam.Values[i]))
	}
	u := types.NewMap(t.lib.parameter().goes, t.lib.tensor)
	t.scope.fn.ret = &typ{kind: tuple, elts: []*typ{tGrads, {kind: golang, goes: u}}}
	t.emit("return Tuple{%s}, map[*nn.Parameter]*Tensor{%s}", strings.Join(grads, ", "), strings.Join(weights, ", "))
	return true
}

// returned is a value in the form in which functions return it.
func (t *Translator) returned(v val) val {
	switch {
	case v.t.kind == result && v.t.elts == nil:
		return atom(v.at(7)+".Tensor()", tArray)
	case v.t.kind == result && leaves(v.t):
		return atom(v.at(7)+".Tuple()", &typ{kind: tuple, elts: v.t.elts, elem: tArray})
	case v.parts != nil && len(v.parts) < 2:
		return t.single(v)
	case v.parts != nil:
		u := &typ{kind: tuple}
		out := val{t: u, prec: 7, parts: []val{}}
		for _, p := range v.parts {
			p = t.returned(p)
			if p.parts != nil || p.multi {
				p = t.single(p)
			}
			u.elts = append(u.elts, p.t)
			out.parts = append(out.parts, p)
		}
		return out
	}
	if v.t.goText() == "" && !v.multi {
		leave(v.node, "returning a value of this type")
	}
	return v
}

// leaves says whether a result is a tuple of tensors.
func leaves(t *typ) bool {
	return !slices.ContainsFunc(t.elts, func(e *typ) bool { return e.elts != nil })
}

func (t *Translator) joinReturns(s *python.Return, a, b *typ) *typ {
	if a.kind == none {
		leave(s, sometimes)
	}
	if several(a) && several(b) && len(a.elts) == len(b.elts) {
		u := &typ{kind: tuple}
		for i := range a.elts {
			j := join(a.elts[i], b.elts[i])
			if j == nil || mixed(a.elts[i], b.elts[i]) {
				leave(s, "results of several types")
			}
			u.elts = append(u.elts, j)
		}
		return u
	}
	j := join(a, b)
	if j == nil || several(a) != several(b) || mixed(a, b) {
		leave(s, "results of several types")
	}
	return j
}

// several says whether a function that returns t has several results in Go.
func several(t *typ) bool {
	return t != nil && t.kind == tuple && t.elem == nil && len(t.elts) > 1
}

// results is what a function returns as Go writes it.
func results(t *typ) string {
	switch {
	case t == nil || t.kind == none:
		return ""
	case several(t):
		return " (" + commas(t.elts, (*typ).goText) + ")"
	}
	return " " + t.goText()
}
