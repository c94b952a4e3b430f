package tensor

import (
	"cmp"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// storage is the memory that a tensor and its views share. It holds no pointers; a typed slice of it is made when a
// kernel is selected.
type storage struct {
	ptr unsafe.Pointer // see allocate
	n   int            // length in elements of the tensor's dtype
	// the number of in-place changes or of saved values, and whether the elements are needed: see changes, retain
	version uint32
	held    uint16 // the number of references from a backward pass that owns this, see hold
	room    uint8  // bytes of data in a tensor allocated with space for a node, see room; or a mark such as later
	class   mempool.Class
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
	known := layoutPlace(dims)
	if l := known.Load(); l != nil && slices.Equal(l.shape, dims) {
		return l
	}
	l := &layout{contig: true, size: elementsOf(dims)}
	l.alloc(len(dims))
	copy(l.shape, dims)
	shape.Strides(l.strides, dims)
	known.Store(l)
	return l
}

// lastLayouts caches row-major layouts by hash; a new layout replaces the one in its slot. Tensors of one shape
// therefore mostly share a layout, so that a small op allocates none and can compare shapes by comparing pointers.
var lastLayouts [256]atomic.Pointer[layout]

// layoutPlace returns the cache slot for the row-major layout of dims.
func layoutPlace(dims []int) *atomic.Pointer[layout] {
	h := uint64(len(dims))
	for _, d := range dims {
		h = (h ^ uint64(d)) * 0x9e3779b97f4a7c15
	}
	return &lastLayouts[h>>56]
}

// viewLayout returns the layout of a view; both slices are copied.
func viewLayout(dims, strides []int) *layout {
	l := &layout{contig: shape.Contiguous(dims, strides), size: elementsOf(dims)}
	l.alloc(len(dims))
	copy(l.shape, dims)
	copy(l.strides, strides)
	return l
}

// dense returns a layout of l's shape without gaps, whose axes have the same order in memory as those of l.
func (l *layout) dense() *layout {
	if l.contig {
		return l
	}
	order := shape.UpTo(len(l.shape)) // axes by decreasing stride
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l.strides[j], l.strides[i]) })
	strides, step := make([]int, len(order)), 1
	for _, i := range slices.Backward(order) {
		strides[i] = step
		step *= l.shape[i]
	}
	return viewLayout(l.shape, strides)
}

// overlapping reports whether several elements of l share one place in memory, as they do after broadcasting.
func (l *layout) overlapping() bool {
	if !l.contig {
		for i, n := range l.shape {
			if n > 1 && l.strides[i] == 0 {
				return true
			}
		}
	}
	return false
}

// expanded reports whether l has several elements, all of which share one place in memory.
func (l *layout) expanded() bool {
	if l.contig || l.size < 2 {
		return false
	}
	for i, n := range l.shape {
		if n > 1 && l.strides[i] != 0 {
			return false
		}
	}
	return true
}

func (l *layout) alloc(n int) {
	buf := l.buf[:]
	if 2*n > len(buf) {
		buf = make([]int, 2*n)
	}
	l.shape, l.strides = buf[:n:n], buf[n:2*n:2*n]
}

// small16, small32 and so on hold a tensor and a few bytes of data in one allocation.
type (
	small16 struct {
		headed
		data [2]uint64
	}
	small32 struct {
		headed
		data [4]uint64
	}
	small64 struct {
		headed
		data [8]uint64
	}
)

// roomy8 and so on also have space for the node of a recorded op: one allocation instead of two. A tensor refers to
// its node anyway, and a node that outlives its tensor retains only these few bytes. The smallest takes 192 bytes,
// which is one of the runtime's size classes.
type (
	roomy8 struct {
		headed
		data [1]uint64
		//lint:ignore U1000 found by its offset after the data
		n node2
	}
	roomy24 struct {
		headed
		data [3]uint64
		//lint:ignore U1000 found by its offset after the data
		n node2
	}
	roomy32 struct {
		headed
		data [4]uint64
		//lint:ignore U1000 found by its offset after the data
		n node2
	}
)

// inline is the largest size, in bytes, of data allocated together with the tensor.
const inline = 64

// headed is a tensor with its storage. A view retains all of it, including the graph that the tensor may refer to,
// so it is used for small data only.
type headed struct {
	t Tensor
	s storage
}

// over initializes h as a contiguous tensor over memory at ptr.
func (h *headed) over(ptr unsafe.Pointer, dt DType, l *layout) *Tensor {
	h.s.ptr, h.s.n = ptr, l.size
	h.t.store, h.t.lay, h.t.dtype = &h.s, l, dt
	return &h.t
}

// alloc returns a new zeroed contiguous tensor.
func alloc(dt DType, l *layout) *Tensor {
	bytes := l.size * dt.Size()
	switch {
	case bytes <= 32 && activeTapes.Load() != 0:
		return allocRoomy(dt, l, bytes)
	case bytes <= inline:
		return allocSmall(dt, l, bytes)
	}
	if bytes > largeTensor {
		checkMemory(dt, l.shape)
	}
	ptr, class := mempool.Zeroed(bytes)
	return &Tensor{store: &storage{ptr: ptr, n: l.size, class: class}, lay: l, dtype: dt}
}

func allocSmall(dt DType, l *layout, bytes int) *Tensor {
	switch {
	case bytes <= 16:
		o := new(small16)
		o.t.words = uint8(len(o.data))
		return o.over(unsafe.Pointer(&o.data), dt, l)
	case bytes <= 32:
		o := new(small32)
		o.t.words = uint8(len(o.data))
		return o.over(unsafe.Pointer(&o.data), dt, l)
	}
	o := new(small64)
	o.t.words = uint8(len(o.data))
	return o.over(unsafe.Pointer(&o.data), dt, l)
}

func allocRoomy(dt DType, l *layout, bytes int) *Tensor {
	switch {
	case bytes <= 8:
		o := new(roomy8)
		o.s.room = 8
		return o.over(unsafe.Pointer(&o.data), dt, l)
	case bytes <= 24:
		o := new(roomy24)
		o.s.room = 24
		return o.over(unsafe.Pointer(&o.data), dt, l)
	}
	o := new(roomy32)
	o.s.room = 32
	return o.over(unsafe.Pointer(&o.data), dt, l)
}

// room returns the node allocated with t, or nil if there is none or it is in use. A tensor header may have been
// copied, so room checks that the storage is the one allocated with t.
func (t *Tensor) room() *node {
	s := t.store
	if s.room < uint8(unsafe.Sizeof(uint64(0))) || !t.bornWith(s) { // smaller values are marks
		return nil
	}
	n := (*node)(unsafe.Add(unsafe.Pointer(t), unsafe.Sizeof(headed{})+uintptr(s.room)))
	n.near, s.room = s.room, 0
	return n
}

// bornWith reports whether s was allocated with t.
func (t *Tensor) bornWith(s *storage) bool {
	return unsafe.Pointer(s) == unsafe.Add(unsafe.Pointer(t), unsafe.Offsetof(headed{}.s))
}

// uncached marks, in the field room of a storage, memory of at least minUncached bytes that is in no processor cache.
const (
	uncached    = 2
	minUncached = 64 << 10
)

// blank is alloc for a result whose elements will all be written: reused memory is not cleared.
func blank(dt DType, l *layout) *Tensor {
	bytes := l.size * dt.Size()
	if bytes < mempool.Pooled {
		if t := takeSpare(bytes); t != nil {
			return t.again(dt, l)
		}
		return alloc(dt, l)
	}
	if bytes > largeTensor {
		checkMemory(dt, l.shape)
	}
	ptr, class, new := mempool.Get(bytes)
	s := &storage{ptr: ptr, n: l.size, class: class}
	if new && bytes >= minUncached {
		s.room = uncached
	}
	return &Tensor{store: s, lay: l, dtype: dt}
}

// row returns l itself when it is row-major, else the row-major layout of its shape.
func (l *layout) row() *layout {
	if l.contig {
		return l
	}
	return newLayout(l.shape)
}

// newLike returns a new contiguous tensor of x's shape. All of its elements must be written.
func newLike(dt DType, x *Tensor) *Tensor { return blank(dt, x.lay.row()) }

// all returns the whole storage of t, which must hold elements of type E.
func all[E any](t *Tensor) []E {
	t.allocate()
	return whole[E](t)
}

// flat returns the elements of t, which must be contiguous and of type E, without copying.
func flat[E any](t *Tensor) []E {
	t.allocate()
	return near[E](t)
}

// whole is all for a tensor whose memory is allocated, see allocate; it is small enough to be inlined.
func whole[E any](t *Tensor) []E { return unsafe.Slice((*E)(t.store.ptr), t.store.n) }

// near is flat for a tensor whose memory is allocated.
func near[E any](t *Tensor) []E {
	if t.lay.size == 0 { // the offset may be past the end
		return []E{}
	}
	return whole[E](t)[t.off : t.off+t.lay.size]
}

// within is header for use within an op: it does not extend the lifetime of the memory.
func (t *Tensor) within(l *layout, off int) *Tensor {
	return &Tensor{store: t.store, lay: l, off: off, dtype: t.dtype}
}

// part returns n elements of an axis of t, starting at first, for use within an op.
func (t *Tensor) part(axis, first, n int) *Tensor {
	dims := slices.Clone(t.lay.shape)
	dims[axis] = n
	return t.within(viewLayout(dims, t.lay.strides), t.off+first*t.lay.strides[axis])
}

// header returns a new untracked tensor that shares t's storage, with layout l at offset off.
func (t *Tensor) header(l *layout, off int) *Tensor {
	if t.store.room == scoped {
		t.store.needed() // keeps the memory past the end of the scope
	}
	return &Tensor{store: t.store, lay: l, off: off, dtype: t.dtype, cut: t.cut}
}
