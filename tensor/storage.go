package tensor

import (
	"cmp"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// storage is the memory that a tensor and its views share. It holds no pointers; typed slices of it are
// made where a kernel is chosen.
type storage struct {
	ptr unsafe.Pointer // see have
	n   int            // length in elements of the tensor's dtype
	// twice the number of in-place changes, odd when a gradient rule needs the elements: see age, needed
	version uint32
	held    uint16 // in how many places of a walk that owns this it is, see hold
	room    uint8  // the bytes of data of a tensor with room for a node, see room; or later
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

// lastLayouts are row-major layouts that were made, each until one comes that has its place: tensors of one shape
// mostly share theirs, so that a small op allocates none and sees that shapes agree by looking at one pointer.
var lastLayouts [256]atomic.Pointer[layout]

// layoutPlace returns the place for a layout among the last ones.
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

// dense returns the layout of l's shape that has no gaps and whose axes lie in memory in the order that they have in
// l.
func (l *layout) dense() *layout {
	if l.contig {
		return l
	}
	order := shape.UpTo(len(l.shape)) // axes, the one with the longest steps first
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l.strides[j], l.strides[i]) })
	strides, step := make([]int, len(order)), 1
	for _, i := range slices.Backward(order) {
		strides[i] = step
		step *= l.shape[i]
	}
	return viewLayout(l.shape, strides)
}

// crowded says whether several elements of l are one in memory, as they are where something was broadcast.
func (l *layout) crowded() bool {
	if !l.contig {
		for i, n := range l.shape {
			if n > 1 && l.strides[i] == 0 {
				return true
			}
		}
	}
	return false
}

// expanded says whether l has several elements, which are one in memory.
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

// small16 and the like are tensors with few bytes of data in one allocation.
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

// roomy8 and the like are such tensors with room for the node that makes them results of a recorded op: one
// allocation instead of two. A tensor leads to its node anyway, and a node that is kept keeps no more than these few
// bytes. The smallest takes 192 bytes, which is a size that the runtime has.
type (
	roomy8 struct {
		headed
		data [1]uint64
		//lint:ignore U1000 it is found behind the data
		n node2
	}
	roomy24 struct {
		headed
		data [3]uint64
		//lint:ignore U1000 it is found behind the data
		n node2
	}
	roomy32 struct {
		headed
		data [4]uint64
		//lint:ignore U1000 it is found behind the data
		n node2
	}
)

// inline is the greatest number of bytes of data that are allocated with the tensor.
const inline = 64

// headed is a tensor with its storage. A view of it keeps all of it, so it is for small data only: the tensor may
// lead to a graph.
type headed struct {
	t Tensor
	s storage
}

// over makes h a contiguous tensor over memory.
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

// room returns the node that was allocated with t, if there is one and it is not used yet. The header of a tensor
// may have been copied, so the storage must lie where it does in a tensor that was allocated with its own.
func (t *Tensor) room() *node {
	s := t.store
	if s.room < uint8(unsafe.Sizeof(uint64(0))) || !t.bornWith(s) { // the other uses of the field are smaller
		return nil
	}
	n := (*node)(unsafe.Add(unsafe.Pointer(t), unsafe.Sizeof(headed{})+uintptr(s.room)))
	n.near, s.room = s.room, 0
	return n
}

// bornWith says whether s was allocated with t.
func (t *Tensor) bornWith(s *storage) bool {
	return unsafe.Pointer(s) == unsafe.Add(unsafe.Pointer(t), unsafe.Offsetof(headed{}.s))
}

// anew is in the field room of a storage of memory that no cache holds, of at least so many bytes as cold.
const (
	anew = 2
	cold = 64 << 10
)

// blank is alloc for a result of which every element will be written: memory that was used holds anything at first.
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
	if new && bytes >= cold {
		s.room = anew
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

// newLike returns a new contiguous tensor of x's shape, of which every element is to be written.
func newLike(dt DType, x *Tensor) *Tensor { return blank(dt, x.lay.row()) }

// all returns the whole storage of t, which must hold elements of type E.
func all[E any](t *Tensor) []E {
	t.have()
	return whole[E](t)
}

// flat returns the elements of t, which must be contiguous and of type E, without copying.
func flat[E any](t *Tensor) []E {
	t.have()
	return near[E](t)
}

// whole is all for a tensor that has memory, see have; it is small enough to be part of its callers.
func whole[E any](t *Tensor) []E { return unsafe.Slice((*E)(t.store.ptr), t.store.n) }

// near is flat for a tensor that has memory.
func near[E any](t *Tensor) []E {
	if t.lay.size == 0 { // whose offset may be past the end
		return []E{}
	}
	return whole[E](t)[t.off : t.off+t.lay.size]
}

// within is header for use within an op: it does not keep the memory.
func (t *Tensor) within(l *layout, off int) *Tensor {
	return &Tensor{store: t.store, lay: l, off: off, dtype: t.dtype}
}

// part is n elements of an axis of t from the first on, for use within an op.
func (t *Tensor) part(axis, first, n int) *Tensor {
	dims := slices.Clone(t.lay.shape)
	dims[axis] = n
	return t.within(viewLayout(dims, t.lay.strides), t.off+first*t.lay.strides[axis])
}

// header returns a new untracked tensor that shares t's storage, with layout l at offset off.
func (t *Tensor) header(l *layout, off int) *Tensor {
	if t.store.room == scoped {
		t.store.needed() // which keeps it from ending with the scope
	}
	return &Tensor{store: t.store, lay: l, off: off, dtype: t.dtype, cut: t.cut}
}
