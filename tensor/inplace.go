package tensor

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// This file keeps gradients correct when elements of recorded tensors are written. Tensors that share memory see
// each other's writes, so a journal keeps the history of the memory as a whole: of the tensor F of all elements in
// memory order. A write records F' = F with some elements replaced. A tensor over the memory takes its history from
// F' when it is next used, as a view of F'. Elements that a gradient rule needs are copied before the write.

// journaled, lent and past are values of the field room of a storage. A journaled storage has been written to while
// writes were recorded, a lent one is the first field of a loan, and a past one holds what a journaled one held
// earlier.
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

// former holds the elements of a storage at some age: a past storage, or memory borrowed from a storage of that age.
type former struct {
	store *storage
	from  *storage
	age   uint32
}

// journals maps a storage to its journal. A journal is kept alive only by the tapes that its history depends on, as
// nothing else uses it.
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

// loan is a storage that borrows the memory of another one until it is written to: what a function does to a watched
// argument must not affect the caller's tensor.
type loan struct {
	storage
	from *storage
}

// watched is a tensor over borrowed memory, in one allocation.
type watched struct {
	t Tensor
	s loan
}

// borrow returns a new untracked tensor over x's memory. A write to it copies the memory first.
func (x *Tensor) borrow() *Tensor {
	if s := x.sliced(); s != nil {
		return s.again(s.all)
	}
	x.allocate()
	x.lend()
	w := &watched{t: Tensor{lay: x.lay, off: x.off, dtype: x.dtype}}
	w.s.ptr, w.s.n, w.s.room, w.s.from = x.store.ptr, x.store.n, lent, x.store
	w.t.store = &w.s.storage
	return &w.t
}

func (s *storage) loan() *loan { return (*loan)(unsafe.Pointer(s)) }

// age returns the number of in-place changes of s.
func (s *storage) age() uint32 {
	if s.room == lent {
		return s.loan().age()
	}
	return s.changes()
}

func (l *loan) age() uint32 { return l.changes() + l.from.age() }

// The parts of the field version of a storage. Before the first change in place, it counts the values that nodes
// have saved, so that the memory can be reused when they have been released. Afterwards it counts the changes.
const (
	neededOnce  = 1       // the current elements are needed, by something that never ends
	savedOnce   = 2       // added for each saved value, if neverChanged
	changedOnce = 2       // added for each change, otherwise
	manySaved   = 1 << 30 // from here on values are not counted
	changedMark = 1 << 31
)

// changes returns the number of in-place changes of s itself.
func (s *storage) changes() uint32 {
	if v := atomic.LoadUint32(&s.version); v&changedMark != 0 {
		return v &^ changedMark / changedOnce
	}
	return 0
}

// isNeeded reports whether something needs the current elements of s.
func (s *storage) isNeeded() bool {
	v := atomic.LoadUint32(&s.version)
	return v&neededOnce != 0 || v&changedMark == 0 && v != 0
}

// needed records that the current elements of s are needed, for as long as s exists.
func (s *storage) needed() {
	if atomic.LoadUint32(&s.version)&neededOnce == 0 {
		atomic.OrUint32(&s.version, neededOnce)
	}
	if s.room == lent {
		s.loan().from.needed()
	}
}

// retain records that a node has saved a value over s, until release. Other storages than those of the pool are
// needed from then on.
func (s *storage) retain() {
	for s.room != later && s.room != lent && s.class != 0 {
		v := atomic.LoadUint32(&s.version)
		if v >= manySaved {
			break
		}
		if atomic.CompareAndSwapUint32(&s.version, v, v+savedOnce) {
			return
		}
	}
	s.needed()
}

// isOnlyNeeded reports whether retain has nothing to do for small memory, or for what a watched tensor borrows, and
// its age is 0. Memory of the pool is counted.
func (s *storage) isOnlyNeeded() bool {
	if atomic.LoadUint32(&s.version) != neededOnce {
		return false
	}
	if s.room == lent {
		s = s.loan().from
		return s.room != lent && atomic.LoadUint32(&s.version) == neededOnce
	}
	return s.class == 0
}

// release records that a node does not need a saved value over s any more. If retain has not counted the value, s
// stays needed.
func (s *storage) release() {
	for {
		v := atomic.LoadUint32(&s.version)
		if v&changedMark != 0 || v < savedOnce || atomic.CompareAndSwapUint32(&s.version, v, v-savedOnce) {
			return
		}
	}
}

// changed records that elements of t's storage were overwritten.
func (t *Tensor) changed() { t.store.changed() }

func (s *storage) changed() {
	if s.room == lent {
		s.loan().from.changed()
		return
	}
	atomic.StoreUint32(&s.version, changedMark|(s.changes()+1)*changedOnce)
}

// before returns a storage with the elements that s had at an age, or nil if they have been lost.
func (s *storage) before(age uint32) *storage {
	switch s.room {
	case lent:
		l := s.loan()
		return l.from.before(age - l.changes())
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

// open prepares t's storage for a recorded write: it gives the storage a journal and its own memory, and copies the
// elements that a gradient rule needs.
func (t *Tensor) open() *journal {
	t.allocate()
	s := t.store
	var j *journal
	if s.room == journaled {
		j = s.journal()
	}
	if j == nil || j.node != nil && !j.node.live() {
		j = s.newJournal()
	}
	needed, age := s.isNeeded(), s.age()
	if s.room == lent {
		l := s.loan()
		if needed {
			j.old[age] = former{&storage{ptr: s.ptr, n: s.n, room: past}, l.from, l.from.age()}
		}
		own := s.clone(t.dtype)
		s.ptr, s.class, l.from = own.ptr, own.class, nil
		atomic.StoreUint32(&s.version, changedMark|age*changedOnce)
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
	v.settle() // recording has settled x first, and v only if x is not recorded
	sel.op = op
	x.checkWrite(op, sel, v)
	root := x.root(op)
	if root.n != nil && root.n.flags&isParam != 0 { // as for a direct write
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

// checkWrite throws if recording the write would give wrong results.
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

// root returns the origin of the elements of x's memory, following the views that lead to x back to their base.
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

// viewOp is an op whose result is a view of its argument: the same elements reordered, a subset of them, or
// repetitions.
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

// flatten returns the node of x's memory as a whole, given the origin of its elements.
func (x *Tensor) flatten(root origin) *node {
	n, f := newNode(1), x.memory()
	n.begin(embedOp{root.lay, root.off, x.store.n}, root.n.deps(), 1)
	from := Tensor{store: x.store, lay: root.lay, node: root.n, out: root.idx, dtype: x.dtype}
	n.in()[0].save(&from, false, true)
	n.finish1(keepNothing, f)
	return n
}

// settle gives t the current history of its memory, if a tape records it.
func (t *Tensor) settle() {
	if t.store.room == journaled {
		t.follow(false)
	}
}

// follow is settle for a journaled storage; if over is set, stopped tapes count too.
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

// keepJournal keeps j alive as long as t.
func (t *Tape) keepJournal(j *journal) {
	t.keeping.Lock()
	defer t.keeping.Unlock()
	if t.journals == nil {
		t.journals = map[*journal]bool{}
	}
	t.journals[j] = true
}

// putOp replaces a selection of a view. The view has the given layout over memory with n elements.
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

// stridedOp returns a view with the given layout of memory with n elements.
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

// embedOp is the transpose of stridedOp: it adds x to memory of n zeros.
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
