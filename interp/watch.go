package interp

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/msrepl/msrepl/internal/session/face"
	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/interp/internal/cellrt"
)

// watch stops a cell with a runaway recursion or excessive allocation long before the process would end: Go cannot
// recover from a full stack or from running out of memory. It observes the growth of both; code pays nothing for it.
type watch struct {
	sample [2]metrics.Sample
	stacks uint64 // at the beginning of the cell
	heap   uint64 // at the beginning of the cell
	crowd  uint64 // bytes that its goroutines may have used
	most   int    // largest number of them so far
	young  int    // number of further beats in which stack growth may be theirs
	forced *collection
	rest   time.Time // no other collection is forced before this time

	change uint64 // since this change all goroutines have waited for one another
	ticks  int    // number of beats since then
}

const (
	youngFor  = 200      // beats after the start of a goroutine during which its stack may grow
	ownStack  = 24 << 10 // allowance of a goroutine: checking a small cell needs 18 kB
	crowdMax  = 2400 << 20
	asleepFor = 50 // beats that all goroutines must have waited to be considered deadlocked
	// limit for the growth of stacks: they double in size, and a hundred thousand levels of recursion need 256 MB
	stackLimit = 400 << 20
	stackMax   = 4 << 30 // leaves time to notice; the default of 1 GB is filled in half a second
	// allowance of a cell when earlier ones have reached the limit, so that it can free memory
	heapSlack = 64 << 20
	largeHeap = 64 << 20 // collected with the settings for programs with tensors
)

func init() { debug.SetMaxStack(stackMax) }

// begin records the state at the beginning of a cell.
func (w *watch) begin() {
	w.sample[0].Name, w.sample[1].Name = "/memory/classes/heap/stacks:bytes", "/memory/classes/heap/objects:bytes"
	w.stacks, w.heap = w.read()
}

func (w *watch) read() (stacks, heap uint64) {
	metrics.Read(w.sample[:])
	heap = w.sample[1].Value.Uint64()
	return w.sample[0].Value.Uint64(), heap - min(heap, uint64(gctune.Reserve()))
}

// look returns the reason why the cell, which has started some goroutines, must end, if there is one: the stacks have
// grown excessively since it began, or the heap exceeds the limit.
func (w *watch) look(goroutines int) cause {
	stacks, heap := w.read()
	w.stacks = min(w.stacks, stacks)
	grown := stacks - w.stacks
	w.expect(goroutines, grown)
	if grown > stackLimit+w.crowd && w.young > 0 && time.Now().After(w.rest) {
		start := time.Now()
		// after a deep recursion, new goroutines start with stacks of the average size, megabytes, until a collection
		runtime.GC()
		w.rest = time.Now().Add(5 * time.Since(start))
		stacks, heap = w.read()
		grown = stacks - min(w.stacks, stacks)
	}
	if grown > stackLimit+w.crowd {
		if w.crowd == crowdMax {
			return crowded
		}
		return recursion
	}
	if heap > largeHeap {
		gctune.Start()
	}
	limit := uint64(memlimit.Limit())
	if limit == 0 {
		return goesOn
	}
	most := max(limit, w.heap+heapSlack)
	if heap > 2*most {
		return memory // now: a collection waits for a step that copies gigabytes, and the next takes twice as long
	}
	switch c := w.forced; {
	case c != nil && c.over.Load():
		w.forced, w.rest = nil, time.Now().Add(5*c.took)
		if c.heap > most {
			return memory
		}
	case c == nil && heap > most && time.Now().After(w.rest):
		w.forced = collect() // much of it may be garbage
	}
	return goesOn
}

// collection is a garbage collection forced by the watch. On busy processors with a large heap it takes seconds,
// during which the cell continues to allocate; so the watch does not wait for it.
type collection struct {
	over atomic.Bool // the fields below are set
	took time.Duration
	heap uint64 // heap size after it
}

func collect() *collection {
	c := &collection{}
	go func() {
		start := time.Now()
		runtime.GC()
		c.took, c.heap = time.Since(start), uint64(memlimit.Live())
		c.over.Store(true)
	}()
	return c
}

// expect attributes stack growth to young goroutines, up to their number times the allowance. A recursion in one of
// them is noticed when it exceeds that.
func (w *watch) expect(goroutines int, grown uint64) {
	if goroutines > w.most {
		w.most, w.young = goroutines, youngFor
	}
	if w.young > 0 {
		w.young--
		w.crowd = max(w.crowd, min(grown, uint64(w.most)*ownStack, crowdMax))
	}
}

// deadlock reports whether all goroutines of the session have waited for one another for some time, and nothing can
// wake them.
func (w *watch) deadlock(r *cellrt.Runtime) bool {
	change, asleep := r.Asleep()
	if !asleep || change != w.change {
		w.change, w.ticks = change, 0
		return false
	}
	w.ticks++
	return w.ticks%asleepFor == 0 && len(face.Comms()) == 0 && r.Deadlocked()
}
