package par

import (
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// patience is how many pauses, of about 40 cycles each, a worker spins without work before it sleeps. A sleeping
// worker takes some 50 µs to start, a spinning one less than one.
const patience = 2000

var (
	current atomic.Pointer[job] // the newest job
	starts  sync.Mutex
	workers atomic.Pointer[[]*worker]
)

// worker is one helper goroutine.
type worker struct {
	wake   chan struct{}
	asleep atomic.Bool
}

// call offers j to a number of workers.
func call(j *job, helpers int) {
	current.Store(j)
	for _, w := range hire(helpers)[:helpers] {
		if w.asleep.Load() && w.asleep.CompareAndSwap(true, false) {
			w.wake <- struct{}{}
		}
	}
}

// hire returns at least n workers.
func hire(n int) []*worker {
	if all := workers.Load(); all != nil && len(*all) >= n {
		return *all
	}
	starts.Lock()
	defer starts.Unlock()
	var all []*worker
	if old := workers.Load(); old != nil {
		all = append(all, *old...)
	}
	for len(all) < n {
		w := &worker{wake: make(chan struct{}, 1)}
		all = append(all, w)
		gls.Go(w.run)
	}
	workers.Store(&all)
	return all
}

// run takes part in every job that it sees. It must keep no job alive while it sleeps.
func (w *worker) run() {
	for {
		j := w.await()
		j.place.Enter()
		j.work(&j.back)
		gls.Place{}.Enter()
		current.CompareAndSwap(j, nil)
	}
}

// await returns the newest job that has pieces left.
func (w *worker) await() *job {
	for i := 0; ; i++ {
		if j := current.Load(); j != nil && j.begun.Load() < j.n {
			return j
		}
		if i < patience {
			pause()
			continue
		}
		w.asleep.Store(true)
		if j := current.Load(); j != nil && j.begun.Load() < j.n && w.asleep.CompareAndSwap(true, false) {
			return j
		}
		<-w.wake
		i = 0
	}
}
