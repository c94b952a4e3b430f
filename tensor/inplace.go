package tensor

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// This file keeps gradients right where elements of recorded tensors are written. Tensors that share memory see each
// other's writes, so the history of the memory as a whole is kept, in a journal: the tensor F of all elements in the
// order of memory. A write records F' = F with some elements replaced. A tensor over the memory takes its history
// from F' when it is used next, as a view of it. What a gradient rule needs of the elements before a write is copied
// first.

// journaled, lent and past are uses of the field room of a storage. A journaled storage has been written to while
// that was recorded, a lent one is the beginning of a loan, and a past one is what a journaled one held before.
const (
	journaled = 3
	lent      = 4
	past      = 5
)

// journal is the history of the elements of one storage.
type journal struct {
	mu   sync.Mutex
	node *node // the origin of F, nil while all elements are constants
	old  map[uint32]former
}

// former is what a storage held at some age: a past storage, or memory that is borrowed from a storage of that age.
type former struct {
	store *storage
	from  *storage
	age   uint32
}

// journals finds the journal of a storage. The tapes that a history depends on keep its journal; nothing else does,
// as nobody else asks.
var journals = struct {
	sync.Mutex
	of map[weak.Pointer[storage]]weak.Pointer[journal]
}{of: map[weak.Pointer[storage]]weak.Pointer[journal]{}}

func (s *storage) journal() *journal {
	journals.Lock()
	defer journals.Unlock()
	return journals.of[weak.Make(s)].Value()
}

// newJournal gives s an empty journal.
func (s *storage) newJournal() *journal {
	j, key := &journal{old: map[uint32]former{}}, weak.Make(s)
	journals.Lock()
	defer journals.Unlock()
	journals.of[key] = weak.Make(j)
	runtime.AddCleanup(j, func(key weak.Pointer[storage]) {
		journals.Lock()
		defer journals.Unlock()
		if journals.of[key].Value() == nil {
			delete(journals.of, key)
		}
	}, key)
	return j
}

// loan is a storage that uses the memory of another one until it is written to: what a function does to an argument
// that is watched does not reach the caller's tensor.
type loan struct {
	storage
	from *storage
}

// watched is a tensor over borrowed memory, in one allocation.
type watched struct {
	t Tensor
	s loan
}

// borrow returns a new untracked tensor over x's memory that leaves that as it is when it is written to.
func (x *Tensor) borrow() *Tensor {
	if s := x.sliced(); s != nil {
		return s.again(s.all)
	}
	x.have()
	w := &watched{t: Tensor{lay: x.lay, off: x.off, dtype: x.dtype}}
	w.s.ptr, w.s.n, w.s.room, w.s.from = x.store.ptr, x.store.n, lent, x.store
	w.t.store = &w.s.storage
	return &w.t
}

func (s *storage) loan() *loan { return (*loan)(unsafe.Pointer(s)) }

// age counts the changes of the elements of s.
func (s *storage) age() uint32 {
	if s.room == lent {
		return s.loan().age()
	}
	return atomic.LoadUint32(&s.version) >> 1
}

func (l *loan) age() uint32 { return atomic.LoadUint32(&l.version)>>1 + l.from.age() }

// needed notes that a gradient rule needs the elements of s as they are.
func (s *storage) needed() {
	if atomic.LoadUint32(&s.version)&1 == 0 {
		atomic.OrUint32(&s.version, 1)
	}
	if s.room == lent {
		s.loan().from.needed()
	}
}

// changed notes that the elements of t's storage were overwritten.
func (t *Tensor) changed() { t.store.changed() }

func (s *storage) changed() {
	if s.room == lent {
		s.loan().from.changed()
		return
	}
	atomic.StoreUint32(&s.version, (s.version|1)+1)
}

// before returns a storage with the elements that s had at an age, nil if they are lost.
func (s *storage) before(age uint32) *storage {
	switch s.room {
	case lent:
		l := s.loan()
		return l.from.before(age - l.version>>1)
	case journaled:
		j := s.journal()
		if j == nil {
			return nil
		}
		j.mu.Lock()
		f, ok := j.old[age]
		j.mu.Unlock()
		if ok && f.from != nil && f.from.age() != f.age {
			return f.from.before(f.age)
		}
		return f.store
	}
	return nil
}

// open prepares t's storage for a write that is recorded: it has a journal and memory of its own afterwards, and what
// a gradient rule needs of its elements is copied.
func (t *Tensor) open() *journal {
	t.have()
	s := t.store
	var j *journal
	if s.room == journaled {
		j = s.journal()
	}
	if j == nil || j.node != nil && !j.node.live() {
		j = s.newJournal()
	}
	needed, age := atomic.LoadUint32(&s.version)&1 != 0, s.age()
	if s.room == lent {
		l := s.loan()
		if needed {
			j.old[age] = former{&storage{ptr: s.ptr, n: s.n, room: past}, l.from, l.from.age()}
		}
		own := s.clone(t.dtype)
		s.ptr, s.class, l.from = own.ptr, own.class, nil
		atomic.StoreUint32(&s.version, age<<1)
	} else if needed {
		copied := s.clone(t.dtype)
		copied.room = past
		j.old[age] = former{store: copied}
	}
	s.room = journaled
	return j
}

// write sets a selection of x to v in place, for the user's op.
func (x *Tensor) write(op string, sel selection, v *Tensor) {
	onceEach()
	if x.isParam() || !recording(x, v) {
		x.writeAt(op, sel, v, false)
		x.changed()
		return
	}
	v.settle() // recording has asked x first, and v only where x is not recorded
	sel.op = op
	x.checkWrite(op, sel, v)
	root := x.root(op)
	if root.n != nil && root.n.flags&isParam != 0 { // as if written to directly
		x.writeAt(op, sel, v, false)
		x.changed()
		return
	}
	j := x.open()
	j.mu.Lock()
	defer j.mu.Unlock()
	base := j.node
	if base == nil && root.n.live() {
		base = x.flatten(root)
	}
	o := putOp{op: op, sel: sel, lay: x.lay, off: x.off, n: x.store.n}
	x.writeAt(op, sel, v, false)
	x.changed()
	var set *tapeSet
	for _, n := range []*node{base, x.node, v.node} {
		if n.live() {
			set = union(set, n.deps())
		}
	}
	n, f := newNode(2), x.memory()
	n.begin(o, set, 2)
	f.node = base
	n.in()[0].save(f, false, base.live())
	n.in()[1].save(v, false, v.node.live())
	n.finish1(keepNothing, f)
	j.node = n
	for _, t := range set.tapes {
		t.keepJournal(j)
	}
}

// checkWrite throws where a recorded write would be wrong.
func (x *Tensor) checkWrite(op string, sel selection, v *Tensor) {
	p := sel.apply(op, x.lay, x.off)
	checkFits(op, v.lay.shape, p.out)
	if x.cut {
		Throw(op, RuntimeError, "For '%s', a value that is being differentiated is assigned to a tensor of shape %s that Detach, StopGradient or "+
			"NoGrad cut off: it shares its memory with a tensor whose gradient would be wrong. Assign to a copy, made by Clone.",
			op, tupleText(x.lay.shape))
	}
	dims, strides := p.dims, p.strides
	if sel.advanced {
		dims, strides = x.lay.shape, x.lay.strides
	}
	for i, d := range dims {
		if d > 1 && strides[i] == 0 && x.lay.size > 0 {
			Throw(op, RuntimeError, "For '%s', elements of the tensor of shape %s share memory, as it was broadcast, so that the gradient of what is "+
				"assigned would be wrong. Assign to a copy, made by Clone.", op, tupleText(x.lay.shape))
		}
	}
}

// origin is a result of a node, with its form in memory.
type origin struct {
	place
	lay *layout
	off int
}

// root returns where the elements of x's memory come from, by way of the views that led to x.
func (x *Tensor) root(op string) origin {
	r := origin{place{x.node, x.out}, x.lay, x.off}
	var views []unaryOp
	for r.n.live() && r.n.flags&sharesMemory != 0 {
		v, ok := r.n.op.(unaryOp)
		if _, plain := v.(viewOp); !ok || !plain {
			Throw(op, RuntimeError, "For '%s', the tensor of shape %s is a result of '%s', which shares memory with its argument and is recorded: "+
				"the argument's gradient would be wrong. Assign to a copy, made by Clone.", op, tupleText(x.lay.shape), opName(r.n.op))
		}
		views = append(views, v)
		e := &r.n.in()[0]
		r.place, r.lay = place{e.from, e.idx()}, e.layout()
	}
	at := &Tensor{store: x.store, lay: r.lay, dtype: x.dtype}
	for i := len(views) - 1; i >= 0; i-- {
		at = views[i].forward(at)
	}
	r.off = x.off - at.off
	return r
}

// viewOp is an op whose result is a view of its argument: the same elements in another order, some of them, or some
// repeatedly.
type viewOp interface{ views() }

func (atOp) views()        {}
func (reshapeOp) views()   {}
func (transposeOp) views() {}
func (broadcastOp) views() {}
func (regridOp) views()    {}
func (stridedOp) views()   {}
func (embedOp) views()     {}

// memory returns all of x's memory as a tensor of one axis.
func (x *Tensor) memory() *Tensor { return x.header(newLayout([]int{x.store.n}), 0) }

// flatten returns the node of x's memory as a whole, given where its elements come from.
func (x *Tensor) flatten(root origin) *node {
	n, f := newNode(1), x.memory()
	n.begin(embedOp{root.lay, root.off, x.store.n}, root.n.deps(), 1)
	from := Tensor{store: x.store, lay: root.lay, node: root.n, out: root.idx, dtype: x.dtype}
	n.in()[0].save(&from, false, true)
	n.finish1(keepNothing, f)
	return n
}

// settle gives t the history that its memory has now, if a tape records it.
func (t *Tensor) settle() {
	if t.store.room == journaled {
		t.follow(false)
	}
}

// follow is settle for a journaled storage; with over, a tape that has stopped counts too.
func (t *Tensor) follow(over bool) {
	if t.store.room != journaled || t.cut || t.isParam() {
		return
	}
	j := t.store.journal()
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.node == nil || t.node != nil && t.node.seq > j.node.seq || !over && !j.node.live() {
		return
	}
	n, f := newNode(1), t.memory()
	n.begin(stridedOp{t.lay, t.off, t.store.n}, j.node.deps(), 1)
	f.node = j.node
	n.in()[0].save(f, false, true)
	n.finish1(keepNothing, t)
}

// keepJournal makes j last as long as t.
func (t *Tape) keepJournal(j *journal) {
	t.keeping.Lock()
	defer t.keeping.Unlock()
	if t.journals == nil {
		t.journals = map[*journal]bool{}
	}
	t.journals[j] = true
}

// putOp replaces a selection of a view, of the given form, of memory with n elements.
type putOp struct {
	op  string
	sel selection
	lay *layout
	off int
	n   int
}

func (o putOp) Name() string         { return o.op }
func (o putOp) infer(f, _ Spec) Spec { return Spec{DType: f.DType, Shape: []int{o.n}} }
func (o putOp) forward(f, v *Tensor) *Tensor {
	y := f.changeable()
	y.header(o.lay, o.off).writeAt(o.op, o.sel, v, false)
	return y
}
func (o putOp) da(_, _, _, g *Tensor) *Tensor { return apply2(o, g, num(0)) }
func (o putOp) db(_, _, _, g *Tensor) *Tensor {
	return apply1(atOp{o.sel}, apply1(stridedOp{o.lay, o.off, o.n}, g))
}
func (putOp) keeps() keep { return keepNothing }

// stridedOp is a view, of the given form, of memory with n elements.
type stridedOp struct {
	lay *layout
	off int
	n   int
}

func (stridedOp) Name() string        { return "View" }
func (o stridedOp) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: o.lay.shape} }
func (o stridedOp) forward(x *Tensor) *Tensor {
	x = x.rowMajor()
	return x.header(o.lay, x.off+o.off)
}
func (o stridedOp) vjp(_, _, g *Tensor) *Tensor { return apply1(embedOp(o), g) }
func (stridedOp) keeps() keep                   { return keepNothing }

// embedOp is the transpose of stridedOp: memory of zeros to which x is added.
type embedOp stridedOp

func (embedOp) Name() string        { return "View_grad" }
func (o embedOp) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: []int{o.n}} }
func (o embedOp) forward(x *Tensor) *Tensor {
	if o.lay.contig && o.lay.size == o.n {
		x = x.rowMajor()
		return x.header(newLayout([]int{o.n}), x.off)
	}
	dims := append([]int(nil), o.lay.shape...)
	for i, step := range o.lay.strides {
		if step == 0 {
			dims[i] = 1
		}
	}
	y := alloc(x.dtype, newLayout([]int{o.n}))
	x = x.Detach().sumTo(dims)
	part := y.header(viewLayout(dims, o.lay.strides), o.off)
	copyElements(part, x, x.lay.strides)
	return y
}
func (o embedOp) vjp(_, _, g *Tensor) *Tensor { return apply1(stridedOp(o), g) }
func (embedOp) keeps() keep                   { return keepNothing }
