package tensor

// Applied is one op that a tape recorded, for tests.
type Applied struct {
	Op      Op
	In, Out []Spec
}

// Everything makes t record ops without gradient too.
func (t *Tape) Everything() { t.everything = true }

// Recorded lists the ops that lead to outs.
func Recorded(outs []*Tensor) []Applied {
	var list []Applied
	seen := map[*node]bool{nil: true}
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if n.op != nil {
			list = append(list, Applied{asOp(n.op), edgeSpecs(n.in), savedSpecs(n.out)})
		}
		for _, e := range n.in {
			visit(e.from)
		}
	}
	for _, y := range outs {
		visit(y.node)
	}
	return list
}

func edgeSpecs(in []edge) []Spec {
	s := make([]Spec, len(in))
	for i := range in {
		s[i] = in[i].spec()
	}
	return s
}

func savedSpecs(out []saved) []Spec {
	s := make([]Spec, len(out))
	for i := range out {
		s[i] = out[i].spec()
	}
	return s
}

func (s *saved) spec() Spec { return (&Tensor{lay: s.lay, dtype: s.dtype, weak: s.weak}).spec() }

// asOp gives the lean ops the general form.
func asOp(op any) Op {
	switch op := op.(type) {
	case unaryOp:
		return lean{op.Name(), func(in []Spec) Spec { return op.infer(in[0]) }}
	case binaryOp:
		return lean{op.Name(), func(in []Spec) Spec { return op.infer(in[0], in[1]) }}
	}
	return op.(Op)
}

type lean struct {
	name string
	rule func(in []Spec) Spec
}

func (l lean) Name() string                    { return l.name }
func (l lean) Infer(in []Spec) []Spec          { return []Spec{l.rule(in)} }
func (l lean) Forward([]*Tensor) []*Tensor     { panic("not for tests") }
func (l lean) VJP(_, _, _ []*Tensor) []*Tensor { panic("not for tests") }
