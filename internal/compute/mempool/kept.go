package mempool

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// Most results are dropped, not put back, and only a collection finds that. Freed, their memory would be cut up, given
// back to the system and faulted in anew, which takes longer than many an op. While a program drops much, it is kept:
// a finalizer puts a buffer into a list once nothing refers to it, neither a tensor nor a slice of Go. What nobody
// takes from there from one collection to the next is freed, and so is all once little is dropped.
const (
	keptFrom = 64 << 10
	keptTo   = 8 << 20
)

func (c Class) kept() bool { return c > 0 && c.size() >= keptFrom && c.size() <= keptTo }

// keptBuffer is one in the list of its class.
type keptBuffer struct {
	p     unsafe.Pointer
	since int // the collection, by number
}

var keep struct {
	mu          sync.Mutex
	collections int
	lists       [len(pools)][]keptBuffer // the last is used next
	bytes       int                      // of all buffers that come back
}

func init() { gctune.After = trim }

// getKept is Get for a class of such buffers.
func getKept(c Class) (p unsafe.Pointer, anew bool) {
	made := gctune.Made(c.size())
	if p, ok := pools[c].Get().(unsafe.Pointer); ok {
		return p, false
	}
	gctune.Start()
	if p := fromList(c); p != nil {
		return p, true
	}
	if gctune.Collect() {
		if p := fromList(c); p != nil {
			return p, true
		}
	}
	p = Dirty(c.size())
	if c.mayKeep() {
		if made > hugeFrom {
			onHugePages(p, c.size())
		}
		c.comesBack(p)
	}
	return p, true
}

// mayKeep counts a new buffer among those that come back, if there are not too many.
func (c Class) mayKeep() bool {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	ok := mode(modes.Load()) != off && keep.bytes+c.size() <= gctune.Due()
	if ok {
		keep.bytes += c.size()
	}
	return ok
}

func (c Class) comesBack(p unsafe.Pointer) {
	runtime.SetFinalizer((*byte)(p), func(b *byte) { c.toList(unsafe.Pointer(b)) })
}

func fromList(c Class) (p unsafe.Pointer) {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	if n := len(keep.lists[c]); n > 0 {
		p = keep.lists[c][n-1].p
		keep.lists[c][n-1] = keptBuffer{}
		keep.lists[c] = keep.lists[c][:n-1]
	}
	return p
}

// toList keeps a buffer that nothing refers to, if its like are in demand.
func (c Class) toList(p unsafe.Pointer) {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	if !gctune.Churns() || mode(modes.Load()) == off {
		keep.bytes -= c.size()
		return
	}
	Spoil(p, c.size())
	c.comesBack(p)
	keep.lists[c] = append(keep.lists[c], keptBuffer{p, keep.collections})
}

// trim is called after each collection: it lets go of what has been in a list since the one before, or of all.
func trim(all bool) {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	keep.collections++
	for c, list := range keep.lists {
		old := 0
		for old < len(list) && (all || list[old].since < keep.collections-1) {
			runtime.SetFinalizer((*byte)(list[old].p), nil)
			old++
		}
		keep.bytes -= old * Class(c).size()
		keep.lists[c] = append(list[:0], list[old:]...)
		clear(list[len(list)-old:])
	}
}
