package port

import (
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
		if f.ret != nil && f.ret.kind != none {
			leave(s, "a function that returns a value in some cases only")
		}
		f.ret = tNone
		t.emit("return")
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
	v = t.returned(v)
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
		leave(s, "a function that returns a value in some cases only")
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
