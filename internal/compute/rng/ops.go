package rng

import (
	"math"
	"sync"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// Branch is a separate source of streams, for code that runs concurrently with the rest of a program. Without it,
// that code would draw whichever stream happens to be next. The numbers drawn in a branch depend only on the seed and
// on the order in which branches were created.
type Branch struct {
	mu                    sync.Mutex
	seed, taken, branches uint64
	rivals                bool
}

// opStreams is the source of streams outside all branches.
var opStreams Branch

// SeedOps restarts the streams of random ops.
func SeedOps(seed uint64) {
	opStreams.mu.Lock()
	defer opStreams.mu.Unlock()
	opStreams.seed, opStreams.taken, opStreams.branches = seed, 0, 0
}

// Ops returns the stream of the next random op (dropout, standard_normal, …), to be taken once per call of the op.
// The n-th stream after a seed is always the same and shares no words with the others: the seed is the Philox key and
// n the upper half of the counter. Inside [Streams.Replay] it is the recorded stream.
func Ops() *Philox {
	if s, ok := taking.Get(); ok {
		return s.take()
	}
	return opStreams.next()
}

func (b *Branch) next() *Philox {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken++
	return b.stream(uint32(b.taken), uint32(b.taken>>32))
}

func (b *Branch) stream(low, high uint32) *Philox {
	p := NewPhilox(b.seed)
	p.high = [2]uint32{low, high}
	return p
}

// NewBranch returns the next branch since the last seed, or the next branch of the branch that the caller runs in.
// Rivals are branches that run concurrently in no fixed order; see [Rival].
func NewBranch(rivals bool) *Branch {
	b := here()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.branches++
	words := b.stream(uint32(b.branches), math.MaxUint32) // streams of ops never reach this number
	return &Branch{seed: uint64(words.Uint32())<<32 | uint64(words.Uint32()), rivals: rivals}
}

// Run calls f in the branch. Goroutines started by f are in it as well.
func (b *Branch) Run(f func()) { taking.With(&Streams{own: b}, f) }

// Rival returns the next stream of the branch if the caller runs in a rival branch, and false otherwise. Anything
// shared by rivals must not draw from its own stream.
func Rival() (p *Philox, ok bool) {
	if b := here(); b.rivals {
		return Ops(), true
	}
	return nil, false
}

// here returns the source of new streams for the caller.
func here() *Branch {
	s, _ := taking.Get()
	for ; s != nil; s = s.outer {
		if s.own != nil {
			return s.own
		}
	}
	return &opStreams
}

// Streams are the streams taken by random ops while a function ran, in order.
type Streams struct {
	mu     sync.Mutex
	taken  []Philox
	record bool
	replay bool
	next   int      // index of the next stream to replay
	outer  *Streams // of the enclosing function
	own    *Branch  // source of new streams if outer is nil
}

var taking gls.Var[*Streams]

// TakenDuring calls f and returns the streams that its random ops take.
func TakenDuring(f func()) *Streams {
	s := &Streams{record: true}
	s.outer, _ = taking.Get()
	taking.With(s, f)
	return s
}

// Replay calls f; its random ops take the same streams again, whatever other goroutines draw in the meantime.
func (s *Streams) Replay(f func()) {
	taking.With(&Streams{taken: s.taken, replay: true, own: here()}, f)
}

func (s *Streams) take() *Philox {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replay && s.next < len(s.taken) {
		p := s.taken[s.next]
		s.next++
		return &p
	}
	var p *Philox
	switch {
	case s.outer != nil:
		p = s.outer.take()
	case s.own != nil:
		p = s.own.next()
	default:
		p = opStreams.next()
	}
	if s.record {
		s.taken = append(s.taken, *p)
	}
	return p
}
