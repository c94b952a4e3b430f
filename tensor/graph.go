package tensor

// constantArg represents an argument without history.
const constantArg = -1

// recorded calls see for the recorded ops that outs depend on, in topological order. For each argument, from has the
// number of the op that produced it, constantArg, or a smaller number for another leaf.
func recorded(outs []*Tensor, see func(op Op, in, out []Spec, from []int)) {
	var nodes []*node
	seen := map[*node]bool{nil: true}
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if _, hidden := n.op.(*rerun); n.op != nil && !hidden {
			nodes = append(nodes, n)
		}
		for _, e := range n.in() {
			visit(e.from)
		}
	}
	for _, y := range outs {
		y.follow(true)
		visit(y.node)
	}
	from := connect(nodes)
	for i, n := range nodes {
		see(asOp(n.op), edgeSpecs(n.in()), n.outSpecs(), from[i])
	}
}

// connect returns, for each node, the numbers of the nodes that its arguments come from.
func connect(nodes []*node) [][]int {
	list := make([][]int, len(nodes))
	place := map[*node]int{nil: constantArg}
	for i, n := range nodes {
		place[n] = i
	}
	leaves := 0
	for i, n := range nodes {
		for _, e := range n.in() {
			if _, known := place[e.from]; !known {
				place[e.from] = constantArg - 1 - leaves
				leaves++
			}
			list[i] = append(list[i], place[e.from])
		}
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

func (n *node) outSpecs() []Spec {
	s := make([]Spec, n.outs())
	for i := range s {
		y := n.out(i)
		s[i] = y.spec()
	}
	return s
}

func (s *saved) spec() Spec {
	t := s.bare()
	return t.spec()
}

// asOp converts a lean op to an Op.
func asOp(op any) Op {
	switch op := op.(type) {
	case unaryOp:
		return wide1{op}
	case binaryOp:
		return wide2{op}
	}
	return op.(Op)
}

// wide1 is a lean op with one argument as an Op.
type wide1 struct{ unaryOp }

func (w wide1) Infer(in []Spec) []Spec         { return []Spec{w.infer(in[0])} }
func (w wide1) Forward(in []*Tensor) []*Tensor { return []*Tensor{w.forward(in[0])} }
func (w wide1) VJP(in, out, grad []*Tensor) []*Tensor {
	return []*Tensor{w.vjp(in[0], out[0], grad[0])}
}

// wide2 is a lean op with two arguments as an Op.
type wide2 struct{ binaryOp }

func (w wide2) Infer(in []Spec) []Spec         { return []Spec{w.infer(in[0], in[1])} }
func (w wide2) Forward(in []*Tensor) []*Tensor { return []*Tensor{w.forward(in[0], in[1])} }
func (w wide2) VJP(in, out, grad []*Tensor) []*Tensor {
	y, g := out[0], grad[0]
	a, b := exact(in[0], g), exact(in[1], g)
	return []*Tensor{w.da(a, b, y, g), w.db(a, b, y, g)}
}
