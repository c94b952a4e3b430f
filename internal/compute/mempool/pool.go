// Package mempool reuses the memory of tensors: it keeps buffers that are no longer in use until an op needs one of
// that size. Large new buffers request huge pages.
package mempool

import (
	mathbits "math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// A Class is a size class of reusable buffers, see [Get]; 0 means buffers that are not reused.
type Class uint8

// Buffers of 8 KiB to 4 GiB are reused. Eight sizes from each power of two to the next waste a sixteenth on average.
const (
	minBits = 13
	maxBits = 32
	each    = 8
)

// Pooled is the minimum size, in bytes, of buffers that are reused.
const Pooled = 1 << minBits

// pools holds free buffers by class. The garbage collector frees those that stay unused for two of its cycles.
var pools [(maxBits-minBits+1)*each + 1]sync.Pool

// Get returns n bytes of memory, n > 0, with arbitrary contents, and its class. An owner that is certainly the only
// one may return it with [Put]; any other owner leaves it to the garbage collector: it is ordinary memory without
// pointers. anew reports whether it is a new buffer of its class, which is unlikely to be in a cache.
func Get(n int) (p unsafe.Pointer, c Class, anew bool) {
	c = classOf(n)
	if c == 0 {
		return Dirty(n), 0, false
	}
	if p, ok := pools[c].Get().(unsafe.Pointer); ok {
		return p, c, false
	}
	gctune.Start()
	return Dirty(c.size()), c, true
}

// Zeroed is [Get] for memory set to zero.
func Zeroed(n int) (unsafe.Pointer, Class) {
	c := classOf(n)
	if c == 0 {
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n+7)/8))), 0
	}
	if p, ok := pools[c].Get().(unsafe.Pointer); ok {
		clear(unsafe.Slice((*uint64)(p), (n+7)/8))
		return p, c
	}
	gctune.Start()
	// memory new to the program is zero already
	p := unsafe.Pointer(unsafe.SliceData(make([]uint64, c.size()/8)))
	onHugePages(p, c.size())
	return p, c
}

// Put takes back a buffer of [Get] that will not be read again. It reports whether it has taken it.
func Put(p unsafe.Pointer, c Class) bool {
	m := mode(modes.Load())
	if c == 0 || m == off {
		return false
	}
	if m == poisoned {
		b := unsafe.Slice((*byte)(p), c.size())
		for i := range b {
			b[i] = 0xff // NaN in every floating-point type
		}
	}
	pools[c].Put(p)
	return true
}

// Spoil overwrites n bytes without a class that will not be read again, while [Poisoned] runs. It reports whether
// they may be reused.
func Spoil(p unsafe.Pointer, n int) bool {
	m := mode(modes.Load())
	if m == poisoned {
		b := unsafe.Slice((*byte)(p), n)
		for i := range b {
			b[i] = 0xff
		}
	}
	return m != off
}

// classOf returns the class of the smallest buffers that can hold n bytes.
func classOf(n int) Class {
	if n < Pooled || n > 1<<maxBits {
		return 0
	}
	k := mathbits.Len(uint(n-1)) - 1 // 2^k < n ≤ 2^(k+1)
	part := (n - 1<<k + 1<<k/each - 1) / (1 << k / each)
	return Class((k-minBits+1)*each + part)
}

// size returns the size, in bytes, of a buffer of class c, which is not 0.
func (c Class) size() int {
	k := minBits - 1 + (int(c)-1)/each
	return 1<<k + ((int(c)-1)%each+1)*(1<<k/each)
}

// mode is what [Put] does with buffers.
type mode int32

const (
	reuse mode = iota
	off
	poisoned
)

var modes atomic.Int32

// atStart is set to "poisoned" by the linker (-X), to test unmodified programs and packages, see make poison.
var atStart string

func init() {
	if atStart == "poisoned" {
		modes.Store(int32(poisoned))
	}
}

// Off disables reuse while f runs, for tests.
func Off(f func()) { with(off, f) }

// Poisoned makes [Put] fill buffers with NaN while f runs, so that tests detect uses of a buffer after Put.
func Poisoned(f func()) { with(poisoned, f) }

func with(m mode, f func()) {
	defer modes.Store(modes.Swap(int32(m)))
	f()
}
