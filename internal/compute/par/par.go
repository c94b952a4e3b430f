// Package par runs independent pieces of one computation on all processors.
//
// The caller and a fixed set of workers take pieces from a common counter. Workers without work spin for some
// microseconds, then sleep. The caller always takes part, and waits only for pieces that a worker has begun, so a
// worker that the system does not schedule costs nothing. Which worker computes a piece must not matter to the
// result.
package par

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// limit is the maximum number of goroutines that share a call; 0 means GOMAXPROCS.
var limit atomic.Int32

// Limit sets the maximum number of goroutines that share a call and returns the previous value; 0, the default, means
// GOMAXPROCS.
func Limit(n int) int { return int(limit.Swap(int32(n))) }

// Workers returns the maximum number of goroutines that share a call.
func Workers() int {
	if n := int(limit.Load()); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Do calls f(0), …, f(n-1), in any order and several at a time. If f panics, Do skips the calls that have not
// begun, waits for the others and passes the panic on to the caller. Calls run within the caller's scopes, and an
// interrupt stops them between two pieces, see package interrupt.
func Do(n int, f func(i int)) { share(n, false, f) }

// share implements Do. With ends, the caller takes pieces from the first one on and workers take them from the last
// one back, so that in repeated calls over the same memory each processor gets the part that is in its cache.
// Otherwise they take neighbouring pieces, which share data.
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

// most is the maximum number of grains in a piece of Range. An interrupt waits for the end of a piece; a grain takes
// some microseconds.
const most = 256

// Range splits the range from 0 to n into disjoint pieces and calls f for each. All but the last have at least grain
// numbers.
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
	begun atomic.Int64 // number of pieces begun or skipped; may exceed the number of pieces
	front atomic.Int64 // with ends, number of them begun by the caller
	back  atomic.Int64 // with ends, number of them begun by workers
	done  atomic.Int64 // number of pieces finished or skipped
	once  sync.Once
	fault any // what f panicked with
}

// work computes pieces until all have been begun; side counts the pieces begun from this end.
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

// spins is how often wait checks before it yields to other goroutines.
const spins = 20000

// wait returns when all pieces are finished.
func (j *job) wait() {
	for i := 0; j.done.Load() < j.n; i++ {
		if i < spins {
			pause()
		} else {
			runtime.Gosched()
		}
	}
}
