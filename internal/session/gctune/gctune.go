// Package gctune sets the garbage collector for programs that compute with tensors.
//
// A training step allocates megabytes, and recorded operations on numbers allocate quickly, while little of it is live
// at a time. With Go's defaults the heap of such a program may grow to 4 MB or twice the live heap, so that it is
// collected up to three times per step, and during a collection every pointer write costs more. A reserve, an
// allocation that is never used, makes collections rare when the live heap is small. It occupies no physical memory.
//
// The heap then grows to the reserve plus twice the live heap. Objects allocated during a collection count as live, so
// a larger percentage would make the heap size vary between collections, and Go would return memory to the system and
// request it again, page by page.
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

// reserve is the size in bytes of the reserve, allocated once there is work.
const reserve = 64 << 20

// Growth of the heap in percent of the live heap. Live objects among garbage keep whole pages: an idle kernel holds 26
// MB after a thousand definitions at 100, and 29 MB at 300. At 100, collections take a tenth of the time of small
// cells.
const (
	goGrowth      = 100  // Go's default
	relaxedGrowth = 1600 // to 64 MB from Go's minimum heap
	spareGrowth   = 300
	tightGrowth   = 50
)

// tightSpread is the maximum growth in bytes of a tight heap: a text of 50 MB is itself live, but contains no pointers
// to mark.
const tightSpread = 24 << 20

// tuner configures the collector unless the program itself does.
type tuner struct {
	mu         sync.Mutex
	checked    bool // external is known
	external   bool // the program configures the collector itself
	percent    int  // set last
	relaxed    bool
	idle       bool // no work that a small heap would slow down has started
	tightCalls int  // number of calls of Tight in force
	reserve    strings.Builder
}

var (
	tune     tuner
	reserved atomic.Int64
)

// Reserve returns the size of the reserve in bytes, 0 before it is allocated.
func Reserve() int64 { return reserved.Load() }

// ReadMemStats is runtime.ReadMemStats without the reserve.
func ReadMemStats(m *runtime.MemStats) {
	runtime.ReadMemStats(m)
	r := uint64(Reserve())
	for _, n := range []*uint64{&m.Alloc, &m.TotalAlloc, &m.Sys, &m.HeapAlloc, &m.HeapSys, &m.HeapInuse, &m.NextGC} {
		*n -= r
	}
}

// Relax is for programs that must start quickly: allocating the reserve takes a millisecond, and is delayed until
// there is work or the heap reaches 64 MB. Like all functions of this package, it does nothing if GOGC is set or the
// program has set the percentage itself.
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
	wait := t.idle
	t.mu.Unlock()
	if !wait {
		Start()
	}
}

// Spare keeps the heap small until Start is called: most open kernels are idle and share a machine.
func Spare() {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	tune.idle = true
	tune.adjust()
}

// Tight keeps the heap close to the live heap until loosen is called, while a long text is processed: syntax trees and
// types take a hundred times the size of the text, and other garbage adds to them.
func Tight() (loosen func()) {
	change := func(by int) {
		tune.mu.Lock()
		defer tune.mu.Unlock()
		tune.tightCalls += by
		tune.adjust()
	}
	change(1)
	return sync.OnceFunc(func() { change(-1) })
}

// Start allocates the reserve. Code that allocates much calls it.
func Start() { started.Do(func() { tune.start() }) }

var started sync.Once

func (t *tuner) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.configured() {
		return
	}
	// make clears its result, which would touch all pages of reused memory
	t.reserve.Grow(reserve)
	t.reserve.WriteByte(0) // the address of an empty string is not specified
	giveBack(unsafe.Slice(unsafe.StringData(t.reserve.String()), reserve))
	reserved.Store(reserve)
	debug.SetMemoryLimit(beyond(debug.SetMemoryLimit(-1)))
	t.adjust()
}

// Limit sets the runtime's soft memory limit in bytes, math.MaxInt64 for none. The reserve does not count toward it.
func Limit(bytes int64) {
	tune.mu.Lock()
	defer tune.mu.Unlock()
	debug.SetMemoryLimit(beyond(bytes))
}

// beyond returns the runtime's limit for a limit of bytes without the reserve.
func beyond(bytes int64) int64 { return bytes + min(Reserve(), math.MaxInt64-bytes) }

// configured reports whether the program has configured the collector itself.
func (t *tuner) configured() bool {
	if !t.checked {
		t.checked = true
		t.percent = debug.SetGCPercent(goGrowth)
		debug.SetGCPercent(t.percent)
		t.external = os.Getenv("GOGC") != "" || t.percent != goGrowth
	}
	return t.external
}

// adjust sets the percentage, unless the program has set it.
func (t *tuner) adjust() {
	if t.configured() {
		return
	}
	p := goGrowth
	switch {
	case t.tightCalls > 0:
		p = min(tightGrowth, max(1, int(100*tightSpread/max(live(), 1))))
	case t.reserve.Cap() > 0:
	case t.idle:
		p = spareGrowth
	case t.relaxed:
		p = relaxedGrowth
	}
	if p == t.percent {
		return // setting it stops the world
	}
	if before := debug.SetGCPercent(p); before != t.percent {
		debug.SetGCPercent(before)
		t.external = true
		return
	}
	t.percent = p
}

// live returns the size in bytes of the live heap at the last collection.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
