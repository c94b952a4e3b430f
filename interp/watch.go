package interp

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/budget"
	"github.com/msrepl/msrepl/interp/internal/rt"
)

// A runaway recursion or an allocation too many would end the process: Go cannot recover from a full stack, nor from
// a memory that is full. The watch sees both grow and stops the cell long before that; lowered code pays nothing for it.
type watch struct {
	pulse  *pulse
	beats  <-chan time.Time
	sample []metrics.Sample
	stacks uint64    // when the cell began
	heap   uint64    // when the cell began
	rest   time.Time // until when no collection is forced

	change uint64 // since when all goroutines wait for one another
	ticks  int    // for how many ticks
}

const (
	watchEvery = 5 * time.Millisecond
	asleepFor  = 50        // ticks for which all goroutines must have waited to be called deadlocked
	stackLimit = 400 << 20 // by which the stacks may grow: they double, and a hundred thousand levels of recursion need 256 MB
	stackMax   = 4 << 30   // room to notice; the default of 1 GB is filled in half a second
	heapSlack  = 64 << 20  // what a cell may take when those before it have reached the limit: it must be able to let go of things
)

func init() { debug.SetMaxStack(stackMax) }

func newWatch(p *pulse) *watch {
	w := &watch{
		pulse:  p,
		beats:  p.begin(),
		sample: []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}},
	}
	w.stacks, w.heap = w.read()
	return w
}

func (w *watch) tick() <-chan time.Time { return w.beats }

func (w *watch) stop() { w.pulse.end() }

// pulse beats while a cell runs, and once afterwards, so that cells in quick succession find a timer
// that goes: setting one that is the first to end wakes a thread of the runtime, for each cell.
type pulse struct {
	mu    sync.Mutex
	timer *time.Timer
	goes  bool
	to    chan time.Time // nil while no cell runs
}

func (p *pulse) begin() <-chan time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = make(chan time.Time, 1)
	if !p.goes {
		p.goes = true
		p.timer = time.AfterFunc(watchEvery, p.beat)
	}
	return p.to
}

func (p *pulse) beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.goes = p.to != nil; p.goes {
		select {
		case p.to <- time.Now():
		default: // the last one has not been looked at yet
		}
		p.timer.Reset(watchEvery)
	}
}

func (p *pulse) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = nil
}

func (w *watch) read() (stacks, heap uint64) {
	metrics.Read(w.sample)
	return w.sample[0].Value.Uint64(), w.sample[1].Value.Uint64()
}

// look returns why the cell must end, if it must: the stacks have grown beyond all reason since it began, or the heap
// is beyond the limit.
func (w *watch) look() cause {
	stacks, heap := w.read()
	w.stacks = min(w.stacks, stacks)
	if stacks-w.stacks > stackLimit {
		return recursion
	}
	if limit := uint64(budget.Limit()); limit > 0 && heap > max(limit, w.heap+heapSlack) && time.Now().After(w.rest) {
		if heap > 2*max(limit, w.heap+heapSlack) {
			return memory // at once: a collection waits for a step that copies gigabytes, and the next is twice as long
		}
		start := time.Now()
		runtime.GC() // much of it may be garbage
		if _, heap = w.read(); heap > max(limit, w.heap+heapSlack) {
			return memory
		}
		w.rest = time.Now().Add(5 * time.Since(start))
	}
	return goesOn
}

// deadlock says whether all goroutines of the session have waited for one another for a while, and nothing can wake them.
func (w *watch) deadlock(r *rt.Runtime) bool {
	change, asleep := r.Asleep()
	if !asleep || change != w.change {
		w.change, w.ticks = change, 0
		return false
	}
	w.ticks++
	return w.ticks%asleepFor == 0 && len(frontend.Comms()) == 0 && r.Deadlocked()
}
