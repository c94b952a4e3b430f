// Package gctune sets the garbage collector for programs that compute with tensors.
//
// A step of training allocates megabytes, and recorded operations on numbers allocate quickly, while little of it is
// live at a time. At Go's default the heap of such a program may grow to 4 MB or twice what is live, so that it is
// collected up to three times per step, and while a collection is under way every pointer that is written costs
// more. A floor under the heap's size makes collections rare where they find little, and changes nothing where the
// heap is larger than that.
package gctune

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// floor is the size in bytes up to which the heap may grow in any case before it is collected.
const floor = 64 << 20

// heapGrowth is how much the heap of msrepl may grow, in percent, before the garbage collector runs. A session's
// heap holds the interpreter and its tables, some tens of megabytes that are marked again in every cycle. A soft
// memory limit, which a kernel and :limit set, makes the collector run earlier.
const heapGrowth = 400

// spread is how many bytes the heap may grow beyond twice what is live, where it may grow by more than Go's default.
const spread = 128 << 20

// tuner keeps the floor.
type tuner struct {
	mu    sync.Mutex
	begun bool
	off   bool // somebody else sets the collector
	base  int  // percent of growth for large heaps
	now   int  // percent that was set last
	spare bool // there is no work yet that a small heap would slow down
	works bool // there has been such work
	tight int  // how often Tight is in force
}

var tune tuner

// Relax lets the heap grow by heapGrowth, unless the environment says something else, and to the floor.
func Relax() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	if !tune.start() {
		return
	}
	tune.base = heapGrowth
	tune.adjust()
}

// spareGrowth is the growth in percent of a heap that is to stay small. What lives on among garbage keeps whole
// pages of it: a kernel that waits after a thousand definitions holds 26 MB at 100, 29 MB at 300; at 100 collecting
// takes a tenth of the time of small cells.
const spareGrowth = 300

// Spare keeps the heap small until Start is called: most kernels that are open wait for somebody, and share a
// machine with others that do.
func Spare() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	if tune.works || !tune.start() {
		return
	}
	tune.spare = true
	tune.adjust()
}

// tightGrowth is the growth in percent while something is made of a long text: syntax trees and types take a hundred
// times the text, and what grew by heapGrowth beside them five times that.
const tightGrowth = 50

// tightSpread is how many bytes it grows at most: a text of 50 MB is live itself, and nothing in it is to be marked.
const tightSpread = 24 << 20

// Tight keeps the heap near what is in use until loosen is called.
func Tight() (loosen func()) {
	change := func(by int) {
		tune.mu.Lock()
		defer tune.mu.Unlock()
		if tune.start() {
			tune.tight += by
			tune.adjust()
		}
	}
	change(1)
	return sync.OnceFunc(func() { change(-1) })
}

// Start lets the heap grow to the floor, unless the environment variable GOGC is set or the program sets the
// percentage itself. What allocates much calls it.
func Start() { started.Do(begin) }

var started sync.Once

func begin() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	tune.works = true
	if again := tune.begun && tune.spare; tune.start() && again {
		tune.spare = false
		tune.adjust()
	}
}

// start makes the tuner look at the heap now and after every collection, and says whether it may.
func (t *tuner) start() bool {
	if !t.begun {
		t.begun = true
		t.now = debug.SetGCPercent(100)
		debug.SetGCPercent(t.now)
		t.base, t.off = t.now, os.Getenv("GOGC") != "" || t.now != 100
		if !t.off {
			t.adjust()
			runtime.SetFinalizer(&beat{}, (*beat).collected)
		}
	}
	return !t.off
}

// made is how many bytes of results were made since the last collection, due after how many it is time for one: where
// their memory is kept, the heap does not grow by them. due is 0 while somebody else sets the collector.
var (
	made, due  atomic.Int64
	churns     atomic.Bool // much was made before the last collection
	collecting atomic.Bool
)

// After is called after each collection; none says that little was made since the one before.
var After = func(none bool) {}

// Made counts n bytes of results, fewer than none where they are put back, and returns how many there were since the
// last collection.
func Made(n int) int { return int(made.Add(int64(n))) }

// Due is how many bytes may be made until there is a collection, 0 if there is none for that.
func Due() int { return int(due.Load()) }

// Churns says whether much was made before the last collection.
func Churns() bool { return churns.Load() }

// Collect collects garbage if that is due by what was made, and says whether it did. Finalizers have had a turn then.
func Collect() bool {
	if m := due.Load(); m == 0 || made.Load() < m || !collecting.CompareAndSwap(false, true) {
		return false
	}
	churns.Store(true)
	runtime.GC()
	runtime.Gosched()
	made.Store(0)
	collecting.Store(false)
	return true
}

// collected is called after a collection.
func (t *tuner) collected() {
	much := collecting.Load() || !t.off && made.Swap(0) >= due.Load()/4
	churns.Store(much)
	After(!much)
	if !t.off {
		t.adjust()
	}
}

// beat is garbage, so that its finalizer runs after each collection.
type beat struct{ _ *byte }

func (b *beat) collected() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	if tune.collected(); !tune.off {
		runtime.SetFinalizer(b, (*beat).collected)
	}
}

// adjust sets the percentage for the heap as it is, unless somebody else has set it.
func (t *tuner) adjust() {
	l := live()
	due.Store(dueAfter(l, metric("/gc/scan/total:bytes"), uint64(debug.SetMemoryLimit(-1))))
	kept := uint64(0)
	if churns.Load() {
		kept = uint64(due.Load())
	}
	p := max(min(t.base, most(l, kept)), percent(l))
	if t.spare {
		p = spareGrowth
	}
	if t.tight > 0 {
		p = min(tightGrowth, max(1, int(100*tightSpread/max(l, 1))))
	}
	if near := math.Abs(float64(p-t.now)) < float64(t.now)/10; near {
		return // setting it stops the world
	}
	if before := debug.SetGCPercent(p); before != t.now {
		debug.SetGCPercent(before)
		t.off = true
		due.Store(0)
		After(true)
		return
	}
	t.now = p
}

// percent is the growth that takes a heap of so many live bytes to the floor. The runtime scales its own least size
// of 4 MB with it, too.
func percent(live uint64) int {
	const least = 4 << 20
	if live >= floor {
		return 0
	}
	return int(100 * (floor - live) / max(live, least))
}

// most is the growth that takes a heap of so many live bytes, with what is kept beside it, to twice that and the
// spread.
func most(live, kept uint64) int { return int(100 * (live + spread - kept) / max(live, 1)) }

// dueAfter is how many bytes of results may be made from one collection to the next: more where it takes longer, as
// there is more to look through, half of what the heap may grow by at most, and little beside a limit of memory.
func dueAfter(live, scanned, limit uint64) int64 {
	return int64(min(max(floor, min(2*scanned, live+spread/2)), limit/8))
}

// live returns the bytes that the last collection found in use.
func live() uint64 { return metric("/gc/heap/live:bytes") }

func metric(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
