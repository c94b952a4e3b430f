// Package mempool holds memory of tensors that nobody uses any more until an op of the same size needs some, and
// takes large pieces in pages that the system gives at once.
package mempool

import (
	mathbits "math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// A Class is a size of buffers that are used again, see [Get]; 0 means those that are not.
type Class uint8

// Buffers of 8 KiB to 4 GiB are used again. Eight sizes from each power of two to the next waste a sixteenth on
// average.
const (
	leastBits = 13
	mostBits  = 32
	each      = 8
)

// Pooled is the number of bytes from which on buffers are used again.
const Pooled = 1 << leastBits

// pools hold buffers that nobody uses, by class. The garbage collector empties what two of its cycles found there.
var pools [(mostBits-leastBits+1)*each + 1]sync.Pool

// Get returns memory of n bytes, n > 0, that holds anything, and its class, to be handed to [Put] by an owner that
// can prove to be the only one. An owner that cannot just forgets it: it is ordinary memory without pointers. anew
// says that nobody has used it for so long that no cache is likely to hold it.
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

// Zeroed is [Get] for memory that is cleared.
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
	// memory that is new to the program is clear already
	p := unsafe.Pointer(unsafe.SliceData(make([]uint64, c.size()/8)))
	onHugePages(p, c.size())
	return p, c
}

// Put takes back a buffer of [Get] that nobody will look at again. It says whether it has.
func Put(p unsafe.Pointer, c Class) bool {
	m := mode(modes.Load())
	if c == 0 || m == off {
		return false
	}
	if m == poisoned {
		b := unsafe.Slice((*byte)(p), c.size())
		for i := range b {
			b[i] = 0xff // NaN in every type of float
		}
	}
	pools[c].Put(p)
	return true
}

// Spoil overwrites n bytes that nobody will look at again, which have no class, while [Poisoned] runs. It says whether
// they may be used again.
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

// classOf returns the class of the smallest buffers that n bytes fit into.
func classOf(n int) Class {
	if n < Pooled || n > 1<<mostBits {
		return 0
	}
	k := mathbits.Len(uint(n-1)) - 1 // 2^k < n ≤ 2^(k+1)
	part := (n - 1<<k + 1<<k/each - 1) / (1 << k / each)
	return Class((k-leastBits+1)*each + part)
}

// size returns the bytes of a buffer of class c, not 0.
func (c Class) size() int {
	k := leastBits - 1 + (int(c)-1)/each
	return 1<<k + ((int(c)-1)%each+1)*(1<<k/each)
}

// mode is what happens to buffers that are put back.
type mode int32

const (
	reuse mode = iota
	off
	poisoned
)

var modes atomic.Int32

// atStart is set by the linker (-X) to "poisoned" for tests of programs and packages as they are, see make poison.
var atStart string

func init() {
	if atStart == "poisoned" {
		modes.Store(int32(poisoned))
	}
}

// Off makes [Put] leave buffers to the garbage collector while f runs, for tests.
func Off(f func()) { with(off, f) }

// Poisoned makes [Put] fill buffers with NaN while f runs, so that who looks at one that was given away is found
// out, for tests.
func Poisoned(f func()) { with(poisoned, f) }

func with(m mode, f func()) {
	defer modes.Store(modes.Swap(int32(m)))
	f()
}
