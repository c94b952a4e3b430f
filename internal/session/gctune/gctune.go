// Package gctune sets the garbage collector for programs that compute with tensors.
//
// A step of training allocates megabytes, and recorded operations on numbers allocate quickly, while little of it is
// live at a time. At Go's default the heap of such a program may grow to 4 MB or twice what is live, so that it is
// collected up to three times per step, and while a collection is under way every pointer that is written costs
// more. With a reserve, which is part of the heap and never used, collections are rare where they find little. The
// system gives it no memory.
//
// The heap then grows to the reserve and twice what is live. What is made during a collection counts as live, so
// that a multiple of it would change from one collection to the next, and with it the memory that Go gives back to
// the system and takes again, page by page.
package gctune

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// reserve is how many bytes of the heap are never used once there is work.
const reserve = 64 << 20

// Growth of the heap in percent of what is live. What lives on among garbage keeps whole pages of it: a kernel that
// waits after a thousand definitions holds 26 MB at 100, 29 MB at 300; at 100 collecting takes a tenth of the time of
// small cells.
const (
	goGrowth      = 100  // Go's default
	relaxedGrowth = 1600 // to 64 MB from Go's least size
	spareGrowth   = 300
	tightGrowth   = 50
)

// tightSpread is how many bytes a tight heap grows at most: a text of 50 MB is live itself, and nothing in it is to
// be marked.
const tightSpread = 24 << 20

// tuner sets the collector while it is the only one who does.
type tuner struct {
	mu      sync.Mutex
	begun   bool
	off     bool // somebody else sets the collector
	now     int  // percent of growth that was set last
	relaxed bool
	spare   bool // there is no work yet that a small heap would slow down
	tight   int  // how often Tight is in force
	reserve strings.Builder
}

var (
	tune     tuner
	reserved atomic.Int64
)

// Reserve returns how many bytes of the heap nobody uses.
func Reserve() int64 { return reserved.Load() }

// ReadMemStats is runtime.ReadMemStats without the reserve.
func ReadMemStats(m *runtime.MemStats) {
	runtime.ReadMemStats(m)
	r := uint64(Reserve())
	for _, n := range []*uint64{&m.Alloc, &m.TotalAlloc, &m.Sys, &m.HeapAlloc, &m.HeapSys, &m.HeapInuse, &m.NextGC} {
		*n -= r
	}
}

// Relax is for a program that shall start quickly: making the reserve takes a millisecond, and is put off until there
// is work or the heap has 64 MB. An environment with GOGC, and a program that has set the percentage itself, are left
// alone, as by all of this package.
func Relax() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	tune.relaxed = true
	tune.adjust()
	runtime.SetFinalizer(&beat{}, func(*beat) { tune.collected() })
}

// beat is garbage, so that its finalizer runs after the first collection.
type beat struct{ _ *byte }

func (t *tuner) collected() {
	t.mu.Lock()
	wait := t.spare
	t.mu.Unlock()
	if !wait {
		Start()
	}
}

// Spare keeps the heap small until Start is called: most kernels that are open wait for somebody, and share a
// machine with others that do.
func Spare() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	tune.spare = true
	tune.adjust()
}

// Tight keeps the heap near what is in use until loosen is called, while something is made of a long text: syntax
// trees and types take a hundred times the text, and other garbage grows beside them.
func Tight() (loosen func()) {
	change := func(by int) {
		tune.mu.Lock()
		defer tune.mu.Unlock()
		tune.tight += by
		tune.adjust()
	}
	change(1)
	return sync.OnceFunc(func() { change(-1) })
}

// Start makes the reserve. What allocates much calls it.
func Start() { started.Do(func() { tune.start() }) }

var started sync.Once

func (t *tuner) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mayNot() {
		return
	}
	// Go clears what make returns, and where the heap was used before, that would touch all of it
	t.reserve.Grow(reserve)
	t.reserve.WriteByte(0) // the address of an empty string is not specified
	giveBack(unsafe.Slice(unsafe.StringData(t.reserve.String()), reserve))
	reserved.Store(reserve)
	debug.SetMemoryLimit(beyond(debug.SetMemoryLimit(-1)))
	t.adjust()
}

// Limit sets the runtime's soft limit of memory in bytes, math.MaxInt64 for none. The reserve does not count.
func Limit(bytes int64) {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	debug.SetMemoryLimit(beyond(bytes))
}

// beyond is the limit that the runtime needs for one of so many bytes that are used.
func beyond(bytes int64) int64 { return bytes + min(Reserve(), math.MaxInt64-bytes) }

// mayNot says whether somebody else sets the collector.
func (t *tuner) mayNot() bool {
	if !t.begun {
		t.begun = true
		t.now = debug.SetGCPercent(goGrowth)
		debug.SetGCPercent(t.now)
		t.off = os.Getenv("GOGC") != "" || t.now != goGrowth
	}
	return t.off
}

// adjust sets the percentage, unless somebody else has set it.
func (t *tuner) adjust() {
	if t.mayNot() {
		return
	}
	p := goGrowth
	switch {
	case t.tight > 0:
		p = min(tightGrowth, max(1, int(100*tightSpread/max(live(), 1))))
	case t.reserve.Cap() > 0:
	case t.spare:
		p = spareGrowth
	case t.relaxed:
		p = relaxedGrowth
	}
	if p == t.now {
		return // setting it stops the world
	}
	if before := debug.SetGCPercent(p); before != t.now {
		debug.SetGCPercent(before)
		t.off = true
		return
	}
	t.now = p
}

// live returns the bytes that the last collection found in use.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
