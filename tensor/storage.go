package tensor

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/shape"
)

// storage is the memory that a tensor and its views share. It holds no pointers; typed slices of it are
// made where a kernel is chosen.
type storage struct {
	ptr     unsafe.Pointer
	n       int    // length in elements of the tensor's dtype
	version uint32 // counts in-place changes, so that the tape notices a saved tensor that changed
}

// layout is a shape with strides in elements. It is immutable and shared by all tensors of the same form, so
// that an elementwise op does not allocate one.
type layout struct {
	shape   []int
	strides []int
	size    int
	contig  bool
	buf     [8]int // backs shape and strides up to four axes
}

var scalarLayout = &layout{size: 1, contig: true}

// newLayout returns the row-major layout of shape, which is copied.
func newLayout(dims []int) *layout {
	if len(dims) == 0 {
		return scalarLayout
	}
	l := &layout{contig: true, size: shape.Size(dims)}
	l.alloc(len(dims))
	copy(l.shape, dims)
	shape.Strides(l.strides, dims)
	return l
}

// viewLayout returns the layout of a view; both slices are copied.
func viewLayout(dims, strides []int) *layout {
	l := &layout{contig: shape.Contiguous(dims, strides), size: shape.Size(dims)}
	l.alloc(len(dims))
	copy(l.shape, dims)
	copy(l.strides, strides)
	return l
}

func (l *layout) alloc(n int) {
	buf := l.buf[:]
	if 2*n > len(buf) {
		buf = make([]int, 2*n)
	}
	l.shape, l.strides = buf[:n:n], buf[n:2*n:2*n]
}

// small is a tensor of at most 16 bytes of data in one allocation.
type small struct {
	t    Tensor
	s    storage
	data [2]uint64
}

// alloc returns a new zeroed contiguous tensor.
func alloc(dt DType, l *layout) *Tensor {
	bytes := l.size * dt.Size()
	if bytes <= 16 {
		o := new(small)
		o.s.ptr, o.s.n = unsafe.Pointer(&o.data), l.size
		o.t.store, o.t.lay, o.t.dtype = &o.s, l, dt
		return &o.t
	}
	if bytes > 1<<24 {
		checkMemory(dt, l.shape)
	}
	mem := make([]uint64, (bytes+7)/8)
	s := &storage{ptr: unsafe.Pointer(&mem[0]), n: l.size}
	return &Tensor{store: s, lay: l, dtype: dt}
}

// row returns l itself when it is row-major, else the row-major layout of its shape.
func (l *layout) row() *layout {
	if l.contig {
		return l
	}
	return newLayout(l.shape)
}

// newLike returns a new zeroed contiguous tensor of x's shape.
func newLike(dt DType, x *Tensor) *Tensor { return alloc(dt, x.lay.row()) }

// all returns the whole storage of t, which must hold elements of type E.
func all[E any](t *Tensor) []E { return unsafe.Slice((*E)(t.store.ptr), t.store.n) }

// flat returns the elements of t, which must be contiguous and of type E, without copying.
func flat[E any](t *Tensor) []E {
	if t.lay.size == 0 { // whose offset may be past the end
		return []E{}
	}
	return unsafe.Slice((*E)(t.store.ptr), t.store.n)[t.off : t.off+t.lay.size]
}

// header returns a new untracked tensor that shares t's storage, with layout l at offset off.
func (t *Tensor) header(l *layout, off int) *Tensor {
	return &Tensor{store: t.store, lay: l, off: off, dtype: t.dtype}
}

// changed notes that the elements of t's storage were overwritten.
func (t *Tensor) changed() { t.store.version++ }
