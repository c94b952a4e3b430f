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
// stops them between two pieces, see package interrupt.
func Do(n int, f func(i int)) { share(n, false, f) }

// share is Do. With ends the caller takes the pieces from the first one on and workers from the last one back, so that
// in each call over the same memory a processor has the part that its cache holds; else they take neighbours, which
// read the same of it.
func share(n int, ends bool, f func(i int)) {
	helpers := min(Workers(), n) - 1
	if helpers <= 0 {
		for i := range n {
			interrupt.Check()
			f(i)
		}
		return
	}
	j := &job{f: f, n: int64(n), ends: ends, place: gls.Here()}
	call(j, helpers)
	j.work(&j.front)
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
	share(pieces, true, func(i int) { f(n/pieces*i+min(i, n%pieces), n/pieces*(i+1)+min(i+1, n%pieces)) })
}

// job is one call of Do.
type job struct {
	f     func(i int)
	n     int64
	ends  bool         // pieces are taken from both ends
	place gls.Place    // the caller's
	begun atomic.Int64 // how many pieces were begun or left out, or more
	front atomic.Int64 // with ends, how many of them the caller has begun
	back  atomic.Int64 // with ends, how many of them workers have begun
	done  atomic.Int64 // how many pieces are over or left out
	once  sync.Once
	fault any // what f panicked with
}

// work computes pieces until all have been begun; side counts those from this end.
func (j *job) work(side *atomic.Int64) {
	for {
		i := j.begun.Add(1) - 1
		if i >= j.n {
			return
		}
		if j.ends {
			i = side.Add(1) - 1
			if side == &j.back {
				i = j.n - 1 - i
			}
		}
		j.piece(int(i))
	}
}

func (j *job) piece(i int) {
	defer func() {
		if fault := recover(); fault != nil {
			j.once.Do(func() { j.fault = fault })
			if rest := j.n - j.begun.Swap(j.n); rest > 0 {
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
