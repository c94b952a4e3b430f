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

// beat is garbage, so that its finalizer runs after each collection.
type beat struct{ _ *byte }

func (b *beat) collected() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	if !tune.off {
		tune.adjust()
		runtime.SetFinalizer(b, (*beat).collected)
	}
}

// adjust sets the percentage for the heap as it is, unless somebody else has set it.
func (t *tuner) adjust() {
	l := live()
	p := max(min(t.base, most(l)), percent(l))
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

// most is the growth that takes a heap of so many live bytes to twice that and the spread.
func most(live uint64) int { return 100 + int(100*spread/max(live, 1)) }

// live returns the bytes that the last collection found in use.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
