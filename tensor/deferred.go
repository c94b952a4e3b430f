package tensor

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
)

// deferred is the storage of many elements that are all equal, without memory until somebody asks for it, to read or
// to write. What an optimizer keeps for each parameter, but does not need with its settings, costs nothing.
type deferred struct {
	storage
	each   *Tensor    // the one element that repeats
	making sync.Mutex // of memory: readers may come at the same time
}

// later is in the field room of a storage that is the beginning of a deferred one.
const later = 1

// repeated returns a tensor of layout l in which x, one element, repeats.
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

// have makes the memory of t if that was put off.
func (t *Tensor) have() {
	if t.store.room == later {
		t.store.fill()
	}
}

// later returns s as what it is the beginning of, nil if it is an ordinary storage, one whose memory a scope has
// taken, or a slice of what a function is mapped over.
func (s *storage) later() *deferred {
	if s.room != later || s.n < 0 {
		return nil
	}
	return (*deferred)(unsafe.Pointer(s))
}

// fill makes the memory of s, which is deferred, unless it is there.
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

// isZero says whether the bits of x, one element, are all zero.
func (x *Tensor) isZero() bool {
	size := x.dtype.Size()
	for _, v := range unsafe.Slice((*byte)(x.store.ptr), x.store.n*size)[x.off*size:][:size] {
		if v != 0 {
			return false
		}
	}
	return true
}

// repeats returns the element that repeats in t, which has no memory yet; nil for other tensors.
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

// only returns the element that t consists of, as a tensor of one element for use within an op; nil if each element has
// memory of its own.
func (t *Tensor) only() *Tensor {
	if t.lay.size == 1 {
		return t
	}
	if v := t.repeats(); v != nil {
		return v.within(scalarLayout, v.off) // whose axes may be more than those of t
	}
	if t.lay.expanded() {
		return t.within(scalarLayout, t.off)
	}
	return nil
}

// roundedFrom is the number of elements from which on kernels may round otherwise than for fewer.
const roundedFrom = 64

// alike returns as many elements equal to v, which is one, as give the results of kernels the digits that n of them
// have.
func alike(v *Tensor, n int) *Tensor { return filled(v, newLayout([]int{min(n, roundedFrom)})) }

// firstRepeated returns a tensor of layout l in which the first element of x repeats.
func firstRepeated(x *Tensor, l *layout) *Tensor { return repeated(x.within(scalarLayout, x.off), l) }

// repeat makes the elements of t equal to v, one element of t's dtype, if that takes no memory.
func (t *Tensor) repeat(v *Tensor) bool {
	d := t.store.later()
	if d == nil || t.lay.size != d.n || !t.lay.contig { // a view that repeats a part may be as large
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

// repeatedNumber is repeats as a number of Go.
func repeatedNumber(t *Tensor) (number float64, known bool) {
	v := t.repeats()
	if v == nil || v.dtype.IsComplex() {
		return 0, false
	}
	return v.Float(), true
}
