package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// map1 returns k of every element of x, in x's dtype.
func map1(op string, k *kernels.Unary, x *Tensor) *Tensor {
	return map1As(op, k, x, x.dtype)
}

// map1As is map1 with a result of dtype dt, in which k is computed: x's dtype or Float32.
func map1As(op string, k *kernels.Unary, x *Tensor, dt DType) *Tensor {
	if v := x.only(); v != nil && v != x {
		return firstRepeated(map1As(op, k, alike(v, x.lay.size), dt), x.lay)
	}
	src := x
	y := newLike(dt, x)
	if dt != x.dtype {
		if !run1Wide(k.F32, y, x.wideOperand().rowMajor()) {
			throwDType(op, dt)
		}
		return y
	}
	if !x.lay.contig {
		copyElements(y, x, x.lay.strides)
		src = y
	}
	if !run1(k, y, src) {
		throwDType(op, x.dtype)
	}
	return y
}

// floatMap returns k of every element of x; the result is Float32 for integers and Bool.
func floatMap(op string, k *kernels.Unary, x *Tensor) *Tensor {
	return map1As(op, k, x, inexact(x.dtype))
}

// inexact returns the dtype in which functions such as exp are computed.
func inexact(dt DType) DType {
	if dt.IsInt() || dt == Bool {
		return Float32
	}
	return dt
}

// map2 returns k of a and b, cast to dt and broadcast.
func map2(op string, k *kernels.Binary, a, b *Tensor, dt DType) *Tensor {
	l := broadcastLayout(op, a, b)
	if l.size > 1 {
		v, w := a.only(), b.only()
		switch {
		case v != nil && w != nil:
			return firstRepeated(map2(op, k, alike(v, l.size), w, dt), l)
		case w != nil && a.lay.size == l.size:
			b = w
		case v != nil && b.lay.size == l.size:
			a = v
		case v != nil && b.lay.size >= roundedFrom:
			return map2(op, k, v, b, dt).broadcastCopy(l)
		case w != nil && a.lay.size >= roundedFrom:
			return map2(op, k, a, w, dt).broadcastCopy(l)
		}
	}
	y := blank(dt, l)
	if isHalf(dt) || dt == Float32 {
		a, b = a.wideOperand(), b.wideOperand()
	} else {
		a, b = a.as(dt), b.as(dt)
	}
	f := pairs{y: y, k: k, wide: isHalf(dt) || mixedIn(dt, a, b)}
	var lean func(dst, a, b []float32)
	if dt == Float32 && !f.wide && (y.store.room != uncached || k.F32Past == nil) {
		lean = k.F32
	}
	rows2(op, f, a, b, lean)
	return y
}

// broadcastCopy returns an untracked copy of x, broadcast to the shape of l, with its own memory.
func (x *Tensor) broadcastCopy(l *layout) *Tensor {
	y := blank(x.dtype, l)
	copyElements(y, x, broadcastStrides(x, y))
	return y
}

// plain reports whether a and b are row-major Float32 tensors of one shape: the most common arguments, which need
// neither promotion nor broadcasting.
func plain(a, b *Tensor) bool {
	return a.dtype == Float32 && b.dtype == Float32 && a.lay.contig && b.lay.contig && !a.weak && !b.weak &&
		(a.lay == b.lay || slices.Equal(a.lay.shape, b.lay.shape))
}

// map2Plain is map2 for plain arguments.
func map2Plain(k *kernels.Binary, a, b *Tensor) *Tensor {
	n := a.lay.size
	if n < 1<<12 {
		y := blank(Float32, a.lay)
		a.allocate()
		b.allocate()
		k.F32(near[float32](y), near[float32](a), near[float32](b))
		return y
	}
	if a.store.room == later || b.store.room == later {
		return map2("", k, a, b, Float32) // map2 can read a single number without memory
	}
	y := blank(Float32, a.lay)
	run2(k, y, a, b, span2{0, a.off, b.off, n, n, n})
	return y
}

// compare returns the predicate k of a and b, promoted to one dtype and broadcast.
func compare(op string, k *kernels.Compare, a, b *Tensor) *Tensor {
	dt := promote(op, a.spec(), b.spec())
	y := blank(Bool, broadcastLayout(op, a, b))
	if isHalf(dt) || dt == Float32 {
		dt, a, b = Float32, a.wideOperand(), b.wideOperand()
	} else {
		a, b = a.as(dt), b.as(dt)
	}
	rows2(op, pairs{y: y, test: k, wide: mixedIn(dt, a, b)}, a, b, nil)
	return y
}

// pairs is a function of two tensors that fills y: k, or a predicate. It is a struct, not a function literal, which
// would be allocated even for small tensors, because goroutines share it for large ones.
type pairs struct {
	y    *Tensor
	k    *kernels.Binary
	test *kernels.Compare
	wide bool // whether it is computed in Float32 though some operand has another dtype, see runWide
}

// run computes a span of y's elements and reports whether there is a loop for the dtype.
func (p pairs) run(a, b *Tensor, s span2) bool {
	switch {
	case p.wide:
		return p.runWide(a, b, s)
	case p.test != nil:
		return runCompare(p.test, p.y, a, b, s)
	}
	return run2(p.k, p.y, a, b, s)
}

// rows2 computes f for spans that together cover its elements. Operands whose rows have gaps are replaced by
// contiguous copies. If lean is not nil, it may compute rows of Float32.
func rows2(op string, f pairs, a, b *Tensor, lean func(dst, a, b []float32)) {
	y, ok := f.y, true
	n := y.lay.size
	switch {
	case n == 0:
	case fits(a, y) && fits(b, y):
		ok = f.run(a, b, span2{y.off, a.off, b.off, n, a.lay.size, b.lay.size})
	default:
		ok = broadcastRows(f, a, b, lean)
	}
	switch {
	case ok:
	case f.wide:
		throwDType(op, Float32)
	default:
		throwDType(op, a.dtype)
	}
}

// fits reports whether x can be read as one row for y: all of its elements in order, or a single element that
// repeats.
func fits(x, y *Tensor) bool {
	return x.lay.size == 1 || (x.lay.contig && (x.lay == y.lay || slices.Equal(x.lay.shape, y.lay.shape)))
}

func broadcastRows(f pairs, a, b *Tensor, lean func(dst, a, b []float32)) bool {
	y := f.y
	as, _ := shape.BroadcastStrides(y.lay.shape, a.lay.shape, a.lay.strides)
	bs, _ := shape.BroadcastStrides(y.lay.shape, b.lay.shape, b.lay.strides)
	w := shape.NewWalk(y.lay.shape, y.lay.strides, as, bs)
	na, nb := rowLength(w, 1), rowLength(w, 2)
	gaps := na < 0 || nb < 0 || na == 1 && nb == 1 && w.Inner > 1
	if lean != nil && gaps && w.Inner >= shortRow && readable(w, 1, na) && readable(w, 2, nb) && max(na, nb) != 1 {
		leanRows(y, a, b, w, na, nb, lean)
		return true
	}
	if w.Inner < longRow && y.lay.size >= few {
		if joinedA, joinedB := joinAxes(a, y), joinAxes(b, y); joinedA != a || joinedB != b {
			return broadcastRows(f, joinedA, joinedB, lean)
		}
	}
	far := y.store.room == uncached && w.Inner < nearBand && (as[0] == 0 || fits(a, y)) && (bs[0] == 0 || fits(b, y))
	if (gaps || far || w.Inner < shortRow || f.wide && w.Inner < wideRow) && y.lay.size >= few {
		if ok, done := banded(f, a, b, as, bs); done {
			return ok
		}
	}
	if gaps {
		return broadcastRows(f, spread(a, y, na < 0), spread(b, y, nb < 0 || na == nb), lean)
	}
	if lean != nil && w.Inner < 2*shared {
		leanRows(y, a, b, w, na, nb, lean)
		return true
	}
	for w.Next() {
		if !f.run(a, b, span2{y.off + w.Off[0], a.off + w.Off[1], b.off + w.Off[2], w.Inner, na, nb}) {
			return false
		}
	}
	return true
}

// joinAxes returns x with its last axes broadcast to those of y, so that they are one long row. It returns x itself if
// that is a row already, or if the copy is not much smaller than y.
func joinAxes(x, y *Tensor) *Tensor {
	dims, axis, row := y.lay.shape, len(y.lay.shape), 1
	for axis > 0 && row < longRow {
		axis--
		row *= dims[axis]
	}
	wide := slices.Concat(slices.Repeat([]int{1}, len(dims)-len(x.lay.shape)), x.lay.shape)
	copy(wide[axis:], dims[axis:])
	l := newLayout(wide)
	if l.size > y.lay.size/4 || x.lay.contig && l.size == x.lay.size {
		return x
	}
	return x.broadcastCopy(l)
}

// nearRow is the number of elements of a row with gaps that are copied at a time, to memory in the first-level
// cache, just before use.
const nearRow = 2048

// readable reports whether leanRows can read rows of operand k of w, which have n elements, or gaps if n is
// negative.
func readable(w *shape.Walk, k, n int) bool { return n >= 0 || kernels.SumsStep(w.Step[k]) }

// leanRows computes the rows of w by a kernel for float32. The rows of a and b have na and nb elements, or gaps if
// negative. The overhead per row is small. Rows at equal distances are shared among processors.
func leanRows(y, a, b *Tensor, w *shape.Walk, na, nb int, lean func(dst, a, b []float32)) {
	n, piece := w.Inner, w.Inner
	if na < 0 || nb < 0 {
		piece = min(n, nearRow)
	}
	l := leanLoop{f: lean, dst: all[float32](y)[y.off:], n: n, piece: piece}
	l.left, l.right = newLeanRow(a, w, 1, na, piece), newLeanRow(b, w, 2, nb, piece)
	for run, ok := w.NextRun(); ok; run, ok = w.NextRun() {
		units := run.Rows * ((n + piece - 1) / piece)
		if units*piece < 2*shared {
			l.run(run, 0, units)
		} else {
			l.share(run, units)
		}
	}
}

// leanLoop computes rows of n elements for leanRows, in pieces if some rows have gaps.
type leanLoop struct {
	f           func(dst, a, b []float32)
	dst         []float32
	n, piece    int
	left, right leanRow
}

// share computes units pieces of rows on several processors. Small runs avoid the cost of a function literal.
func (l *leanLoop) share(run shape.Run, units int) {
	par.Range(units, 1+shared/l.piece, func(lo, hi int) { l.run(run, lo, hi) })
}

// run computes pieces lo to hi of the rows of a run.
func (l *leanLoop) run(run shape.Run, lo, hi int) {
	if l.left.room == nil && l.right.room == nil {
		n, na, nb := l.n, l.left.length(l.n), l.right.length(l.n)
		d, i, j := run.Off[0]+lo*run.Step[0], l.left.off+run.Off[1]+lo*run.Step[1], l.right.off+run.Off[2]+lo*run.Step[2]
		for ; lo < hi; lo++ {
			l.f(l.dst[d:d+n], l.left.x[i:i+na], l.right.x[j:j+nb])
			d, i, j = d+run.Step[0], i+run.Step[1], j+run.Step[2]
		}
		return
	}
	left, right := l.left.another(lo), l.right.another(lo)
	pieces := (l.n + l.piece - 1) / l.piece
	for u := lo; u < hi; u++ {
		row, at := u, 0
		if pieces > 1 {
			row, at = u/pieces, u%pieces*l.piece
		}
		m := min(l.piece, l.n-at)
		l.f(l.dst[run.Off[0]+row*run.Step[0]+at:][:m], left.part(run.Off[1]+row*run.Step[1], at, m),
			right.part(run.Off[2]+row*run.Step[2], at, m))
	}
}

// leanRow describes the rows of an operand of leanRows.
type leanRow struct {
	x    []float32
	off  int       // start of the first row, in the storage
	n    int       // elements of a row that are read in place
	step int       // stride between elements
	room []float32 // buffer for a row with gaps, else nil
}

func newLeanRow(x *Tensor, w *shape.Walk, k, n, piece int) leanRow {
	r := leanRow{all[float32](x), x.off, n, w.Step[k], nil}
	if n < 0 {
		r.room = make([]float32, piece)
	}
	return r
}

// another returns r for the part of the work that begins at row first, with its own buffer.
func (r leanRow) another(first int) leanRow {
	if first > 0 && r.room != nil {
		r.room = make([]float32, len(r.room))
	}
	return r
}

// length returns the number of elements read of a row of n.
func (r leanRow) length(n int) int {
	if r.n == 1 {
		return 1
	}
	return n
}

// part returns m elements, starting at index at, of the row at offset off from the first one.
func (r leanRow) part(off, at, m int) []float32 {
	off += r.off
	switch {
	case r.room != nil:
		kernels.Stepped(r.room[:m], r.x, off+at*r.step, r.step)
		return r.room[:m]
	case r.n == 1:
		return r.x[off : off+1]
	}
	return r.x[off+at : off+at+m]
}

// shortRow is the length up to which rows are combined before they are passed to a kernel.
const shortRow = 16

// rowLength returns the number of elements per row of operand k of w: the full length, 1 for an element that
// repeats, or -1 if its rows have gaps.
func rowLength(w *shape.Walk, k int) int {
	switch w.Step[k] {
	case 1:
		return w.Inner
	case 0:
		return 1
	}
	if w.Inner == 1 {
		return 1
	}
	return -1
}

// spread returns x broadcast to y's shape in its own memory if needed is set, else x.
func spread(x, y *Tensor, needed bool) *Tensor {
	if !needed {
		return x
	}
	return x.broadcastCopy(y.lay.row())
}

// broadcastLayout returns the row-major layout that a and b broadcast to, shared with one of them if possible.
func broadcastLayout(op string, a, b *Tensor) *layout {
	la, lb := a.lay, b.lay
	switch {
	case la.contig && (la == lb || len(lb.shape) == 0 || slices.Equal(la.shape, lb.shape)):
		return la
	case lb.contig && len(la.shape) == 0:
		return lb
	}
	return newLayout(broadcastShapes(op, la.shape, lb.shape))
}

func broadcastShapes(op string, a, b []int) []int {
	out, ok := shape.Broadcast(a, b)
	if !ok {
		Throw(op, ValueError, "%s", shape.Mismatch(op, a, b))
	}
	return out
}

// mixedIn reports whether a or b has a dtype other than dt.
func mixedIn(dt DType, a, b *Tensor) bool { return a.dtype != dt || b.dtype != dt }

func isHalf(dt DType) bool { return dt == Float16 || dt == BFloat16 }
