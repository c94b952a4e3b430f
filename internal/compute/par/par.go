// Package par runs independent pieces of one computation on all processors.
//
// The pieces are taken from a common counter by the caller and by workers that were started once and wait for work:
// for some microseconds awake, then asleep. The caller always takes part, and waits only for pieces that a worker
// has begun, so a worker that the system does not run costs nothing. Which worker computes a piece must not matter
// to the result.
package par

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// limit is the greatest number of goroutines that may share a call; 0 means GOMAXPROCS.
var limit atomic.Int32

// Limit sets the greatest number of goroutines that share a call and returns what it was before; 0, the default,
// means GOMAXPROCS.
func Limit(n int) int { return int(limit.Swap(int32(n))) }

// Workers returns the number of goroutines that a call is shared among at most.
func Workers() int {
	if n := int(limit.Load()); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Do calls f(0), …, f(n-1), in any order and several at a time. A panic of f is passed to the caller when the calls
// that have begun are over; the others are left out. All calls are within the caller's scopes, and an interrupt
// stops them between two pieces, see package halt.
func Do(n int, f func(i int)) {
	helpers := min(Workers(), n) - 1
	if helpers <= 0 {
		for i := range n {
			interrupt.Check()
			f(i)
		}
		return
	}
	j := &job{f: f, n: int64(n), place: gls.Here()}
	call(j, helpers)
	j.work()
	j.wait()
	current.CompareAndSwap(j, nil) // keep nothing alive that f refers to
	if j.fault != nil {
		panic(j.fault)
	}
}

// most is how many grains a piece of Range may have. An interrupt waits for the end of a piece; a grain takes some
// microseconds.
const most = 256

// Range calls f for pieces of the range from 0 to n that do not overlap and have at least grain numbers each, but
// for the last.
func Range(n, grain int, f func(lo, hi int)) {
	grain = max(grain, 1)
	pieces := min(n/grain, max(4*Workers(), n/(grain*most)))
	if pieces <= 1 || Workers() == 1 && pieces <= 4 {
		if n > 0 {
			f(0, n)
		}
		return
	}
	Do(pieces, func(i int) { f(n/pieces*i+min(i, n%pieces), n/pieces*(i+1)+min(i+1, n%pieces)) })
}

// job is one call of Do.
type job struct {
	f     func(i int)
	n     int64
	place gls.Place    // the caller's
	next  atomic.Int64 // the first piece that nobody has begun
	done  atomic.Int64 // how many pieces are over or left out
	once  sync.Once
	fault any // what f panicked with
}

// work computes pieces until all have been begun.
func (j *job) work() {
	for {
		i := j.next.Add(1) - 1
		if i >= j.n {
			return
		}
		j.piece(int(i))
	}
}

func (j *job) piece(i int) {
	defer func() {
		if fault := recover(); fault != nil {
			j.once.Do(func() { j.fault = fault })
			if rest := j.n - j.next.Swap(j.n); rest > 0 {
				j.done.Add(rest)
			}
		}
		j.done.Add(1)
	}()
	interrupt.Check()
	j.f(i)
}

// spins is how often wait looks before it lets other goroutines run.
const spins = 20000

// wait returns when all pieces are over.
func (j *job) wait() {
	for i := 0; j.done.Load() < j.n; i++ {
		if i < spins {
			pause()
		} else {
			runtime.Gosched()
		}
	}
}
