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

// A runaway recursion or an allocation too many would end the process: Go cannot recover from a full stack, nor from
// a memory that is full. The watch sees both grow and stops the cell long before that; code pays nothing for it.
type watch struct {
	sample [2]metrics.Sample
	stacks uint64 // when the cell began
	heap   uint64 // when the cell began
	crowd  uint64 // what its goroutines may have taken
	most   int    // of them so far
	young  int    // for how many more beats stacks may be theirs
	forced *collection
	rest   time.Time // until when no other is forced

	change uint64 // since when all goroutines wait for one another
	ticks  int    // for how many beats
}

const (
	youngFor  = 200      // beats after the start of a goroutine, in which its stack may grow
	ownStack  = 24 << 10 // what a goroutine may take: checking a small cell needs 18 kB
	crowdMax  = 2400 << 20
	asleepFor = 50 // beats for which all goroutines must have waited to be called deadlocked
	// by which the stacks may grow: they double, and a hundred thousand levels of recursion need 256 MB
	stackLimit = 400 << 20
	stackMax   = 4 << 30 // room to notice; the default of 1 GB is filled in half a second
	// what a cell may take when those before it have reached the limit: it must be able to let go of things
	heapSlack = 64 << 20
	largeHeap = 64 << 20 // is collected as that of a program with tensors
)

func init() { debug.SetMaxStack(stackMax) }

// begin notes where the cell begins.
func (w *watch) begin() {
	w.sample[0].Name, w.sample[1].Name = "/memory/classes/heap/stacks:bytes", "/memory/classes/heap/objects:bytes"
	w.stacks, w.heap = w.read()
}

func (w *watch) read() (stacks, heap uint64) {
	metrics.Read(w.sample[:])
	heap = w.sample[1].Value.Uint64()
	return w.sample[0].Value.Uint64(), heap - min(heap, uint64(gctune.Reserve()))
}

// look returns why the cell, which has started some goroutines, must end, if it must: the stacks have grown beyond
// all reason since it began, or the heap is beyond the limit.
func (w *watch) look(goroutines int) cause {
	stacks, heap := w.read()
	w.stacks = min(w.stacks, stacks)
	grown := stacks - w.stacks
	w.expect(goroutines, grown)
	if grown > stackLimit+w.crowd && w.young > 0 && time.Now().After(w.rest) {
		start := time.Now()
		// after a deep recursion new goroutines begin with stacks of the average size, megabytes, until a collection
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
		return memory // at once: a collection waits for a step that copies gigabytes, and the next is twice as long
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

// collection is one that the watch has forced. Where the processors are busy and the heap is large it takes seconds,
// in which the cell goes on to allocate; so the watch does not wait for it.
type collection struct {
	over atomic.Bool // what follows is known
	took time.Duration
	heap uint64 // after it
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

// expect takes the growth of the stacks for that of young goroutines, as far as so many of them may need it. A
// recursion beside them is noticed when it has taken more.
func (w *watch) expect(goroutines int, grown uint64) {
	if goroutines > w.most {
		w.most, w.young = goroutines, youngFor
	}
	if w.young > 0 {
		w.young--
		w.crowd = max(w.crowd, min(grown, uint64(w.most)*ownStack, crowdMax))
	}
}

// deadlock reports whether all goroutines of the session have waited for one another for a while, and nothing can wake
// them.
func (w *watch) deadlock(r *cellrt.Runtime) bool {
	change, asleep := r.Asleep()
	if !asleep || change != w.change {
		w.change, w.ticks = change, 0
		return false
	}
	w.ticks++
	return w.ticks%asleepFor == 0 && len(face.Comms()) == 0 && r.Deadlocked()
}
