package tensor

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
)

// deferred is the storage of many equal elements, which has no memory until it is read or written. State that an
// optimizer holds for each parameter, but does not use with its settings, takes no memory.
type deferred struct {
	storage
	each   *Tensor    // the single element that repeats
	making sync.Mutex // guards allocation: several goroutines may read
}

// later marks, in the field room, a storage that is the first field of a deferred one.
const later = 1

// repeated returns a tensor of layout l in which x, a single element, repeats.
func repeated(x *Tensor, l *layout) *Tensor {
	bytes := l.size * x.dtype.Size()
	if bytes < mempool.Pooled {
		return filled(x, l)
	}
	if bytes > largeTensor {
		checkMemory(x.dtype, l.shape)
	}
	d := &deferred{storage: storage{n: l.size, room: later}, each: x}
	return &Tensor{store: &d.storage, lay: l.row(), dtype: x.dtype}
}

// allocate allocates the memory of t if that was deferred.
func (t *Tensor) allocate() {
	if t.store.room == later {
		t.store.fill()
	}
}

// later returns the deferred storage that contains s, or nil if s is an ordinary storage, one whose memory a scope
// has taken, or a slice of a mapped function.
func (s *storage) later() *deferred {
	if s.room != later || s.n < 0 {
		return nil
	}
	return (*deferred)(unsafe.Pointer(s))
}

// fill allocates and fills the memory of s, which must be deferred, unless that has been done.
func (s *storage) fill() {
	if atomic.LoadPointer(&s.ptr) != nil {
		return
	}
	if in := s.sliced(); in != nil {
		in.refuse()
	}
	d := s.later()
	if d == nil {
		Throw("Scope", RuntimeError, "For 'Scope', a tensor is used after the scope in which it was made has ended. "+
			"Return it from the function, or let it outlive the scope with tensor.Keep.")
	}
	d.making.Lock()
	defer d.making.Unlock()
	if s.ptr == nil {
		l := newLayout([]int{s.n})
		var y *Tensor
		if d.each.isZero() {
			y = alloc(d.each.dtype, l)
		} else {
			y = filled(d.each, l)
		}
		s.class = y.store.class
		atomic.StorePointer(&s.ptr, y.store.ptr)
	}
}

// isZero reports whether all bits of x, a single element, are zero.
func (x *Tensor) isZero() bool {
	size := x.dtype.Size()
	for _, v := range unsafe.Slice((*byte)(x.store.ptr), x.store.n*size)[x.off*size:][:size] {
		if v != 0 {
			return false
		}
	}
	return true
}

// repeats returns the element that repeats in t if the memory of t is deferred, else nil.
func (t *Tensor) repeats() *Tensor {
	d := t.store.later()
	if d == nil {
		return nil
	}
	d.making.Lock()
	defer d.making.Unlock()
	if d.ptr != nil {
		return nil
	}
	return d.each
}

// only returns the element that repeats in t, as a tensor of one element for use within an op; nil if each element
// has its own memory.
func (t *Tensor) only() *Tensor {
	if t.lay.size == 1 {
		return t
	}
	if v := t.repeats(); v != nil {
		return v.within(scalarLayout, v.off) // v may have more axes than t
	}
	if t.lay.expanded() {
		return t.within(scalarLayout, t.off)
	}
	return nil
}

// roundedFrom is the number of elements from which kernels may round differently than for fewer elements.
const roundedFrom = 64

// alike returns copies of v, a single element: enough of them for kernels to give the same digits as for n elements.
func alike(v *Tensor, n int) *Tensor { return filled(v, newLayout([]int{min(n, roundedFrom)})) }

// firstRepeated returns a tensor of layout l in which the first element of x repeats.
func firstRepeated(x *Tensor, l *layout) *Tensor { return repeated(x.within(scalarLayout, x.off), l) }

// repeat sets all elements of t to v, a single element of t's dtype, if that takes no memory.
func (t *Tensor) repeat(v *Tensor) bool {
	d := t.store.later()
	if d == nil || t.lay.size != d.n || !t.lay.contig { // a view that repeats elements may have that size, too
		return false
	}
	d.making.Lock()
	defer d.making.Unlock()
	if d.ptr != nil {
		return false
	}
	d.each = v
	return true
}

// repeatedNumber returns the number that repeats in t, as repeats does.
func repeatedNumber(t *Tensor) (number float64, known bool) {
	v := t.repeats()
	if v == nil || v.dtype.IsComplex() {
		return 0, false
	}
	return v.Float(), true
}
