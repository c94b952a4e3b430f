package tensor

import "unsafe"

func recording(in ...*Tensor) bool {
	if activeTapes.Load() == 0 || InNoGrad() {
		return false
	}
	for _, t := range in {
		if t == nil {
			continue
		}
		if t.settle(); t.node.live() {
			return true
		}
		if s := t.sliced(); s != nil && recording(s.all) {
			return true
		}
	}
	return false
}

func keepsOf(op any) keep {
	switch op := op.(type) {
	case saver:
		return op.keeps()
	case Frugal:
		k, both := keepNothing, keepFirst|keepSecond
		args, results := op.Keeps()
		if args {
			k |= both
		}
		if results {
			k |= keepResult
		}
		return k
	}
	return keepAll
}

func record1(op unaryOp, x, y *Tensor) {
	if x.settle(); !x.node.live() {
		return
	}
	set, shares := x.node.deps(), x.store == y.store
	if !records(op, set) {
		y.cut = y.cut || shares
		return
	}
	n := y.room()
	if n == nil {
		n = newNode(1)
	}
	n.begin(op, set, 1)
	k := keepsOf(op)
	n.in()[0].save(x, k&keepFirst != 0, true)
	if shares {
		n.flags |= sharesMemory
	}
	n.finish1(k, y)
}

func record2(op binaryOp, a, b, y *Tensor) {
	a.settle()
	b.settle()
	first, second := a.node.live(), b.node.live()
	var set *tapeSet
	switch {
	case first && second:
		set = union(a.node.deps(), b.node.deps())
	case first:
		set = a.node.deps()
	case second:
		set = b.node.deps()
	default:
		return
	}
	if !records(op, set) {
		return
	}
	n := y.room()
	if n == nil {
		n = newNode(2)
	}
	n.begin(op, set, 2)
	k := keepsOf(op)
	in := n.in()
	in[0].save(a, k&keepFirst != 0 && (second || k&keepCross == 0), first)
	in[1].save(b, k&keepSecond != 0 && (first || k&keepCross == 0), second)
	n.finish1(k, y)
}

func record(op Op, in, out []*Tensor) {
	var set *tapeSet
	for _, t := range in {
		if t.settle(); t.node.live() {
			set = union(set, t.node.deps())
		}
	}
	if set == nil || !records(op, set) {
		return
	}
	n := newNode(len(in))
	n.begin(op, set, len(in))
	k, edges := keepsOf(op), n.in()
	for i, t := range in {
		want := keepSecond
		if i == 0 {
			want = keepFirst
		}
		edges[i].save(t, k&want != 0, t.node.live())
	}
	if shareMemory(in, out) {
		n.flags |= sharesMemory
	}
	if len(out) == 1 {
		n.finish1(k, out[0])
		return
	}
	n.finish(k, out)
}

// shareMemory reports whether a tensor of in and one of out share memory.
func shareMemory(in, out []*Tensor) bool {
	for _, y := range out {
		for _, x := range in {
			if x.store == y.store {
				return true
			}
		}
	}
	return false
}

// newNode returns a node with space for args arguments.
func newNode(args int) *node {
	switch args {
	case 1:
		n := new(free1)
		n.rest.Store(&n.r)
		return &n.node
	case 2:
		n := new(free2)
		n.rest.Store(&n.r)
		return &n.node
	}
	n := new(freeAny)
	n.rest.Store(&n.r)
	if args > 0 {
		n.r.args = make([]edge, args)
	}
	return &n.node
}

// save stores t as the argument e. Its origin is stored only if live is set.
func (e *edge) save(t *Tensor, value, live bool) {
	if live {
		e.from = t.node
	}
	e.saved.save(t, value)
}

// records reports whether op on values that depend on set is recorded: recording must be on, and op must have a
// gradient unless a tape records constants.
func records(op any, set *tapeSet) bool {
	if InNoGrad() {
		return false
	}
	if _, ok := op.(constant); ok {
		return set.recordsConstants()
	}
	return true
}

// begin initializes n, which is new, as an application of op to nargs arguments that depend on set.
func (n *node) begin(op any, set *tapeSet, nargs int) {
	n.op, n.seq, n.set, n.nargs = op, sequence.Add(1), unsafe.Pointer(set), uint8(min(nargs, 3))
}

// finish1 makes n the origin of its only result.
func (n *node) finish1(k keep, y *Tensor) {
	y.node, y.out, y.cut = n, 0, false
	if n.near == 0 {
		r := n.rest.Load()
		r.results = r.one[:]
		r.one[0].save(y, k&keepResult != 0)
		return
	}
	if n.version = y.store.age(); k&keepResult != 0 {
		y.store.needed()
		n.flags |= keepsNear
	}
}

// finish makes n the origin of its results.
func (n *node) finish(k keep, out []*Tensor) {
	if len(out) > maxResults {
		Throw(opName(n.op), RuntimeError, "For '%s', %d results are more than can be recorded.", opName(n.op), len(out))
	}
	list := make([]saved, len(out))
	n.rest.Load().results = list
	for i, t := range out {
		t.node, t.out, t.cut = n, int32(i), false
		list[i].save(t, k&keepResult != 0)
	}
}
